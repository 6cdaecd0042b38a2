/// Faces of the reference cells: points and rules on them, and how the reference face of a shape runs through them.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/element.hpp"

namespace dg {

/// Vertices of the reference cell.
template <int Dim = 2>
std::vector<std::array<double, Dim>> reference_vertices(CellShape shape);

/// Points of the reference cell at the parameters t in [-1, 1] along local face f of a 2-D cell.
std::vector<std::array<double, 2>> points_on_face(CellShape shape, int f, const std::vector<double>& t);

/// Points on the reference face of a shape, and derivatives of the polynomials that traces are.
template <int Dim>
struct ReferenceFace {
  using Point = std::array<double, Dim - 1>;

  FaceShape shape;
  std::vector<Point> points;                             ///< face_point_count() of them
  std::vector<double> weights;                           ///< of FaceRule::reduced, the last are zero
  std::array<std::vector<double>, Dim - 1> derivatives;  ///< [direction][g][h], see FaceTablesView::tangential

  /// For traces of the polynomials of `degree` on cells.
  ReferenceFace(FaceShape shape, int degree, FaceRule rule = FaceRule::full);

  int size() const { return static_cast<int>(weights.size()); }
};

/// The affine map of a reference face to local face `f` of a reference cell.
template <int Dim>
class FaceMap {
 public:
  using Point = std::array<double, Dim>;
  using FacePoint = std::array<double, Dim - 1>;

  /// From the first vertex of the cell's list on.
  FaceMap(CellShape cell, int f) : FaceMap(cell, f, 0, false) {}
  /// From the vertex on that the minus cell of the face has first, as the plus cell sees it in this orientation.
  FaceMap(CellShape cell, int f, int orientation) : FaceMap(cell, f, orientation, true) {}

  Point at(const FacePoint& s) const;
  std::vector<Point> at(const std::vector<FacePoint>& points) const;

  /// The normal to the right of the line, or about which the vertices run counter-clockwise, times |J| of the map;
  /// its direction alone.
  Point scaled_normal() const;
  Point unit_normal() const;
  /// t_a with t_a . x_b = delta_ab for the derivatives x_b of the map, in the plane of the face.
  std::array<Point, Dim - 1> dual_tangents() const;

 private:
  FaceMap(CellShape cell, int f, int orientation, bool as_neighbour);

  Point first_;                       ///< the first vertex
  std::array<Point, Dim - 1> edges_;  ///< from it to those that span the face
};

/// Which point of a face, as its cell lists them, is the point g of the list of its neighbour, in this orientation.
/// Precondition: the points are symmetric, as those of ReferenceFace.
template <int Dim>
std::vector<Index> own_points(const ReferenceFace<Dim>& face, int orientation);

}  // namespace dg
