/// The nodes of the cells that show a solution: a lattice of some order in each cell, and where it lies.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/spaced_shapes.hpp"
#include "libdg/output/lagrange_basis.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The order of the cells that show a solution: no less than what the solution and the geometry have.
template <int Dim>
int shown_order(const Mesh<Dim>& mesh, int degree);

/// Keeps a reference to the mesh.
template <int Dim>
class CellNodes {
 public:
  using Point = std::array<double, Dim>;

  CellNodes(const Mesh<Dim>& mesh, int order);

  int node_count(Index cell) const { return of(cell).basis.size(); }

  /// Places of the nodes of a cell; valid until the next call.
  const std::vector<Point>& places(Index cell);

  /// The nodes in the reference cell of each shape.
  PointsOfShapes<Dim> nodes() const;

 protected:
  struct Shape {
    LagrangeBasis<Dim> basis;
    CellMap<Dim> map;
    Shape(CellShape shape, int order, int geometry_order);
  };
  const Shape& of(Index cell) const { return shapes_[shape_number(mesh_.cell_shapes[cell])]; }

  const Mesh<Dim>& mesh_;
  std::vector<Shape> shapes_;  ///< by shape_number()

 private:
  std::vector<Point> places_;
};

}  // namespace dg
