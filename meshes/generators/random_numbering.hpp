/// Meshes whose cells are numbered at random.
#pragma once

#include <cstdint>

#include "meshes/mesh.hpp"

namespace dg {

/// The mesh with its cells in a random order, and its faces as build_faces() would find them then, in about half the
/// time. Precondition: `mesh` has its faces from build_faces().
Mesh3 randomly_numbered(const Mesh3& mesh, std::uint64_t seed);

}  // namespace dg
