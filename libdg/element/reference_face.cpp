#include "libdg/element/reference_face.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

/// Derivative at x_g of the polynomial with the values 1 at x_h and 0 at the other points.
std::vector<double> line_derivative(const std::vector<std::array<double, 1>>& x) {
  const std::size_t n = x.size();
  std::vector<double> weight(n, 1.0), d(n * n, 0.0);  // barycentric
  for (std::size_t g = 0; g < n; ++g)
    for (std::size_t h = 0; h < n; ++h)
      if (h != g) weight[g] /= x[g][0] - x[h][0];
  for (std::size_t g = 0; g < n; ++g)
    for (std::size_t h = 0; h < n; ++h) {
      if (h == g) continue;
      d[g * n + h] = weight[h] / weight[g] / (x[g][0] - x[h][0]);
      d[g * n + g] -= d[g * n + h];
    }
  return d;
}

/// Derivatives of the L2 projection on the traces of a space: more points than modes, and exact for its traces.
std::array<std::vector<double>, 2> projected_derivatives(Space space, int degree, const ReferenceFace<3>& face) {
  const auto n = face.points.size(), modes = static_cast<std::size_t>(mode_count(space, degree));
  std::vector<std::vector<double>> value(n, std::vector<double>(modes)), d_r = value, d_s = value;
  for (std::size_t g = 0; g < n; ++g)
    evaluate_basis<2>(space, degree, face.points[g], value[g], {std::span(d_r[g]), std::span(d_s[g])});
  std::array<std::vector<double>, 2> derivatives;
  for (std::size_t g = 0; g < n; ++g)
    for (std::size_t h = 0; h < n; ++h) {
      double along_r = 0, along_s = 0;
      for (std::size_t k = 0; k < modes; ++k) {
        along_r += d_r[g][k] * value[h][k] * face.weights[h];
        along_s += d_s[g][k] * value[h][k] * face.weights[h];
      }
      derivatives[0].push_back(along_r);
      derivatives[1].push_back(along_s);
    }
  return derivatives;
}

std::array<double, 2> cross(const std::array<std::array<double, 2>, 1>& a) { return {a[0][1], -a[0][0]}; }
std::array<double, 3> cross(const std::array<std::array<double, 3>, 2>& a) {
  return {a[0][1] * a[1][2] - a[0][2] * a[1][1], a[0][2] * a[1][0] - a[0][0] * a[1][2],
          a[0][0] * a[1][1] - a[0][1] * a[1][0]};
}

template <std::size_t Dim>
double dot(const std::array<double, Dim>& a, const std::array<double, Dim>& b) {
  double sum = 0;
  for (std::size_t d = 0; d < Dim; ++d) sum += a[d] * b[d];
  return sum;
}

/// Numbers of the vertices of local face f.
std::vector<int> vertices_of_face(CellShape cell, int f) {
  const auto list = face_vertices(cell, f);
  return std::vector<int>(list.begin(), list.end());
}

}  // namespace

template <int Dim>
std::vector<std::array<double, Dim>> reference_vertices(CellShape shape) {
  std::vector<std::array<double, Dim>> vertices(vertex_count(shape));
  for (int v = 0; v < vertex_count(shape); ++v)
    for (int d = 0; d < Dim; ++d) vertices[v][d] = 2 * vertex_corner(shape, v)[d] - 1;
  return vertices;
}

template std::vector<std::array<double, 2>> reference_vertices<2>(CellShape);
template std::vector<std::array<double, 3>> reference_vertices<3>(CellShape);

std::vector<std::array<double, 2>> points_on_face(CellShape shape, int f, const std::vector<double>& t) {
  const FaceMap<2> map(shape, f);
  std::vector<std::array<double, 2>> points;
  for (const double x : t) points.push_back(map.at(FaceMap<2>::FacePoint{x}));
  return points;
}

template <>
ReferenceFace<2>::ReferenceFace(FaceShape shape_, int degree, FaceRule) : shape(shape_) {
  const auto rule = gauss_legendre(face_point_count(shape, degree));
  points = rule.points;
  weights = rule.weights;
  derivatives[0] = line_derivative(points);
}

template <>
ReferenceFace<3>::ReferenceFace(FaceShape shape_, int degree, FaceRule face_rule) : shape(shape_) {
  const bool triangle = shape == FaceShape::triangle;
  const auto rule =
      triangle ? triangle_rule(2 * degree + (face_rule == FaceRule::full)) : quadrilateral_rule(2 * degree + 1);
  assert(rule.size() ==
         (face_rule == FaceRule::full ? face_point_count(shape, degree) : reduced_point_count(shape, degree)));
  points = rule.points;
  weights = rule.weights;
  // The centre, which all orientations keep, stands in for the points that a reduced rule does not have.
  points.resize(static_cast<std::size_t>(face_point_count(shape, degree)), Point{-1.0 / 3, -1.0 / 3});
  weights.resize(points.size(), 0.0);
  derivatives = projected_derivatives(triangle ? Space::triangle_P : Space::quadrilateral_Q, degree, *this);
}

template <int Dim>
FaceMap<Dim>::FaceMap(CellShape cell, int f, int orientation, bool as_neighbour) {
  const auto vertices = reference_vertices<Dim>(cell);
  const std::vector<int> list = vertices_of_face(cell, f);
  const int n = static_cast<int>(list.size());
  const auto vertex = [&](int i) { return vertices[list[as_neighbour ? (orientation - i + n) % n : i]]; };
  first_ = vertex(0);
  // A triangle is spanned by the edges to its second and last vertex, as is a parallelogram.
  for (std::size_t a = 0; a + 1 < Dim; ++a) {
    edges_[a] = vertex(a == 0 ? 1 : n - 1);
    for (std::size_t d = 0; d < Dim; ++d) edges_[a][d] -= first_[d];
  }
}

template <int Dim>
auto FaceMap<Dim>::at(const FacePoint& s) const -> Point {
  Point x = first_;
  for (std::size_t a = 0; a + 1 < Dim; ++a)
    for (std::size_t d = 0; d < Dim; ++d) x[d] += 0.5 * (1 + s[a]) * edges_[a][d];
  return x;
}

template <int Dim>
auto FaceMap<Dim>::at(const std::vector<FacePoint>& points) const -> std::vector<Point> {
  std::vector<Point> x;
  for (const FacePoint& s : points) x.push_back(at(s));
  return x;
}

template <int Dim>
auto FaceMap<Dim>::scaled_normal() const -> Point {
  auto half = edges_;
  for (Point& edge : half)
    for (double& x : edge) x *= 0.5;
  return cross(half);
}

template <int Dim>
auto FaceMap<Dim>::unit_normal() const -> Point {
  Point n = scaled_normal();
  const double length = std::sqrt(dot(n, n));
  for (double& x : n) x /= length;
  return n;
}

template <int Dim>
auto FaceMap<Dim>::dual_tangents() const -> std::array<Point, Dim - 1> {
  auto a = edges_;
  for (Point& edge : a)
    for (double& x : edge) x *= 0.5;
  if constexpr (Dim == 2) {
    const double square = dot(a[0], a[0]);
    return {Point{a[0][0] / square, a[0][1] / square}};
  } else {
    const double aa = dot(a[0], a[0]), ab = dot(a[0], a[1]), bb = dot(a[1], a[1]), det = aa * bb - ab * ab;
    std::array<Point, 2> t;
    for (std::size_t d = 0; d < 3; ++d) {
      t[0][d] = (bb * a[0][d] - ab * a[1][d]) / det;
      t[1][d] = (aa * a[1][d] - ab * a[0][d]) / det;
    }
    return t;
  }
}

template <int Dim>
std::vector<Index> own_points(const ReferenceFace<Dim>& face, int orientation) {
  // Any cell with such a face shows how the lists are permuted.
  const CellShape cell = Dim == 2                            ? CellShape::triangle
                         : face.shape == FaceShape::triangle ? CellShape::tetrahedron
                                                             : CellShape::hexahedron;
  const auto own = FaceMap<Dim>(cell, 0).at(face.points);
  const auto oriented = FaceMap<Dim>(cell, 0, orientation).at(face.points);
  std::vector<Index> from;
  for (std::size_t g = 0; g < oriented.size(); ++g) {
    // A rule may have the centre, too, where points stand that a reduced one does not have.
    const auto same = [&](std::size_t h) {
      double distance = 0;
      for (std::size_t d = 0; d < Dim; ++d) distance = std::max(distance, std::abs(oriented[g][d] - own[h][d]));
      return distance < 1e-12 && (face.weights[g] == 0) == (face.weights[h] == 0);
    };
    std::size_t h = 0;
    while (h < own.size() && !same(h)) ++h;
    assert(h < own.size());
    from.push_back(static_cast<Index>(h));
  }
  return from;
}

template class FaceMap<2>;
template class FaceMap<3>;
template std::vector<Index> own_points<2>(const ReferenceFace<2>&, int);
template std::vector<Index> own_points<3>(const ReferenceFace<3>&, int);

}  // namespace dg
