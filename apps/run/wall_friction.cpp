#include "apps/run/wall_friction.hpp"

namespace dg::app {

template <int Dim>
void WallFriction<Dim>::add(std::vector<double>& values) const {
  std::array<double, numbers> force{};
  std::array<double, 2> area{};
  for (const std::string& wall : walls_)
    for (const SurfacePointOf<Dim>& point : problem_.solver->surface(wall)) {
      const double low = std::abs(point.x[direction_] - ends_[0]), high = std::abs(point.x[direction_] - ends_[1]);
      const std::size_t end = low <= high ? 0 : 1;
      area[end] += point.weight;
      for (int d = 0; d < Dim; ++d) force[end * Dim + d] += point.weight * point.traction[d];
    }
  for (std::size_t i = 0; i < numbers; ++i) values.push_back(area[i / Dim] > 0 ? force[i] / area[i / Dim] : 0.0);
}

template <int Dim>
std::array<std::optional<WallScales<Dim>>, 2> WallFriction<Dim>::scales(const std::array<double, numbers>& friction,
                                                                        const std::array<double, 2>& density,
                                                                        const std::array<double, 2>& viscosity) const {
  std::array<std::optional<WallScales<Dim>>, 2> all;
  for (std::size_t end = 0; end < 2; ++end) {
    WallScales<Dim> scales;
    double size = 0.0;
    for (int d = 0; d < Dim; ++d) {
      scales.along[d] = d == direction_ ? 0.0 : friction[end * Dim + d];
      size = std::hypot(size, scales.along[d]);
    }
    if (!(size > 0.0)) continue;
    for (double& x : scales.along) x /= size;
    scales.friction_velocity = std::sqrt(size / density[end]);
    scales.viscous_length = viscosity[end] / (density[end] * scales.friction_velocity);
    all[end] = scales;
  }
  return all;
}

template class WallFriction<2>;
template class WallFriction<3>;

}  // namespace dg::app
