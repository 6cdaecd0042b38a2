/// Faces whose two sides lie a translation apart.
#pragma once

#include <cstdint>
#include <optional>

#include "meshes/mesh.hpp"

namespace dg {

/// How far apart two nodes may be that are called the same up to a translation: 1e-8 of the diagonal of the mesh.
template <int Dim>
double periodic_tolerance(const Mesh<Dim>& mesh);

/// Boundaries that the two sides of a periodic face belong to, as indices into Mesh::boundary_names.
struct PeriodicSides {
  std::int16_t minus, plus;
};

/// The boundaries of a pair whose translation takes one side of `face` to the other, whichever of the two is the minus
/// side. There may be none. Preconditions: face.plus >= 0, fits_orientation().
template <int Dim>
std::optional<PeriodicSides> periodic_sides_of(const Mesh<Dim>& mesh, const Face& face, double tolerance);

}  // namespace dg
