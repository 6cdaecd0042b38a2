/// Multi-layer ordering: layers of cells that grow from chosen start boundaries, numbered layer by layer.
///
/// Reference: H. Gao, H. Chen, J. Zhang, X. Jia, A RKDG GPU parallel algorithm and its acceleration with reordering,
/// J. Harbin Inst. Technol. 55(8), 2023, section 2.
#pragma once

#include <span>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// The cells of a mesh in layers. The first layer of a part of the mesh holds its seeds. Every cell of any other layer
/// has a neighbour in the layer before it, and none in an earlier one.
struct Layering {
  std::vector<Index> cells;           ///< new to old
  std::vector<Index> layer_begin{0};  ///< layer k holds cells[layer_begin[k]] up to cells[layer_begin[k+1]], exclusive
  std::vector<Index> part_begin;      ///< layers that open a part, ascending; the first is 0

  Index layer_count() const { return static_cast<Index>(layer_begin.size()) - 1; }
};

/// Grows layers from the boundaries `starts` (numbers into boundary_names), in linear time.
///
/// The first layer holds the cells on those boundaries in natural order. The next layer takes, cell by cell of the last
/// one, its neighbours that no layer holds yet. It goes down the cyclic order of local faces, from the face through
/// which that cell was reached. Faces of 2-D cells are numbered counter-clockwise. So the neighbours line up along the
/// front in the direction of the walk, and no two layers twist against each other. Where no layer reaches, or without
/// starts, a further part begins with one cell at its end (PeripheryFinder). Parts are in the order of their lowest
/// cells.
Layering grow_layers(const CellGraph& graph, std::span<const Index> starts);

}  // namespace dg
