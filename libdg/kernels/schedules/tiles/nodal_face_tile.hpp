/// A tile of faces that leave values at nodes (element/face_nodes.hpp): what lies where in shared memory;
/// device code.
///
/// Geometry, then the modes of both sides. Of each side in turn, what lanes keep at the nodes takes the place of the
/// modes, each lane its own numbers. These are traces, and derivatives across the face.
#pragma once

#include <algorithm>

#include "libdg/element/element.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/engines/sum_factorised_tile_2d.hpp"
#include "libdg/kernels/integrands/face_point.hpp"
#include "libdg/kernels/schedules/tiles/face_indices.hpp"
#include "libdg/space/tile_faces_3d.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct NodalFaceTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, sides = Boundary ? 1 : 2;
  static constexpr int nodes = face_node_count(P), N = slot_count(nodes), node_pairs = factor_pairs(N);
  static constexpr int K = slot_count(Element<Space::tetrahedron_P, P>::n_modes);
  static constexpr int piece = FacePiece3D<Eq, 0, P, true>::numbers;
  using State = CellState<n_var, K>;
  using Modes = TileRows<Real, State::numbers>;
  using Piece = TileRows<Real, piece>;
  using AtNodes = TileProduct<Real>[node_pairs][n_var];
  using AllKept = Real[N][n_var];  ///< what a lane keeps of a kind on a side

  static constexpr int geometry_size = face_numbers_3d * tile_rows, work_begin = geometry_size;
  static constexpr int kinds = Viscous ? 2 : 1, side_size = kinds * N * n_var * warp_lanes;
  /// What is kept of one side leaves the modes of the other.
  static constexpr int modes_begin(int side) {
    return work_begin + std::max(side_size, Modes::size) - (side == 0 ? Modes::size : 0);
  }
  static constexpr int left_size = kinds * Piece::size, modes_end = modes_begin(sides - 1) + Modes::size - work_begin,
                       work_size = std::max({modes_end, 2 * side_size, left_size});
  static constexpr int end = whole_pieces<Real>(work_begin + work_size);

  /// In single precision one instruction moves several numbers, as the matrix units take them (multiply_add()). Those
  /// are two variables' at two slots, or at one behind the last pair. In double there are not registers enough.
  static constexpr bool in_groups = sizeof(Real) == 4;

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
    const Group group = group_of(slot, n);
    return kept_group(what, side, group)[group.place];
  }
  /// All of a kind on a side, as a function of slot and variable.
  __device__ auto values(Kept what, int side) const {
    if constexpr (!in_groups)
      return InPlace{*this, what, side};
    else {
      Loaded loaded;
      for_each_group([&](const Group& group, auto... place) {
        const auto pack = *reinterpret_cast<const NumberPack<Real, sizeof...(place)>*>(kept_group(what, side, group));
        int i = 0;
        ((loaded.x[place.slot][place.n] = pack.at[i++]), ...);
      });
      return loaded;
    }
  }
  /// Puts all of a kind on a side where values() finds them.
  __device__ void keep(const AllKept& x, Kept what, int side) const {
    if constexpr (in_groups)
      for_each_group([&](const Group& group, auto... place) {
        *reinterpret_cast<NumberPack<Real, sizeof...(place)>*>(kept_group(what, side, group)) = {
            {x[place.slot][place.n]...}};
      });
    else
#pragma unroll
      for (int i = 0; i < N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) kept(what, side, i, n) = x[i][n];
  }
  /// Right-hand side of the lifting, likewise.
  __device__ auto jump() const {
    if constexpr (Boundary)
      return values(trace, 1);
    else
      return [minus = values(trace, 0), plus = values(trace, 1)](int slot, int n) {
        return jump_between_cells(minus(slot, n), plus(slot, n));
      };
  }

 private:
  static constexpr int in_pairs = n_var / 2 * 2, paired_slots = N / 2 * 2;
  struct Group {
    int begin, size;  ///< numbers of a lane before it, and in it
    int place;        ///< of the number in it
  };
  struct Place {
    int slot, n;
  };
  struct InPlace {
    const NodalFaceTile& tile;
    Kept what;
    int side;
    __device__ Real operator()(int slot, int n) const { return tile.kept(what, side, slot, n); }
  };
  struct Loaded {
    AllKept x;
    __device__ Real operator()(int slot, int n) const { return x[slot][n]; }
  };

  __device__ static constexpr Group group_of(int slot, int n) {
    if (!in_groups) return {slot * n_var + n, 1, 0};
    if (n >= in_pairs) return {N * in_pairs + slot, 1, 0};
    if (slot < paired_slots) return {slot / 2 * 2 * in_pairs + n / 2 * 4, 4, slot % 2 * 2 + n % 2};
    return {slot * in_pairs + n / 2 * 2, 2, n % 2};
  }
  __device__ Real* kept_group(Kept what, int side, const Group& group) const {
    return shared + work_begin + ((side * kinds + what) * N * n_var + group.begin) * warp_lanes +
           lane.lane * group.size;
  }
  /// Calls visit(group, place...) with the places of its numbers.
  template <class Visit>
  __device__ static void for_each_group(const Visit& visit) {
#pragma unroll
    for (int n = 0; n < in_pairs; n += 2) {
#pragma unroll
      for (int s = 0; s < paired_slots; s += 2)
        visit(group_of(s, n), Place{s, n}, Place{s, n + 1}, Place{s + 1, n}, Place{s + 1, n + 1});
      if constexpr (paired_slots < N)
        visit(group_of(paired_slots, n), Place{paired_slots, n}, Place{paired_slots, n + 1});
    }
    if constexpr (in_pairs < n_var)
#pragma unroll
      for (int s = 0; s < N; ++s) visit(group_of(s, in_pairs), Place{s, in_pairs});
  }
};

}  // namespace dg
