/// A straight mesh with the nodes of a higher geometric order.
#pragma once

#include "meshes/mesh.hpp"

namespace dg {

/// The same mesh with cells of order `order`, all nodes where the maps of order 1 have them; vertices keep their
/// numbers. Cells share the nodes of their faces, those between periodic boundaries excepted.
/// Preconditions: mesh.geometry_order == 1, 1 <= order <= max_geometry_order.
template <int Dim>
Mesh<Dim> elevated(const Mesh<Dim>& mesh, int order);

}  // namespace dg
