/// By which products Assembly::tiles takes solid cells of each shape.
#pragma once

#include "libdg/element/element.hpp"
#include "libdg/space/space_options.hpp"

namespace dg {

enum class TileWay {
  none,      ///< their means alone, or more modes than a warp has room for
  matrices,  ///< as matrices, with values at the points of faces
  nodes,     ///< the same with values at the nodes of faces, which are fewer (element/face_nodes.hpp)
  lines      ///< line by line, by sum factorisation, on states by points (kernels/engines/solid_line.hpp)
};

/// Of cells with a space, curved or straight.
TileWay tile_way(Space space, bool curved, const SpaceOptions& options);

}  // namespace dg
