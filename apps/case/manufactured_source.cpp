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

/// What friction and conduction add to the rates: d tau_ij/dx_j, and tau_ij d u_i/dx_j + div(k grad T).
struct Viscous {
  std::vector<Expression> force;
  Expression heating;
};

/// Newtonian stress after Stokes, Fourier heat flux; k = mu cp / Pr with T = gamma p / rho and cp = 1 / (gamma - 1).
Viscous viscous_terms(const std::vector<Expression>& primitive, Expression divergence, const GasOptions& gas) {
  const std::size_t dim = primitive.size() - 2;
  const Expression rho = primitive[0], p = primitive[dim + 1], one_over_rho = rho.number(1.0) / rho;
  const Expression temperature = gas.gamma * (p * one_over_rho), mu = viscosity_at(temperature, gas);
  Expression friction = rho.number(0.0), conduction = friction;
  std::vector<Expression> force;
  for (std::size_t i = 0; i < dim; ++i) {
    const Expression u = primitive[1 + i];
    Expression of_strain = rho.number(0.0), of_viscosity = of_strain;  // mu d strain_ij/dx_j, strain_ij d mu/dx_j
    for (std::size_t j = 0; j < dim; ++j) {
      Expression strain = u.derivative(axes[j]) + primitive[1 + j].derivative(axes[i]);
      if (i == j) strain = strain - 2.0 / 3.0 * divergence;
      of_strain = of_strain + strain.derivative(axes[j]);
      of_viscosity = of_viscosity + mu.derivative(axes[j]) * strain;
      if (i == j) friction = friction + strain * u.derivative(axes[j]);
      if (i < j) friction = friction + strain * strain;  // strain_ij = strain_ji
    }
    force.push_back(mu * of_strain + of_viscosity);
    // Derivatives of T from rho T = gamma p: those of a quotient grow with each order.
    const auto d = [&](Expression f) { return f.derivative(axes[i]); };
    const Expression slope = (gas.gamma * d(p) - temperature * d(rho)) * one_over_rho;
    const Expression second = (gas.gamma * d(d(p)) - temperature * d(d(rho)) - 2.0 * (slope * d(rho))) * one_over_rho;
    conduction = conduction + mu * second + d(mu) * slope;
  }
  return {force, mu * friction + 1.0 / (gas.prandtl * (gas.gamma - 1.0)) * conduction};
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

// The chain rule leaves fewer products than the derivatives of fluxes have: with D/Dt along the flow, and m the rate at
// which mass appears,
//   S_rho = m = D rho/Dt + rho div u,   S_i = u_i m + f_i with f_i = rho D u_i/Dt + dp/dx_i - d tau_ij/dx_j,
//   S_E = (D p/Dt + gamma p div u) / (gamma - 1) + |u|^2 / 2 m + u_i f_i - tau_ij d u_i/dx_j - div(k grad T).
std::vector<Expression> manufactured_source(const std::vector<Expression>& primitive, const GasOptions& gas) {
  const std::size_t dim = primitive.size() - 2;
  const Expression rho = primitive[0], p = primitive[dim + 1], zero = rho.number(0.0);
  const std::vector<Expression> u(primitive.begin() + 1, primitive.end() - 1);
  Expression divergence = zero;
  for (std::size_t j = 0; j < dim; ++j) divergence = divergence + u[j].derivative(axes[j]);
  const auto along_the_flow = [&](Expression f) {
    Expression rate = f.derivative(Variable::t);
    for (std::size_t j = 0; j < dim; ++j) rate = rate + u[j] * f.derivative(axes[j]);
    return rate;
  };

  const Expression mass = along_the_flow(rho) + rho * divergence;
  std::vector<Expression> source{mass};
  Expression energy = 1.0 / (gas.gamma - 1.0) * (along_the_flow(p) + gas.gamma * (p * divergence)), squares = zero;
  const Viscous viscous = gas.viscous ? viscous_terms(primitive, divergence, gas) : Viscous{{dim, zero}, zero};
  for (std::size_t i = 0; i < dim; ++i) {
    const Expression force = rho * along_the_flow(u[i]) + p.derivative(axes[i]) - viscous.force[i];
    source.push_back(u[i] * mass + force);
    energy = energy + u[i] * force;
    squares = squares + u[i] * u[i];
  }
  source.push_back(energy + 0.5 * (squares * mass) - viscous.heating);
  return source;
}

}  // namespace dg::app
