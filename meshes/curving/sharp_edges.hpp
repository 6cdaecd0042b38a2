/// The edges of a wall of straight faces at which it turns.
#pragma once

#include <array>
#include <set>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// Edges by their vertices, the smaller first, at which two of the faces meet and turn by more than `angle` degrees.
/// Empty in 2-D, where faces meet at vertices.
template <int Dim>
std::set<std::array<Index, 2>> sharp_edges(const Mesh<Dim>& mesh, const std::vector<Index>& faces, double angle);

}  // namespace dg
