#include "libdg/space/slabs.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "libdg/space/zone.hpp"

namespace dg {
namespace {

constexpr int most_slabs = 16, usual_slabs = 8;
/// Fewer cells in a slab for each zone, which are a kernel each, leave parts of a device idle.
constexpr Index least_slab_cells = 32768;

int slab_of(Index cell, Index launched, int slabs) {
  return static_cast<int>(std::int64_t(cell / zone_padding) * slabs / (launched / zone_padding));
}

/// Where groups of so many tiles lie, and, as the last entry, how much workspace they take: one after the other, or,
/// where they alternate, those after the first in one of the workspaces, each as large as the largest group in it.
std::vector<Index> workspace_begins(const std::vector<Index>& tiles, bool alternates) {
  std::vector<Index> begins{0};
  if (!alternates) {
    for (const Index of_group : tiles) begins.push_back(begins.back() + of_group);
    return begins;
  }
  std::array<Index, slab_workspaces + 1> workspaces{tiles[0]};
  for (std::size_t g = 1; g < tiles.size(); ++g) {
    Index& most = workspaces[(g - 1) % slab_workspaces + 1];
    most = std::max(most, tiles[g]);
  }
  std::partial_sum(workspaces.begin(), workspaces.end(), workspaces.begin());
  for (std::size_t g = 1; g < tiles.size(); ++g) begins.push_back(workspaces[(g - 1) % slab_workspaces]);
  begins.push_back(workspaces.back());
  return begins;
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

double workspace_of(const FaceGroups& groups, int slabs) {
  if (slabs == 1 || groups.empty()) return 1;
  std::array<std::size_t, most_slabs + 1> faces{};
  for (const unsigned char group : groups) ++faces[group];
  std::size_t workspace = faces[0];
  for (int parity = 0; parity < slab_workspaces; ++parity) {
    std::size_t most = 0;
    for (int s = parity; s < slabs; s += slab_workspaces) most = std::max(most, faces[1 + s]);
    workspace += most;
  }
  return static_cast<double>(workspace) / static_cast<double>(groups.size());
}

template <int Dim>
int choose_slabs(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones, const CellPlaces& places) {
  for (int slabs = usual_slabs; slabs >= 4; slabs /= 2)
    if (mesh.cell_count() / slabs >= least_slab_cells * static_cast<Index>(zones.size()) &&
        workspace_of(slab_groups(mesh, zones, places, slabs), slabs) < 0.75)
      return slabs;
  return 1;
}

Index FaceWorkspace::stored(Index tile, int group, bool at_nodes) const {
  const auto holds = [tile](Index begin, Index end) { return tile >= begin && tile < end; };
  for (const ClassTiles& of_class : groups[group]) {
    const auto& begin = of_class.begin;
    if (at_nodes && holds(begin[0], begin[2])) return of_class.node_workspace + tile - begin[0];
    if (!at_nodes && holds(begin[1], begin[4])) return of_class.point_workspace + tile - begin[1];
  }
  return -1;
}

FaceGroups divided_groups(const FaceGroups& groups, const std::vector<FaceValues>& values) {
  FaceGroups divided(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    divided[i] = static_cast<unsigned char>(groups[i] * face_values + static_cast<int>(values[i]));
  }
  return divided;
}

FaceWorkspace face_workspace(const TileFaces& tiles, int groups, bool alternates) {
  FaceWorkspace workspace;
  std::vector<Index> at_nodes, at_points;  // tiles of each group
  for (int g = 0; g < groups; ++g) {
    auto& of_group = workspace.groups.emplace_back();
    at_nodes.push_back(0);
    at_points.push_back(0);
    for (std::size_t c = 0; c < face_classes; ++c) {
      const std::vector<Index>& begin = tiles.group_begin[c];
      ClassTiles& t = of_group[c];
      for (int i = 0; i <= face_values; ++i) {
        const auto divided = static_cast<std::size_t>(g * face_values + i);
        t.begin[i] = divided < begin.size() ? begin[divided] : tiles.begin[c + 1];
      }
      t.node_workspace = std::exchange(at_nodes.back(), at_nodes.back() + t.begin[2] - t.begin[0]);
      t.point_workspace = std::exchange(at_points.back(), at_points.back() + t.begin[4] - t.begin[1]);
    }
  }
  const std::vector<Index> node_workspaces = workspace_begins(at_nodes, alternates),
                           point_workspaces = workspace_begins(at_points, alternates);
  for (int g = 0; g < groups; ++g)
    for (ClassTiles& t : workspace.groups[g]) {
      t.node_workspace += node_workspaces[g];
      t.point_workspace += point_workspaces[g];
    }
  workspace.node_tiles = node_workspaces.back();
  workspace.tiles = point_workspaces.back();
  return workspace;
}

template FaceGroups slab_groups<2>(const Mesh<2>&, const std::vector<StoredZone>&, const CellPlaces&, int);
template FaceGroups slab_groups<3>(const Mesh<3>&, const std::vector<StoredZone>&, const CellPlaces&, int);
template int choose_slabs<2>(const Mesh<2>&, const std::vector<StoredZone>&, const CellPlaces&);
template int choose_slabs<3>(const Mesh<3>&, const std::vector<StoredZone>&, const CellPlaces&);

}  // namespace dg
