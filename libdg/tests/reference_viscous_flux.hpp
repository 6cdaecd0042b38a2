/// The viscous flux of a gas at a point, from the state and its gradient, as the definition of the scheme has it.
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "libdg/equations/navier_stokes/options.hpp"
#include "published_models.hpp"
#include "reference_cell.hpp"

namespace dg::test {

/// The viscous flux from the gradients of velocity and temperature, [d][variable].
template <int Dim>
struct ViscousFlux {
  Eigen::Matrix<double, Dim, Dim> stress;
  Eigen::Matrix<double, Dim, 1> velocity, heat;
};

/// `width` is that of a subgrid model's filter, or with SubgridModel::given nu_a.
template <int Dim>
ViscousFlux<Dim> viscous_flux(const GasOptions& gas, double width, const typename ReferenceCell<Dim>::State& u,
                              const typename ReferenceCell<Dim>::Gradient& g) {
  constexpr int energy = Dim + 1;
  ViscousFlux<Dim> f;
  const double rho = u[0];
  f.velocity = u.template segment<Dim>(1) / rho;
  const double p = (gas.gamma - 1) * (u[energy] - 0.5 * rho * f.velocity.squaredNorm()), t = gas.gamma * p / rho;
  double mu = gas.viscosity;
  if (gas.law == ViscosityLaw::sutherland)
    mu *= std::pow(t, 1.5) * (1 + gas.sutherland_constant) / (t + gas.sutherland_constant);
  Eigen::Matrix<double, Dim, Dim> du;  // du(d, i) = d u_i / d x_d
  Eigen::Matrix<double, Dim, 1> dt;
  for (int d = 0; d < Dim; ++d) {
    for (int i = 0; i < Dim; ++i) du(d, i) = (g(d, 1 + i) - f.velocity[i] * g(d, 0)) / rho;
    const double dp = (gas.gamma - 1) * (g(d, energy) - 0.5 * f.velocity.squaredNorm() * g(d, 0) -
                                         rho * f.velocity.dot(du.row(d).transpose()));
    dt[d] = gas.gamma * (dp / rho - p * g(d, 0) / (rho * rho));
  }
  double eddy = 0;
  if (gas.subgrid.model == SubgridModel::given)
    eddy = rho * width;
  else if constexpr (Dim == 3)
    if (gas.subgrid.model != SubgridModel::none)
      eddy = rho * published_factor(gas.subgrid) * width * width * published_rate(gas.subgrid.model, du);
  f.stress = (mu + eddy) * (du + du.transpose() - 2.0 / 3.0 * du.trace() * Eigen::Matrix<double, Dim, Dim>::Identity());
  f.heat = (mu / gas.prandtl + eddy / gas.subgrid.prandtl) / (gas.gamma - 1) * dt;
  return f;
}

}  // namespace dg::test
