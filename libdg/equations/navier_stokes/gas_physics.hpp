/// A gas as users describe it, as the kernels read it.
#pragma once

#include <cmath>
#include <vector>

#include "libdg/equations/navier_stokes/boundary_condition.hpp"
#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/equations/physics.hpp"

namespace dg {

template <class Real>
using NavierStokes2D = NavierStokes<Real, 2>;
template <class Real>
using NavierStokes3D = NavierStokes<Real, 3>;

template <class Real, int Dim>
BoundaryParameters<Real, Dim> boundary_parameters(const BoundaryCondition& b, const Gas<double>& gas) {
  BoundaryParameters<Real, Dim> p{};
  p.type = b.type;
  p.from_data = b.from_data;
  double u[Dim + 2];
  conservative<Dim>(gas, b.state.values<Dim>().data(), u);
  for (int k = 0; k < Dim + 2; ++k) p.state[k] = static_cast<Real>(u[k]);
  double norm = 0.0;
  for (int d = 0; d < Dim; ++d) norm = std::hypot(norm, b.direction[d]);
  for (int d = 0; d < Dim; ++d) {
    p.velocity[d] = static_cast<Real>(b.velocity[d]);
    p.direction[d] = static_cast<Real>(b.direction[d] / norm);
  }
  p.temperature = static_cast<Real>(b.temperature);
  p.heat_flux = static_cast<Real>(b.heat_flux);
  p.pressure = static_cast<Real>(b.pressure);
  p.relaxation = static_cast<Real>(b.relaxation / b.length);
  p.total_pressure = static_cast<Real>(b.total_pressure);
  p.total_temperature = static_cast<Real>(b.total_temperature);
  return p;
}

/// Of NavierStokes, or equations that derive from it.
template <class Eq>
Physics<Eq> gas_physics_of(const GasOptions& options, Riemann flux, const std::vector<BoundaryCondition>& boundaries) {
  Physics<Eq> physics{Eq(options), flux, {}};
  for (const BoundaryCondition& b : boundaries)
    physics.boundaries.push_back({b.name, boundary_parameters<typename Eq::Real, Eq::dim>(b, Gas<double>(options)),
                                  boundary_has(b.type, [](auto condition) { return condition.is_joined; })});
  return physics;
}

template <class Real, int Dim = 2>
Physics<NavierStokes<Real, Dim>> gas_physics(const GasOptions& options, Riemann flux,
                                             const std::vector<BoundaryCondition>& boundaries) {
  return gas_physics_of<NavierStokes<Real, Dim>>(options, flux, boundaries);
}

}  // namespace dg
