/// A name by which files tell meshes from each other.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// A name for the mesh as it is, cells in their order: equal for equal meshes, different for all others that will ever
/// meet (64-bit FNV-1a of nodes, cells and boundary names, as 16 hexadecimal digits).
template <int Dim>
std::string mesh_fingerprint(const Mesh<Dim>& mesh);

}  // namespace dg
