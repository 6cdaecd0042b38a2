/// The nodes, elements and physical groups in a Gmsh .msh file, version 2.2 or 4.1, ASCII or binary.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// Elements of one type in the same physical groups.
struct MshBlock {
  int type = 0;              ///< Gmsh's number of the element type
  std::vector<int> groups;   ///< tags of the physical groups, but of points and solids
  std::vector<Index> nodes;  ///< of one element after the other, as indices into MshFile::nodes
};

struct MshFile {
  std::vector<std::array<double, 3>> nodes;
  std::vector<MshBlock> blocks;
  std::map<std::pair<int, int>, std::string> group_names;  ///< by dimension and tag
};

/// True if a file that begins so is a Gmsh file: a line begins its first section. Comments, blank lines and a
/// byte-order mark may stand before it.
bool is_msh_text(std::string_view head);

/// Understands points, lines, triangles, quadrilaterals, tetrahedra, prisms, hexahedra and pyramids. Throws InputError,
/// naming the line or byte in `path`, for text that is damaged, of another version, or holds other elements. Takes no
/// more time and memory than the text asks for by its length. Gmsh's own reader is not used: it crashes on some damaged
/// files, and drops elements without a word where orders are mixed. As Gmsh does, it passes over lines between sections
/// that begin with no `$`, and takes the number of a physical group without its sign.
MshFile parse_msh_file(std::string_view text, const std::string& path);

}  // namespace dg
