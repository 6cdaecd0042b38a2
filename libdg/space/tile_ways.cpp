#include "libdg/space/tile_ways.hpp"

#include "libdg/element/face_nodes.hpp"
#include "libdg/space/line_cells.hpp"

namespace dg {

TileWay tile_way(Space space, bool curved, int geometry_order, const SpaceOptions& o) {
  if (o.degree < 1) return TileWay::none;
  const bool fastest = o.tile_products == TileProducts::fastest;
  const bool few_points = o.extra_quadrature == 0 && (!curved || geometry_order <= highest_line_order(o.degree));
  if (fastest && space == Space::hexahedron_Q && few_points) return TileWay::lines;
  if (!fits_solid_tiles(space, o.degree, curved)) return TileWay::none;
  const bool by_nodes = fastest && space == Space::tetrahedron_P && !curved && face_nodes_pay(o.degree);
  return by_nodes ? TileWay::nodes : TileWay::matrices;
}

}  // namespace dg
