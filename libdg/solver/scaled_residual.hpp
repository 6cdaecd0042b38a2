/// How far a state is from a steady one, as a number without a unit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "libdg/solver/fields.hpp"
#include "libdg/solver/mean_scales.hpp"

namespace dg {

/// What a flow is measured by beside its state.
struct FlowScale {
  double volume = 0.0;  ///< of the domain, in 2-D its area
  double length = 1.0;
  double gamma = 1.4;
};

/// The length over the speed of sound of the mean state.
template <std::size_t N>
double flow_time(const std::array<double, N>& totals, const FlowScale& flow) {
  const double density = totals.front() / flow.volume, energy = totals.back() / flow.volume;
  double kinetic = 0.0;
  for (std::size_t i = 1; i + 1 < N; ++i) kinetic += 0.5 * std::pow(totals[i] / flow.volume, 2) / density;
  return flow.length / std::sqrt(flow.gamma * (flow.gamma - 1) * (energy - kinetic) / density);
}

/// The largest of the L2 norms of dU/dt in the mean over the domain, each over the mean size of its field, times
/// flow_time(). A norm that is not a number makes it one that is none.
template <int N>
double scaled_residual(const NormsOf<N>& residual, const std::type_identity_t<std::array<double, N>>& totals,
                       const FlowScale& flow) {
  const std::array<double, N> scale = mean_scales(totals, flow.volume);
  double largest = 0.0;
  for (int i = 0; i < N; ++i) {
    const double ratio = residual.l2[i] / std::sqrt(flow.volume) / scale[i];
    if (std::isnan(ratio)) return ratio;
    largest = std::max(largest, ratio);
  }
  return largest * flow_time(totals, flow);
}

}  // namespace dg
