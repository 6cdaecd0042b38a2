/// A mesh whose cells lie part by part, and with them its faces and nodes, so that a part is one piece of every list.
#pragma once

#include <span>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
struct MeshInParts {
  Mesh<Dim> mesh;
  /// Part k has the cells from cells[k] up to cells[k+1], and the faces of which it has the lower cell. Likewise it has
  /// the nodes that no part before it has.
  std::vector<Index> cells, faces, nodes;

  int parts() const { return static_cast<int>(cells.size()) - 1; }
};

/// Puts cells, faces and nodes into the order of their parts, part_of[cell] of so many; within a part they keep theirs.
/// Nodes that no cell has are left out. Throws InputError for a part without cells.
template <int Dim>
MeshInParts<Dim> in_parts(const Mesh<Dim>& mesh, std::span<const int> part_of, int parts);

}  // namespace dg
