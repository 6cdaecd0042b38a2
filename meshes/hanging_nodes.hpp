/// Vertices of cells that lie within a face of a neighbour, where the mesh does not conform.
#pragma once

#include <string>
#include <vector>

#include "meshes/side_table.hpp"

namespace dg {

/// Refuses, with an InputError that opens with `source`, a vertex of one of these sides within another one of them.
/// The first side is compared with all, every other one with those that it shares a vertex with. That finds every
/// single hanging node, in linear time.
template <int Dim>
void refuse_hanging_nodes(const Mesh<Dim>& mesh, const std::vector<Side>& sides, const std::string& source);

}  // namespace dg
