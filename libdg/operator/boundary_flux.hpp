/// The numerical flux through boundary faces at their quadrature points: what the wall feels.
///
/// Evaluated with the same body as the residual, so that forces add up to the momentum that leaves the domain.
#pragma once

#include "libdg/operator/device_shape.hpp"
#include "libdg/operator/face_flux.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/side.hpp"

namespace dg {

/// Numbers per point: convective momentum flux (pressure on a wall), minus the viscous traction, minus the heat flux.
inline constexpr int boundary_flux_size = 2 * dim + 1;

template <class Real, int P>
struct BoundaryFlux {
  static constexpr DeviceShape shape{};

  Scheme<Real> scheme;
  const Real* state;
  BoundaryList faces;
  Real* flux;  ///< [point][boundary_flux_size][boundary face]

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    static_assert(T == 1, "boundary faces are few: one thread takes all variables");
    using I = IndexOf<V>;
    constexpr int NG = P + 1;
    const I where = load_index<V>(faces.cell + first), code = load_index<V>(faces.side + first),
            bc = load_index<V>(faces.condition + first), face = load_index<V>(faces.number + first);
    FaceStates<NG, n_var, V> f;
    traces<P>(scheme, state, code, where, Way::along, 0, scheme.gas.viscous, f.minus, f.grad_minus);
    for (int g = 0; g < NG; ++g)
      for (int k = 0; k < n_var; ++k) {
        f.plus[g][k] = f.minus[g][k];
        for (int d = 0; d < dim; ++d) f.grad_plus[d][g][k] = f.grad_minus[d][g][k];
      }
    f.on_boundary = bc < I(0);
    f.has_boundary = true;

    V normal[NG][dim], length[NG];
    face_geometry<P>(scheme, code, where, normal, length);
    const BoundaryLanes<V> boundary(scheme, bc, face, f.on_boundary);
    apply_boundary(
        scheme, team, boundary,
        [&](int g, V(&n)[dim]) {
          for (int d = 0; d < dim; ++d) n[d] = normal[g][d];
        },
        f);
    if (scheme.gas.viscous) add_lifting(code, where, normal, length, f);
    for (int g = 0; g < NG; ++g) {
      V total[n_var], convective[n_var];
      face_flux(scheme, team, boundary, f, g, normal[g], scheme.gas.viscous, total);
      riemann_flux(scheme.riemann, scheme.gas, f.minus[g], f.plus[g], normal[g], convective);
      for (int d = 0; d < dim; ++d) {
        put(g, d, first, convective[1 + d]);
        put(g, dim + d, first, total[1 + d] - convective[1 + d]);
      }
      put(g, 2 * dim, first, total[n_var - 1] - convective[n_var - 1]);
    }
  }

 private:
  template <class V>
  RKDG_FN void put(int g, int what, Index first, V value) const {
    store(flux + std::int64_t(g * boundary_flux_size + what) * faces.padded + first, value);
  }

  template <class V>
  RKDG_FN void add_lifting(IndexOf<V> code, IndexOf<V> where, const V (&normal)[P + 1][dim], const V (&length)[P + 1],
                           FaceStates<P + 1, n_var, V>& f) const {
    const V eta = eta_of<V>(scheme, code);
    for (int d = 0; d < dim; ++d) {
      V x[P + 1][n_var], r[P + 1][n_var];
      for (int g = 0; g <= P; ++g) {
        lifting_jump(f, g, x[g]);
        for (int k = 0; k < n_var; ++k) x[g][k] *= length[g] * normal[g][d];
      }
      lifting<P>(scheme, code, where, Way::along, x, r);
      for (int g = 0; g <= P; ++g)
        for (int k = 0; k < n_var; ++k) f.grad_minus[d][g][k] += eta * r[g][k];
    }
  }
};

}  // namespace dg
