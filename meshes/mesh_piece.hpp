/// A part of a mesh that no process holds as a whole, with the cells around it.
#pragma once

#include <vector>

#include "meshes/global_index.hpp"
#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
struct MeshPiece {
  Mesh<Dim> mesh;                 ///< cells of the part, and all that have a node in common with them
  std::vector<GlobalIndex> cell;  ///< [cell] its number in the whole mesh
};

}  // namespace dg
