/// Outlines of the cells of a mesh in 2-D, for plots.
#pragma once

#include <vector>

#include "meshes/mesh.hpp"
#include "reorder/mesh_graph.hpp"

namespace dg {

/// Cell i has the corners (x[k], y[k]) for k from begin[i] up to begin[i+1], exclusive, going round it.
struct CellOutlines {
  std::vector<Index> begin{0};
  std::vector<double> x, y;

  Index cell_count() const { return static_cast<Index>(begin.size()) - 1; }
};

/// The straight-sided outlines of the cells.
inline CellOutlines outlines_of(const Mesh2& mesh) {
  CellOutlines outlines;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    for (const Index v : vertices_of(mesh, cell)) {
      outlines.x.push_back(mesh.nodes[v][0]);
      outlines.y.push_back(mesh.nodes[v][1]);
    }
    outlines.begin.push_back(static_cast<Index>(outlines.x.size()));
  }
  return outlines;
}

}  // namespace dg
