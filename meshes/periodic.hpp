/// Faces whose two sides lie a translation apart.
#pragma once

#include <cstdint>
#include <optional>

#include "meshes/mesh.hpp"

namespace dg {

/// How far apart two nodes may be that are called the same up to a translation: 1e-8 of the diagonal of the mesh.
double periodic_tolerance(const Mesh2& mesh);

/// True if the cells on the two sides of `face` share its nodes. Precondition: face.plus >= 0.
bool shares_nodes(const Mesh2& mesh, const Face& face);

/// Boundaries that the two sides of a periodic face belong to, as indices into Mesh::boundary_names.
struct PeriodicSides {
  std::int16_t minus, plus;
};

/// The boundaries of a pair whose translation takes one side of `face` to the other, whichever of the two is the minus
/// side; nothing if there is none. Precondition: face.plus >= 0.
std::optional<PeriodicSides> periodic_sides_of(const Mesh2& mesh, const Face& face, double tolerance);

}  // namespace dg
