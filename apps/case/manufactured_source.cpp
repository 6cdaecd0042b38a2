#include "apps/case/manufactured_source.hpp"

#include <array>

namespace dg::app {
namespace {

constexpr std::array axes{Variable::x, Variable::y, Variable::z};

/// Dynamic viscosity at a temperature T = gamma p / rho.
Expression viscosity_at(Expression temperature, const GasOptions& gas) {
  if (gas.law == ViscosityLaw::constant) return temperature.number(gas.viscosity);
  const double s = gas.sutherland_constant;
  return gas.viscosity * (1.0 + s) * (temperature * square_root(temperature)) / (temperature + s);
}

/// Minus F_v along axis j, added to the flux: Newtonian stress after Stokes, Fourier heat flux.
void subtract_viscous_flux(const std::vector<Expression>& primitive, std::size_t j, const GasOptions& gas,
                           std::vector<Expression>& flux) {
  const std::size_t dim = primitive.size() - 2;
  const Expression temperature = gas.gamma * primitive[dim + 1] / primitive[0];
  const Expression mu = viscosity_at(temperature, gas);
  Expression divergence = primitive[1].derivative(axes[0]);
  for (std::size_t d = 1; d < dim; ++d) divergence = divergence + primitive[1 + d].derivative(axes[d]);
  for (std::size_t i = 0; i < dim; ++i) {
    Expression strain = primitive[1 + i].derivative(axes[j]) + primitive[1 + j].derivative(axes[i]);
    if (i == j) strain = strain - 2.0 / 3.0 * divergence;
    flux[1 + i] = flux[1 + i] - mu * strain;
    flux[dim + 1] = flux[dim + 1] - primitive[1 + i] * mu * strain;
  }
  // Heat conductivity over T: mu cp / Pr with cp = 1 / (gamma - 1).
  const double conduction = 1.0 / (gas.prandtl * (gas.gamma - 1.0));
  flux[dim + 1] = flux[dim + 1] - conduction * (mu * temperature.derivative(axes[j]));
}

}  // namespace

std::vector<Expression> conservative_state(const std::vector<Expression>& primitive, const GasOptions& gas) {
  const std::size_t dim = primitive.size() - 2;
  std::vector<Expression> state{primitive[0]};
  Expression energy = 1.0 / (gas.gamma - 1.0) * primitive[dim + 1];
  for (std::size_t d = 0; d < dim; ++d) {
    state.push_back(primitive[0] * primitive[1 + d]);
    energy = energy + 0.5 * (state[1 + d] * primitive[1 + d]);
  }
  state.push_back(energy);
  return state;
}

std::vector<Expression> manufactured_source(const std::vector<Expression>& primitive, const GasOptions& gas) {
  const std::size_t dim = primitive.size() - 2;
  const std::vector<Expression> state = conservative_state(primitive, gas);
  const Expression p = primitive[dim + 1];
  std::vector<Expression> source;
  for (const Expression& u : state) source.push_back(u.derivative(Variable::t));
  for (std::size_t j = 0; j < dim; ++j) {
    std::vector<Expression> flux;
    for (const Expression& u : state) flux.push_back(u * primitive[1 + j]);
    flux[1 + j] = flux[1 + j] + p;
    flux[dim + 1] = flux[dim + 1] + p * primitive[1 + j];
    if (gas.viscous) subtract_viscous_flux(primitive, j, gas, flux);
    for (std::size_t n = 0; n < flux.size(); ++n) source[n] = source[n] + flux[n].derivative(axes[j]);
  }
  return source;
}

}  // namespace dg::app
