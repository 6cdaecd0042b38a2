/// The line integral of a face, face by face: traces of both sides, lifting, numerical flux.
#pragma once

#include "libdg/operator/face_flux.hpp"
#include "libdg/operator/face_list.hpp"
#include "libdg/operator/side.hpp"

namespace dg {

template <int P, class V>
struct FaceWork {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  static constexpr int NG = P + 1;

  FaceStates<NG, V> states;
  V normal[NG][dim], length[NG];
  I minus_code, minus, plus_code, plus;  ///< on a boundary, plus repeats minus
  I outer_code, outer;                   ///< as listed
  V tangential, heat;
  MaskOf<V> active;    ///< not padding
  MaskOf<V> has_plus;  ///< active and between two cells

  /// Reads the faces first, first + 1, ... of [first, end): traces, geometry, boundary states.
  RKDG_FN void read(const Scheme<Real>& scheme, const FaceList& list, const Real* state, Index first, Index end,
                    bool gradient) {
    minus = load_index<V>(list.minus + first);
    minus_code = load_index<V>(list.minus_code + first);
    outer = load_index<V>(list.plus + first);
    outer_code = load_index<V>(list.plus_code + first);
    states.on_boundary = outer_code < I(0);
    states.has_boundary = any(states.on_boundary);
    active = lane_numbers<V>(first) < I(end);
    has_plus = active & !states.on_boundary;
    plus_code = select(states.on_boundary, minus_code, outer_code);
    plus = select(states.on_boundary, minus, outer);

    face_geometry<P>(scheme, minus_code, minus, normal, length);
    traces<P>(scheme, state, minus_code, minus, Way::along, gradient, states.minus, states.grad_minus);
    traces<P>(scheme, state, plus_code, plus, Way::against, gradient, states.plus, states.grad_plus);
    tangential = heat = V(Real(1));
    if (!states.has_boundary) return;
    apply_boundary(
        scheme, outer_code, outer,
        [&](int g, V(&n)[dim]) {
          for (int d = 0; d < dim; ++d) n[d] = normal[g][d];
        },
        states);
    boundary_factors(scheme, outer_code, states.on_boundary, tangential, heat);
  }

  /// x[g] = n_d |J_f| times the lifting jump.
  RKDG_FN void directed_jump(int d, V (&x)[NG][n_var]) const {
    for (int g = 0; g < NG; ++g) {
      lifting_jump(states, g, x[g]);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) x[g][n] *= length[g] * normal[g][d];
    }
  }

  /// Adds eta times the face's lifting to the gradients of both sides.
  RKDG_FN void lift(const Scheme<Real>& scheme) {
    const V eta_minus = eta_of<V>(scheme, minus_code), eta_plus = eta_of<V>(scheme, plus_code);
    for (int d = 0; d < dim; ++d) {
      V x[NG][n_var], r[NG][n_var];
      directed_jump(d, x);
      lifting<P>(scheme, minus_code, minus, Way::along, x, r);
      add(eta_minus, r, d, states.grad_minus);
      lifting<P>(scheme, plus_code, plus, Way::against, x, r);
      add(eta_plus, r, d, states.grad_plus);
    }
  }

  /// The numerical flux times |J_f|.
  RKDG_FN void flux(const Scheme<Real>& scheme, V (&h)[NG][n_var]) const {
    for (int g = 0; g < NG; ++g) {
      face_flux(scheme, states, g, normal[g], tangential, heat, h[g]);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) h[g][n] *= length[g];
    }
  }

 private:
  RKDG_FN static void add(V eta, const V (&r)[NG][n_var], int d, V (&grad)[NG][dim][n_var]) {
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < n_var; ++n) grad[g][d][n] += eta * r[g][n];
  }
};

}  // namespace dg
