/// Stages with Assembly::blocks: straight cells that have them (goes_in_blocks()) block by block, a run of blocks to a
/// thread, other cells as with `fused`.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "libdg/backend/simd.hpp"
#include "libdg/kernels/launch/launch_cpu.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/kernels/schedules/blocks.hpp"
#include "libdg/kernels/schedules/fused.hpp"
#include "libdg/kernels/schedules/hexahedron_basis_change.hpp"
#include "libdg/kernels/schedules/hexahedron_blocks.hpp"
#include "libdg/kernels/schedules/point_blocks.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

template <class Eq, int P>
class CpuBlocks {
  using Real = typename Eq::Real;
  using V = SimdPack<Real>;
  static constexpr int dim = Eq::dim;

 public:
  CpuBlocks(Backend& backend, const KernelContext<Eq>& context, std::size_t state_size) : state_size_(state_size) {
    std::size_t workspace = 0;
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      with_zone_kind<dim>(zone, [&]<Space S, bool Curved>() {
        if constexpr (!Curved && has_blocks<S>) workspace = std::max(workspace, add_zone<S>(backend, zone, z));
      });
    }
    for (int t = 0; t < backend.threads(); ++t) workspaces_.emplace_back(backend, workspace);
  }

  /// See Operators: hexahedra with Q have values at points.
  bool has_own_basis() const { return has_points_; }
  template <bool ToModes>
  void change_basis(const KernelContext<Eq>& context, const Real* from, Real* to, int threads) const {
    if (from != to) std::copy_n(from, state_size_, to);
    if constexpr (dim == 3)
      for (int z = 0; z < context.zones.count; ++z)
        if (const ZoneView<Real>& zone = context.zones.zone[z]; by_points(zone, z))
          launch_cpu<Real>(HexahedronBasisChange<Eq, P, ToModes>{zone, to, to}, {0, zone.padded}, threads);
  }

  /// [variable][cell]: coefficients of mode 0 of the state that a stage has written which finds a step; null where that
  /// is by modes.
  const Real* averages(int z) const {
    return zones_[z] && zones_[z]->averages.size() > 0 ? zones_[z]->averages.data() : nullptr;
  }

  /// The cells of a part of the stage.
  template <class Launcher>
  void compute_cells(const Launcher& launch, const KernelContext<Eq>& by_modes, const Stage<Real>& stage) {
    KernelContext<Eq> context = by_modes;
    for (int z = 0; z < context.zones.count; ++z) context.zones.zone[z].by_points = by_points(context.zones.zone[z], z);
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      with_zone_kind<dim>(zone, [&]<Space S, bool Curved>() {
        if constexpr (!Curved && has_blocks<S>)
          if (zones_[z])
            return compute_blocks<S>(launch, {context, stage, z, zones_[z]->blocks, zones_[z]->left.data()},
                                     *zones_[z]);
        if constexpr (Curved || S != simplex_space(dim))  // straight simplices always have blocks
          launch.template run<Real>(FusedStage<Eq, S, P, Curved>{context, stage, z},
                                    part(stage.part, zone.interface, zone.launched), "fused stage");
      });
    }
  }

 private:
  struct Zone {
    FaceModes<Real> modes;  ///< of simplices, and of triangles of prisms
    CellBlocks<Real, dim> blocks;
    Array<Real> left;      ///< see BlockSchedule
    Array<Real> averages;  ///< of hexahedra: see averages()
  };

  template <Space S>
  static constexpr bool has_blocks = S == simplex_space(dim) || has_sum_factorisation<S, P, V>;

  /// Blocks of a zone whose cells have them; the numbers of the workspace for their sides.
  template <Space S>
  std::size_t add_zone(Backend& backend, const ZoneView<Real>& zone, int number) {
    if (!fits<S>(zone)) return 0;
    constexpr std::size_t numbers = side_numbers<S>();
    constexpr auto cells = static_cast<Index>(block_side_bytes / (Element<S, P>::n_faces * numbers * sizeof(Real)));
    Zone& added = zones_[number].emplace();
    added.blocks = make_cell_blocks<Real, dim>(backend, zone, number, cells, LaneTraits<V>::width, backend.threads());
    if constexpr (S == simplex_space(dim) || S == Space::prism_Q) {
      const bool reduced = zone.tables.faces[0].weighted_points < FaceOfKind<dim, 0, P>::n_points;
      added.modes = make_face_modes<Real, dim>(P, reduced ? FaceRule::reduced : FaceRule::full);
      if constexpr (S == Space::prism_Q) set_prism_lifting(added.modes, P);
    }
    added.left = Array<Real>(backend, std::size_t(added.blocks.outer_begin.back()) * numbers);
    if constexpr (S == Space::hexahedron_Q) {
      added.averages = Array<Real>(backend, std::size_t(zone.padded) * Eq::n_var);
      has_points_ = true;
    }
    return added.blocks.most_sides() * numbers + LaneTraits<V>::width;  // the last is read in whole registers
  }

  template <Space S>
  static bool fits([[maybe_unused]] const ZoneView<Real>& zone) {
    if constexpr (S == simplex_space(dim))
      return true;
    else
      return SumFactorisedCellWork<Eq, S, P, V>::fits(zone);
  }

  template <Space S>
  static constexpr std::size_t side_numbers() {
    if constexpr (S == simplex_space(dim))
      return BlockStage<Eq, P>::template side_numbers<V>();
    else if constexpr (S == Space::hexahedron_Q)
      return HexahedronBlockStage<Eq, P, true>::template side_numbers<V>();
    else
      return PointBlockStage<Eq, S, P>::template side_numbers<V>();
  }

  template <Space S, class Launcher>
  void compute_blocks(const Launcher& launch, const BlockSchedule<Eq, S, P>& schedule, Zone& zone) {
    const std::span<const Index> runs = zone.blocks.run_begin;
    if constexpr (S == simplex_space(dim))
      launch.run_cell_blocks(BlockStage<Eq, P>(schedule, zone.modes), schedule.stage.part, runs, workspaces_,
                             "block stage");
    else if constexpr (S == Space::hexahedron_Q)
      with_viscous(schedule.context.equations, [&]<bool Viscous>() {
        const HexahedronSides<Eq, P, Viscous> sides(schedule);
        const HexahedronBlockStage<Eq, P, Viscous> blocks(sides, zone.averages.data());
        launch.run_cell_blocks(blocks, schedule.stage.part, runs, workspaces_, "block stage");
      });
    else
      launch.run_cell_blocks(PointBlockStage<Eq, S, P>(schedule, zone.modes), schedule.stage.part, runs, workspaces_,
                             "block stage");
  }

  template <class Visit>
  static void with_viscous(const Eq& equations, const Visit& visit) {
    if (equations.viscous) return visit.template operator()<true>();
    visit.template operator()<false>();
  }

  static Range part(Part part, Index interface, Index all) {
    return {part == Part::interior ? interface : 0, part == Part::interface ? interface : all};
  }

  bool by_points(const ZoneView<Real>& zone, int number) const {
    return zones_[number] && zone.space == Space::hexahedron_Q;
  }

  std::array<std::optional<Zone>, max_zones> zones_;
  std::size_t state_size_;
  bool has_points_ = false;
  std::vector<Array<Real>> workspaces_;  ///< [thread]
};

}  // namespace dg
