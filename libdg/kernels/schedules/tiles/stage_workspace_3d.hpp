/// What passes of faces and of cells share in stages with assembly `tiles` on 3-D cells. It is the workspace for what
/// faces leave, and the ways that zones go.
#pragma once

#include <cassert>
#include <optional>
#include <span>

#include "libdg/backend/read_back.hpp"
#include "libdg/kernels/schedules/tiles/all_prism_faces.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/kernels/schedules/tiles/side_numbers_3d.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

/// Whether some inner faces of a kind that leave values at points are such, those with a curved cell or the others. A
/// kernel that finds none takes a hundredth of a stage.
template <int Kind, class Eq>
bool has_faces_beside_prisms(Backend& backend, const KernelContext<Eq>& context, const FaceWorkspace& workspace,
                             bool curved, const Index* side) {
  const TileFacesView<typename Eq::Real>& faces = context.tiles[Kind];
  ReadBack<Index> minus(backend), plus(backend), sides(backend);
  sides.fetch(side, prism_edges * prism_edges * orientation_slots(Eq::dim));
  const PrismFaceChoice<Eq, Kind> choice{context, sides.values().data()};
  for (const auto& group : workspace.groups) {
    const TileGroup tiles = group[static_cast<std::size_t>(face_class(curved, false))].by_matrices();
    if (tiles.size() == 0) continue;
    minus.fetch(faces.minus_code + tiles.begin, std::size_t(tiles.size()));
    plus.fetch(faces.plus_code + tiles.begin, std::size_t(tiles.size()));
    const std::span<const Index> of_minus = minus.values(), of_plus = plus.values();
    for (Index i = 0; i < tiles.size(); ++i)
      if (!choice.takes(of_minus[i], of_plus[i])) return true;
  }
  return false;
}

template <class Eq, int P>
struct StageWorkspace3D {
  using Real = typename Eq::Real;

  Slabs slabs;
  FaceStore3D<Real> store{};  ///< of the arrays below
  int side_numbers[max_face_kinds];
  int nodal_zone = -1, sum_factorised_zone = -1;  ///< whose cells go by nodes, and by sum factorisation; -1: none
  bool changes_basis = false;                     ///< whether some cells go by blocks of symmetric modes
  bool projects = false;  ///< whether some faces have a cell that takes nodes and one that takes points
  std::optional<PrismMatrices<Real, P>> prisms;  ///< where some cells go by triangles
  bool has_others[max_face_kinds][2] = {};       ///< [kind][curved] has_faces_beside_prisms()

  StageWorkspace3D(Backend& backend, const KernelContext<Eq>& context, const Slabs& slabs_of_mesh)
      : slabs(slabs_of_mesh) {
    assert(!(slabs.workspaces[0].groups.empty() && slabs.workspaces[1].groups.empty()) &&
           "slabs are those of the discretisation");
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      if (goes_by_nodes(zone)) nodal_zone = z;
      if (is_sum_factorised(zone)) sum_factorised_zone = z;
      changes_basis = changes_basis || zone.fragments_3d.basis_change.from_modes;
      if (goes_by_triangles(zone) && !prisms) prisms.emplace(backend, context.eta[z]);
    }
    for (const auto& group : slabs.workspaces[0].groups)
      for (const ClassTiles& tiles : group) projects = projects || tiles.both().size() > 0;
    if (nodal_zone >= 0) allocate_nodes(backend, context.equations.viscous);
    allocate<0>(backend, context);
    allocate<1>(backend, context);
    if (!prisms) return;
    const Index* side = prisms->faces().side;
    for (const bool curved : {false, true}) {
      has_others[0][curved] = has_faces_beside_prisms<0>(backend, context, slabs.workspaces[0], curved, side);
      has_others[1][curved] = has_faces_beside_prisms<1>(backend, context, slabs.workspaces[1], curved, side);
    }
  }

 private:
  template <int Kind>
  void allocate(Backend& backend, const KernelContext<Eq>& context) {
    const std::size_t numbers =
        std::size_t(slabs.workspaces[Kind].tiles) * tile_rows * FacePiece3D<Eq, Kind, P>::numbers;
    flux_[Kind] = Array<Real>(backend, numbers);
    jump_[Kind] = Array<Real>(backend, context.equations.viscous ? numbers : 0);
    store.flux[Kind] = flux_[Kind].data();
    store.jump[Kind] = jump_[Kind].data();
    side_numbers[Kind] = side_numbers_3d<Eq, Kind, P>(context);
  }

  void allocate_nodes(Backend& backend, bool viscous) {
    const std::size_t numbers =
        std::size_t(slabs.workspaces[0].node_tiles) * tile_rows * FacePiece3D<Eq, 0, P, true>::numbers;
    node_flux_ = Array<Real>(backend, numbers);
    node_jump_ = Array<Real>(backend, viscous ? numbers : 0);
    store.node_flux = node_flux_.data();
    store.node_jump = node_jump_.data();
  }

  Array<Real> flux_[max_face_kinds], jump_[max_face_kinds];
  Array<Real> node_flux_, node_jump_;
};

/// What passes take at once.
struct StageShare {
  int group = -1;   ///< of faces; of cells those of the slab group - 1; none: what the part of the stage says
  int branch = -1;  ///< on which all of it runs; none: kernels of a pass run side by side

  int branch_of(int kernel) const { return branch < 0 ? kernel : branch; }
};

}  // namespace dg
