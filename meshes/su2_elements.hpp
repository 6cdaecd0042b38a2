/// SU2's element types, and the order of the nodes in them.
#pragma once

#include <vector>

namespace dg {

/// What an element type of SU2 is to Gmsh.
struct Su2Element {
  int type = 0;            ///< Gmsh's number; 0 for types that are not supported
  int order = 0;           ///< also of curved elements that are not supported
  std::vector<int> nodes;  ///< SU2's number of each node, by Gmsh's
};

/// The number of a type is VTK's of the linear element, plus 100 for each further order of the geometry. Above 10000
/// the order of the solution stands before it. Linear elements list their corners as Gmsh does, but for prisms, which
/// one of them sees left-handed. The nodes of curved ones stand row by row, as in Mesh.
Su2Element su2_element(int type);

}  // namespace dg
