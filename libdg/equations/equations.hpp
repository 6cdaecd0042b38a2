/// What the kernels ask of a set of conservation laws dU/dt + div (F_c(U) - F_v(U, grad U)) = S.
///
/// A model is a small struct that kernels get by value. Its parameters are its members, and its mathematics are member
/// templates over a lane type V (backend/lanes.hpp). So one text serves SIMD registers, GPU threads and numbers that
/// count operations. What the functions compute:
///
///   Point<V> point(u)                              what fluxes need of a state more than once
///   convective_flux(u, w, m, f)                    f = sum over d of m_d F_c,d
///   riemann_flux(kind, a, wa, b, wb, n, h)         H(a, b, n), consistent and conservative
///   Derivative<V> derivative(u, w, g)              from d_s u = g to d_s of what F_v depends on; .value[i] are linear
///   Stress<V> stress(w, derivatives)               F_v from the derivatives along all coordinates
///   flux_along(u, w, stress, m, f)                 f = sum over d of m_d (F_c,d - F_v,d)
///   NormalFlux<V> viscous_flux(u, w, g, n)         F_v . n from the gradient g[d] of u
///   NormalFlux<V> viscous_flux_in_face_frame(...)  the same from the derivatives along n and the tangent (-n_y, n_x)
///   NormalFlux<V> viscous_flux_in_face_frame(..., t)  or, in 3-D, along n and two directions of which the gradient
///                                                  has the parts t[0], t[1]
///   subtract_viscous_flux(a, b, n, factors, h)     h -= (a + b) / 2, of which a boundary lets only a part through
///   wave_speed(w), diffusivity(w)                  what bounds the time step: |lambda| and the largest of F_v
///   admissible(u, w)                               whether this is a state
///   boundary_states(condition, u, n, data, ghost, u_b)   what is behind a boundary, for F_c and for F_v
///   viscous_factors(condition, factors)            how much of F_v . n passes through a boundary
///   viscous_factors_at(condition, data, factors)   the same where has_factors_at_points(condition), if there is that
#pragma once

#include <concepts>

#include "libdg/backend/lanes.hpp"

namespace dg {

/// How large a set of equations is, in what precision it is solved, and whether F_v counts in this run.
template <class Eq>
concept Equations = requires(const Eq& equations) {
  typename Eq::Real;
  typename Eq::Flux;
  typename Eq::Condition;
  typename Eq::template Point<typename Eq::Real>;
  typename Eq::template Derivative<typename Eq::Real>;
  typename Eq::template Stress<typename Eq::Real>;
  { Eq::dim } -> std::convertible_to<int>;
  { Eq::n_var } -> std::convertible_to<int>;
  { Eq::n_viscous_factors } -> std::convertible_to<int>;
  { equations.viscous } -> std::convertible_to<bool>;
};

/// Equations of which the compiler knows that F_v is none, as those that derive from Inviscid.
template <class Eq>
concept NeverViscous = requires {
  Eq::never_viscous;
};

/// Equations whose F_v depends on the cell: in_cell(ZoneView::cell_value) has them there, and only there they have
/// stress(), viscous_flux() and viscous_flux_in_face_frame(); added_diffusivity(derivatives) adds to diffusivity().
template <class Eq>
concept DependsOnCell = requires {
  Eq::depends_on_cell;
};

/// Equations that a force per mass can drive: force_rate().
template <class Eq>
concept TakesForce = requires {
  Eq::takes_force;
};

/// f = sum over d of m_d (F_c,d - F_v,d), for equations without F_v as well.
template <class Eq, class Point, class Stress, class V>
RKDG_FN void total_flux_along(const Eq& equations, const V (&u)[Eq::n_var], const Point& w, const Stress& stress,
                              const V (&m)[Eq::dim], V (&flux)[Eq::n_var]) {
  if constexpr (NeverViscous<Eq>)
    equations.convective_flux(u, w, m, flux);
  else
    equations.flux_along(u, w, stress, m, flux);
}

/// The same equations with `viscous` known to the compiler.
template <class Eq>
RKDG_FN Eq with_viscosity(Eq equations, bool viscous) {
  if constexpr (requires { equations.viscous = viscous; }) equations.viscous = viscous;
  return equations;
}

}  // namespace dg
