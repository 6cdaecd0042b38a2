/// Cells of a high geometric order as cells of a lower one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// Gives the cells of `mesh` the order `order`. Their nodes are in `nodes`, which may be mesh.nodes. Vertices keep
/// their numbers. New nodes are appended, where the maps of the old order put them; cells share those of their faces.
/// Old nodes that no cell needs any more stay in `nodes`. Throws InputError, naming `source`, where two cells do not
/// agree on the shape of the face between them.
/// Preconditions: 1 <= order < mesh.geometry_order <= max_element_order.
template <int Dim, std::size_t Space>
void lower_order(Mesh<Dim>& mesh, std::vector<std::array<double, Space>>& nodes, int order, const std::string& source);

/// The same for a mesh that is complete, without the nodes that no cell needs. Throws InputError, naming `source`, if a
/// cell would be inverted.
template <int Dim>
Mesh<Dim> with_lower_order(Mesh<Dim> mesh, int order, const std::string& source);

}  // namespace dg
