/// The compressible Navier-Stokes equations, and without viscosity those of Euler, for kernels: (rho, rho u, rho E).
#pragma once

#include "libdg/equations/equations.hpp"
#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/equations/navier_stokes/riemann.hpp"
#include "libdg/equations/navier_stokes/viscous_flux.hpp"

namespace dg {

/// See Equations for what the functions compute.
template <class R, int Dim>
struct NavierStokes : Gas<R> {
  using Real = R;
  using Flux = Riemann;
  using Condition = BoundaryParameters<R, Dim>;
  template <class V>
  using Point = Primitive<V, Dim>;
  template <class V>
  using Derivative = PrimitiveDerivative<V, Dim>;
  template <class V>
  using Stress = ViscousStress<V, Dim>;
  template <class V>
  using NormalFlux = ViscousNormalFlux<V, Dim>;

  static constexpr int dim = Dim, n_var = Dim + 2;
  /// Of the traction along the face and of conduction; then given heat and given traction.
  static constexpr int n_viscous_factors = 3 + Dim;
  static constexpr int n_integrals = 5;      ///< see integrals()
  static constexpr bool takes_force = true;  ///< see force_rate()

  NavierStokes() = default;
  explicit NavierStokes(const GasOptions& gas) : Gas<R>(gas) {}

  /// What a force a per mass adds to dU/dt of variable n: (0, rho a, rho u . a) of the variables u(0), u(1), ... It is
  /// linear in U, so that coefficients of any basis may stand for U.
  template <class A, class U>
  static RKDG_FN auto force_rate(int n, const A (&a)[dim], const U& u) {
    auto rate = a[0] * u(0);
    if (n == 0) rate = A(R(0)) * u(0);
    RKDG_UNROLL
    for (int d = 1; d < dim; ++d)
      if (n == 1 + d) rate = a[d] * u(0);
    if (n == n_var - 1) {
      rate = a[0] * u(1);
      RKDG_UNROLL
      for (int d = 1; d < dim; ++d) rate += a[d] * u(1 + d);
    }
    return rate;
  }

  template <class V>
  RKDG_FN Point<V> point(const V (&u)[n_var]) const {
    return primitive(gas(), u);
  }
  template <class V>
  RKDG_FN void convective_flux(const V (&u)[n_var], const Point<V>& w, const V (&m)[dim], V (&flux)[n_var]) const {
    convective_normal_flux(u, w, normal_velocity(w, m), m, flux);
  }
  template <class V>
  RKDG_FN void riemann_flux(Flux kind, const V (&a)[n_var], const Point<V>& wa, const V (&b)[n_var], const Point<V>& wb,
                            const V (&n)[dim], V (&flux)[n_var]) const {
    dg::riemann_flux(kind, gas(), a, wa, b, wb, n, flux);
  }

  template <class V>
  RKDG_FN Derivative<V> derivative(const V (&u)[n_var], const Point<V>& w, const V (&g)[n_var]) const {
    return primitive_derivative(u, w, g);
  }
  template <class V>
  RKDG_FN Stress<V> stress(const Point<V>& w, const Derivative<V> (&along)[dim]) const {
    return viscous_stress(gas(), w, along);
  }
  template <class V>
  RKDG_FN void flux_along(const V (&u)[n_var], const Point<V>& w, const Stress<V>& s, const V (&m)[dim],
                          V (&flux)[n_var]) const {
    dg::flux_along(u, w, s, m, flux);
  }
  template <class V>
  RKDG_FN NormalFlux<V> viscous_flux(const V (&u)[n_var], const Point<V>& w, const V (&g)[dim][n_var],
                                     const V (&n)[dim]) const {
    return viscous_normal_flux(viscous_stress(gas(), u, w, g), w, n);
  }
  template <class V>
  RKDG_FN NormalFlux<V> viscous_flux_in_face_frame(const V (&u)[n_var], const Point<V>& w, const V (&g)[dim][n_var],
                                                   const V (&n)[dim]) const {
    return viscous_normal_flux(gas(), u, w, g, n);
  }
  template <class V>
  RKDG_FN NormalFlux<V> viscous_flux_in_face_frame(const V (&u)[n_var], const Point<V>& w, const V (&g)[dim][n_var],
                                                   const V (&n)[dim], const V (&t)[dim - 1][dim]) const {
    return viscous_normal_flux(gas(), u, w, g, n, t);
  }
  /// A boundary that lets no traction along it through (slip) leaves a traction normal to the wall. The velocity is
  /// tangential, so the traction does no work. Nor does a given traction, that of a wall at rest.
  template <class V>
  RKDG_FN void subtract_viscous_flux(const NormalFlux<V>& a, const NormalFlux<V>& b, const V (&n)[dim],
                                     bool has_boundary, const V (&factors)[n_viscous_factors], V (&flux)[n_var]) const {
    V traction[dim], power = V(R(0.5)) * (a.power + b.power), heat = V(R(0.5)) * (a.heat + b.heat);
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) traction[d] = V(R(0.5)) * (a.traction[d] + b.traction[d]);
    if (has_boundary) {
      heat = select(factors[1] < V(R(1)), factors[2], heat);
      power *= factors[0];
      V along = traction[0] * n[0];
      RKDG_UNROLL
      for (int d = 1; d < dim; ++d) along += traction[d] * n[d];
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d)  // to the last bit, what shares a register with a boundary must not change
        traction[d] = select(factors[0] < V(R(1)),
                             along * n[d] + factors[0] * (traction[d] - along * n[d]) + factors[3 + d], traction[d]);
    }
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) flux[1 + d] -= traction[d];
    flux[n_var - 1] -= power + heat;
  }

  /// |u| + c.
  template <class V>
  RKDG_FN V wave_speed(const Point<V>& w) const {
    V speed2(R(0));
    for (int d = 0; d < dim; ++d) speed2 += w.velocity[d] * w.velocity[d];
    return square_root(speed2) + square_root(V(this->gamma) * w.p * w.inverse_rho);
  }
  /// max(4/3, gamma / Pr) mu / rho.
  template <class V>
  RKDG_FN V diffusivity(const Point<V>& w) const {
    return V(maximum(R(4) / R(3), this->conduction)) * viscosity(gas(), w) * w.inverse_rho;
  }
  /// Positive density and pressure; a NaN compares false with everything.
  template <class V>
  RKDG_FN MaskOf<V> admissible(const V (&u)[n_var], const Point<V>& w) const {
    const V zero(R(0));
    return (u[0] > zero) & (w.p > zero) & (w.p < V(std::numeric_limits<R>::max()));
  }

  /// rho |u|^2 / 2, rho |curl u|^2 / 2, rho ln(p / rho^gamma), tau : grad u, and p div u.
  template <class V>
  RKDG_FN void integrals(const V (&u)[n_var], const Point<V>& w, const V (&g)[dim][n_var],
                         V (&values)[n_integrals]) const {
    V kinetic(R(0)), curl2(R(0)), friction(R(0)), divergence(R(0));
    Derivative<V> along[dim];
    for (int d = 0; d < dim; ++d) {
      along[d] = derivative(u, w, g[d]);
      kinetic += u[1 + d] * w.velocity[d];
      divergence += along[d].velocity(d);
    }
    const Stress<V> s = stress(w, along);
    for (int d = 0; d < dim; ++d)
      for (int i = 0; i < dim; ++i) {
        friction += s.tau[d][i] * along[d].velocity(i);
        if (i <= d) continue;
        const V curl = along[d].velocity(i) - along[i].velocity(d);
        curl2 += curl * curl;
      }
    const V half(R(0.5));
    values[0] = half * kinetic;
    values[1] = half * u[0] * curl2;
    values[2] = u[0] * (logarithm(w.p) - V(this->gamma) * logarithm(u[0]));
    values[3] = friction;
    values[4] = w.p * divergence;
  }

  template <class V>
  RKDG_CALL void boundary_states(const Condition& condition, const V (&inside)[n_var], const R (&n)[dim], const R* data,
                                 V (&ghost)[n_var], V (&u_b)[n_var]) const {
    dg::boundary_states(condition, gas(), inside, n, data, ghost, u_b);
  }
  RKDG_CALL static void viscous_factors(const Condition& condition, R (&factors)[n_viscous_factors]) {
    const auto f = dg::viscous_factors<R>(condition.type, condition.heat_flux);
    factors[0] = f.tangential;
    factors[1] = f.heat;
    factors[2] = f.given_heat;
    for (int d = 0; d < dim; ++d) factors[3 + d] = R(0);
  }
  /// Whether some of them lie in the data at each point; viscous_factors() with these.
  RKDG_CALL static bool has_factors_at_points(const Condition& condition) {
    return has_traction_in_data(condition.type) ||
           (condition.from_data && boundary_has(condition.type, [](auto c) { return c.gives_heat; }));
  }
  RKDG_CALL static void viscous_factors_at(const Condition& condition, const R* data, R (&factors)[n_viscous_factors]) {
    viscous_factors(at_point(condition, data), factors);
    if (has_traction_in_data(condition.type))
      for (int d = 0; d < dim; ++d) factors[3 + d] = data[d];
  }

  /// Constants of a run for which a device compiles kernels of its own: the numerical flux, and whether the viscosity
  /// is constant. Returns how many: the second is one only where `fixes_viscosity`.
  static constexpr int n_fixed = 2;
  static constexpr const char* fixed_names[n_fixed] = {"RKDG_RIEMANN", "RKDG_CONSTANT_VISCOSITY"};
  int fixed_by_run(Flux flux, bool fixes_viscosity, int (&values)[n_fixed]) const {
    values[0] = static_cast<int>(flux);
    values[1] = this->sutherland < R(0) ? 1 : 0;
    return fixes_viscosity ? 2 : 1;
  }

 private:
  RKDG_CALL static bool has_traction_in_data(BoundaryType type) {
    return boundary_has(type, [](auto condition) { return condition.traction_in_data; });
  }
  RKDG_FN const Gas<R>& gas() const { return *this; }
};

}  // namespace dg
