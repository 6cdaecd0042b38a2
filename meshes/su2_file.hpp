/// The mesh in a file of SU2 (.su2).
/// Reference: SU2 documentation, "Mesh file", su2code.github.io/docs_v7/Mesh-File.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// True if a file that begins so is one of SU2: a line gives NDIME, NELEM, NPOIN, NMARK or NZONE.
bool is_su2_text(std::string_view head);

/// Understands cells of orders 1 to 4 of one zone in 2-D and in 3-D, and markers, in whatever order the file
/// has them. The markers SEND_RECEIVE, which are no boundaries, are left out, which `notes` says; what stands behind
/// unknown keys is passed over, as SU2 does. Throws InputError, naming the line in `path`, for text that is damaged,
/// has several zones or other elements. Takes no more time and memory than the text asks for by its length.
ForeignMesh parse_su2_file(std::string_view text, const std::string& path, std::vector<std::string>& notes);

}  // namespace dg
