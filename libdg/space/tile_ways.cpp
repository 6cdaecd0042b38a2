#include "libdg/space/tile_ways.hpp"

#include <algorithm>

#include "libdg/element/face_nodes.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

TileWay tile_way(Space space, bool curved, const SpaceOptions& o) {
  if (o.degree < 1) return TileWay::none;
  const bool fastest = o.tile_products == TileProducts::fastest;
  const bool by_points =
      o.extra_quadrature == 0 && (!curved || mass_inverse_of(space, o) == MassInverse::weight_adjusted);
  if (fastest && space == Space::hexahedron_Q && by_points) return TileWay::lines;
  if (!fits_solid_tiles(space, o.degree)) return TileWay::none;
  const bool by_nodes = fastest && space == Space::tetrahedron_P && !curved && face_nodes_pay(o.degree);
  return by_nodes ? TileWay::nodes : TileWay::matrices;
}

template <int Dim>
std::vector<CellKind> cell_kinds(const Mesh<Dim>& mesh) {
  const auto bit = [](CellShape shape, bool curved) { return 1u << (2 * static_cast<int>(shape) + curved); };
  unsigned found = 0;
#pragma omp parallel for reduction(| : found)
  for (Index c = 0; c < mesh.cell_count(); ++c) found |= bit(mesh.cell_shapes[c], !is_affine(mesh, c));
  std::vector<CellKind> kinds;
  for (int shape = 0; shape < cell_shape_count; ++shape)
    for (const bool curved : {false, true})
      if (found & bit(CellShape(shape), curved)) kinds.push_back({CellShape(shape), curved});
  return kinds;
}

template std::vector<CellKind> cell_kinds<2>(const Mesh<2>&);
template std::vector<CellKind> cell_kinds<3>(const Mesh<3>&);

std::vector<CellKind> beyond_tiles(const std::vector<CellKind>& kinds, const SpaceOptions& options) {
  const auto way = [&](const CellKind& kind) {
    return tile_way(space_of(kind.shape, options.quads), kind.curved, options);
  };
  const bool all_by_lines =
      std::ranges::all_of(kinds, [&](const CellKind& kind) { return way(kind) == TileWay::lines; });
  std::vector<CellKind> beyond;
  for (const CellKind& kind : kinds) {
    if (dim_of(kind.shape) == 2) continue;
    const bool fits_beside = all_by_lines || fits_beside_tiles(space_of(kind.shape, options.quads), options.degree);
    if (way(kind) == TileWay::none || !fits_beside) beyond.push_back(kind);
  }
  return beyond;
}

}  // namespace dg
