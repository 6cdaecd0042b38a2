/// What the groups of faces in a foreign mesh file say about the boundary of a mesh.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/build.hpp"

namespace dg {

/// The boundary of the faces that belong to no group of a foreign file.
inline constexpr std::string_view boundary_without_group = "default";

/// The boundary of the faces that belong to all of these groups, at least two: "a & b".
std::string overlap_of(const std::vector<std::string>& groups);

/// The groups that a boundary of such a name overlaps; none for another name.
std::vector<std::string> overlapping_groups(const std::string& boundary);

/// Makes the faces of the groups of a file those that build_faces() needs: every face of the boundary once. Faces in
/// several groups get the boundary overlap_of() them, those in none the boundary `default`. Faces between two cells are
/// left out, which `notes` says of each group. Throws InputError for hanging nodes. Preconditions: those of
/// build_faces() with `sides`, the sides of the cells.
template <int Dim>
void settle_groups(Mesh<Dim>& mesh, const SideTable<Dim>& sides, std::vector<TaggedFace<Dim>>& tagged,
                   const std::string& source, std::vector<std::string>& notes);

}  // namespace dg
