/// States of hexahedra with Q^p from modes to values at points, and back (engines/sum_factorisation_3d.hpp).
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_tile_3d.hpp"

namespace dg {

/// Of all cells of a zone, ghosts included, which `zone.launched` counts: from Stage::in to Stage::out of the zone,
/// which may be the same.
template <class Eq, int P, bool ToModes>
struct SumFactorisedPoints3D : SumFactorisedTile3D<Eq, P, 1> {
  using Base = SumFactorisedTile3D<Eq, P, 1>;
  using Base::line, Base::stage;
  using Base::n_var, Base::N;
  using typename Base::Indices, typename Base::Lines, typename Base::Place, typename Base::Real;
  static constexpr TileShape shape = sum_factorised_shape_3d<Real>(P);

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, Base::tiles());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, Base::tiles());
  }

  /// Neither faces nor a history are asked for: ghosts have none.
  __device__ Indices fetch(Index, const TileLane&) const { return {}; }
  __device__ void start(Index, const TileLane&, const Indices&, Real*, int) const {}

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& none, Real* shared, int,
                             const Next&) const {
    const Place at(*this, tile, lane, none, shared);
    Real* to = Base::of_cell(at, stage.out);
    Real x[n_var][N];
    if constexpr (ToModes) {
      Base::load_values(at, x);
      if (at.works) Lines::write(x, 2, at.p, at.q, at.values);
      const auto project = [&](Real(&y)[N]) { line.to_modes(y); };
      __syncwarp();
      Base::template transform<2>(at, at.values, project);
      __syncwarp();
      Base::template transform<1>(at, at.values, project);
      __syncwarp();
      Base::template transform<0>(at, at.values, project);
      __syncwarp();
      if (at.works) store_modes(at, to);
    } else {
      Base::find_values(at, stage.in, at.values);
      __syncwarp();
      if (!at.works) return;
      Lines::read(at.values, 2, at.p, at.q, x);
      Lines::store(x, at.p, at.q, to);
    }
    if (at.works && at.p + at.q == 0)
      for (int n = 0; n < n_var; ++n)
        for (int k = Lines::modes; k < Lines::state_variable; ++k) to[n * Lines::state_variable + k] = Real(0);
  }

 private:
  __device__ void store_modes(const Place& at, Real* to) const {
    Real x[n_var][N];
    Lines::read(at.values, 0, at.p, at.q, x);
#pragma unroll
    for (int a = 0; a < N; ++a)
#pragma unroll
      for (int n = 0; n < n_var; ++n)
        to[n * Lines::state_variable + this->tensor_modes.place[(at.q * N + at.p) * N + a]] = x[n][a];
  }
};

}  // namespace dg
