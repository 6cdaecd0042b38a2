/// Cells with vertices that coincide, as structured grids have them at poles and axes.
#pragma once

#include <string>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// Makes those of order 1 the prisms, pyramids, tetrahedra and triangles that they are: their faces are the same, and
/// so is what they fill. Faces that have become triangles are such, and those that have vanished are left out. What is
/// none of these shapes stays as it is. `notes` says how many cells have changed.
void replace_degenerate_cells(ForeignMesh& file, const std::string& path, std::vector<std::string>& notes);

}  // namespace dg
