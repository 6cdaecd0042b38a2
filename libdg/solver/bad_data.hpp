/// Data of a run that have no meaning at some place and time: of a boundary, or a source.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "libdg/backend/communicator.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

template <int Dim>
struct BadData {
  static constexpr int none = -2, source = -1;

  int boundary = none;  ///< its number in the mesh
  std::array<double, Dim> x{};
  double t = 0.0;

  explicit operator bool() const { return boundary != none; }
};

/// What is not as it should be, and when; without the place.
std::string bad_data_text(bool of_source, double t);

/// Thrown on all ranks at once.
template <int Dim>
struct BadDataError : RunError {
  explicit BadDataError(const BadData<Dim>& where) : RunError(bad_data_text(where.boundary < 0, where.t)), bad(where) {}
  BadData<Dim> bad;
};

/// Keeps the first that this rank has found, until it is thrown.
template <int Dim>
class BadDataWatch {
 public:
  static constexpr int source = BadData<Dim>::source;

  explicit BadDataWatch(Communicator& ranks) : ranks_(ranks) {}

  Communicator& ranks() const { return ranks_; }

  void note(const BadData<Dim>& bad) {
    if (!first_) first_ = bad;
  }

  /// Throws what the first rank has found that has found any. All ranks call this together.
  void throw_on_all_ranks() {
    constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::max();
    BadData<Dim> bad = std::exchange(first_, {});
    std::int64_t rank = bad ? ranks_.rank() : nobody;
    ranks_.reduce(std::span(&rank, 1), Reduction::least);
    if (rank == nobody) return;
    ranks_.broadcast(std::as_writable_bytes(std::span(&bad, 1)), static_cast<int>(rank));
    throw BadDataError<Dim>(bad);
  }

 private:
  Communicator& ranks_;
  BadData<Dim> first_;
};

}  // namespace dg
