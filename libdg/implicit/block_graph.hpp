/// The cells of a mesh as the blocks of a Jacobian: how many unknowns each has, and which cells its rate depends on.
#pragma once

#include <cstddef>
#include <vector>

#include "libdg/core/index.hpp"
#include "libdg/element/element.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Variables of the equations that the solver is made for, and unknowns of a cell of any shape, at most.
inline constexpr int most_variables = 9, most_unknowns = mode_count(Space::hexahedron_Q, max_degree) * most_variables;

/// Unknowns lie cell after cell, per cell [mode][variable]: those of a lower degree come first in each cell.
///
/// On one of several ranks, neighbours that belong to others come last. These ghosts have columns and no rows, no
/// unknowns in vectors, and links to own cells alone.
struct BlockGraph {
  int n_var = 0;
  Index ghosts = 0;
  std::vector<int> modes;          ///< [cell]
  std::vector<std::size_t> begin;  ///< [cell] first unknown; the last entry is their number, with those of ghosts
  std::vector<Index> first;        ///< [cell] first neighbour; the last entry is the number of links
  std::vector<Index> neighbour;    ///< [link] cells beyond faces, in the order of the whole mesh, none twice
  std::vector<Index> reverse;      ///< [link] the link back

  /// Those with rows.
  Index cells() const { return static_cast<Index>(modes.size()) - ghosts; }
  bool has_row(Index cell) const { return cell < cells(); }
  std::size_t unknowns() const { return begin[cells()]; }
  int size(Index cell) const { return modes[cell] * n_var; }
};

/// The cells of a mesh with polynomials of a degree.
template <int Dim>
BlockGraph make_block_graph(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var);

/// Where the cells of a graph are: in a mesh, and in the whole mesh that this may be a part of.
struct GraphCells {
  std::vector<Index> order;   ///< [cell] in the mesh
  std::vector<Index> number;  ///< [cell] in the whole mesh
  Index ghosts = 0;
};

/// The same of a subdomain, whose ghosts come last.
template <int Dim>
BlockGraph make_block_graph(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var, const GraphCells& cells);

/// Sets where the unknowns of each cell begin, and the links back, from the rest of a graph.
void complete(BlockGraph& graph);

/// Groups of cells such that no cell and no neighbour of a cell has two of a group: greedily, in the order of the
/// cells.
std::vector<std::vector<Index>> distance_two_colours(const BlockGraph& graph);

}  // namespace dg
