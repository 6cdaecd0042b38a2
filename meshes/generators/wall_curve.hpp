/// A profile as smooth arcs between its corners, cut into edges fitted to curvature, corners and neighbours.
#pragma once

#include <functional>
#include <vector>

#include "meshes/generators/plane_spline.hpp"
#include "meshes/generators/profiles.hpp"

namespace dg {

/// The closed curve through the points of a profile: natural splines between corners, one periodic spline without any.
class WallCurve {
 public:
  /// A corner turns by more than `corner` degrees. Where `sharpen`, the base of a blunt trailing edge (an edge between
  /// two corners, shorter than 1/50 of the perimeter) becomes its mid-point.
  WallCurve(Profile profile, double corner, bool sharpen);

  /// Vertices of the edges, counter-clockwise, and the nodes inside each edge, which runs to the next vertex.
  struct Edges {
    std::vector<Point> vertices;
    std::vector<std::array<Point, max_geometry_order - 1>> nodes;
  };

  /// About `count` edges with nodes of geometric order `order`, all on the curve. They are shorter where the curve
  /// bends, towards corners, and where `clearance` (the distance to the next other wall, infinite for none) is small.
  Edges divided(int count, int order, const std::function<double(Point)>& clearance) const;

 private:
  struct Sample {
    double s;       // parameter within the arc
    double step;    // of s, half before and half after
    double length;  // wanted edge length
  };
  using Samples = std::vector<std::vector<Sample>>;  // by arc

  Samples sampled(const std::function<double(Point)>& clearance) const;
  void limit_growth(Samples& samples, double corner_length, double slope) const;
  Samples fitted(int count, const std::function<double(Point)>& clearance) const;
  static double edge_count(const std::vector<Sample>& samples);
  static std::vector<double> edge_ends(const std::vector<Sample>& samples, double length, int count);

  std::vector<PlaneSpline> arcs_;
  std::vector<bool> base_;  // the arc is the base of a blunt trailing edge
  bool corners_ = false;
  double perimeter_ = 0;
};

}  // namespace dg
