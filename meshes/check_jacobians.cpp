#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "meshes/cell_geometry.hpp"
#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"

namespace dg {
namespace {

/// Samples the Jacobian determinant where it can be smallest: anywhere for affine cells, at the corners for bilinear
/// ones, on a lattice twice as fine as that of the nodes for curved ones.
class JacobianCheck {
 public:
  explicit JacobianCheck(int order) {
    for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
      straight_.emplace_back(shape, order, lattice_points(shape, 1));
      curved_.emplace_back(shape, order, lattice_points(shape, 2 * order));
    }
  }

  void operator()(const Mesh2& mesh, Index cell, const std::string& source) const {
    const int shape = static_cast<int>(mesh.cell_shapes[cell]);
    const bool straight = mesh.geometry_order == 1 || is_straight(mesh, cell, straight_tolerance);
    const CellMap& map = straight ? straight_[shape] : curved_[shape];
    std::array<Jacobian2, most_samples> jacobians;
    map.evaluate(mesh, cell, {}, std::span(jacobians).first(map.point_count()));

    double smallest = std::numeric_limits<double>::infinity();
    int where = 0;
    for (int p = 0; p < map.point_count(); ++p) {
      const double det = determinant(jacobians[p]);
      if (!(det >= smallest)) smallest = det, where = p;
    }
    const double size2 = longest_chord_squared(mesh, cell);
    if (smallest > degenerate_ratio * size2) return;
    std::array<std::array<double, 2>, most_samples> points;
    map.evaluate(mesh, cell, std::span(points).first(map.point_count()), {});
    const char* what = smallest < -degenerate_ratio * size2 ? "inverted" : "degenerate";
    throw InputError(
        fmt::format("{}: {} is {}: the Jacobian is {:.3g} at {}, and must be positive (edges up to {:.3g})", source,
                    cell_at(mesh, cell), what, smallest, place(points[where]), std::sqrt(size2)));
  }

 private:
  static constexpr double straight_tolerance = 1e-12;
  static constexpr double degenerate_ratio = 1e-10;  // of the determinant to the longest edge squared
  static constexpr int most_samples = node_count(CellShape::quadrilateral, 2 * max_geometry_order);

  static double longest_chord_squared(const Mesh2& mesh, Index cell) {
    double longest = 0;
    for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
      const auto &a = mesh.nodes[vertex_node(mesh, cell, f)], &b = mesh.nodes[vertex_node(mesh, cell, f + 1)];
      longest = std::max(longest, (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
    }
    return longest;
  }

  std::vector<CellMap> straight_, curved_;  // by shape
};

}  // namespace

void check_jacobians(const Mesh2& mesh, const std::string& source) {
  const JacobianCheck check(mesh.geometry_order);
  for (Index c = 0; c < mesh.cell_count(); ++c) check(mesh, c, source);
}

}  // namespace dg
