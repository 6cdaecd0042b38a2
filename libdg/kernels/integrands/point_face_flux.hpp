/// The line integral of a face between two straight cells of a product space, from what both show at its points.
///
/// Let u be the traces and s the derivatives along the normal of the reference cell's face, over its |N|, at the
/// points. To s of both sides BR2 adds eta times the lifting of the jump `j = -(u- - u+) / 2`. Times `|J_f| / det J`
/// that is what the cell has of the derivative along the normal n across the face; the rest is along it. Then comes the
/// flux H(u-, u+, n) - 1/2 [F_v(u-, grad u-) + F_v(u+, grad u+)] . n. The lifting of such a face on itself has no part
/// along it and is the same from both sides, but for oriented_liftings().
#pragma once

#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "libdg/kernels/integrands/with_cell_work.hpp"

namespace dg {

/// A register of faces FE between cells of space S, from what both show at the points.
template <class Eq, Space S, class FE, class V>
struct PointFaceFlux {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, N = Eq::n_var, NG = FE::n_points;

  const KernelContext<Eq>& context;
  const ZoneView<Real>& zone;
  V normal[dim];
  FaceTangents<dim, V> tangents;  ///< see FaceModesFlux
  V length[2];                    ///< |J_f| / det J of either side
  V skew[2][dim - 1];             ///< what the directions of the reference face have of the derivative along n
  FaceStates<dim, NG, N, V> states;
  V jump[NG][N];

  RKDG_FN PointFaceFlux(const KernelContext<Eq>& context_, const ZoneView<Real>& zone_)
      : context(context_), zone(zone_) {
    states.on_boundary = IndexOf<V>(0) < IndexOf<V>(0);
    states.has_boundary = false;
  }

  /// Jump, and all derivatives from those that the cells show.
  RKDG_FN void lift(Real eta) {
    V lifted[NG][N];
    for (int g = 0; g < NG; ++g) lifting_jump(states, g, jump[g]);
    SumFactorisedCellWork<Eq, S, FE::degree, V>::template lift_to_face<FE>(zone, jump, lifted);
    const Real* tangential = zone.tables.faces[FE::kind].tangential;
    for (int a = 0; a + 1 < dim; ++a) {
      derive_along_face<FE>(tangential, a, states.minus, states.grad_minus[1 + a]);
      derive_along_face<FE>(tangential, a, states.plus, states.grad_plus[1 + a]);
    }
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      const V weighted = V(eta) * lifted[g][n];
      const auto along_normal = [&](V(&grad)[dim][NG][N], int side) RKDG_INLINE {
        V s = length[side] * (grad[0][g][n] + weighted);
        RKDG_UNROLL
        for (int a = 0; a + 1 < dim; ++a) s += skew[side][a] * grad[1 + a][g][n];
        grad[0][g][n] = s;
      };
      along_normal(states.grad_minus, 0);
      along_normal(states.grad_plus, 1);
    }
    if constexpr (dim == 2)
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      states.grad_minus[1][g][n] *= tangents.t[0][0];
      states.grad_plus[1][g][n] *= tangents.t[0][0];
    }
  }

  /// The numerical flux, not yet times |J_f|.
  RKDG_FN void flux(V (&h)[NG][N]) const {
    using I = IndexOf<V>;
    const Team<1, V> team;
    const BoundaryLanes<Eq, V> none(context, I(0), I(0), states.on_boundary);
    const auto sides = on_straight_sides<FE::degree>(context.equations, zone, tangents, length);
    for (int g = 0; g < NG; ++g)
      face_flux<Frame::face>(context, sides, team, none, states, g, normal, context.equations.viscous, h[g], tangents);
  }
};

}  // namespace dg
