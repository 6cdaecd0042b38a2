/// An exchange in which some of the vectors that are received are rotated before anything reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "libdg/backend/array_exchange.hpp"

namespace dg {

/// Vectors among the numbers that are received.
struct RotatedPlaces {
  std::vector<double> rotation;      ///< by rows, of 2 x 2 or 3 x 3 numbers
  std::vector<std::int64_t> places;  ///< [vector][component] in the array
};

/// Rotations are applied in their order. The backend and the communicator must outlive the exchange.
template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_rotated_exchange(Backend& backend, Communicator& communicator,
                                                           const std::vector<ExchangedPlaces>& places,
                                                           const std::vector<RotatedPlaces>& rotated);

}  // namespace dg
