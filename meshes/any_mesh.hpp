/// A mesh whose dimension is known at run time only: read from a file, or made by name.
#pragma once

#include <variant>

#include "meshes/mesh.hpp"

namespace dg {

using AnyMesh = std::variant<Mesh<2>, Mesh<3>>;

}  // namespace dg
