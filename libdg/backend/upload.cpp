#include "libdg/backend/upload.hpp"

#include "libdg/backend/host_vector.hpp"
#include "libdg/backend/parallel.hpp"

namespace dg {

template <>
Array<double> upload(Backend& backend, std::span<const double> values) {
  return Array<double>(backend, values);
}

template <>
Array<float> upload(Backend& backend, std::span<const double> values) {
  HostVector<float> rounded(values.size());
  parallel_for(static_cast<std::ptrdiff_t>(values.size()),
               [&](std::ptrdiff_t i) { rounded[i] = static_cast<float>(values[i]); });
  return Array<float>(backend, std::span<const float>(rounded));
}

}  // namespace dg
