/// The nodes, elements and physical groups in a Gmsh .msh file, of versions 1, 2.0 to 2.2, 4.0 and 4.1, ASCII or
/// binary.
#pragma once

#include <string>
#include <string_view>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// True if a file that begins so is a Gmsh file: a line begins its first section. Comments, blank lines and a
/// byte-order mark may stand before it.
bool is_msh_text(std::string_view head);

/// Understands points, lines, triangles, quadrilaterals, tetrahedra, prisms, hexahedra and pyramids. Throws InputError,
/// naming the line or byte in `path`, for text that is damaged, of another version, or holds other elements. Takes no
/// more time and memory than the text asks for by its length. Gmsh's own reader is not used: it crashes on some damaged
/// files, and drops elements without a word where orders are mixed. As Gmsh does, it passes over lines between sections
/// that begin with no `$`, and takes the number of a physical group without its sign.
ForeignMesh parse_msh_file(std::string_view text, const std::string& path);

}  // namespace dg
