/// A name by which files tell meshes from each other.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// A name for the mesh as it is, its cells in their order: 16 hexadecimal digits, the 64-bit FNV-1a of nodes, cells and
/// boundary names. Equal meshes have the same name, different ones different names but for a chance of 2^-64.
template <int Dim>
std::string mesh_fingerprint(const Mesh<Dim>& mesh);

}  // namespace dg
