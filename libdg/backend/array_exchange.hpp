/// Numbers at given places of an array in a backend's memory, exchanged between ranks again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"

namespace dg {

/// Places in an array. What one rank sends lies in the order in which the other receives it.
struct ExchangedPlaces {
  int rank;
  std::vector<std::int64_t> sent, received;
};

template <class Real>
class ArrayExchange {
 public:
  virtual ~ArrayExchange() = default;

  /// Sends the numbers of an array as they are after what has been launched so far. What is launched until they have
  /// come may read those that are received, but gets old ones or new ones. It must not write to any that are exchanged.
  /// Precondition: nothing is under way.
  virtual void start(Real* array) = 0;
  /// What is launched next and is urgent (urgent_stream()) reads what came. On a device the rest may still find it
  /// under way.
  virtual void arrive() = 0;
  /// All that is launched from now on reads what came; nothing is under way any more.
  virtual void finish() = 0;
  /// Whether numbers have been sent without finish().
  virtual bool is_under_way() const = 0;
  /// How the numbers travel: "self", "mpi" or "nccl".
  virtual const char* name() const = 0;
};

/// The backend and the communicator must outlive it.
template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_array_exchange(Backend& backend, Communicator& communicator,
                                                         const std::vector<ExchangedPlaces>& places);

}  // namespace dg
