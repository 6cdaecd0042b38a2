/// What of a reference cell lies opposite to a face.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "libdg/element/reference_face.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

/// The part of a reference cell that lies farthest from a face: a vertex, an edge or a face of it.
template <int Dim>
class FarSide {
 public:
  using Point = std::array<double, Dim>;

  FarSide(CellShape shape, const FaceMap<Dim>& face, const Point& on_face) {
    const Point normal = face.unit_normal();
    const auto depth = [&](const Point& v) {
      double sum = 0.0;
      for (int d = 0; d < Dim; ++d) sum += (on_face[d] - v[d]) * normal[d];
      return sum;
    };
    const auto vertices = reference_vertices<Dim>(shape);
    double deepest = 0.0;
    for (const Point& v : vertices) deepest = std::max(deepest, depth(v));
    constexpr double rounding = 1e-9;
    for (const Point& v : vertices)
      if (depth(v) > deepest - rounding) add(v);
  }

  /// The point of its plane, line or vertex that is nearest.
  Point nearest(const Point& x) const {
    Point y = first_;
    for (const Point& along : directions_) {
      double sum = 0.0;
      for (int d = 0; d < Dim; ++d) sum += (x[d] - first_[d]) * along[d];
      for (int d = 0; d < Dim; ++d) y[d] += sum * along[d];
    }
    return y;
  }

 private:
  void add(const Point& v) {
    if (!has_first_) {
      first_ = v;
      has_first_ = true;
      return;
    }
    Point along;
    const Point known = nearest(v);
    double length = 0.0;
    for (int d = 0; d < Dim; ++d) length = std::hypot(length, along[d] = v[d] - known[d]);
    if (length < 1e-9) return;
    for (double& a : along) a /= length;
    directions_.push_back(along);
  }

  Point first_{};
  bool has_first_ = false;
  std::vector<Point> directions_;  ///< of length 1, at right angles
};

}  // namespace dg
