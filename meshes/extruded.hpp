/// The prisms and hexahedra that a 2-D mesh sweeps along z.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// `layers` copies of the cells of a 2-D mesh between two heights, of its order. Cell c of the 2-D mesh is cell c + k
/// cell_count() in layer k. Its node n is node n + l node_count() at level l of layers * order + 1. Boundaries keep
/// their names and their order, and periodic pairs their pairing. Behind them come "front" at `low` and "back" at
/// `high`, which match. Throws InputError, naming the `source`, for a 2-D mesh with boundaries of these names, and for
/// one whose cells become too many. Preconditions: low < high, layers >= 1.
Mesh3 extruded(const Mesh2& base, double low, double high, int layers, const std::string& source);

}  // namespace dg
