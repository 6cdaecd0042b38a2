/// By which products Assembly::tiles takes solid cells of each shape.
#pragma once

#include "libdg/element/element.hpp"
#include "libdg/element/face_nodes.hpp"
#include "libdg/space/space_options.hpp"

namespace dg {

enum class TileWay {
  none,      ///< their means alone, or more modes than a warp has room for
  matrices,  ///< as matrices, with values at the points of faces
  nodes,     ///< the same with values at the nodes of faces, which are fewer (element/face_nodes.hpp)
  lines      ///< line by line, by sum factorisation, on states by points (kernels/engines/solid_line.hpp)
};

/// Of cells with a space, curved or straight.
inline TileWay tile_way(Space space, bool curved, const SpaceOptions& o) {
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
