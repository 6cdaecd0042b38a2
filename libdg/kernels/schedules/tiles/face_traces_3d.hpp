/// What lanes hold at the points of a tile of faces between 3-D cells. It is traces of both sides and, on a boundary,
/// the state of viscous fluxes u_b.
///
/// They are in registers, or, where a team shares the tile, in shared memory. There, each member finds the values of
/// its pairs of slots, and its lanes read those of all.
#pragma once

#include "libdg/kernels/engines/tile_team.hpp"

namespace dg {

template <class Real, int n_var, int G, bool Boundary, int Members>
class FaceTraces3D {
 public:
  static constexpr int numbers = (Boundary ? 3 : 2) * G * n_var * warp_lanes;

  __device__ FaceTraces3D(Real* shared, const TileLane& lane) : own_(shared_place(shared + lane.lane)) {}

  __device__ Real trace(int side, int slot, int n) const { return own_[at(side, slot, n)]; }
  __device__ Real at_boundary(int slot, int n) const { return Boundary ? own_[at(2, slot, n)] : Real(0); }
  __device__ void set_traces(int side, int pair, const TileProduct<Real> (&x)[n_var]) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      if (2 * pair + j >= G) continue;
#pragma unroll
      for (int n = 0; n < n_var; ++n) own_[at(side, 2 * pair + j, n)] = x[n][j];
    }
  }
  __device__ void set_boundary(int slot, int n, Real ghost, Real viscous) {
    own_[at(1, slot, n)] = ghost;
    own_[at(2, slot, n)] = viscous;
  }

 private:
  __device__ static int at(int what, int slot, int n) { return ((what * G + slot) * n_var + n) * warp_lanes; }

  Real* own_;  ///< the lane's first
};

template <class Real, int n_var, int G, bool Boundary>
class FaceTraces3D<Real, n_var, G, Boundary, 1> {
 public:
  static constexpr int numbers = 0;  ///< of shared memory

  __device__ FaceTraces3D(Real*, const TileLane&) {}

  __device__ Real trace(int side, int slot, int n) const { return traces_[side][slot / 2][n][slot % 2]; }
  __device__ Real at_boundary(int slot, int n) const { return viscous_[slot][n]; }
  __device__ void set_traces(int side, int pair, const TileProduct<Real> (&x)[n_var]) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int j = 0; j < 2; ++j) traces_[side][pair][n][j] = x[n][j];
  }
  __device__ void set_boundary(int slot, int n, Real ghost, Real viscous) {
    traces_[1][slot / 2][n][slot % 2] = ghost;
    viscous_[slot][n] = viscous;
  }

 private:
  TileProduct<Real> traces_[2][factor_pairs(G)][n_var] = {};
  Real viscous_[G][n_var] = {};
};

}  // namespace dg
