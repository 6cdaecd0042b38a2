/// Assembly by faces: every face is evaluated once and adds to its two cells; then every cell takes its stage.
///
/// Three passes: the BR2 lifting of all faces, the numerical flux of all faces, the volume integral and update of all
/// cells. Two faces of a cell add to the same numbers: with atomics (`atomic`), or one colour of faces after the other.
#pragma once

#include "libdg/backend/scatter.hpp"
#include "libdg/operator/cell_work.hpp"
#include "libdg/operator/face_work.hpp"

namespace dg {

/// What the face passes add up, as state arrays; zero before the first of them.
template <class Real>
struct FaceSums {
  Real* rate;         ///< - int phi_k H ds (affine cells: / det J)
  Real* lifted[dim];  ///< - int phi_k jump n_d ds, likewise
};

/// Pass 1: the lifting of faces [begin, end).
template <class Real, int P, class Add>
struct LiftFaces {
  Scheme<Real> scheme;
  FaceList list;
  const Real* state;
  FaceSums<Real> sums;
  Index begin, end;

  template <class V>
  RKDG_FN void operator()(Index i) const {
    FaceWork<P, V> work;
    work.read(scheme, list, state, begin + i, end, false);
    for (int d = 0; d < dim; ++d) {
      V x[P + 1][n_var];
      work.directed_jump(d, x);
      project<P, Add>(scheme, work.minus_code, work.minus, Way::along, work.active, x, sums.lifted[d]);
      project<P, Add>(scheme, work.plus_code, work.plus, Way::against, work.has_plus, x, sums.lifted[d]);
    }
  }
};

/// Pass 2: the numerical flux of faces [begin, end).
template <class Real, int P, class Add>
struct FluxFaces {
  Scheme<Real> scheme;
  FaceList list;
  const Real* state;
  FaceSums<Real> sums;
  Index begin, end;

  template <class V>
  RKDG_FN void operator()(Index i) const {
    FaceWork<P, V> work;
    work.read(scheme, list, state, begin + i, end, scheme.gas.viscous);
    if (scheme.gas.viscous) work.lift(scheme);
    V h[P + 1][n_var];
    work.flux(scheme, h);
    project<P, Add>(scheme, work.plus_code, work.plus, Way::against, work.has_plus, h, sums.rate);
    for (int g = 0; g <= P; ++g) RKDG_UNROLL
    for (int n = 0; n < n_var; ++n) h[g][n] = -h[g][n];
    project<P, Add>(scheme, work.minus_code, work.minus, Way::along, work.active, h, sums.rate);
  }
};

/// Pass 3: volume integral and Runge-Kutta stage of the cells of a zone.
template <class Real, Space S, int P, bool Curved>
struct VolumeStage {
  Scheme<Real> scheme;
  Stage<Real> stage;
  FaceSums<Real> sums;
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    CellWork<S, P, Curved, V> work;
    work.read(zone, stage.in, first, work.u);
    work.read(zone, sums.rate, first, work.rate);
    if (scheme.gas.viscous) {
      work.differentiate(zone, first);
      for (int d = 0; d < dim; ++d) {
        work.read(zone, sums.lifted[d], first, work.lifted[d]);
        if constexpr (Curved) work.apply_mass_inverse(zone, first, work.lifted[d]);
      }
    }
    work.volume_integral(zone, scheme.gas, first);
    work.finish(zone, stage, first);
  }
};

}  // namespace dg
