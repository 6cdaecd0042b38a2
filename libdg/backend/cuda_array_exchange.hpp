/// Exchanges arrays of CUDA devices; without CUDA, cuda_array_exchange_none.cpp answers.
#pragma once

#include "libdg/backend/rotated_exchange.hpp"

namespace dg {

template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_cuda_array_exchange(Backend& backend, Communicator& communicator,
                                                              const std::vector<ExchangedPlaces>& places,
                                                              const std::vector<RotatedPlaces>& rotated);

}  // namespace dg
