/// The shallow water equations over a flat bottom: depth h and discharge h u.
///
/// dh/dt + div (h u) = 0, d(h u)/dt + div (h u u) + grad (g h^2 / 2) = 0. Reference: Toro, Shock-Capturing Methods for
/// Free-Surface Shallow Flows, Wiley 2001.
#pragma once

#include "libdg/equations/case_names.hpp"
#include "libdg/equations/equations.hpp"
#include "libdg/equations/inviscid.hpp"

namespace dg {

enum class ShallowWaterBoundary {
  wall,  ///< nothing flows through
  open,  ///< the state inside, outside
  exact  ///< the data of the run outside
};

/// Parameters are members; see Equations for the functions.
template <class R, int Dim>
struct ShallowWater : Inviscid<R, Dim, Dim + 1> {
  enum class Flux { llf, hll };
  using Condition = ShallowWaterBoundary;
  static constexpr int n_var = Dim + 1;
  static constexpr bool first_is_positive = true;
  static constexpr double least_positive = 0.1;  // nothing else bounds the velocity where the depth is small
  static constexpr const char* fluxes[] = {"llf", "hll"};
  static constexpr BoundaryKind boundary_kinds[] = {{"wall"}, {"open"}, {"exact", true}};

  R gravity = R(9.81);
  template <class Visit>
  void visit_parameters(Visit&& visit) {
    visit("gravity", gravity);
  }

  template <class V>
  struct Point {
    V velocity[Dim], celerity;  ///< square root of g h
  };

  template <class V>
  RKDG_FN Point<V> point(const V (&u)[n_var]) const {
    Point<V> w;
    const V inverse = reciprocal(u[0]);
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) w.velocity[d] = u[1 + d] * inverse;
    w.celerity = square_root(V(gravity) * u[0]);
    return w;
  }
  template <class V>
  RKDG_FN void convective_flux(const V (&u)[n_var], const Point<V>& w, const V (&m)[Dim], V (&flux)[n_var]) const {
    const V un = along(w, m), pressure = V(R(0.5) * gravity) * u[0] * u[0];
    flux[0] = u[0] * un;
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) flux[1 + d] = u[1 + d] * un + pressure * m[d];
  }
  /// HLL with the speeds of Davis: the outer ones of the two states.
  template <class V>
  RKDG_FN void riemann_flux(Flux kind, const V (&a)[n_var], const Point<V>& wa, const V (&b)[n_var], const Point<V>& wb,
                            const V (&n)[Dim], V (&flux)[n_var]) const {
    const V un_a = along(wa, n), un_b = along(wb, n);
    V fa[n_var], fb[n_var];
    convective_flux(a, wa, n, fa);
    convective_flux(b, wb, n, fb);
    V left, right;
    if (kind == Flux::llf) {
      right = maximum(absolute(un_a) + wa.celerity, absolute(un_b) + wb.celerity);
      left = -right;
    } else {
      left = minimum(minimum(un_a - wa.celerity, un_b - wb.celerity), V(R(0)));
      right = maximum(maximum(un_a + wa.celerity, un_b + wb.celerity), V(R(0)));
    }
    const V scale = reciprocal(right - left);
    RKDG_UNROLL
    for (int k = 0; k < n_var; ++k) flux[k] = scale * (right * fa[k] - left * fb[k] + left * right * (b[k] - a[k]));
  }

  template <class V>
  RKDG_FN V wave_speed(const Point<V>& w) const {
    V square(R(0));
    for (int d = 0; d < Dim; ++d) square += w.velocity[d] * w.velocity[d];
    return square_root(square) + w.celerity;
  }
  /// A positive depth.
  template <class V>
  RKDG_FN MaskOf<V> admissible(const V (&u)[n_var], const Point<V>& w) const {
    return (u[0] > V(R(0))) & (w.celerity > V(R(0))) & (wave_speed(w) < V(R(1e30)));
  }

  RKDG_CALL void boundary_states(Condition condition, const R (&inside)[n_var], const R (&n)[Dim], const R* data,
                                 R (&ghost)[n_var], R (&u_b)[n_var]) const {
    R un = 0;
    for (int d = 0; d < Dim; ++d) un += inside[1 + d] * n[d];
    for (int k = 0; k < n_var; ++k) ghost[k] = condition == ShallowWaterBoundary::exact ? data[k] : inside[k];
    if (condition == ShallowWaterBoundary::wall)
      for (int d = 0; d < Dim; ++d) ghost[1 + d] -= 2 * un * n[d];
    for (int k = 0; k < n_var; ++k) u_b[k] = ghost[k];
  }

 private:
  template <class V>
  RKDG_FN static V along(const Point<V>& w, const V (&m)[Dim]) {
    V un = w.velocity[0] * m[0];
    RKDG_UNROLL
    for (int d = 1; d < Dim; ++d) un += w.velocity[d] * m[d];
    return un;
  }
};

template <class R>
struct ShallowWater2D : ShallowWater<R, 2> {
  static constexpr const char* variables[] = {"h", "hu", "hv"};
};

}  // namespace dg
