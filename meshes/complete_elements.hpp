/// Serendipity elements, which lack the nodes inside their faces and volumes.
#pragma once

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// Makes complete elements of the cells that have nodes at vertices and on edges only. The nodes added lie where
/// edge_blending() has them, so that quadrilaterals, hexahedra and prisms of order 2, and all quadrilaterals and
/// hexahedra, keep their map. Pyramids are completed at order 2 only, and their functions are then those of 14 nodes.
/// Cells that share a face share its new nodes.
void complete_elements(ForeignMesh& file);

}  // namespace dg
