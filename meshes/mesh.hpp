/// Conforming hybrid mesh of straight or curved cells, and the faces between them, in the order the solver will store
/// it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "meshes/cell_shape.hpp"
#include "meshes/index.hpp"

namespace dg {

/// A face between two cells, or between a cell and the boundary.
///
/// face_vertices() lists the vertices of a local face as seen from its cell. The lists of both cells run in opposite
/// directions, and `orientation` says where the second one begins. In 2-D cells are counter-clockwise. A face runs in
/// the direction of its minus cell and against that of its plus cell. The normal points out of the minus cell.
struct Face {
  Index minus = -1;             ///< cell on whose side the normal starts
  Index plus = -1;              ///< cell on the other side; -1 on a boundary
  std::int8_t minus_face = -1;  ///< local number of this face in `minus`
  std::int8_t plus_face = -1;   ///< local number of this face in `plus`; -1 on a boundary
  std::int16_t boundary = -1;   ///< index into Mesh::boundary_names; -1 between two cells
  /// Vertex i of the minus cell's list is vertex (orientation - i) mod n of the plus cell's, of n vertices. This holds
  /// from either side. Always 1 in 2-D, and 1 on a boundary.
  std::int8_t orientation = 1;

  bool operator==(const Face&) const = default;
};

/// Two boundaries, `b` at `rotation` * `a` + `translation`. They are open while they have faces: a file only says so.
template <int Dim>
struct PeriodicPair {
  std::int16_t a = -1, b = -1;  ///< indices into Mesh::boundary_names
  std::array<double, Dim> translation{};
  std::array<double, Dim * Dim> rotation{};  ///< by rows; all zero where there is none

  bool is_rotated() const { return rotation != std::array<double, Dim * Dim>{}; }

  bool operator==(const PeriodicPair&) const = default;
};

/// The mesh. Cells are the first-class objects; every array is indexed by cell, face or node number.
///
/// Nodes of a cell of order m are equispaced in its reference cell and listed row by row. Rows are j = 0..m at eta = -1
/// + 2j/m, with nodes i = 0..m (quadrilateral) or i = 0..m-j (triangle) at xi = -1 + 2i/m. In 3-D such layers follow
/// each other for k = 0..m at zeta = -1 + 2k/m. They are of order m in prisms and hexahedra, and of order m-k in
/// tetrahedra and pyramids. All cells share one order.
/// A periodic pair of boundary faces is one face between two cells that lie a translation or a rotation apart.
template <int Dim>
struct Mesh {
  int geometry_order = 1;
  std::vector<std::array<double, Dim>> nodes;
  std::vector<CellShape> cell_shapes;
  std::vector<Index> cell_node_begin{0};  ///< size cell_count()+1: first entry of each cell in cell_nodes
  std::vector<Index> cell_nodes;
  std::vector<Face> faces;
  std::vector<std::string> boundary_names;
  std::vector<PeriodicPair<Dim>> periodic_pairs;  ///< connect_periodic() makes faces of theirs

  Index cell_count() const { return static_cast<Index>(cell_shapes.size()); }
  Index face_count() const { return static_cast<Index>(faces.size()); }
  Index node_count() const { return static_cast<Index>(nodes.size()); }
};

using Mesh2 = Mesh<2>;
using Mesh3 = Mesh<3>;

}  // namespace dg
