#include "libdg/backend/cuda_array_exchange.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_cuda_array_exchange(Backend&, Communicator&,
                                                              const std::vector<ExchangedPlaces>&,
                                                              const std::vector<RotatedPlaces>&) {
  throw InputError("this build has no CUDA backend");
}

template std::unique_ptr<ArrayExchange<float>> make_cuda_array_exchange(Backend&, Communicator&,
                                                                        const std::vector<ExchangedPlaces>&,
                                                                        const std::vector<RotatedPlaces>&);
template std::unique_ptr<ArrayExchange<double>> make_cuda_array_exchange(Backend&, Communicator&,
                                                                         const std::vector<ExchangedPlaces>&,
                                                                         const std::vector<RotatedPlaces>&);

}  // namespace dg
