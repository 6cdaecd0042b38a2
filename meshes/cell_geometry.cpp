#include "meshes/cell_geometry.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dg {
namespace {

using Point = std::array<double, 2>;

struct ValueAndSlope {
  double value, slope;
};

// Silvester's polynomial prod_{s < n} (order * t - s) / (s + 1), which is 1 at t = n / order and 0 at the points
// before. The product of those of the barycentric coordinates of a line or a triangle is the Lagrange polynomial of a
// node.
ValueAndSlope silvester(int n, int order, double t) {
  ValueAndSlope p{1, 0};
  for (int s = 0; s < n; ++s) {
    const double factor = (order * t - s) / (s + 1), slope = static_cast<double>(order) / (s + 1);
    p = {p.value * factor, p.slope * factor + p.value * slope};
  }
  return p;
}

// Lagrange polynomial of node n of the line [-1, 1], with its derivative there.
ValueAndSlope lagrange(int n, int order, double xi) {
  const ValueAndSlope right = silvester(n, order, (1 + xi) / 2), left = silvester(order - n, order, (1 - xi) / 2);
  return {right.value * left.value, (right.slope * left.value - right.value * left.slope) / 2};
}

// Gauss-Legendre points and weights on [-1, 1], exact to degree 11: enough for the first moments of a cell of order 4.
constexpr int gauss_count = 6;
static_assert(2 * gauss_count - 1 >= 3 * max_geometry_order - 1);
constexpr std::array<double, gauss_count> gauss_points{-0.9324695142031520278, -0.6612093864662645137,
                                                       -0.2386191860831969086, 0.2386191860831969086,
                                                       0.6612093864662645137,  0.9324695142031520278};
constexpr std::array<double, gauss_count> gauss_weights{0.1713244923791703450, 0.3607615730481386076,
                                                        0.4679139345726910473, 0.4679139345726910473,
                                                        0.3607615730481386076, 0.1713244923791703450};

using FaceTable = std::array<std::array<ValueAndSlope, max_geometry_order + 1>, gauss_count>;

// Lagrange polynomials of a face at the Gauss points.
const FaceTable& face_table(int order) {
  static const auto tables = [] {
    std::array<FaceTable, max_geometry_order + 1> all{};
    for (int m = 1; m <= max_geometry_order; ++m) {
      for (int q = 0; q < gauss_count; ++q) {
        for (int n = 0; n <= m; ++n) all[m][q][n] = lagrange(n, m, gauss_points[q]);
      }
    }
    return all;
  }();
  return tables[order];
}

// Sums visit(place - origin, tangent dx/dt) over the Gauss points t of a face, weighted.
template <class Integrand>
void integrate_face(const Mesh2& mesh, Index cell, int face, const Point& origin, Integrand visit) {
  const FaceTable& table = face_table(mesh.geometry_order);
  for (int q = 0; q < gauss_count; ++q) {
    Point x{}, tangent{};
    for (int k = 0; k <= mesh.geometry_order; ++k) {
      const Point& node = mesh.nodes[face_node(mesh, cell, face, k)];
      for (int d = 0; d < 2; ++d) {
        x[d] += table[q][k].value * (node[d] - origin[d]);
        tangent[d] += table[q][k].slope * (node[d] - origin[d]);
      }
    }
    visit(gauss_weights[q], x, tangent);
  }
}

struct Moments {
  double area = 0;
  Point first{};  // about the first vertex
};

// By Gauss's theorem, from the faces alone.
Moments moments(const Mesh2& mesh, Index cell) {
  Moments sum;
  const Point& origin = mesh.nodes[vertex_node(mesh, cell, 0)];
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    integrate_face(mesh, cell, f, origin, [&](double w, const Point& x, const Point& tangent) {
      sum.area += w * (x[0] * tangent[1] - x[1] * tangent[0]) / 2;
      sum.first[0] += w * x[0] * x[0] * tangent[1] / 2;
      sum.first[1] -= w * x[1] * x[1] * tangent[0] / 2;
    });
  }
  return sum;
}

// Largest distance of a node from where the vertices put it, over the size of the cell; `twisted` allows for a quad
// that is no parallelogram.
double deviation(const Mesh2& mesh, Index cell, bool twisted) {
  const CellShape shape = mesh.cell_shapes[cell];
  const int order = mesh.geometry_order, corners = face_count(shape);
  const Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  const auto vertex = [&](int v) { return mesh.nodes[nodes[lattice_vertex(shape, order, v)]]; };
  const Point origin = vertex(0), right = vertex(1), up = vertex(corners - 1), across = vertex(2);
  Point e_xi, e_eta, twist{};
  for (int d = 0; d < 2; ++d) {
    e_xi[d] = right[d] - origin[d];
    e_eta[d] = up[d] - origin[d];
    if (twisted && corners == 4) twist[d] = across[d] - right[d] - e_eta[d];
  }
  double largest = 0;
  for (int j = 0; j <= order; ++j) {
    for (int i = 0; i <= (corners == 3 ? order - j : order); ++i) {
      const double s = static_cast<double>(i) / order, t = static_cast<double>(j) / order;
      const Point& node = mesh.nodes[nodes[lattice_node(shape, order, i, j)]];
      for (int d = 0; d < 2; ++d) {
        largest = std::max(largest, std::abs(origin[d] + s * e_xi[d] + t * e_eta[d] + s * t * twist[d] - node[d]));
      }
    }
  }
  const double size2 =
      std::max({e_xi[0] * e_xi[0] + e_xi[1] * e_xi[1], e_eta[0] * e_eta[0] + e_eta[1] * e_eta[1],
                (across[0] - origin[0]) * (across[0] - origin[0]) + (across[1] - origin[1]) * (across[1] - origin[1])});
  return largest / std::sqrt(size2);
}

}  // namespace

CellMap::CellMap(CellShape shape, int order, std::span<const Point> reference_points)
    : point_count_(static_cast<int>(reference_points.size())), node_count_(dg::node_count(shape, order)) {
  assert(order >= 1 && order <= max_geometry_order);
  table_.reserve(reference_points.size() * node_count_);
  for (const auto& [xi, eta] : reference_points) {
    for (int j = 0; j <= order; ++j) {
      for (int i = 0; i <= (shape == CellShape::triangle ? order - j : order); ++i) {
        if (shape == CellShape::quadrilateral) {
          const ValueAndSlope a = lagrange(i, order, xi), b = lagrange(j, order, eta);
          table_.push_back({a.value * b.value, a.slope * b.value, a.value * b.slope});
        } else {
          const ValueAndSlope a = silvester(i, order, (1 + xi) / 2), b = silvester(j, order, (1 + eta) / 2),
                              c = silvester(order - i - j, order, -(xi + eta) / 2);
          table_.push_back({a.value * b.value * c.value, b.value * (a.slope * c.value - a.value * c.slope) / 2,
                            a.value * (b.slope * c.value - b.value * c.slope) / 2});
        }
      }
    }
  }
}

void CellMap::evaluate(const Mesh2& mesh, Index cell, std::span<Point> points, std::span<Jacobian2> jacobians) const {
  assert(mesh.cell_node_begin[cell + 1] - mesh.cell_node_begin[cell] == node_count_);
  assert(points.empty() || points.size() == static_cast<std::size_t>(point_count_));
  assert(jacobians.empty() || jacobians.size() == static_cast<std::size_t>(point_count_));
  // Relative to the first node, or a small cell far from the origin would lose digits of its Jacobian.
  const Index* numbers = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  const Point& origin = mesh.nodes[numbers[0]];
  std::array<Point, dg::node_count(CellShape::quadrilateral, max_geometry_order)> nodes;
  for (int n = 0; n < node_count_; ++n) {
    const Point& node = mesh.nodes[numbers[n]];
    nodes[n] = {node[0] - origin[0], node[1] - origin[1]};
  }

  const Shape* shape = table_.data();
  for (int p = 0; p < point_count_; ++p, shape += node_count_) {
    Point x = origin;
    Jacobian2 jacobian{};
    for (int n = 0; n < node_count_; ++n) {
      for (int d = 0; d < 2; ++d) {
        x[d] += shape[n].value * nodes[n][d];
        jacobian[d][0] += shape[n].d_xi * nodes[n][d];
        jacobian[d][1] += shape[n].d_eta * nodes[n][d];
      }
    }
    if (!points.empty()) points[p] = x;
    if (!jacobians.empty()) jacobians[p] = jacobian;
  }
}

double cell_area(const Mesh2& mesh, Index cell) { return moments(mesh, cell).area; }

Point cell_centroid(const Mesh2& mesh, Index cell) {
  const Moments m = moments(mesh, cell);
  const Point& origin = mesh.nodes[vertex_node(mesh, cell, 0)];
  return {origin[0] + m.first[0] / m.area, origin[1] + m.first[1] / m.area};
}

double face_length(const Mesh2& mesh, Index cell, int face) {
  double length = 0;
  integrate_face(
      mesh, cell, face, mesh.nodes[vertex_node(mesh, cell, face)],
      [&](double w, const Point&, const Point& tangent) { length += w * std::hypot(tangent[0], tangent[1]); });
  return length;
}

bool is_affine(const Mesh2& mesh, Index cell, double tolerance) { return deviation(mesh, cell, false) <= tolerance; }

bool is_straight(const Mesh2& mesh, Index cell, double tolerance) { return deviation(mesh, cell, true) <= tolerance; }

}  // namespace dg
