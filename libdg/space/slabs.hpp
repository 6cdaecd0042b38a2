/// Slabs are parts of a mesh, consecutive cells of each zone, that assembly `tiles` takes one after the other. So what
/// faces leave for cells needs workspace for a part of the mesh only.
///
/// Faces between cells of different slabs are taken before the cells of any slab, and keep a workspace of their own
/// (group 0). Each slab takes its own faces (group 1 + slab) and then its cells. Slabs take turns in two workspaces, so
/// that one may begin before the one before has ended.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/fragments.hpp"
#include "libdg/space/face_values.hpp"
#include "libdg/space/storage_order.hpp"
#include "libdg/space/tile_faces.hpp"

namespace dg {

/// In which slabs take turns.
inline constexpr int slab_workspaces = 2;

/// First cell of a slab among the cells of a zone with padding.
Index slab_begin(Index launched, int slab, int slabs);

/// The groups of all faces.
template <int Dim>
FaceGroups slab_groups(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places,
                       int slabs);

/// The part of all faces, each with so many numbers, that needs workspace at once: 1 without slabs.
double workspace_of(const FaceGroups& groups, int slabs);

/// As many slabs as leave work enough for a device in each of them; 1 where the workspace would hardly be smaller.
template <int Dim>
int choose_slabs(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places);

/// Tiles of faces, and where they leave what they find.
struct TileGroup {
  Index begin = 0, end = 0;  ///< tiles, counted from the first of all
  Index stored = 0;          ///< the first of them leaves it here, counted in tiles

  constexpr Index size() const { return end - begin; }
};

/// The tiles of a class in a group, by FaceValues. Values at nodes and at points have workspaces of their own.
struct ClassTiles {
  std::array<Index, face_values + 1> begin{};     ///< first tile of each
  Index node_workspace = 0, point_workspace = 0;  ///< places of the first that leave such values

  constexpr TileGroup nodes() const { return {begin[0], begin[1], node_workspace}; }
  constexpr TileGroup both() const { return {begin[1], begin[2], point_workspace}; }
  constexpr TileGroup points() const { return {begin[2], begin[3], point_workspace + begin[2] - begin[1]}; }
  constexpr TileGroup lines() const { return {begin[3], begin[4], point_workspace + begin[3] - begin[1]}; }
  /// both() and points().
  constexpr TileGroup by_matrices() const { return {begin[1], begin[3], point_workspace}; }
  /// Where the projections of both() lie.
  constexpr Index projected() const { return node_workspace + begin[1] - begin[0]; }
};

struct FaceWorkspace {
  std::vector<std::array<ClassTiles, face_classes>> groups;  ///< [group]
  Index tiles = 0, node_tiles = 0;                           ///< of workspace for values at points, and at nodes

  /// Where a tile of a face of a group leaves values at nodes, or at points; -1: nowhere.
  Index stored(Index tile, int group, bool at_nodes) const;
};

/// The groups of faces, each divided by what its faces leave.
FaceGroups divided_groups(const FaceGroups& groups, const std::vector<FaceValues>& values);

/// The workspace of the faces of a kind in so many divided_groups(). Where they take turns, those after the first share
/// two workspaces.
FaceWorkspace face_workspace(const TileFaces& tiles, int groups, bool alternates);

struct Slabs {
  int count = 1;
  std::array<FaceWorkspace, max_face_kinds> workspaces;
};

}  // namespace dg
