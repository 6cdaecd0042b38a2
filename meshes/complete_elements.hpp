/// Serendipity elements, which lack the nodes inside their faces and volumes.
#pragma once

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// Makes complete elements of the cells that are 8-node quadrilaterals, 20-node hexahedra, 15-node prisms or 13-node
/// pyramids. The nodes added lie where the serendipity functions have them, so that every cell keeps its map. Pyramids
/// are an exception: their functions are then those of 14 nodes. Cells that share a quadrilateral share its new node.
void complete_elements(ForeignMesh& file);

}  // namespace dg
