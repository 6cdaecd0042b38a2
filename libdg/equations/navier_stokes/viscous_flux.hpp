/// Viscous flux of the Navier-Stokes equations: Newtonian stress (Stokes' hypothesis) and Fourier heat flux.
#pragma once

#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

/// Stress tensor, and heat flux vector counted as energy flux, k grad T.
template <class V, int Dim>
struct ViscousStress {
  V tau[Dim][Dim];
  V heat[Dim];
};

/// Derivatives of the velocity and, as the last, of e = E - |u|^2/2 along one direction.
template <class V, int Dim>
struct PrimitiveDerivative {
  static constexpr int size = Dim + 1;
  V value[size];

  RKDG_FN V velocity(int i) const { return value[i]; }
  RKDG_FN V energy() const { return value[Dim]; }
};

/// Derivative of the velocity from the derivative g of the conservative state along the same direction, whatever it is.
template <int N, class V>
RKDG_FN void velocity_derivative(const Primitive<V, N - 2>& w, const V (&g)[N], V* velocity) {
  RKDG_UNROLL
  for (int i = 0; i < N - 2; ++i) velocity[i] = (g[1 + i] - w.velocity[i] * g[0]) * w.inverse_rho;
}

/// The same with the energy, of the conservative state u with primitives w.
template <int N, class V>
RKDG_FN PrimitiveDerivative<V, N - 2> primitive_derivative(const V (&u)[N], const Primitive<V, N - 2>& w,
                                                           const V (&g)[N]) {
  constexpr int dim = N - 2;
  PrimitiveDerivative<V, dim> d;
  velocity_derivative<N>(w, g, d.value);
  const V energy = u[N - 1] * w.inverse_rho;
  d.value[dim] = (g[N - 1] - energy * g[0]) * w.inverse_rho;
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) d.value[dim] -= w.velocity[i] * d.value[i];
  return d;
}

/// From the derivatives along all coordinates, with the dynamic viscosity and the factor of grad e in the heat flux.
template <int Dim, class V>
RKDG_FN ViscousStress<V, Dim> viscous_stress(V mu, V conduction, const PrimitiveDerivative<V, Dim> (&g)[Dim]) {
  using Real = RealOf<V>;
  constexpr int dim = Dim;
  ViscousStress<V, dim> s;
  V divergence(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) {
    s.heat[d] = conduction * g[d].energy();
    divergence += g[d].velocity(d);
  }
  const V bulk = V(Real(2) / Real(3)) * divergence;
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    const V sum = g[d].velocity(i) + g[i].velocity(d);
    s.tau[d][i] = mu * (d == i ? sum - bulk : sum);
  }
  return s;
}

/// With e = c_v T, the heat flux is k grad T = (mu gamma / Pr) grad e, free of the gas constant.
template <int Dim, class V>
RKDG_FN ViscousStress<V, Dim> viscous_stress(const Gas<RealOf<V>>& gas, const Primitive<V, Dim>& w,
                                             const PrimitiveDerivative<V, Dim> (&g)[Dim]) {
  const V mu = viscosity(gas, w);
  return viscous_stress(mu, mu * V(gas.conduction), g);
}

/// From the conservative state u (with primitives w) and its gradient g[d][c] = d u_c / d x_d.
template <int N, class V>
RKDG_FN ViscousStress<V, N - 2> viscous_stress(const Gas<RealOf<V>>& gas, const V (&u)[N], const Primitive<V, N - 2>& w,
                                               const V (&g)[N - 2][N]) {
  PrimitiveDerivative<V, N - 2> derivative[N - 2];
  RKDG_UNROLL
  for (int d = 0; d < N - 2; ++d) derivative[d] = primitive_derivative(u, w, g[d]);
  return viscous_stress(gas, w, derivative);
}

/// F_c - F_v along m (which need not be a unit vector): the sum over d of m_d F_d.
template <int N, int Dim, class V>
RKDG_FN void flux_along(const V (&u)[N], const Primitive<V, Dim>& w, const ViscousStress<V, Dim>& s, const V (&m)[Dim],
                        V (&flux)[N]) {
  constexpr int dim = Dim;
  V velocity = m[0] * w.velocity[0];
  RKDG_UNROLL
  for (int d = 1; d < dim; ++d) velocity += m[d] * w.velocity[d];
  flux[0] = u[0] * velocity;
  V energy = u[N - 1] * velocity;
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    V stress = m[0] * (i == 0 ? w.p - s.tau[0][i] : -s.tau[0][i]);
    RKDG_UNROLL
    for (int d = 1; d < dim; ++d) stress += m[d] * (i == d ? w.p - s.tau[d][i] : -s.tau[d][i]);
    flux[1 + i] = u[1 + i] * velocity + stress;
    energy += w.velocity[i] * stress - m[i] * s.heat[i];
  }
  flux[N - 1] = energy;
}

/// Viscous flux through a face: traction, power of the traction, and heat, kept apart for walls.
template <class V, int Dim>
struct ViscousNormalFlux {
  V traction[Dim], power, heat;
};

template <int Dim, class V>
RKDG_FN ViscousNormalFlux<V, Dim> viscous_normal_flux(const ViscousStress<V, Dim>& s, const Primitive<V, Dim>& w,
                                                      const V (&n)[Dim]) {
  using Real = RealOf<V>;
  constexpr int dim = Dim;
  ViscousNormalFlux<V, dim> f;
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

/// The same from the derivatives g of the conservative state u along n and along the tangent `t = (-n_y, n_x)`. Then
/// `traction = mu (d_n u + (d_n u . n / 3 - 2/3 d_t u . t) n + (d_t u . n) t)`. Of the energy, d_n e is enough.
template <class V>
RKDG_FN ViscousNormalFlux<V, 2> viscous_normal_flux(const Gas<RealOf<V>>& gas, const V (&u)[4],
                                                    const Primitive<V, 2>& w, const V (&g)[2][4], const V (&n)[2]) {
  using Real = RealOf<V>;
  const PrimitiveDerivative<V, 2> across = primitive_derivative(u, w, g[0]);
  V along[2];
  velocity_derivative<4>(w, g[1], along);
  const V mu = viscosity(gas, w);
  const V normal = V(Real(1) / Real(3)) * (across.velocity(0) * n[0] + across.velocity(1) * n[1]) -
                   V(Real(2) / Real(3)) * (along[1] * n[0] - along[0] * n[1]);
  const V shear = along[0] * n[0] + along[1] * n[1];
  ViscousNormalFlux<V, 2> f;
  f.traction[0] = mu * (across.velocity(0) + normal * n[0] - shear * n[1]);
  f.traction[1] = mu * (across.velocity(1) + normal * n[1] + shear * n[0]);
  f.power = w.velocity[0] * f.traction[0] + w.velocity[1] * f.traction[1];
  f.heat = mu * V(gas.conduction) * across.energy();
  return f;
}

/// The same in 3-D, from the derivatives g along n and two directions of the face. The part of the gradient that
/// belongs to direction a is t[a]. The gradient is `n g[0] + t[0] g[1] + t[1] g[2]`, and `t[a] . n = 0`. Then
/// `traction = mu (d_n u + (d_n u . n / 3 - 2/3 sum of d_a u . t[a]) n + sum of (d_a u . n) t[a])`.
template <class V>
RKDG_FN ViscousNormalFlux<V, 3> viscous_normal_flux(const Gas<RealOf<V>>& gas, const V (&u)[5],
                                                    const Primitive<V, 3>& w, const V (&g)[3][5], const V (&n)[3],
                                                    const V (&t)[2][3]) {
  using Real = RealOf<V>;
  const PrimitiveDerivative<V, 3> across = primitive_derivative(u, w, g[0]);
  V spread(Real(0)), shear[2], normal = across.velocity(0) * n[0];
  RKDG_UNROLL
  for (int d = 1; d < 3; ++d) normal += across.velocity(d) * n[d];
  RKDG_UNROLL
  for (int a = 0; a < 2; ++a) {
    V along[3];
    velocity_derivative<5>(w, g[1 + a], along);
    shear[a] = V(Real(0));
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) {
      spread += along[d] * t[a][d];
      shear[a] += along[d] * n[d];
    }
  }
  normal = V(Real(1) / Real(3)) * normal - V(Real(2) / Real(3)) * spread;
  const V mu = viscosity(gas, w);
  ViscousNormalFlux<V, 3> f;
  f.power = V(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) {
    f.traction[d] = mu * (across.velocity(d) + normal * n[d] + shear[0] * t[0][d] + shear[1] * t[1][d]);
    f.power += w.velocity[d] * f.traction[d];
  }
  f.heat = mu * V(gas.conduction) * across.energy();
  return f;
}

}  // namespace dg
