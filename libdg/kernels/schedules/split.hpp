/// Assembly by faces: every face is evaluated once and adds to its two cells; then every cell takes its stage.
///
/// Three passes: the BR2 lifting of all faces, the numerical flux of all faces, the volume integral and update of all
/// cells. Two faces of a cell add to the same numbers: with atomics (`atomic`), or one colour of faces after the other
/// (`colour`). With `block-colour`, one colour of blocks of faces goes after the other, and within a block one colour
/// of faces after the other.
#pragma once

#include "libdg/backend/scatter.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/face_work.hpp"
#include "libdg/kernels/integrands/side_projection.hpp"

namespace dg {

/// What the face passes add up, as state arrays; zero before the first of them.
template <class Real, int Dim>
struct FaceSums {
  Real* rate;         ///< - int phi_k H ds (affine cells: / det J)
  Real* lifted[Dim];  ///< modes of the liftings along the reference directions
};

/// Pass 1: the lifting of faces [begin, end), or of those of a block.
template <class Eq, class FE, class Add>
struct LiftFaces {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr DeviceShape shape = split_shape(mode_count(simplex_space(dim), FE::degree), n_var);

  KernelContext<Eq> context;
  FaceList list;
  const Real* state;
  FaceSums<Real, dim> sums;
  Index begin, end;

  template <int T, class V>
  RKDG_FN void operator()(Index i, const Team<T, V>& team) const {
    face(begin + i, end, team);
  }

  /// The faces `first`, ... of those before `last`.
  template <int T, class V>
  RKDG_FN void face(Index first, Index last, const Team<T, V>& team) const {
    FaceWork<Eq, FE, T, V> work(context, team, list, state, first, last, false);
    const int variable = team.first_variable(n_var / T);
    V x[FE::n_points][n_var / T];
    work.jump(x);
    project_lifting<FE, Add>(context, work.minus_code, work.minus, PointOrder::own, variable, work.active, x,
                             sums.lifted);
    project_lifting<FE, Add>(context, work.plus_code, work.plus, PointOrder::neighbour, variable, work.has_plus, x,
                             sums.lifted);
  }
};

/// Pass 2: the numerical flux of faces [begin, end), or of those of a block.
template <class Eq, class FE, class Add>
struct FluxFaces {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr DeviceShape shape = split_shape(mode_count(simplex_space(dim), FE::degree), n_var);

  KernelContext<Eq> context;
  FaceList list;
  const Real* state;
  FaceSums<Real, dim> sums;
  Index begin, end;

  template <int T, class V>
  RKDG_FN void operator()(Index i, const Team<T, V>& team) const {
    face(begin + i, end, team);
  }

  /// The faces `first`, ... of those before `last`.
  template <int T, class V>
  RKDG_FN void face(Index first, Index last, const Team<T, V>& team) const {
    FaceWork<Eq, FE, T, V> work(context, team, list, state, first, last, context.equations.viscous);
    const int variable = team.first_variable(n_var / T);
    if (context.equations.viscous) work.lift();
    V h[FE::n_points][n_var / T];
    work.flux(h);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < FE::n_points; ++g) RKDG_UNROLL
    for (int n = 0; n < n_var / T; ++n) h[g][n] *= work.length[g];
    project<FE, Add>(context, work.plus_code, work.plus, PointOrder::neighbour, variable, work.has_plus, h, sums.rate);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < FE::n_points; ++g) RKDG_UNROLL
    for (int n = 0; n < n_var / T; ++n) h[g][n] = -h[g][n];
    project<FE, Add>(context, work.minus_code, work.minus, PointOrder::own, variable, work.active, h, sums.rate);
  }
};

/// Pass 3: volume integral and Runge-Kutta stage of the cells of a zone.
template <class Eq, Space S, int P, bool Curved>
struct VolumeStage {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;
  static constexpr DeviceShape shape = split_shape(Element<S, P>::n_modes, Eq::n_var, Curved);

  KernelContext<Eq> context;
  Stage<Real> stage;
  FaceSums<Real, dim> sums;
  int zone_number;

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    CellWork<Eq, S, P, Curved, T, V> work(team);
    work.read(zone, stage.in, first, work.u);
    work.read(zone, sums.rate, first, work.rate);
    if (context.equations.viscous) {
      for (int d = 0; d < dim; ++d) work.read(zone, sums.lifted[d], first, work.lifted[d]);
      work.finish_gradient(zone);
    }
    work.volume_integral(zone, context.equations, first);
    work.finish(zone, stage, first);
  }
};

}  // namespace dg
