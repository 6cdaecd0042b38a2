/// Perfect gas with constant or Sutherland viscosity and Fourier heat flux, for kernels.
///
/// Temperature is T = gamma p / rho (the square of the speed of sound), so that T = 1 in the free stream.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/equations/navier_stokes/options.hpp"

namespace dg {

template <class Real>
struct Gas {
  Real gamma, prandtl;
  Real conduction;  ///< gamma / Pr
  Real viscosity;   ///< at T = 1
  Real sutherland;  ///< S / T_ref; negative: constant viscosity
  bool viscous;

  Gas() = default;
  explicit Gas(const GasOptions& g)
      : gamma(static_cast<Real>(g.gamma)),
        prandtl(static_cast<Real>(g.prandtl)),
        conduction(gamma / prandtl),
        viscosity(static_cast<Real>(g.viscosity)),
        sutherland(g.law == ViscosityLaw::sutherland ? static_cast<Real>(g.sutherland_constant) : Real(-1)),
        viscous(g.viscous) {}
};

/// Velocity and pressure of a conservative state rho, rho u, rho E in `Dim` dimensions.
template <class V, int Dim>
struct Primitive {
  V inverse_rho, velocity[Dim], p;
};

template <int N, class V>
RKDG_FN Primitive<V, N - 2> primitive(const Gas<RealOf<V>>& gas, const V (&u)[N]) {
  using Real = RealOf<V>;
  constexpr int dim = N - 2;
  Primitive<V, dim> w;
  w.inverse_rho = reciprocal(u[0]);
  V kinetic(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) {
    w.velocity[d] = u[1 + d] * w.inverse_rho;
    kinetic += u[1 + d] * w.velocity[d];
  }
  w.p = V(gas.gamma - Real(1)) * (u[N - 1] - V(Real(0.5)) * kinetic);
  return w;
}

/// Conservative state of primitive rho, velocity, p in `Dim` dimensions.
template <int Dim, class V>
RKDG_FN void conservative(const Gas<RealOf<V>>& gas, const V* rho_u_p, V* u) {
  using Real = RealOf<V>;
  constexpr int dim = Dim, n_var = Dim + 2;
  V kinetic(Real(0));
  for (int d = 0; d < dim; ++d) {
    u[1 + d] = rho_u_p[0] * rho_u_p[1 + d];
    kinetic += u[1 + d] * rho_u_p[1 + d];
  }
  u[0] = rho_u_p[0];
  u[n_var - 1] = rho_u_p[n_var - 1] / (gas.gamma - Real(1)) + Real(0.5) * kinetic;
}

/// Conservative state from density, velocity and pressure.
template <int N, class V>
RKDG_CALL void from_primitive(const Gas<RealOf<V>>& gas, V rho, const V* velocity, V p, V (&u)[N]) {
  V w[N];
  w[0] = rho;
  for (int d = 0; d < N - 2; ++d) w[1 + d] = velocity[d];
  w[N - 1] = p;
  conservative<N - 2>(gas, w, u);
}

/// Dynamic viscosity; Sutherland's law mu = mu_ref T^(3/2) (1 + S) / (T + S).
template <int Dim, class V>
RKDG_FN V viscosity(const Gas<RealOf<V>>& gas, const Primitive<V, Dim>& w) {
  using Real = RealOf<V>;
#ifdef RKDG_CONSTANT_VISCOSITY  // what the run fixes, see NavierStokes::fixed_by_run()
  if (RKDG_CONSTANT_VISCOSITY) return V(gas.viscosity);
#else
  if (gas.sutherland < Real(0)) return V(gas.viscosity);
#endif
  const V t = V(gas.gamma) * w.p * w.inverse_rho;
  return divide(V(gas.viscosity * (Real(1) + gas.sutherland)) * t * square_root(t), t + V(gas.sutherland));
}

}  // namespace dg
