/// The numerical flux through boundary faces at their quadrature points: what the wall feels.
///
/// Evaluated with the same body as the residual, so that forces add up to the momentum that leaves the domain.
#pragma once

#include "libdg/kernels/boundary_list.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/boundary_flux_size.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "libdg/kernels/integrands/side_lifting.hpp"

namespace dg {

template <class Eq, class FE>
struct BoundaryFlux {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, NG = FE::n_points;
  static constexpr DeviceShape shape{};

  KernelContext<Eq> context;
  const Real* state;
  BoundaryList faces;
  Real* flux;  ///< [point][boundary_flux_size()][boundary face]

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    static_assert(T == 1, "boundary faces are few: one thread takes all variables");
    using I = IndexOf<V>;
    const I where = load_index<V>(faces.cell + first), code = load_index<V>(faces.side + first),
            bc = load_index<V>(faces.condition + first), face = load_index<V>(faces.number + first);
    FaceStates<dim, NG, n_var, V> f;
    traces<FE>(context, state, code, where, PointOrder::own, 0, context.equations.viscous, f.minus, f.grad_minus);
    for (int g = 0; g < NG; ++g)
      for (int k = 0; k < n_var; ++k) {
        f.plus[g][k] = f.minus[g][k];
        for (int d = 0; d < dim; ++d) f.grad_plus[d][g][k] = f.grad_minus[d][g][k];
      }
    f.on_boundary = bc < I(0);
    f.has_boundary = true;

    V normal[NG][dim], length[NG];
    face_geometry<FE>(context, code, where, normal, length);
    BoundaryLanes<Eq, V> boundary(context, bc, face, f.on_boundary);
    apply_boundary<FE>(
        context, team, boundary,
        [&](int g, V(&n)[dim]) {
          for (int d = 0; d < dim; ++d) n[d] = normal[g][d];
        },
        f);
    if (context.equations.viscous) {
      V x[NG][n_var];
      for (int g = 0; g < NG; ++g) lifting_jump(f, g, x[g]);
      add_lifting<FE>(context, code, where, PointOrder::own, eta_of<FE, V>(context, code), x, f.grad_minus);
    }
    const auto sides = on_both_sides<FE, V>(context, code, where, code, where);
    for (int g = 0; g < NG; ++g) {
      V total[n_var], convective[n_var];
      boundary.template load_factors_at<max_face_points(dim, FE::degree)>(context, f.on_boundary, g);
      face_flux(context, sides, team, boundary, f, g, normal[g], context.equations.viscous, total);
      face_flux(context, sides, team, boundary, f, g, normal[g], false, convective);
      for (int k = 0; k < n_var; ++k) {
        put(g, k, first, convective[k]);
        put(g, n_var + k, first, total[k] - convective[k]);
      }
    }
  }

 private:
  template <class V>
  RKDG_FN void put(int g, int what, Index first, V value) const {
    store(flux + std::int64_t(g * boundary_flux_size(n_var) + what) * faces.padded + first, value);
  }
};

}  // namespace dg
