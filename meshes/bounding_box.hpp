/// The smallest upright rectangle that holds all nodes of a mesh.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "meshes/mesh.hpp"

namespace dg {

struct BoundingBox {
  std::array<double, 2> low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  std::array<double, 2> high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void include(const std::array<double, 2>& point) {
    for (int d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], point[d]);
      high[d] = std::max(high[d], point[d]);
    }
  }
  double diagonal() const { return std::hypot(high[0] - low[0], high[1] - low[1]); }
};

/// Box of the nodes, which a curved cell may leave by a little. Empty (low > high) for a mesh without nodes.
inline BoundingBox bounding_box(const Mesh2& mesh) {
  BoundingBox box;
  for (const auto& node : mesh.nodes) box.include(node);
  return box;
}

}  // namespace dg
