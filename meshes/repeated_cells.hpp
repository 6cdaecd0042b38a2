/// Cells that a Gmsh file lists more than once: version 2 writes a cell once for each physical group that it is in.
#pragma once

#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// Keeps of cells with the same nodes, in whatever order, only the first. The cells are the elements of the highest
/// dimension that there is.
void drop_repeated_cells(std::vector<ElementBlock>& blocks);

}  // namespace dg
