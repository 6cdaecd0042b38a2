/// Faces whose two sides lie a translation or a rotation apart.
#pragma once

#include <cstdint>
#include <optional>

#include "meshes/mesh.hpp"

namespace dg {

/// How far apart two nodes may be that are called the same up to a motion: 1e-8 of the diagonal of the mesh.
template <int Dim>
double periodic_tolerance(const Mesh<Dim>& mesh);

/// Boundaries that the two sides of a periodic face belong to, as indices into Mesh::boundary_names.
struct PeriodicSides {
  std::int16_t minus, plus;
};

/// The boundaries of a pair whose motion takes one side of `face` to the other, whichever of the two is the minus side.
/// There may be none. Preconditions: face.plus >= 0, fits_orientation().
template <int Dim>
std::optional<PeriodicSides> periodic_sides_of(const Mesh<Dim>& mesh, const Face& face, double tolerance);

/// Whether some pair of boundaries matches by a rotation.
template <int Dim>
bool has_rotated_pairs(const Mesh<Dim>& mesh);

/// i + 1 where the rotation of pair i takes the minus side of `face` to its plus side. It is -(i + 1) where it takes
/// the plus side to the minus side, and 0 where the sides lie no rotation apart. Precondition: check_faces() has passed
/// the mesh.
template <int Dim>
int rotation_across(const Mesh<Dim>& mesh, const Face& face);

}  // namespace dg
