/// The mesh in an XML file of VTK (.vtu).
/// Reference: VTK documentation, "VTK XML formats", docs.vtk.org.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// True if a file that begins so is one of VTK in XML.
bool is_vtu_text(std::string_view head);

/// Reads linear, quadratic and Lagrange cells of orders 1 to 4 of one piece, as text, base64 or bytes, also compressed
/// by zlib. Lines in 2-D and faces in 3-D that the file lists as cells are those of boundaries. The first array of
/// whole numbers among CellEntityIds, gmsh:physical, boundary and region says of which. Throws InputError, naming
/// `path`, for what is damaged or of other kinds.
ForeignMesh parse_vtu_file(std::string_view bytes, const std::string& path);

}  // namespace dg
