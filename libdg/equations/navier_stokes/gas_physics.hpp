/// A gas as users describe it, as the kernels read it.
#pragma once

#include <cmath>
#include <vector>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/equations/physics.hpp"

namespace dg {

template <class Real>
using Gas2 = NavierStokes<Real, 2>;

template <class Real>
BoundaryParameters<Real, 2> boundary_parameters(const BoundaryCondition& b, const Gas<double>& gas) {
  BoundaryParameters<Real, 2> p{};
  p.type = b.type;
  p.from_data = b.from_data;
  double u[4];
  conservative<2>(gas, b.state.data(), u);
  for (int k = 0; k < 4; ++k) p.state[k] = static_cast<Real>(u[k]);
  const double norm = std::hypot(b.direction[0], b.direction[1]);
  for (int d = 0; d < 2; ++d) {
    p.velocity[d] = static_cast<Real>(b.velocity[d]);
    p.direction[d] = static_cast<Real>(b.direction[d] / norm);
  }
  p.temperature = static_cast<Real>(b.temperature);
  p.pressure = static_cast<Real>(b.pressure);
  p.total_pressure = static_cast<Real>(b.total_pressure);
  p.total_temperature = static_cast<Real>(b.total_temperature);
  return p;
}

template <class Real>
Physics<Gas2<Real>> gas_physics(const GasOptions& options, Riemann flux,
                                const std::vector<BoundaryCondition>& boundaries) {
  Physics<Gas2<Real>> physics{Gas2<Real>(options), flux, {}};
  for (const BoundaryCondition& b : boundaries)
    physics.boundaries.push_back(
        {b.name, boundary_parameters<Real>(b, Gas<double>(options)), b.type == BoundaryType::periodic});
  return physics;
}

}  // namespace dg
