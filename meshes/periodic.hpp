/// Faces whose two sides lie a translation apart.
#pragma once

#include <array>

#include "meshes/mesh.hpp"

namespace dg {

/// How far apart two nodes may be that are called the same up to a translation: 1e-8 of the diagonal of the mesh.
double periodic_tolerance(const Mesh2& mesh);

/// True if the cells on the two sides of `face` share its nodes. Precondition: face.plus >= 0.
bool shares_nodes(const Mesh2& mesh, const Face& face);

/// Index in mesh.periodic_pairs of a pair whose translation takes the minus side of `face` to its plus side, or -1.
/// Precondition: face.plus >= 0.
int periodic_pair_of(const Mesh2& mesh, const Face& face, double tolerance);

}  // namespace dg
