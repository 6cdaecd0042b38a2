/// The graph of a mesh of any dimension: cells, the faces between them, and their neighbours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// A face as an edge of the cell graph.
struct GraphFace {
  Index minus = -1;                             ///< cell on one side
  Index plus = -1;                              ///< cell on the other side; -1 on a boundary
  std::int16_t boundary = -1;                   ///< index into CellGraph::boundary_names; -1 between two cells
  std::int8_t minus_face = -1, plus_face = -1;  ///< local number of the face in each cell; -1 if not known

  bool operator==(const GraphFace&) const = default;
};

/// The graph whose vertices are the cells of a mesh and whose edges are its interior faces.
///
/// Lists of lists are stored flat: the entries of item i are [begin[i], begin[i+1]).
struct CellGraph {
  std::vector<GraphFace> faces;
  std::vector<std::string> boundary_names;

  /// Size cell_count()+1. Cell i has its local face k at place cell_begin[i] + k of the two lists that follow.
  std::vector<Index> cell_begin{0};
  std::vector<Index> cell_neighbours;  ///< the cell across the face; -1 on a boundary
  std::vector<Index> cell_faces;       ///< the number of the face

  /// Faces with a cell on one side only, ascending.
  std::vector<Index> boundary_faces;
  /// Boundary faces that touch each boundary face, as positions in boundary_faces. A ridge of a face is a vertex in 2-D
  /// and an edge in 3-D. Those at the ridge where the face's own direction leads come first, then the others ridge by
  /// ridge. For a ridge without another one stands -1. Both are empty if not known: the natural order of a boundary is
  /// then that of its faces.
  std::vector<Index> boundary_link_begin, boundary_links;

  /// Coordinates of the cells, `dimension` numbers each; dimension 0 and no numbers if not known.
  int dimension = 0;
  std::vector<double> centroids;

  Index cell_count() const { return static_cast<Index>(cell_begin.size()) - 1; }
  Index face_count() const { return static_cast<Index>(faces.size()); }
  /// The cells across the faces of a cell, -1 on a boundary.
  std::span<const Index> neighbours_of(Index cell) const {
    return {cell_neighbours.data() + cell_begin[cell], cell_neighbours.data() + cell_begin[cell + 1]};
  }
  std::span<const Index> faces_of(Index cell) const {
    return {cell_faces.data() + cell_begin[cell], cell_faces.data() + cell_begin[cell + 1]};
  }
  /// Calls visit(neighbour) for the cells across the interior faces of a cell. It goes once down the cyclic order of
  /// its local faces, from local face `from`, which comes last.
  template <class Visit>
  void go_round(Index cell, Index from, Visit&& visit) const {
    const auto around = neighbours_of(cell);
    const auto count = static_cast<Index>(around.size());
    for (Index step = 0, k = from; step < count; ++step) {
      k = (k == 0 ? count : k) - 1;
      if (around[k] != -1) visit(around[k]);
    }
  }
  /// Local number of the first face of `cell` that leads to `neighbour`; 0 if none does.
  Index local_face_towards(Index cell, Index neighbour) const {
    const auto around = neighbours_of(cell);
    const auto it = std::find(around.begin(), around.end(), neighbour);
    return it == around.end() ? 0 : static_cast<Index>(it - around.begin());
  }
  /// Number of interior faces of a cell.
  Index degree_of(Index cell) const;
};

/// Makes the graph of `cell_count` cells joined by `faces`, in linear time; geometry and boundary links stay empty.
/// Local numbers of faces are given for all faces or for none; in the latter case they follow the order of the faces.
/// Throws InputError if there are no cells, or if a face names a cell or boundary that does not exist. Throws it, too,
/// if local numbers do not count the faces of a cell.
CellGraph build_graph(Index cell_count, std::vector<GraphFace> faces, std::vector<std::string> boundary_names);

}  // namespace dg
