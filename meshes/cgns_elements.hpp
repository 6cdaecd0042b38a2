/// CGNS's element types, and the order of the nodes in them.
/// Reference: CGNS Standard Interface Data Structures, "Unstructured Grid Element Numbering Conventions".
#pragma once

#include <cgnslib.h>

#include <vector>

namespace dg {

/// What an element type of CGNS is to Gmsh.
struct CgnsElement {
  int type = 0;            ///< Gmsh's number; 0 for types that are not supported
  std::vector<int> nodes;  ///< CGNS's number of each node, by Gmsh's
};

const CgnsElement& cgns_element(CGNS_ENUMT(ElementType_t) type);

}  // namespace dg
