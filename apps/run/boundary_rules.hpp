/// How the boundaries of a mesh and those that a case names come together.
#pragma once

#include <set>
#include <string>

#include "apps/case/case.hpp"
#include "meshes/mesh.hpp"

namespace dg::app {

/// Names of the boundaries that have faces, on this rank or, of a mesh that is cut, on any, which call this together.
template <int Dim>
std::set<std::string> open_boundaries(const Mesh<Dim>& mesh, bool cut);

/// The case with a condition of its own for every boundary that its patterns cover. An exact name beats a pattern, a
/// longer pattern a shorter one. Faces of `mesh` in several groups move to the boundary of the one that the case names.
/// Patterns do not cover faces without a group. A periodic boundary without a partner gets the one that the mesh knows.
/// Where the mesh is cut into parts, all ranks call this together. Throws InputError if two rules are equally good,
/// where a pattern covers nothing, and where a partner is not the one that the mesh knows.
template <int Dim>
Case apply_boundary_rules(Case c, Mesh<Dim>& mesh, bool cut = false);

}  // namespace dg::app
