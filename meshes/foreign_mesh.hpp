/// What a mesh file of another program says, before it is a checked mesh: nodes, and elements in groups.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "meshes/any_mesh.hpp"
#include "meshes/index.hpp"
#include "meshes/lattice.hpp"

namespace dg {

/// Elements of one type in the same groups.
struct ElementBlock {
  int type = 0;              ///< Gmsh's number of the element type, whatever the format
  std::vector<int> groups;   ///< tags of the groups, but of points and volumes
  std::vector<Index> nodes;  ///< of one element after the other, in Gmsh's order, as indices into ForeignMesh::nodes
};

/// What a file says of two curves or surfaces of which one is the image of the other under a motion.
struct PeriodicNodes {
  int dimension = 0;                        ///< of the curves (1) or surfaces (2)
  std::vector<std::array<Index, 2>> pairs;  ///< a node of the image, and the one that it is the image of
};

struct ForeignMesh {
  std::vector<std::array<double, 3>> nodes;
  std::vector<ElementBlock> blocks;
  std::map<std::pair<int, int>, std::string> group_names;  ///< by dimension and tag
  std::vector<PeriodicNodes> periodic_nodes;
  std::string advice_on_cells;  ///< what may be wrong if there are no cells
};

/// The checked mesh: its cells are the 3-D ones or, where there are none, the triangles and quadrilaterals. Groups of
/// faces name the boundaries, in the order of their tags; a group without a name is called by its tag. Faces in no
/// group, in several or inside the mesh are those of settle_groups(). Cells of an order above
/// `highest_order` become cells of that order. Boundaries that the file says to be periodic become pairs of the mesh,
/// and stay open. `notes` gets what has been left out or changed. Throws InputError, naming `path`.
AnyMesh mesh_of(ForeignMesh file, const std::string& path, std::vector<std::string>& notes,
                int highest_order = max_element_order);

}  // namespace dg
