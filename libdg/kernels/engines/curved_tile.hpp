/// What a tile of curved cells reads, on its way to a warp's part of shared memory; .cu files only.
///
/// A curved cell has several times as many numbers of geometry as coefficients. First come modes, faces and mass
/// matrices; then, in the place of the faces, the metrics at the points of two slots at a time; last, a history.
#pragma once

#include "libdg/kernels/schedules/tiles/cell_tile_work.hpp"

namespace dg {

template <class Eq, Space S, int P, int blocks>
class CurvedTile {
  using Real = typename Eq::Real;
  using Work = CellTileWork<Eq, S, P>;
  static constexpr int dim = Eq::dim;
  static constexpr int NK = Work::NK, normal_rows = Work::NF * Work::NG * (dim + 1), axes = dim * dim;
  static constexpr int mass_rows = NK * (NK + 1) / 2, mass_size = mass_rows * tile_rows;
  static constexpr int pair_points = 2 * quarters, pair_size = pair_points * (axes + 1) * tile_rows;
  static constexpr int normals_begin = Work::Modes::size, place_begin = normals_begin + normal_rows * tile_rows;
  static constexpr int place_size = std::max(2 * pair_size, Work::Faces::size);
  static constexpr int mass_begin = place_begin + place_size;
  static constexpr bool keeps_mass = (mass_begin + mass_size) * int(sizeof(Real)) <= tile_shared_bytes(blocks);

 public:
  static constexpr int size = mass_begin + (keeps_mass ? mass_size : 0);  ///< numbers in shared memory

  __device__ CurvedTile(const ZoneView<Real>& zone, const TileLane& lane, Index tile, Real* shared, bool viscous)
      : zone_(zone), lane_(lane), first_(tile * tile_rows), shared_(shared), viscous_(viscous) {}

  /// Asks for what is needed first.
  __device__ void start(const typename Work::Indices& indices, const Real* state, const Real* store) const {
    Work::start_modes(lane_, first_ + lane_.row(), state, shared_);
    Work::start_faces(lane_, indices, store, viscous_, faces());
    copy_rows_async(lane_, shared_ + normals_begin, zone_.face + first_, zone_.padded, normal_rows);
    if (keeps_mass) copy_rows_async(lane_, shared_ + mass_begin, zone_.mass_inverse + first_, zone_.padded, mass_rows);
  }

  /// Gives up the faces and asks for the metrics of the first points.
  __device__ void start_points() const {
    start_points(0);
    start_points(1);
  }
  /// Gives the place of a pair of slots to the pair after the next.
  __device__ void next_points(int pair) const {
    __syncwarp();
    start_points(pair + 2);
  }
  /// Gives up the metrics and asks for modes.
  __device__ void start_history(const Real* state) const {
    Work::start_modes(lane_, first_ + lane_.row(), state, history());
  }

  /// Waits until no more than the latest `pending` groups are missing.
  template <int pending>
  __device__ void wait() const {
    wait_for_copies<pending>();
    __syncwarp();
  }

  __device__ const Real* modes() const { return shared_; }
  __device__ Real* faces() const { return shared_ + place_begin; }
  __device__ Real* history() const { return shared_ + place_begin; }

  /// Entry i of ZoneView::face at a point.
  __device__ Real normal(int point, int i) const {
    return shared_[normals_begin + (point * (dim + 1) + i) * tile_rows + lane_.row()];
  }

  /// Entry (mode of the lane in a slot, l) of the inverse; of modes beyond the last: anything.
  __device__ Real mass_inverse(int slot, int l) const {
    const int k = min(quarters * slot + lane_.quarter(), NK - 1);
    const bool lower = l <= quarters * slot || (l < quarters * (slot + 1) && l <= k);
    const int entry = lower ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
    if (keeps_mass) return shared_[mass_begin + entry * tile_rows + lane_.row()];
    return zone_.mass_inverse[std::int64_t(entry) * zone_.padded + first_ + lane_.row()];
  }

  struct AtPoint {
    Real metric[axes], inverse;  ///< ZoneView::metric, 1 / det J
  };

  /// At the lane's point of a slot; beyond the last point, which have no weight, at some other.
  __device__ AtPoint at_points(int slot) const {
    const bool exists = slot * quarters + lane_.quarter() < zone_.tables.n_points;
    const int q = exists ? slot % 2 * quarters + lane_.quarter() : 0;
    const Real* from = points(slot / 2) + lane_.row();
    AtPoint at;
#pragma unroll
    for (int i = 0; i < axes; ++i) at.metric[i] = from[(q * axes + i) * tile_rows];
    at.inverse = viscous_ ? from[(pair_points * axes + q) * tile_rows] : Real(0);
    return at;
  }

 private:
  __device__ Real* points(int pair) const { return shared_ + place_begin + pair % 2 * pair_size; }

  __device__ void start_points(int pair) const {
    const int q = pair * pair_points, count = min(zone_.tables.n_points - q, pair_points);
    if (count > 0) {
      copy_rows_async(lane_, points(pair), zone_.metric + std::int64_t(q) * axes * zone_.padded + first_, zone_.padded,
                      count * axes);
      if (viscous_)
        copy_rows_async(lane_, points(pair) + pair_points * axes * tile_rows,
                        zone_.jacobian + std::int64_t(q) * zone_.padded + first_, zone_.padded, count);
    }
    close_copies();
  }

  const ZoneView<Real>& zone_;
  TileLane lane_;
  Index first_;
  Real* shared_;
  bool viscous_;
};

}  // namespace dg
