/// The natural order of a boundary: the order in which one meets its faces when walking along it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// Numbers of the boundaries called `names`, in that order. No names: the boundary with the fewest faces (but some),
/// whose fronts are the narrowest; empty if the mesh has no boundary faces at all. Throws InputError for a name that is
/// not in the mesh, is given twice, or has no faces.
std::vector<Index> start_boundaries(const CellGraph& graph, std::span<const std::string> names);

/// Faces of one boundary in natural order. Pieces follow by their lowest face. A piece on which each face leads to one
/// other at most is walked in the direction of its faces. The walk starts at its beginning, or at its lowest-numbered
/// face if it is closed. Any other piece (a surface, or curves that cross) is ordered breadth-first from its
/// lowest-numbered face.
std::vector<Index> walk_boundary(const CellGraph& graph, Index boundary);

}  // namespace dg
