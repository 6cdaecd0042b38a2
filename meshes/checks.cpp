#include "meshes/checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "meshes/bounding_box.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/edge_table.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/point_finder.hpp"

namespace dg {
namespace {

constexpr double duplicate_tolerance = 1e-10;  // of the diagonal of the mesh

void check_cell_nodes(const Mesh2& mesh, Index cell, const std::string& source) {
  const auto first = mesh.cell_nodes.begin() + mesh.cell_node_begin[cell];
  const auto last = mesh.cell_nodes.begin() + mesh.cell_node_begin[cell + 1];
  for (auto node = first; node != last; ++node) {
    if (*node < 0 || *node >= mesh.node_count()) {
      throw InputError(fmt::format("{}: cell {} has node {}, but nodes are numbered 0 to {}", source, cell, *node,
                                   mesh.node_count() - 1));
    }
    const auto& point = mesh.nodes[*node];
    if (!std::isfinite(point[0]) || !std::isfinite(point[1])) {
      throw InputError(fmt::format("{}: node {} of cell {} has coordinates {}, which are not finite", source, *node,
                                   cell, place(point)));
    }
  }
  for (auto node = first; node != last; ++node) {
    if (std::find(node + 1, last, *node) != last) {
      throw InputError(
          fmt::format("{}: {} has node {} twice, at {}", source, cell_at(mesh, cell), *node, place(mesh.nodes[*node])));
    }
  }
}

// Twice the area of the polygon through the nodes on the faces.
double polygon_area(const Mesh2& mesh, Index cell) {
  double sum = 0;
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    const auto& origin = mesh.nodes[vertex_node(mesh, cell, 0)];
    for (int k = 0; k < mesh.geometry_order; ++k) {
      const auto& a = mesh.nodes[face_node(mesh, cell, f, k)];
      const auto& b = mesh.nodes[face_node(mesh, cell, f, k + 1)];
      sum += (a[0] - origin[0]) * (b[1] - origin[1]) - (b[0] - origin[0]) * (a[1] - origin[1]);
    }
  }
  return sum;
}

// Exchanges xi and eta, which keeps the first vertex.
void turn_round(Mesh2& mesh, Index cell) {
  const CellShape shape = mesh.cell_shapes[cell];
  const int order = mesh.geometry_order;
  Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  for (int j = 0; j <= order; ++j) {
    for (int i = j + 1; i <= (shape == CellShape::triangle ? order - j : order); ++i) {
      std::swap(nodes[lattice_node(shape, order, i, j)], nodes[lattice_node(shape, order, j, i)]);
    }
  }
}

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

void check_arrays(const Mesh2& mesh, const std::string& source) {
  if (mesh.cell_count() == 0) throw InputError(source + ": the mesh has no triangles or quadrilaterals");
  if (mesh.geometry_order < 1 || mesh.geometry_order > max_geometry_order) {
    throw InputError(fmt::format("{}: cells have geometric order {}, but only 1 to {} are supported", source,
                                 mesh.geometry_order, max_geometry_order));
  }
  if (mesh.cell_shapes.size() >= max_cell_count) {
    throw InputError(
        fmt::format("{}: {} cells, but at most {} are supported", source, mesh.cell_shapes.size(), max_cell_count - 1));
  }
  bool consistent = mesh.cell_node_begin.size() == mesh.cell_shapes.size() + 1 && mesh.cell_node_begin.front() == 0 &&
                    static_cast<std::size_t>(mesh.cell_node_begin.back()) == mesh.cell_nodes.size();
  for (Index c = 0; consistent && c < mesh.cell_count(); ++c) {
    consistent =
        mesh.cell_node_begin[c + 1] - mesh.cell_node_begin[c] == node_count(mesh.cell_shapes[c], mesh.geometry_order);
  }
  if (!consistent) throw InputError(source + ": the number of nodes of the cells does not fit their shapes and order");
  for (Index c = 0; c < mesh.cell_count(); ++c) check_cell_nodes(mesh, c, source);
}

void check_duplicate_vertices(const Mesh2& mesh, const std::string& source) {
  std::vector<bool> is_vertex(mesh.nodes.size(), false);
  BoundingBox box;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int v = 0; v < face_count(mesh.cell_shapes[c]); ++v) is_vertex[vertex_node(mesh, c, v)] = true;
  }
  std::size_t count = 0;
  for (Index n = 0; n < mesh.node_count(); ++n) {
    if (!is_vertex[n]) continue;
    box.include(mesh.nodes[n]);
    ++count;
  }
  if (box.diagonal() == 0) throw InputError(source + ": all nodes lie at " + place(box.low));

  PointFinder finder(mesh.nodes, count, duplicate_tolerance * box.diagonal());
  for (Index n = 0; n < mesh.node_count(); ++n) {
    if (!is_vertex[n]) continue;
    if (const Index other = finder.find(mesh.nodes[n]); other >= 0) {
      throw InputError(fmt::format("{}: nodes {} and {} both lie at {}; merge duplicate nodes", source, other, n,
                                   place(mesh.nodes[n])));
    }
    finder.insert(n);
  }
}

void orient_cells(Mesh2& mesh, const std::string& source) {
  const JacobianCheck check(mesh.geometry_order);
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    if (polygon_area(mesh, c) < 0) turn_round(mesh, c);
    check(mesh, c, source);
  }
}

}  // namespace dg
