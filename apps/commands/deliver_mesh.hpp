/// What the commands do with a mesh that they have made or read.
#pragma once

#include <string>

#include "meshes/any_mesh.hpp"

namespace dg::app {

/// Writes a mesh and prints what it has.
void deliver_mesh(const AnyMesh& mesh, const std::string& output);

}  // namespace dg::app
