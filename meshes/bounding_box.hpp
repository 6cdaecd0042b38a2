/// The smallest upright box that holds all nodes of a mesh.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
struct BoundingBox {
  std::array<double, Dim> low = filled(std::numeric_limits<double>::infinity());
  std::array<double, Dim> high = filled(-std::numeric_limits<double>::infinity());

  void include(const std::array<double, Dim>& point) {
    for (int d = 0; d < Dim; ++d) {
      low[d] = std::min(low[d], point[d]);
      high[d] = std::max(high[d], point[d]);
    }
  }

  double diagonal() const {
    if constexpr (Dim == 2) return std::hypot(high[0] - low[0], high[1] - low[1]);
    if constexpr (Dim == 3) return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  }

 private:
  static constexpr std::array<double, Dim> filled(double value) {
    std::array<double, Dim> all{};
    all.fill(value);
    return all;
  }
};

/// Box of the nodes, which a curved cell may leave by a little. Empty (low > high) for a mesh without nodes.
template <int Dim>
BoundingBox<Dim> bounding_box(const Mesh<Dim>& mesh) {
  BoundingBox<Dim> box;
  for (const auto& node : mesh.nodes) box.include(node);
  return box;
}

}  // namespace dg
