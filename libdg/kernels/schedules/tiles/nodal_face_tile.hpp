/// A tile of faces that leave values at nodes (element/face_nodes.hpp): what lies where in shared memory; .cu files
/// only.
///
/// Geometry, then the modes of both sides. Of each side in turn, what lanes keep at the nodes takes the place of the
/// modes, each lane its own numbers: traces, and derivatives across the face.
#pragma once

#include <algorithm>

#include "libdg/element/element.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/schedules/tiles/face_indices.hpp"
#include "libdg/space/solid_tile_faces.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct NodalFaceTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, sides = Boundary ? 1 : 2;
  static constexpr int nodes = face_node_count(P), N = slot_count(nodes), node_pairs = factor_pairs(N);
  static constexpr int K = slot_count(Element<Space::tetrahedron_P, P>::n_modes);
  static constexpr int piece = SolidPiece<Eq, 0, P, true>::numbers;
  using State = CellState<n_var, K>;
  using Modes = TileRows<Real, State::numbers>;
  using Piece = TileRows<Real, piece>;
  using AtNodes = TileProduct<Real>[node_pairs][n_var];

  static constexpr int geometry_size = solid_face_numbers * tile_rows, work_begin = geometry_size;
  static constexpr int kinds = Viscous ? 2 : 1, side_size = kinds * N * n_var * warp_lanes;
  /// What is kept of one side leaves the modes of the other.
  static constexpr int modes_begin(int side) {
    return work_begin + std::max(side_size, Modes::size) - (side == 0 ? Modes::size : 0);
  }
  static constexpr int left_size = kinds * Piece::size, modes_end = modes_begin(sides - 1) + Modes::size - work_begin,
                       work_size = std::max({modes_end, 2 * side_size, left_size});
  static constexpr int end = whole_pieces<Real>(work_begin + work_size);

  /// What lanes keep at the nodes.
  enum Kept { trace = 0, normal = 1 };

  TileLane lane;
  const FaceIndices& at;
  Real* shared;
  const FaceNodesView<Real>& matrices;

  __device__ Real number(int i) const { return shared[i * tile_rows + lane.row()]; }
  /// The lane's node or point of a slot; none where it is beyond the last.
  __device__ int point(int slot) const { return quarters * slot + lane.quarter(); }
  /// A number of the lane at its node of a slot. On a boundary, that of the plus side is the jump.
  __device__ Real& kept(Kept what, int side, int slot, int n) const {
    return shared[work_begin + (((side * kinds + what) * N + slot) * n_var + n) * warp_lanes + lane.lane];
  }
  /// Right-hand side of the lifting, see lifting_jump().
  __device__ Real jump(int slot, int n) const {
    return Boundary ? kept(trace, 1, slot, n) : Real(-0.5) * (kept(trace, 0, slot, n) - kept(trace, 1, slot, n));
  }
};

}  // namespace dg
