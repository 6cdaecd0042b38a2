/// Viscous flux of the Navier-Stokes equations: Newtonian stress (Stokes' hypothesis) and Fourier heat flux.
#pragma once

#include "libdg/physics/gas.hpp"

namespace dg {

/// Stress tensor, and heat flux vector counted as energy flux, k grad T.
template <class V>
struct ViscousStress {
  V tau[dim][dim];
  V heat[dim];
};

/// Derivatives of the velocity and of e = E - |u|^2/2 along one direction.
template <class V>
struct PrimitiveDerivative {
  V velocity[dim], energy;
};

/// Derivative of the velocity from the derivative g of the conservative state along the same direction, whatever it is.
template <class V>
RKDG_FN void velocity_derivative(const Primitive<V>& w, const V (&g)[n_var], V (&velocity)[dim]) {
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) velocity[i] = (g[1 + i] - w.velocity[i] * g[0]) * w.inverse_rho;
}

/// The same with the energy, of the conservative state u with primitives w.
template <class V>
RKDG_FN PrimitiveDerivative<V> primitive_derivative(const V (&u)[n_var], const Primitive<V>& w, const V (&g)[n_var]) {
  PrimitiveDerivative<V> d;
  velocity_derivative(w, g, d.velocity);
  const V energy = u[n_var - 1] * w.inverse_rho;
  d.energy = (g[n_var - 1] - energy * g[0]) * w.inverse_rho;
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) d.energy -= w.velocity[i] * d.velocity[i];
  return d;
}

/// From the derivatives along x and y.
///
/// With e = c_v T, the heat flux is k grad T = (mu gamma / Pr) grad e, free of the gas constant.
template <class V>
RKDG_FN ViscousStress<V> viscous_stress(const Gas<RealOf<V>>& gas, const Primitive<V>& w,
                                        const PrimitiveDerivative<V> (&g)[dim]) {
  using Real = RealOf<V>;
  const V mu = viscosity(gas, w), conduction = mu * V(gas.conduction);
  ViscousStress<V> s;
  V divergence(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) {
    s.heat[d] = conduction * g[d].energy;
    divergence += g[d].velocity[d];
  }
  const V bulk = V(Real(2) / Real(3)) * divergence;
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    const V sum = g[d].velocity[i] + g[i].velocity[d];
    s.tau[d][i] = mu * (d == i ? sum - bulk : sum);
  }
  return s;
}

/// From the conservative state u (with primitives w) and its gradient g[d][c] = d u_c / d x_d.
template <class V>
RKDG_FN ViscousStress<V> viscous_stress(const Gas<RealOf<V>>& gas, const V (&u)[n_var], const Primitive<V>& w,
                                        const V (&g)[dim][n_var]) {
  PrimitiveDerivative<V> derivative[dim];
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) derivative[d] = primitive_derivative(u, w, g[d]);
  return viscous_stress(gas, w, derivative);
}

/// F_c - F_v along m (which need not be a unit vector): the sum over d of m_d F_d.
template <class V>
RKDG_FN void flux_along(const V (&u)[n_var], const Primitive<V>& w, const ViscousStress<V>& s, const V (&m)[dim],
                        V (&flux)[n_var]) {
  V velocity = m[0] * w.velocity[0];
  RKDG_UNROLL
  for (int d = 1; d < dim; ++d) velocity += m[d] * w.velocity[d];
  flux[0] = u[0] * velocity;
  V energy = u[n_var - 1] * velocity;
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    V stress = m[0] * (i == 0 ? w.p - s.tau[0][i] : -s.tau[0][i]);
    RKDG_UNROLL
    for (int d = 1; d < dim; ++d) stress += m[d] * (i == d ? w.p - s.tau[d][i] : -s.tau[d][i]);
    flux[1 + i] = u[1 + i] * velocity + stress;
    energy += w.velocity[i] * stress - m[i] * s.heat[i];
  }
  flux[n_var - 1] = energy;
}

/// Viscous flux through a face: traction, power of the traction, and heat, kept apart for walls.
template <class V>
struct ViscousNormalFlux {
  V traction[dim], power, heat;
};

template <class V>
RKDG_FN ViscousNormalFlux<V> viscous_normal_flux(const ViscousStress<V>& s, const Primitive<V>& w, const V (&n)[dim]) {
  using Real = RealOf<V>;
  ViscousNormalFlux<V> f;
  f.power = V(Real(0));
  f.heat = V(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) f.heat += s.heat[d] * n[d];
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    f.traction[i] = V(Real(0));
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) f.traction[i] += s.tau[d][i] * n[d];
    f.power += w.velocity[i] * f.traction[i];
  }
  return f;
}

/// The same from the derivatives g of the conservative state u along n and along the tangent t = (-n_y, n_x):
/// traction = mu (d_n u + (d_n u . n / 3 - 2/3 d_t u . t) n + (d_t u . n) t), and of the energy, d_n e is enough.
template <class V>
RKDG_FN ViscousNormalFlux<V> viscous_normal_flux(const Gas<RealOf<V>>& gas, const V (&u)[n_var], const Primitive<V>& w,
                                                 const V (&g)[dim][n_var], const V (&n)[dim]) {
  static_assert(dim == 2, "a face has one tangent");
  using Real = RealOf<V>;
  const PrimitiveDerivative<V> across = primitive_derivative(u, w, g[0]);
  V along[dim];
  velocity_derivative(w, g[1], along);
  const V mu = viscosity(gas, w);
  const V normal = V(Real(1) / Real(3)) * (across.velocity[0] * n[0] + across.velocity[1] * n[1]) -
                   V(Real(2) / Real(3)) * (along[1] * n[0] - along[0] * n[1]);
  const V shear = along[0] * n[0] + along[1] * n[1];
  ViscousNormalFlux<V> f;
  f.traction[0] = mu * (across.velocity[0] + normal * n[0] - shear * n[1]);
  f.traction[1] = mu * (across.velocity[1] + normal * n[1] + shear * n[0]);
  f.power = w.velocity[0] * f.traction[0] + w.velocity[1] * f.traction[1];
  f.heat = mu * V(gas.conduction) * across.energy;
  return f;
}

}  // namespace dg
