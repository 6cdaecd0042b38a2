/// The line integral of a face, face by face: traces of both sides, lifting, numerical flux.
#pragma once

#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "libdg/kernels/integrands/side_lifting.hpp"
#include "libdg/space/face_list.hpp"

namespace dg {

template <class Eq, class FE, int T, class V>
struct FaceWork {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, NG = FE::n_points, N = n_var / T;

  const KernelContext<Eq>& context;
  const Team<T, V>& team;
  I minus_code, minus, outer_code, outer;  ///< as listed
  I plus_code, plus;                       ///< the outer cell; on a boundary the minus one once more
  MaskOf<V> active;                        ///< not padding
  MaskOf<V> has_plus;                      ///< active and between two cells
  BoundaryLanes<Eq, V> boundary;
  FaceStates<dim, NG, N, V> states;
  V normal[NG][dim], length[NG];

  /// Reads the faces first, first + 1, ... of those before `end`: traces, geometry, boundary states.
  RKDG_FN FaceWork(const KernelContext<Eq>& context_, const Team<T, V>& team_, const FaceList& list, const Real* state,
                   Index first, Index end, bool gradient)
      : context(context_),
        team(team_),
        minus_code(load_index<V>(list.minus_code + first)),
        minus(load_index<V>(list.minus + first)),
        outer_code(load_index<V>(list.plus_code + first)),
        outer(load_index<V>(list.plus + first)),
        plus_code(select(outer_code < I(0), minus_code, outer_code)),
        plus(select(outer_code < I(0), minus, outer)),
        active(lane_numbers<V>(first) < I(end)),
        has_plus(active & !(outer_code < I(0))),
        boundary(context_, outer_code, outer, outer_code < I(0)) {
    states.on_boundary = outer_code < I(0);
    states.has_boundary = team.any_of(states.on_boundary);
    face_geometry<FE>(context, minus_code, minus, normal, length);
    const int variable = team.first_variable(N);
    traces<FE>(context, state, minus_code, minus, PointOrder::own, variable, gradient, states.minus, states.grad_minus);
    traces<FE>(context, state, plus_code, plus, PointOrder::neighbour, variable, gradient, states.plus,
               states.grad_plus);
    if (states.has_boundary)
      apply_boundary<FE>(
          context, team, boundary, [&](int g, V(&n)[dim]) { normal_at(g, n); }, states);
  }

  /// Unit normal at a point, which may differ between threads.
  RKDG_FN void normal_at(int g, V (&n)[dim]) const {
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) n[d] = normal[0][d];
    RKDG_UNROLL
    for (int h = 1; h < NG; ++h) RKDG_UNROLL
    for (int d = 0; d < dim; ++d) n[d] = g == h ? normal[h][d] : n[d];
  }

  /// Right-hand side of the lifting, see lifting_jump().
  RKDG_FN void jump(V (&x)[NG][N]) const {
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) lifting_jump(states, g, x[g]);
  }

  /// Adds eta times the face's lifting to the gradients of both sides.
  RKDG_FN void lift() {
    V x[NG][N];
    jump(x);
    add_lifting<FE>(context, minus_code, minus, PointOrder::own, eta_of<FE, V>(context, minus_code), x,
                    states.grad_minus);
    add_lifting<FE>(context, plus_code, plus, PointOrder::neighbour, eta_of<FE, V>(context, plus_code), x,
                    states.grad_plus);
  }

  /// The numerical flux, not yet times |J_f|.
  RKDG_FN void flux(V (&h)[NG][N]) const {
    const auto sides = on_both_sides<FE, V>(context, minus_code, minus, plus_code, plus);
    BoundaryLanes<Eq, V> at_points = boundary;
    RKDG_UNROLL_DEVICE
    for (int i = 0; i < Team<T, V>::rounds(NG); ++i) {
      V n[dim], at_point[n_var];
      const int g = team.template point<NG>(i);
      normal_at(g, n);
      at_points.template load_factors_at<max_face_points(dim, FE::degree)>(context, states.on_boundary, g);
      face_flux(context, sides, team, at_points, states, i, n, context.equations.viscous, at_point);
      team.to_own(at_point, i, h);
    }
  }
};

}  // namespace dg
