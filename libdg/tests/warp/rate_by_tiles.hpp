/// dU/dt by the kernels of assembly `tiles` on solid cells, on a warp of host threads (warp.hpp).
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <type_traits>
#include <vector>

#include "libdg/kernels/schedules/tiles/curved_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/lone_cells.hpp"
#include "libdg/kernels/schedules/tiles/lone_faces.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/kernels/schedules/tiles/projected_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_face_nodes.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_points.hpp"
#include "libdg/kernels/schedules/tiles/solid_side_numbers.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_cells.hpp"
#include "libdg/kernels/schedules/tiles/turned_states.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/tests/warp/prism_tiles.hpp"
#include "libdg/tests/warp/run_on_warp.hpp"

namespace dg::test {

/// The cells of a state from modes to what tiles of their zones take, or back, in their place.
template <int P, bool ToModes, class Gas>
void convert(const SemiDiscretisation<Gas>& space, typename Gas::Real* state) {
  using Real = typename Gas::Real;
  const auto& scheme = space.scheme();
  Stage<Real> stage{};
  stage.in = stage.out = state;
  for (int z = 0; z < scheme.zones.count; ++z) {
    ZoneView<Real> zone = scheme.zones.zone[z];
    zone.launched = zone.padded;
    Real* const of_zone = state + zone.state_begin;
    if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
      if (goes_by_blocks(zone))
        run_on_warp(TurnedStates<Gas, Space::tetrahedron_P, P, ToModes>{zone, of_zone, of_zone});
    if constexpr (has_prism_fragments(Space::prism_Q, P))
      if (goes_by_triangles(zone)) run_on_warp(TurnedStates<Gas, Space::prism_Q, P, ToModes>{zone, of_zone, of_zone});
    if (!goes_by_lines(zone)) continue;
    run_on_warp(SolidLinePoints<Gas, P, ToModes>{zone, scheme.equations, stage_of(zone, stage), z, {}, nullptr});
  }
}

/// The zone whose cells go by nodes, and those whose cells go by lines, and by blocks of symmetric modes; none: -1.
template <class Eq>
int zone_of_nodes(const Scheme<Eq>& scheme) {
  return zone_where(scheme, [](const auto& zone) { return goes_by_nodes(zone); });
}
template <class Eq>
int zone_of_lines(const Scheme<Eq>& scheme) {
  return zone_where(scheme, [](const auto& zone) { return goes_by_lines(zone); });
}
template <class Eq>
int zone_of_blocks(const Scheme<Eq>& scheme) {
  return zone_where(scheme, [](const auto& zone) { return goes_by_blocks(zone); });
}

/// A stage as SolidTileStages takes it.
template <class Gas, int P, bool Viscous>
class StageOnWarp {
  using Real = typename Gas::Real;

 public:
  StageOnWarp(Backend& backend, const Scheme<Gas>& scheme, const Slabs& slabs, const Stage<Real>& stage)
      : backend_(backend), scheme_(scheme), slabs_(slabs), stage_(stage), nodal_zone_(zone_of_nodes(scheme)) {
    make_room(slabs.rooms[0].tiles, SolidPiece<Gas, 0, P>::numbers, store_.flux[0], store_.jump[0]);
    make_room(slabs.rooms[1].tiles, SolidPiece<Gas, 1, P>::numbers, store_.flux[1], store_.jump[1]);
    make_room(slabs.rooms[0].node_tiles, SolidPiece<Gas, 0, P, true>::numbers, store_.node_flux, store_.node_jump);
  }

  /// Faces of all groups and then all cells, or, in slabs, those between slabs first.
  void run() {
    const auto groups = static_cast<int>(std::max(slabs_.rooms[0].groups.size(), slabs_.rooms[1].groups.size()));
    for (int group = 0; group < groups; ++group) {
      take_faces(group);
      if (slabs_.count > 1 && group > 0) take_cells(group - 1);
    }
    if (slabs_.count == 1) take_cells(0);
  }

 private:
  void make_room(Index tiles, int numbers, Real*& flux, Real*& jump) {
    for (Real** array : {&flux, &jump}) *array = memory_.emplace_back(std::size_t(tiles) * tile_rows * numbers).data();
  }

  void take_faces(int group) {
    take_kind<0>(group);
    take_kind<1>(group);
    if constexpr (face_nodes_pay(P))
      if (nodal_zone_ >= 0)
        for (const ClassTiles& tiles : slabs_.rooms[0].groups[group])
          run_on_warp(ProjectedFaces<Gas, P, Viscous>{
              store_, scheme_.zones.zone[nodal_zone_].solid_fragments.faces[0].nodes, tiles});
  }

  template <int Kind>
  void take_kind(int group) {
    if (slabs_.rooms[Kind].groups.empty()) return;
    take_class<Kind, false, true>(group);
    take_class<Kind, false, false>(group);
    take_class<Kind, true, true>(group);
    take_class<Kind, true, false>(group);
  }

  template <int Kind, bool Curved, bool Boundary>
  void take_class(int group) {
    const ClassTiles& of = slabs_.rooms[Kind].groups[group][static_cast<std::size_t>(face_class(Curved, Boundary))];
    if constexpr (Kind == 1) take_lines<Curved, Boundary>(of.lines());
    const TileGroup tiles = of.by_matrices();
    if (tiles.size() + of.nodes().size() == 0) return;
    using Straight = SolidFaceTiles<Gas, Kind, P, Boundary, Viscous>;
    using Faces = FacesByMatrices<Gas, Kind, P, Curved, Boundary, Viscous>;
    const int side_numbers = solid_side_numbers<Gas, Kind, P>(scheme_);
    if constexpr (Kind == 0 && !Curved && face_terms_pay<Real>(P)) {
      const LoneFaces<Gas, P, Boundary, Viscous> faces{scheme_, stage_.in, store_, of.nodes(), nodal_zone_};
      run_on_warp(faces, faces.items());
    } else if constexpr (Kind == 0 && !Curved && face_nodes_pay(P)) {
      run_on_warp(NodalFaceTiles<Gas, P, Boundary, Viscous>{{scheme_, stage_.in, store_, side_numbers, of.nodes().begin,
                                                             of.nodes().stored}},
                  of.nodes().size());
    }
    if constexpr (!Boundary && has_prism_fragments(Space::prism_Q, P))
      if (const int z = zone_of_prisms(scheme_); z >= 0) {
        const PrismMatrices<Real, P> matrices(backend_, scheme_.eta[z]);
        return run_prism_faces<Kind, Curved, Viscous>(scheme_, stage_, store_, side_numbers, of, matrices);
      }
    run_on_warp(Faces{Straight{scheme_, stage_.in, store_, side_numbers, tiles.begin, tiles.stored}}, tiles.size());
  }

  template <bool Curved, bool Boundary>
  void take_lines(const TileGroup& tiles) {
    const LineEnds<Real, P + 1> ends;
    using Faces = SolidLineFaces<Gas, P, Curved, Boundary, Viscous>;
    run_on_warp(Faces{scheme_, ends, stage_.in, store_, tiles.begin, tiles.stored, zone_of_lines(scheme_)},
                tiles.size() * Faces::items_in_tile);
  }

  void take_cells(int slab) {
    for (int z = 0; z < scheme_.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme_.zones.zone[z];
      const auto begin = [&](int s) { return slab_begin(zone.launched, s, slabs_.count); };
      take_zone(slabs_.count > 1 ? cells_of<3>(zone, begin(slab), begin(slab + 1)) : zone, z);
    }
  }

  void take_zone(const ZoneView<Real>& zone, int z) {
    const Stage<Real> stage = stage_of(zone, stage_);
    const auto run = [&]<class Cells>() { run_on_warp(Cells{zone, scheme_.equations, stage, z, store_, nullptr}); };
    if constexpr (has_symmetric_products(Space::tetrahedron_P, P))
      if (goes_by_blocks(zone)) return run.template operator()<TetrahedronCells<Gas, P, Viscous>>();
    if (goes_by_lines(zone)) {
      if (zone.curved) return run.template operator()<SolidLineCells<Gas, P, Viscous, true>>();
      return run.template operator()<SolidLineCells<Gas, P, Viscous>>();
    }
    with_space<3>(zone.space, [&]<Space S>() {
      if constexpr (has_prism_fragments(S, P))
        if (goes_by_triangles(zone)) {
          const PrismMatrices<Real, P> matrices(backend_, scheme_.eta[z]);
          const auto take = [&]<bool Curved>() {
            run_on_warp(PrismCells<Gas, P, Viscous, Curved>{zone, scheme_.equations, stage, z, store_, nullptr,
                                                            matrices.view()});
          };
          return zone.curved ? take.template operator()<true>() : take.template operator()<false>();
        }
      if constexpr (fits_solid_tiles(S, P)) {
        if (zone.curved) return run.template operator()<SolidCellTiles<Gas, S, P, Viscous, false, true>>();
        if constexpr (S == Space::tetrahedron_P && face_nodes_pay(P))
          if (goes_by_nodes(zone)) return run.template operator()<NodalCells<Gas, P, Viscous>>();
        run.template operator()<SolidCellTiles<Gas, S, P, Viscous>>();
      }
    });
  }

  Backend& backend_;
  const Scheme<Gas>& scheme_;
  const Slabs& slabs_;
  const Stage<Real>& stage_;
  int nodal_zone_;
  SolidStore<Real> store_{};
  std::vector<Memory<Real>> memory_;
};

/// dU/dt with the moments of a source if there is one. It lies beside the state, or in its place.
template <int P, bool Viscous, class Gas>
std::vector<double> rate_by_tiles(SemiDiscretisation<Gas>& space, Backend& backend, const std::vector<double>& u,
                                  const std::vector<double>& source = {}, bool in_place = false) {
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
  StageOnWarp<Gas, P, Viscous>(backend, space.scheme(), space.slabs(), stage).run();
  convert<P, true>(space, out.data());
  return space.unpack(out.copy_out());
}

}  // namespace dg::test
