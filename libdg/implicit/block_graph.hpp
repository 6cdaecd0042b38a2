/// The cells of a mesh as the blocks of a Jacobian: how many unknowns each has, and which cells its rate depends on.
#pragma once

#include <cstddef>
#include <vector>

#include "libdg/core/index.hpp"
#include "libdg/element/element.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Variables of the equations that the solver is made for, and unknowns of a cell of any shape, at most.
inline constexpr int most_variables = 6, most_unknowns = mode_count(Space::hexahedron_Q, max_degree) * most_variables;

/// Unknowns lie cell after cell, per cell [mode][variable]: those of a lower degree come first in each cell.
struct BlockGraph {
  int n_var = 0;
  std::vector<int> modes;          ///< [cell]
  std::vector<std::size_t> begin;  ///< [cell] first unknown; the last entry is their number
  std::vector<Index> first;        ///< [cell] first neighbour; the last entry is the number of links
  std::vector<Index> neighbour;    ///< [link] cells beyond faces, ascending for each cell, none twice
  std::vector<Index> reverse;      ///< [link] the link back

  Index cells() const { return static_cast<Index>(modes.size()); }
  std::size_t unknowns() const { return begin.back(); }
  int size(Index cell) const { return modes[cell] * n_var; }
};

/// The cells of a mesh with polynomials of a degree.
template <int Dim>
BlockGraph make_block_graph(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var);

/// Groups of cells such that no cell and no neighbour of a cell has two of a group: greedily, in the order of the
/// cells.
std::vector<std::vector<Index>> distance_two_colours(const BlockGraph& graph);

}  // namespace dg
