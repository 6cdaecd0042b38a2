/// Slabs: parts of a mesh, consecutive cells of each zone, that assembly `tiles` takes one after the other, so that
/// what faces leave for cells needs room for a part of the mesh only.
///
/// Faces between cells of different slabs are taken before all slabs, and keep a room of their own (group 0). Then each
/// slab takes its own faces (group 1 + slab) and its cells. Slabs take turns in two rooms, so that one may begin before
/// the one before has ended.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/fragments.hpp"
#include "libdg/space/storage_order.hpp"
#include "libdg/space/tile_faces.hpp"

namespace dg {

/// First cell of a slab among the cells of a zone with padding.
Index slab_begin(Index launched, int slab, int slabs);

/// The groups of all faces.
template <int Dim>
FaceGroups slab_groups(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places,
                       int slabs);

/// The part of all faces, each with so many numbers, that needs room at once: 1 without slabs.
double room_of(const FaceGroups& groups, int slabs);

/// As many slabs as leave work enough for a device in each of them; 1 where the room would hardly be smaller.
template <int Dim>
int choose_slabs(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places);

/// Where tiles of faces leave what they find.
struct TileGroup {
  Index begin = 0, end = 0;  ///< tiles, counted from the first of all
  Index stored = 0;          ///< the first of them leaves it here, counted in tiles

  constexpr Index size() const { return end - begin; }
};
struct FaceRoom {
  std::vector<std::array<TileGroup, face_classes>> groups;  ///< [group]
  Index tiles = 0;                                          ///< of room

  /// Where a tile of a face of a group leaves what it finds.
  Index stored(Index tile, int group) const;
};

/// The room of the faces of a kind; without slabs each tile has its own.
FaceRoom face_room(const TileFaces& tiles, int slabs);

struct Slabs {
  int count = 1;
  std::array<FaceRoom, max_face_kinds> rooms;
};

}  // namespace dg
