/// How rate_by_tiles() works: a stage by kernels of assembly `tiles`, on a warp of host threads.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "libdg/kernels/schedules/tiles/basis_change_tiles.hpp"
#include "libdg/kernels/schedules/tiles/cells_3d.hpp"
#include "libdg/kernels/schedules/tiles/curved_faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/face_nodes_3d.hpp"
#include "libdg/kernels/schedules/tiles/faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/kernels/schedules/tiles/projected_faces.hpp"
#include "libdg/kernels/schedules/tiles/side_numbers_3d.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_cells_3d.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_points_3d.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_cells.hpp"
#include "libdg/kernels/schedules/tiles/thread_per_element_cells.hpp"
#include "libdg/kernels/schedules/tiles/thread_per_element_faces.hpp"
#include "libdg/tests/warp/prism_tiles.hpp"
#include "libdg/tests/warp/rate_by_tiles.hpp"
#include "libdg/tests/warp/run_on_warp.hpp"
#include "libdg/tests/warp/tile_zones.hpp"

namespace dg::test {

/// The cells of a state from modes to what tiles of their zones take, or back, in their place.
template <int P, bool ToModes, class Gas>
void convert(const SemiDiscretisation<Gas>& space, typename Gas::Real* state) {
  using Real = typename Gas::Real;
  const auto& context = space.context();
  Stage<Real> stage{};
  stage.in = stage.out = state;
  for (int z = 0; z < context.zones.count; ++z) {
    ZoneView<Real> zone = context.zones.zone[z];
    zone.launched = zone.padded;
    Real* const of_zone = state + zone.state_begin;
    if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
      if (goes_by_blocks(zone))
        run_on_warp(BasisChangeTiles<Gas, Space::tetrahedron_P, P, ToModes>{zone, of_zone, of_zone});
    if constexpr (has_prism_fragments(Space::prism_Q, P))
      if (goes_by_triangles(zone))
        run_on_warp(BasisChangeTiles<Gas, Space::prism_Q, P, ToModes>{zone, of_zone, of_zone});
    if (!is_sum_factorised(zone)) continue;
    run_on_warp(SumFactorisedPoints3D<Gas, P, ToModes>{zone, context.equations, stage_of(zone, stage), z, {}, nullptr});
  }
}

/// A stage as TileStages3D takes it.
template <class Gas, int P, bool Viscous>
class StageOnWarp {
  using Real = typename Gas::Real;

 public:
  StageOnWarp(Backend& backend, const KernelContext<Gas>& context, const Slabs& slabs, const Stage<Real>& stage)
      : backend_(backend), context_(context), slabs_(slabs), stage_(stage), nodal_zone_(zone_of_nodes(context)) {
    make_workspace(slabs.workspaces[0].tiles, FacePiece3D<Gas, 0, P>::numbers, store_.flux[0], store_.jump[0]);
    make_workspace(slabs.workspaces[1].tiles, FacePiece3D<Gas, 1, P>::numbers, store_.flux[1], store_.jump[1]);
    make_workspace(slabs.workspaces[0].node_tiles, FacePiece3D<Gas, 0, P, true>::numbers, store_.node_flux,
                   store_.node_jump);
  }

  /// Faces of all groups and then all cells, or, in slabs, those between slabs first.
  void run() {
    const auto groups =
        static_cast<int>(std::max(slabs_.workspaces[0].groups.size(), slabs_.workspaces[1].groups.size()));
    for (int group = 0; group < groups; ++group) {
      compute_faces(group);
      if (slabs_.count > 1 && group > 0) compute_cells(group - 1);
    }
    if (slabs_.count == 1) compute_cells(0);
  }

 private:
  void make_workspace(Index tiles, int numbers, Real*& flux, Real*& jump) {
    for (Real** array : {&flux, &jump}) *array = memory_.emplace_back(std::size_t(tiles) * tile_rows * numbers).data();
  }

  void compute_faces(int group) {
    compute_kind<0>(group);
    compute_kind<1>(group);
    if constexpr (face_nodes_pay(P))
      if (nodal_zone_ >= 0)
        for (const ClassTiles& tiles : slabs_.workspaces[0].groups[group])
          run_on_warp(ProjectedFaces<Gas, P, Viscous>{
              store_, context_.zones.zone[nodal_zone_].fragments_3d.faces[0].nodes, tiles});
  }

  template <int Kind>
  void compute_kind(int group) {
    if (slabs_.workspaces[Kind].groups.empty()) return;
    compute_class<Kind, false, true>(group);
    compute_class<Kind, false, false>(group);
    compute_class<Kind, true, true>(group);
    compute_class<Kind, true, false>(group);
  }

  template <int Kind, bool Curved, bool Boundary>
  void compute_class(int group) {
    const ClassTiles& of =
        slabs_.workspaces[Kind].groups[group][static_cast<std::size_t>(face_class(Curved, Boundary))];
    if constexpr (Kind == 1) compute_sum_factorised<Curved, Boundary>(of.lines());
    const TileGroup tiles = of.by_matrices();
    if (tiles.size() + of.nodes().size() == 0) return;
    using Straight = FaceTiles3D<Gas, Kind, P, Boundary, Viscous>;
    using Faces = FacesByMatrices<Gas, Kind, P, Curved, Boundary, Viscous>;
    const int side_numbers = side_numbers_3d<Gas, Kind, P>(context_);
    if constexpr (Kind == 0 && !Curved && face_terms_pay<Real>(P)) {
      const ThreadPerElementFaces<Gas, P, Boundary, Viscous> faces{context_, stage_.in, store_, of.nodes(),
                                                                   nodal_zone_};
      run_on_warp(faces, faces.items());
    } else if constexpr (Kind == 0 && !Curved && face_nodes_pay(P)) {
      run_on_warp(NodalFaceTiles<Gas, P, Boundary, Viscous>{{context_, stage_.in, store_, side_numbers,
                                                             of.nodes().begin, of.nodes().stored}},
                  of.nodes().size());
    }
    if constexpr (!Boundary && has_prism_fragments(Space::prism_Q, P))
      if (const int z = zone_of_prisms(context_); z >= 0) {
        const PrismMatrices<Real, P> matrices(backend_, context_.eta[z]);
        return run_prism_faces<Kind, Curved, Viscous>(context_, stage_, store_, side_numbers, of, matrices);
      }
    run_on_warp(Faces{Straight{context_, stage_.in, store_, side_numbers, tiles.begin, tiles.stored}}, tiles.size());
  }

  template <bool Curved, bool Boundary>
  void compute_sum_factorised(const TileGroup& tiles) {
    const LineEnds<Real, P + 1> ends;
    using Faces = SumFactorisedFaces3D<Gas, P, Curved, Boundary, Viscous>;
    run_on_warp(Faces{context_, ends, stage_.in, store_, tiles.begin, tiles.stored, sum_factorised_zone(context_)},
                tiles.size() * Faces::items_in_tile);
  }

  void compute_cells(int slab) {
    for (int z = 0; z < context_.zones.count; ++z) {
      const ZoneView<Real>& zone = context_.zones.zone[z];
      const auto begin = [&](int s) { return slab_begin(zone.launched, s, slabs_.count); };
      compute_zone(slabs_.count > 1 ? cells_of<3>(zone, begin(slab), begin(slab + 1)) : zone, z);
    }
  }

  void compute_zone(const ZoneView<Real>& zone, int z) {
    const Stage<Real> stage = stage_of(zone, stage_);
    const auto run = [&]<class Cells>() { run_on_warp(Cells{zone, context_.equations, stage, z, store_, nullptr}); };
    if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
      if (goes_by_blocks(zone)) return run.template operator()<TetrahedronCells<Gas, P, Viscous>>();
    if (is_sum_factorised(zone)) {
      if (zone.curved) return run.template operator()<SumFactorisedCells3D<Gas, P, Viscous, true>>();
      return run.template operator()<SumFactorisedCells3D<Gas, P, Viscous>>();
    }
    with_space<3>(zone.space, [&]<Space S>() {
      if constexpr (has_prism_fragments(S, P))
        if (goes_by_triangles(zone)) {
          const PrismMatrices<Real, P> matrices(backend_, context_.eta[z]);
          const auto take = [&]<bool Curved>() {
            run_on_warp(PrismCells<Gas, P, Viscous, Curved>{zone, context_.equations, stage, z, store_, nullptr,
                                                            matrices.view()});
          };
          return zone.curved ? take.template operator()<true>() : take.template operator()<false>();
        }
      if constexpr (fits_tiles_3d(S, P)) {
        if (zone.curved) return run.template operator()<CellTiles3D<Gas, S, P, Viscous, false, true>>();
        if constexpr (S == Space::tetrahedron_P && face_nodes_pay(P))
          if (goes_by_nodes(zone)) return run.template operator()<NodalCells<Gas, P, Viscous>>();
        run.template operator()<CellTiles3D<Gas, S, P, Viscous>>();
      }
    });
  }

  Backend& backend_;
  const KernelContext<Gas>& context_;
  const Slabs& slabs_;
  const Stage<Real>& stage_;
  int nodal_zone_;
  FaceStore3D<Real> store_{};
  std::vector<Memory<Real>> memory_;
};

template <int P, bool Viscous, class Gas>
std::vector<double> rate_by_tiles(SemiDiscretisation<Gas>& space, Backend& backend, const std::vector<double>& u,
                                  const std::vector<double>& source, bool in_place) {
  using Real = typename Gas::Real;
  const Array<Real> one(backend, std::vector<Real>{1});
  Array<Real> in(backend, space.pack(u)), moments, beside(backend, space.state_size());
  Array<Real>& out = in_place ? in : beside;
  Stage<Real> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = 1;
  stage.dt = one.data();
  if (!source.empty()) {
    moments = Array<Real>(backend, space.pack(source));
    stage.source = moments.data();
  }
  convert<P, false>(space, in.data());
  StageOnWarp<Gas, P, Viscous>(backend, space.context(), space.slabs(), stage).run();
  convert<P, true>(space, out.data());
  return space.unpack(out.copy_out());
}

}  // namespace dg::test
