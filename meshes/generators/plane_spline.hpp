/// Cubic spline through points of the plane, over the length of their polygon.
#pragma once

#include <vector>

#include "meshes/generators/skeleton.hpp"

namespace dg {

/// Twice continuously differentiable curve. Natural (no curvature) at its ends, or closed and periodic.
class PlaneSpline {
 public:
  enum class Ends { natural, periodic };

  /// Precondition: at least two points (natural) or four of which the last repeats the first (periodic); neighbours
  /// differ.
  PlaneSpline(std::vector<Point> points, Ends ends);

  /// The parameter runs from 0 to length(), the length of the polygon.
  double length() const { return knots_.back(); }

  /// Parameters of the given points.
  const std::vector<double>& knots() const { return knots_; }

  Point at(double s) const;

  /// Absolute curvature, 1 / length.
  double curvature(double s) const;

 private:
  std::size_t interval(double s) const;

  std::vector<Point> points_;
  std::vector<Point> second_;  // second derivatives at the points
  std::vector<double> knots_;
};

}  // namespace dg
