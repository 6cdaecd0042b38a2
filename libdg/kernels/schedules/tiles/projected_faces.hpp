/// Assembly `tiles`, triangles that have left values at points, for the cells beside them that take values at nodes
/// (element/face_nodes.hpp): projects these.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct ProjectedFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape{.blocks = 4};

  FaceStore3D<Real> store;
  FaceNodesView<Real> matrices;  ///< of the zone that takes values at nodes
  ClassTiles tiles;              ///< of which both() are taken

  struct Indices {};

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, tiles.both().size());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, tiles.both().size());
  }

  __host__ __device__ static constexpr int shared_numbers() { return terms * (Points::size + Nodes::size); }

  __device__ Indices fetch(Index, const TileLane&) const { return {}; }

  /// Asks for what the tile reads.
  __device__ void start(Index item, const TileLane& lane, const Indices&, Real* shared, int) const {
    const Index face = (tiles.both().stored + item) * tile_rows + lane.row();
    Real* to = Points::place(lane, shared);
    Points::template start<false>(lane, to, store.flux[0], face);
    if constexpr (Viscous) Points::template start<false>(lane, to + Points::size, store.jump[0], face);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices&, Real* shared, int, const Next&) const {
    shared = shared_place(shared);
    wait_for_copies<0>();
    __syncwarp();
    const Index face = (tiles.projected() + item) * tile_rows + lane.row();
    Real* workspace = shared + terms * Points::size;
    project(lane, shared, workspace, beyond(store.node_flux, face, numbers));
    if constexpr (Viscous)
      project(lane, shared + Points::size, workspace + Nodes::size, beyond(store.node_jump, face, numbers));
  }

 private:
  static constexpr int n_var = Eq::n_var, terms = Viscous ? 2 : 1;
  static constexpr int points = FacePiece3D<Eq, 0, P>::NG, nodes = face_node_count(P);
  static constexpr int G = slot_count(points), N = slot_count(nodes), numbers = FacePiece3D<Eq, 0, P, true>::numbers;
  using Points = TileRows<Real, FacePiece3D<Eq, 0, P>::numbers>;
  using Nodes = TileRows<Real, numbers>;

  /// From the rows at points to the lane's row of values at nodes, which are collected in shared memory.
  __device__ void project(const TileLane& lane, const Real* rows, Real* workspace, Real* to) const {
    constexpr int pairs = factor_pairs(N);
    const Real* from = rows + lane.row() * Points::stride;
    TileProduct<Real> sum[pairs][n_var];
#pragma unroll
    for (int i = 0; i < pairs; ++i) clear(sum[i]);
    multiply_add_all<G, pairs>(
        sum, [&](int l, int n) { return from[n * points + min(quarters * l + lane.quarter(), points - 1)]; },
        matrices.project + lane.lane);
    Real* row = workspace + lane.row() * Nodes::stride;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const int node = quarters * i + lane.quarter();
      if (nodes % quarters != 0 && node >= nodes) continue;
#pragma unroll
      for (int n = 0; n < n_var; ++n) row[n * nodes + node] = sum[i / 2][n][i % 2];
    }
    __syncwarp();
    Nodes::store(lane, to, row);
  }
};

}  // namespace dg
