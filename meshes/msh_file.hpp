/// The nodes, elements and physical groups in a Gmsh .msh file, version 2.2 or 4.1, ASCII or binary.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// Elements of one type in the same physical groups.
struct MshBlock {
  int type = 0;              ///< Gmsh's number of the element type
  std::vector<int> groups;   ///< tags of the physical groups, of the dimension of the elements
  std::vector<Index> nodes;  ///< of one element after the other, as indices into MshFile::nodes
};

struct MshFile {
  std::vector<std::array<double, 3>> nodes;
  std::vector<MshBlock> blocks;
  std::map<std::pair<int, int>, std::string> group_names;  ///< by dimension and tag
};

/// Reads lines, triangles, quadrilaterals and points. Throws InputError, naming the line or byte, for files that are
/// missing, damaged, of another version, or hold other elements. Gmsh's own reader is not used: it crashes on some
/// damaged files, and drops elements without a word where orders are mixed.
MshFile read_msh_file(const std::string& path);

}  // namespace dg
