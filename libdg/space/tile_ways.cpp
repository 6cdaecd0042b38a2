#include "libdg/space/tile_ways.hpp"

#include "libdg/element/face_nodes.hpp"
#include "libdg/space/line_cells.hpp"

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

}  // namespace dg
