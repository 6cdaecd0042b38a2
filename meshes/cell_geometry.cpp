#include "meshes/cell_geometry.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

template <int Dim>
using PointOf = std::array<double, Dim>;

template <int Dim>
double norm(const PointOf<Dim>& v) {
  if constexpr (Dim == 2) return std::hypot(v[0], v[1]);
  if constexpr (Dim == 3) return std::hypot(v[0], v[1], v[2]);
}

template <int Dim>
PointOf<Dim> difference(const PointOf<Dim>& a, const PointOf<Dim>& b) {
  PointOf<Dim> result;
  for (int d = 0; d < Dim; ++d) result[d] = a[d] - b[d];
  return result;
}

// The outward normal of a face with these tangents along its coordinates, as long as they span.
PointOf<2> normal(const std::array<PointOf<2>, 1>& t) { return {t[0][1], -t[0][0]}; }
PointOf<3> normal(const std::array<PointOf<3>, 2>& t) {
  const auto& [u, v] = t;
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

/// A quadrature rule on the reference face of a cell, with the Lagrange polynomials of the face's nodes at its points.
template <int Dim>
struct FaceRule {
  struct Node {
    int i, j;
  };
  std::vector<double> weights;
  std::vector<Node> nodes;
  std::vector<NodeValue<Dim - 1>> table;  // by point, then node
};

FaceRule<2> edge_rule(int order) {
  // Exact to degree 11: enough for the first moments of a cell of order 4, and for smooth lengths.
  constexpr int count = 6;
  static_assert(2 * count - 1 >= 3 * max_geometry_order - 1);
  const auto gauss = gauss_legendre(count);
  FaceRule<2> rule{gauss.weights, {}, {}};
  for (int n = 0; n <= order; ++n) rule.nodes.push_back({n, 0});
  for (const auto& point : gauss.points) {
    for (int n = 0; n <= order; ++n) rule.table.push_back(line_polynomial(order, n, point[0]));
  }
  return rule;
}

FaceRule<3> polygon_rule(CellShape face, int order) {
  // The first moments of a cell are integrals of x^2 times the normal.
  const auto points = face == CellShape::triangle ? triangle_rule(4 * order - 2) : quadrilateral_rule(4 * order - 1);
  static_assert(4 * max_geometry_order - 2 <= max_triangle_degree);
  FaceRule<3> rule{points.weights, {}, {}};
  for_each_lattice_point(face, order, [&](int i, int j, int) { rule.nodes.push_back({i, j}); });
  for (const auto& point : points.points) {
    for (const auto& [i, j] : rule.nodes) rule.table.push_back(node_polynomial<2>(face, order, {i, j, 0}, point));
  }
  return rule;
}

template <int Dim>
const FaceRule<Dim>& face_rule(CellShape shape, int face, int order) {
  if constexpr (Dim == 2) {
    static const std::array rules{edge_rule(1), edge_rule(2), edge_rule(3), edge_rule(4)};
    static_assert(rules.size() == max_geometry_order);
    return rules[order - 1];
  } else {
    static const auto rules = [] {
      std::array<std::array<FaceRule<3>, max_geometry_order>, 2> all;
      for (int m = 1; m <= max_geometry_order; ++m) {
        all[0][m - 1] = polygon_rule(CellShape::triangle, m);
        all[1][m - 1] = polygon_rule(CellShape::quadrilateral, m);
      }
      return all;
    }();
    return rules[face_shape(shape, face) == CellShape::triangle ? 0 : 1][order - 1];
  }
}

// Sums visit(weight, place - origin, normal) over the points of a face.
template <int Dim, class Integrand>
void integrate_face(const Mesh<Dim>& mesh, Index cell, int face, const PointOf<Dim>& origin, Integrand visit) {
  const auto& rule = face_rule<Dim>(mesh.cell_shapes[cell], face, mesh.geometry_order);
  const auto* polynomial = rule.table.data();
  constexpr int most_nodes = (max_geometry_order + 1) * (Dim == 2 ? 1 : max_geometry_order + 1);
  std::array<PointOf<Dim>, most_nodes> nodes;
  const int node_count = static_cast<int>(rule.nodes.size());
  for (int n = 0; n < node_count; ++n) {
    const auto& [i, j] = rule.nodes[n];
    nodes[n] = difference<Dim>(mesh.nodes[face_node(mesh, cell, face, i, j)], origin);
  }
  for (const double weight : rule.weights) {
    PointOf<Dim> x{};
    std::array<PointOf<Dim>, Dim - 1> tangents{};
    for (int n = 0; n < node_count; ++n, ++polynomial)
      for (int d = 0; d < Dim; ++d) {
        x[d] += polynomial->value * nodes[n][d];
        for (int t = 0; t < Dim - 1; ++t) tangents[t][d] += polynomial->slope[t] * nodes[n][d];
      }
    visit(weight, x, normal(tangents));
  }
}

template <int Dim>
struct Moments {
  double volume = 0;
  PointOf<Dim> first{};  // about the first vertex
};

// By Gauss's theorem, from the faces alone.
template <int Dim>
Moments<Dim> moments(const Mesh<Dim>& mesh, Index cell) {
  Moments<Dim> sum;
  const PointOf<Dim>& origin = mesh.nodes[vertex_node(mesh, cell, 0)];
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    integrate_face<Dim>(mesh, cell, f, origin, [&](double w, const PointOf<Dim>& x, const PointOf<Dim>& n) {
      for (int d = 0; d < Dim; ++d) {
        sum.volume += w * x[d] * n[d] / Dim;
        sum.first[d] += w * x[d] * x[d] * n[d] / 2;
      }
    });
  }
  return sum;
}

/// The functions of order 1 of the vertices, at the lattice points of any order: by point, then vertex.
template <int Dim>
const std::vector<double>& vertex_weights(CellShape shape, int order) {
  static const auto tables = [] {
    std::array<std::array<std::vector<double>, max_geometry_order>, cell_shape_count> all;
    for (int s = 0; s < cell_shape_count; ++s) {
      const auto cell = static_cast<CellShape>(s);
      if (dim_of(cell) != Dim) continue;
      for (int m = 1; m <= max_geometry_order; ++m) {
        for (const auto& point : lattice_points<Dim>(cell, m)) {
          for (int v = 0; v < vertex_count(cell); ++v) {
            all[s][m - 1].push_back(node_polynomial<Dim>(cell, 1, vertex_corner(cell, v), point).value);
          }
        }
      }
    }
    return all;
  }();
  return tables[static_cast<int>(shape)][order - 1];
}

// Largest distance, in any coordinate, of a node from where the vertices put it, over the size of the cell: by the map
// of order 1, or by the affine map through the first vertex and its neighbours.
template <int Dim>
double deviation(const Mesh<Dim>& mesh, Index cell, bool affine) {
  const CellShape shape = mesh.cell_shapes[cell];
  const int order = mesh.geometry_order, corners = vertex_count(shape);
  if (order == 1 && (!affine || corners == Dim + 1)) return 0;
  const Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  const PointOf<Dim>& origin = mesh.nodes[nodes[0]];
  std::array<PointOf<Dim>, most_vertices> vertex;
  double size = 0;
  for (int v = 0; v < corners; ++v) {
    vertex[v] = difference<Dim>(mesh.nodes[nodes[lattice_vertex(shape, order, v)]], origin);
    size = std::max(size, norm<Dim>(vertex[v]));
  }
  std::array<PointOf<Dim>, Dim> axes;
  for (int r = 0; r < Dim; ++r) axes[r] = vertex[vertex_along(shape, r)];

  double largest = 0;
  const double* weight = vertex_weights<Dim>(shape, order).data();
  for_each_lattice_point(shape, order, [&](int i, int j, int k) {
    const std::array steps{i, j, k};
    PointOf<Dim> expected{};
    for (int d = 0; d < Dim; ++d) {
      if (affine) {
        for (int r = 0; r < Dim; ++r) expected[d] += axes[r][d] * steps[r] / order;
      } else {
        for (int v = 0; v < corners; ++v) expected[d] += weight[v] * vertex[v][d];
      }
      largest = std::max(largest, std::abs(expected[d] - (mesh.nodes[*nodes][d] - origin[d])));
    }
    ++nodes;
    weight += corners;
  });
  return largest / size;
}

}  // namespace

template <int Dim>
CellMap<Dim>::CellMap(CellShape shape, int order, std::span<const PointOf<Dim>> reference_points)
    : point_count_(static_cast<int>(reference_points.size())), node_count_(dg::node_count(shape, order)) {
  assert(order >= 1 && order <= max_geometry_order);
  table_.resize(reference_points.size() * node_count_);
  for (std::size_t p = 0; p < reference_points.size(); ++p)
    node_polynomials<Dim>(shape, order, reference_points[p], std::span(table_).subspan(p * node_count_, node_count_));
}

template <int Dim>
void CellMap<Dim>::evaluate(const Mesh<Dim>& mesh, Index cell, std::span<PointOf<Dim>> points,
                            std::span<JacobianMatrix<Dim>> jacobians) const {
  assert(mesh.cell_node_begin[cell + 1] - mesh.cell_node_begin[cell] == node_count_);
  assert(points.empty() || points.size() == static_cast<std::size_t>(point_count_));
  assert(jacobians.empty() || jacobians.size() == static_cast<std::size_t>(point_count_));
  // Relative to the first node, or a small cell far from the origin would lose digits of its Jacobian.
  const Index* numbers = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  const PointOf<Dim>& origin = mesh.nodes[numbers[0]];
  constexpr CellShape largest = Dim == 2 ? CellShape::quadrilateral : CellShape::hexahedron;
  std::array<PointOf<Dim>, dg::node_count(largest, max_geometry_order)> nodes;
  for (int n = 0; n < node_count_; ++n) nodes[n] = difference<Dim>(mesh.nodes[numbers[n]], origin);

  const bool is_linear = node_count_ == Dim + 1;
  JacobianMatrix<Dim> jacobian{};
  const NodeValue<Dim>* polynomial = table_.data();
  for (int p = 0; p < point_count_; ++p, polynomial += node_count_) {
    PointOf<Dim> x = origin;
    for (int n = 0; n < node_count_; ++n)
      for (int d = 0; d < Dim; ++d) x[d] += polynomial[n].value * nodes[n][d];
    if (!points.empty()) points[p] = x;
    if (jacobians.empty()) continue;
    if (p == 0 || !is_linear) {
      jacobian = {};
      for (int n = 0; n < node_count_; ++n)
        for (int d = 0; d < Dim; ++d)
          for (int r = 0; r < Dim; ++r) jacobian[d][r] += polynomial[n].slope[r] * nodes[n][d];
    }
    jacobians[p] = jacobian;
  }
}

template <int Dim>
double cell_volume(const Mesh<Dim>& mesh, Index cell) {
  const Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  if (mesh.cell_node_begin[cell + 1] - mesh.cell_node_begin[cell] != Dim + 1) return moments(mesh, cell).volume;
  JacobianMatrix<Dim> sides;  // of a straight simplex
  for (int r = 0; r < Dim; ++r) sides[r] = difference<Dim>(mesh.nodes[nodes[r + 1]], mesh.nodes[nodes[0]]);
  return determinant(sides) / (Dim == 2 ? 2 : 6);
}

template <int Dim>
std::array<double, Dim> cell_centroid(const Mesh<Dim>& mesh, Index cell) {
  const auto m = moments(mesh, cell);
  PointOf<Dim> centroid = mesh.nodes[vertex_node(mesh, cell, 0)];
  for (int d = 0; d < Dim; ++d) centroid[d] += m.first[d] / m.volume;
  return centroid;
}

template <int Dim>
double face_area(const Mesh<Dim>& mesh, Index cell, int face) {
  double area = 0;
  integrate_face<Dim>(mesh, cell, face, mesh.nodes[face_node(mesh, cell, face, 0)],
                      [&](double w, const PointOf<Dim>&, const PointOf<Dim>& n) { area += w * norm<Dim>(n); });
  return area;
}

template <int Dim>
bool is_affine(const Mesh<Dim>& mesh, Index cell, double tolerance) {
  return deviation(mesh, cell, true) <= tolerance;
}

template <int Dim>
bool is_straight(const Mesh<Dim>& mesh, Index cell, double tolerance) {
  return deviation(mesh, cell, false) <= tolerance;
}

template class CellMap<2>;
template class CellMap<3>;
template double cell_volume<2>(const Mesh<2>&, Index);
template double cell_volume<3>(const Mesh<3>&, Index);
template std::array<double, 2> cell_centroid<2>(const Mesh<2>&, Index);
template std::array<double, 3> cell_centroid<3>(const Mesh<3>&, Index);
template double face_area<2>(const Mesh<2>&, Index, int);
template double face_area<3>(const Mesh<3>&, Index, int);
template bool is_affine<2>(const Mesh<2>&, Index, double);
template bool is_affine<3>(const Mesh<3>&, Index, double);
template bool is_straight<2>(const Mesh<2>&, Index, double);
template bool is_straight<3>(const Mesh<3>&, Index, double);

}  // namespace dg
