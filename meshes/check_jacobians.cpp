#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "meshes/cell_geometry.hpp"
#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/side_by_side.hpp"

namespace dg {
namespace {

/// Samples the Jacobian determinant where it can be smallest: anywhere for simplices, at the corners for quadrilaterals
/// and pyramids, whose determinant is linear or bilinear between those of the base, and else on a lattice twice as fine
/// as that of the nodes.
template <int Dim>
class JacobianCheck {
 public:
  explicit JacobianCheck(int order) {
    for (int s = 0; s < cell_shape_count; ++s) {
      const auto shape = static_cast<CellShape>(s);
      if (dim_of(shape) != Dim) continue;
      auto points = lattice_points<Dim>(shape, corners_suffice(shape) ? 1 : 2);
      if (vertex_count(shape) == Dim + 1) points.resize(1);
      straight_[s].emplace(shape, order, points);
      curved_[s].emplace(shape, order, samples_of_curved(shape, order));
    }
  }

  void operator()(const Mesh<Dim>& mesh, Index cell, const std::string& source) const {
    const int shape = static_cast<int>(mesh.cell_shapes[cell]);
    const CellMap<Dim>& map = is_straight(mesh, cell, straight_tolerance) ? *straight_[shape] : *curved_[shape];
    std::array<JacobianMatrix<Dim>, most_samples> jacobians;
    map.evaluate(mesh, cell, {}, std::span(jacobians).first(map.point_count()));

    double smallest = std::numeric_limits<double>::infinity();
    int where = 0;
    for (int p = 0; p < map.point_count(); ++p) {
      const double det = determinant(jacobians[p]);
      if (!(det >= smallest)) smallest = det, where = p;
    }
    const double size = longest_edge(mesh, cell), least = degenerate_ratio * std::pow(size, Dim);
    if (smallest > least) return;
    std::array<std::array<double, Dim>, most_samples> points;
    map.evaluate(mesh, cell, std::span(points).first(map.point_count()), {});
    const char* what = smallest < -least ? "inverted" : "degenerate";
    throw InputError(
        fmt::format("{}: {} is {}: the Jacobian is {:.3g} at {}, and must be positive (edges up to {:.3g})", source,
                    cell_at(mesh, cell), what, smallest, place(points[where]), size));
  }

 private:
  static constexpr double straight_tolerance = 1e-12;
  static constexpr double degenerate_ratio =
      Dim == 2 ? 1e-10 : 1e-12;  // of the determinant to that of the longest edge
  static constexpr int most_samples =
      node_count(Dim == 2 ? CellShape::quadrilateral : CellShape::hexahedron, 2 * max_geometry_order);

  // At the apex of a pyramid the determinant depends on where one comes from: a section just below it tells, by the
  // lines that lead there.
  static std::vector<std::array<double, Dim>> samples_of_curved(CellShape shape, int order) {
    auto points = lattice_points<Dim>(shape, 2 * order);
    if constexpr (Dim == 3)
      if (shape == CellShape::pyramid) {
        constexpr double height = 1e-6;
        for (const auto& [xi, eta] : lattice_points<2>(CellShape::quadrilateral, 2 * order))
          points.push_back({(1 + xi) * height - 1, (1 + eta) * height - 1, 1 - 2 * height});
      }
    return points;
  }

  static constexpr bool corners_suffice(CellShape shape) {
    return shape != CellShape::prism && shape != CellShape::hexahedron;
  }

  static double longest_edge(const Mesh<Dim>& mesh, Index cell) {
    double longest2 = 0;
    for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
      const auto vertices = face_vertex_nodes(mesh, cell, f);
      for (int i = 0; i < vertices.count; ++i) {
        const auto &a = mesh.nodes[vertices[i]], &b = mesh.nodes[vertices[(i + 1) % vertices.count]];
        double length2 = 0;
        for (int d = 0; d < Dim; ++d) length2 += (b[d] - a[d]) * (b[d] - a[d]);
        longest2 = std::max(longest2, length2);
      }
    }
    return std::sqrt(longest2);
  }

  std::array<std::optional<CellMap<Dim>>, cell_shape_count> straight_, curved_;  // by shape
};

}  // namespace

template <int Dim>
void check_jacobians(const Mesh<Dim>& mesh, const std::string& source) {
  const JacobianCheck<Dim> check(mesh.geometry_order);
  in_parts(mesh.cell_count(), 4096, [&](Index first, Index last) {
    for (Index c = first; c < last; ++c) check(mesh, c, source);
  });
}

template void check_jacobians<2>(const Mesh<2>&, const std::string&);
template void check_jacobians<3>(const Mesh<3>&, const std::string&);

}  // namespace dg
