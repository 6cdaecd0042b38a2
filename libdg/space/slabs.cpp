#include "libdg/space/slabs.hpp"

#include <algorithm>
#include <cstdint>

#include "libdg/space/zone.hpp"

namespace dg {
namespace {

constexpr int most_slabs = 16, usual_slabs = 8;
/// Fewer cells in a slab leave parts of a device idle.
constexpr Index least_slab_cells = 32768;

int slab_of(Index cell, Index launched, int slabs) {
  return static_cast<int>(std::int64_t(cell / zone_padding) * slabs / (launched / zone_padding));
}

}  // namespace

Index slab_begin(Index launched, int slab, int slabs) {
  const std::int64_t blocks = launched / zone_padding;
  return static_cast<Index>((blocks * slab + slabs - 1) / slabs * zone_padding);
}

template <int Dim>
FaceGroups slab_groups(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places,
                       int slabs) {
  const auto slab = [&](Index cell) { return slab_of(places.local[cell], zones[places.zone[cell]].launched, slabs); };
  FaceGroups groups(mesh.faces.size());
#pragma omp parallel for
  for (Index i = 0; i < mesh.face_count(); ++i) {
    const Face& f = mesh.faces[i];
    const int of_minus = slab(f.minus);
    const bool inside = f.plus < 0 || slab(f.plus) == of_minus;
    groups[i] = static_cast<unsigned char>(inside ? 1 + of_minus : 0);
  }
  return groups;
}

double room_of(const FaceGroups& groups, int slabs) {
  if (slabs == 1 || groups.empty()) return 1;
  std::array<std::size_t, most_slabs + 1> faces{};
  for (const unsigned char group : groups) ++faces[group];
  std::size_t room = faces[0];
  for (int turn = 0; turn < 2; ++turn) {
    std::size_t most = 0;
    for (int s = turn; s < slabs; s += 2) most = std::max(most, faces[1 + s]);
    room += most;
  }
  return static_cast<double>(room) / static_cast<double>(groups.size());
}

template <int Dim>
int choose_slabs(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places) {
  for (int slabs = usual_slabs; slabs >= 4; slabs /= 2)
    if (mesh.cell_count() / slabs >= least_slab_cells && room_of(slab_groups(mesh, zones, places, slabs), slabs) < 0.75)
      return slabs;
  return 1;
}

Index FaceRoom::stored(Index tile, int group) const {
  for (const TileGroup& of_class : groups[group])
    if (tile >= of_class.begin && tile < of_class.end) return of_class.stored + tile - of_class.begin;
  return -1;
}

FaceRoom face_room(const TileFaces& tiles, int slabs) {
  FaceRoom room;
  const int groups = slabs > 1 ? 1 + slabs : 1;
  std::array<Index, 2> most{};
  for (int g = 0; g < groups; ++g) {
    auto& of_group = room.groups.emplace_back();
    Index count = 0;
    for (std::size_t c = 0; c < face_classes; ++c) {
      const std::vector<Index>& begin = tiles.group_begin[c];
      const auto at = [&](int group) {
        return static_cast<std::size_t>(group) < begin.size() ? begin[group] : tiles.begin[c + 1];
      };
      of_group[c] = {at(g), slabs > 1 ? at(g + 1) : tiles.begin[c + 1], count};
      count += of_group[c].end - of_group[c].begin;
    }
    if (g == 0)
      room.tiles = count;
    else
      most[(g - 1) % 2] = std::max(most[(g - 1) % 2], count);
  }
  for (int g = 1; g < groups; ++g)
    for (TileGroup& of_class : room.groups[g]) of_class.stored += room.tiles + (g % 2 == 1 ? 0 : most[0]);
  room.tiles += most[0] + most[1];
  return room;
}

template FaceGroups slab_groups<2>(const Mesh<2>&, const std::vector<StoredZone>&, const CellPlaces&, int);
template FaceGroups slab_groups<3>(const Mesh<3>&, const std::vector<StoredZone>&, const CellPlaces&, int);
template int choose_slabs<2>(const Mesh<2>&, const std::vector<StoredZone>&, const CellPlaces&);
template int choose_slabs<3>(const Mesh<3>&, const std::vector<StoredZone>&, const CellPlaces&);

}  // namespace dg
