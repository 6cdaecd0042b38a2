#include "reference_cell.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "libdg/element/basis.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {
namespace {

double power(double x, int i) { return i < 0 ? 0.0 : std::pow(x, i); }

/// On a pyramid, (a / (1 - c))^i (b / (1 - c))^j (1 - c)^max(i, j) c^k in coordinates from 0 to 1, with its
/// derivatives.
std::array<double, 4> rational_product(const std::array<int, 3>& exponent, const std::array<double, 3>& r) {
  const auto [i, j, k] = exponent;
  const double a = (1 + r[0]) / 2, b = (1 + r[1]) / 2, c = (1 + r[2]) / 2, height = 1 - c;
  const int less = std::min(i, j);
  // On the apex, a and b are zero as well.
  const double over = height > 0 ? std::pow(height, -less) : less == 0 ? 1 : 0, value = power(a, i) * power(b, j);
  const double slope_over = height > 0 ? less * std::pow(height, -less - 1) : 0;
  return {value * over * power(c, k), 0.5 * i * power(a, i - 1) * power(b, j) * over * power(c, k),
          0.5 * j * power(a, i) * power(b, j - 1) * over * power(c, k),
          0.5 * value * (slope_over * power(c, k) + over * k * power(c, k - 1))};
}

/// Monomials that span the traces of a degree on a face, at its points: [point][monomial].
template <std::size_t D>
Matrix face_monomials(FaceShape shape, int degree, const std::vector<std::array<double, D>>& points) {
  const int columns = shape == FaceShape::line       ? degree + 1
                      : shape == FaceShape::triangle ? (degree + 1) * (degree + 2) / 2
                                                     : (degree + 1) * (degree + 1);
  Matrix m(points.size(), columns);
  for (std::size_t g = 0; g < points.size(); ++g)
    for (int j = 0, k = 0; j <= (D == 1 ? 0 : degree); ++j)
      for (int i = 0; i <= (shape == FaceShape::triangle ? degree - j : degree); ++i, ++k)
        m(g, k) = power(points[g][0], i) * power(points[g][D - 1], j);
  return m;
}

/// The points of a fine rule on a face.
template <int Dim>
std::pair<std::vector<std::array<double, Dim - 1>>, Vector> fine_face(FaceShape shape) {
  if constexpr (Dim == 2) {
    const auto rule = gauss_legendre(12);
    return {rule.points, Eigen::Map<const Vector>(rule.weights.data(), 12)};
  } else {
    const FinePoints<2> fine(shape == FaceShape::triangle ? CellShape::triangle : CellShape::quadrilateral);
    return {fine.x, Eigen::Map<const Vector>(fine.weight.data(), static_cast<Eigen::Index>(fine.weight.size()))};
  }
}

Eigen::Vector2d normal(const Eigen::Matrix<double, 2, 1>& tangents) { return {tangents(1, 0), -tangents(0, 0)}; }
Eigen::Vector3d normal(const Eigen::Matrix<double, 3, 2>& tangents) { return tangents.col(0).cross(tangents.col(1)); }

/// Derivatives of the map to a face of the reference cell.
template <int Dim>
Eigen::Matrix<double, Dim, Dim - 1> reference_tangents(const FaceMap<Dim>& map,
                                                       const std::array<double, Dim - 1>& point) {
  // The reference face is [-1, 1] along each of its coordinates.
  Eigen::Matrix<double, Dim, Dim - 1> along;
  for (int a = 0; a + 1 < Dim; ++a) {
    std::array<double, Dim - 1> low = point, high = point;
    low[a] = -1, high[a] = 1;
    const auto from = map.at(low), to = map.at(high);
    for (int d = 0; d < Dim; ++d) along(d, a) = (to[d] - from[d]) / 2;
  }
  return along;
}

}  // namespace

template <>
FinePoints<2>::FinePoints(CellShape shape) {
  const auto line = gauss_legendre(12);
  for (int i = 0; i < line.size(); ++i)
    for (int j = 0; j < line.size(); ++j) {
      const double a = line.points[i][0], b = line.points[j][0], w = line.weights[i] * line.weights[j];
      const bool triangle = shape == CellShape::triangle;
      x.push_back({triangle ? 0.5 * (1 + a) * (1 - b) - 1 : a, b});
      weight.push_back(triangle ? w * 0.5 * (1 - b) : w);
    }
}

template <>
FinePoints<3>::FinePoints(CellShape shape) {
  const auto line = gauss_legendre(8);
  const bool on_square = shape == CellShape::hexahedron || shape == CellShape::pyramid;
  const FinePoints<2> base(on_square ? CellShape::quadrilateral : CellShape::triangle);
  for (int k = 0; k < line.size(); ++k)
    for (std::size_t q = 0; q < base.x.size(); ++q) {
      const double z = line.points[k][0], w = line.weights[k] * base.weight[q];
      const double shrink = shape == CellShape::tetrahedron || shape == CellShape::pyramid ? 0.5 * (1 - z) : 1;
      x.push_back({shrink * (1 + base.x[q][0]) - 1, shrink * (1 + base.x[q][1]) - 1, z});
      weight.push_back(w * shrink * shrink);
    }
}

template <int Dim>
ReferenceCell<Dim>::ReferenceCell(const Mesh<Dim>& mesh, Index cell, int degree_, QuadSpace quads,
                                  const double* coefficients, MassInverse mass_inverse)
    : shape(mesh.cell_shapes[cell]),
      space(space_of(shape, quads)),
      degree(degree_),
      modes(mode_count(space, degree)),
      affine(is_affine(mesh, cell)),
      state(Eigen::Map<const Matrix>(coefficients, modes, Dim + 2)),
      order_(mesh.geometry_order) {
  const auto lattice = lattice_points<Dim>(shape, order_);
  const int n = static_cast<int>(lattice.size());
  Matrix v(n, n), x(n, Dim);
  for (int i = 0; i < n; ++i) {
    v.row(i) = monomials(lattice[i])[0].transpose();
    for (int d = 0; d < Dim; ++d) x(i, d) = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[cell] + i]][d];
  }
  map_ = v.fullPivLu().solve(x);

  const FinePoints<Dim> fine(shape);
  Matrix mass = Matrix::Zero(modes, modes);
  Vector moments = Vector::Zero(modes);
  for (std::size_t q = 0; q < fine.x.size(); ++q) {
    const Vector& phi = basis(fine.x[q])[0];
    const double weight = fine.weight[q] * jacobian(fine.x[q]).determinant();
    mass += weight * phi * phi.transpose();
    moments += weight * phi;
  }
  mass_ = mass.ldlt();
  if (!affine && space == Space::hexahedron_Q && mass_inverse != MassInverse::exact)
    adjusted_inverse_ = adjusted_inverse(moments);
}

template <int Dim>
Matrix ReferenceCell<Dim>::adjusted_inverse(const Vector& moments) const {
  const auto line = gauss_legendre(degree + 1);
  const int n = line.size(), points = Dim == 2 ? n * n : n * n * n;
  Matrix sum = Matrix::Zero(modes, modes);
  for (int q = 0; q < points; ++q) {
    Point r;
    double weight = 1;
    for (int d = 0, rest = q; d < Dim; ++d, rest /= n) {
      r[d] = line.points[rest % n][0];
      weight *= line.weights[rest % n];
    }
    const Vector& phi = basis(r)[0];
    sum += weight / phi.dot(moments) * phi * phi.transpose();
  }
  return sum;
}

template <int Dim>
const std::array<Vector, Dim + 1>& ReferenceCell<Dim>::basis(const Point& r) const {
  static std::map<std::tuple<Space, int, Point>, std::array<Vector, Dim + 1>> known;
  const auto [entry, is_new] = known.try_emplace({space, degree, r});
  std::array<Vector, Dim + 1>& b = entry->second;
  if (!is_new) return b;
  for (Vector& v : b) v.resize(modes);
  const auto span = [this](Vector& v) { return std::span(v.data(), static_cast<std::size_t>(modes)); };
  std::array<std::span<double>, Dim> derivatives;
  for (int d = 0; d < Dim; ++d) derivatives[d] = span(b[1 + d]);
  evaluate_basis(space, degree, r, span(b[0]), derivatives);
  return b;
}

template <int Dim>
const std::array<Vector, Dim + 1>& ReferenceCell<Dim>::monomials(const Point& r) const {
  static std::map<std::tuple<CellShape, int, Point>, std::array<Vector, Dim + 1>> known;
  const auto [entry, is_new] = known.try_emplace({shape, order_, r});
  if (is_new) entry->second = evaluate_monomials(r);
  return entry->second;
}

template <int Dim>
std::array<Vector, Dim + 1> ReferenceCell<Dim>::evaluate_monomials(const Point& r) const {
  std::array<Vector, Dim + 1> m;
  for (Vector& v : m) v.resize(node_count(shape, order_));
  int row = 0;
  if constexpr (Dim == 3)
    if (shape == CellShape::pyramid) {
      for_each_lattice_point(shape, order_, [&](int i, int j, int k) {
        const auto product = rational_product({i, j, k}, r);
        for (int derivative = 0; derivative <= Dim; ++derivative) m[derivative][row] = product[derivative];
        ++row;
      });
      return m;
    }
  for_each_lattice_point(shape, order_, [&](int i, int j, int k) {
    const std::array exponent{i, j, k};
    for (int derivative = 0; derivative <= Dim; ++derivative) {
      double product = 1;
      for (int d = 0; d < Dim; ++d)
        product *= derivative == d + 1 ? exponent[d] * power(r[d], exponent[d] - 1) : power(r[d], exponent[d]);
      m[derivative][row] = product;
    }
    ++row;
  });
  return m;
}

template <int Dim>
auto ReferenceCell<Dim>::place(const Point& r) const -> Point {
  const Vector& m = monomials(r)[0];
  Point x;
  for (int d = 0; d < Dim; ++d) x[d] = m.dot(map_.col(d));
  return x;
}

template <int Dim>
auto ReferenceCell<Dim>::jacobian(const Point& r) const -> Jacobian {
  const auto& m = monomials(r);
  Jacobian j;
  for (int d = 0; d < Dim; ++d)
    for (int e = 0; e < Dim; ++e) j(d, e) = m[1 + e].dot(map_.col(d));
  return j;
}

template <int Dim>
Matrix ReferenceCell<Dim>::gradients(const Point& r) const {
  return jacobian(r).transpose().inverse() * reference_gradients(r);
}

template <int Dim>
Matrix ReferenceCell<Dim>::reference_gradients(const Point& r) const {
  const auto& b = basis(r);
  Matrix g(Dim, modes);
  for (int d = 0; d < Dim; ++d) g.row(d) = b[1 + d].transpose();
  return g;
}

template <int Dim>
std::vector<Matrix> ReferenceCell<Dim>::metric_terms(const QuadratureRule<Dim>& rule,
                                                     const std::vector<ReferenceFace<Dim>>& faces) const {
  std::vector<Matrix> terms;
  for (const Point& r : rule.points) {
    const Jacobian j = jacobian(r);
    terms.push_back(j.determinant() * j.inverse());
  }
  if (affine || space != Space::hexahedron_Q) return terms;
  Matrix constraints(modes, Dim * rule.size()), left = Matrix::Zero(modes, Dim);
  for (int q = 0; q < rule.size(); ++q) {
    const Matrix g = reference_gradients(rule.points[q]);
    left -= rule.weights[q] * g.transpose() * terms[q];
    constraints.middleCols(Dim * q, Dim) = std::sqrt(rule.weights[q]) * g.transpose();
  }
  for (int f = 0; f < face_count(shape); ++f) {
    const ReferenceFace<Dim>& face = faces[kind_of_face(shape, f)];
    const Matrix normals = scaled_normals(f, face);
    for (int g = 0; g < face.size(); ++g)
      left += face.weights[g] * basis(FaceMap<Dim>(shape, f).at(face.points[g]))[0] * normals.row(g);
  }
  const Matrix change = constraints.completeOrthogonalDecomposition().solve(left);
  for (int q = 0; q < rule.size(); ++q) terms[q] += change.middleRows(Dim * q, Dim) / std::sqrt(rule.weights[q]);
  return terms;
}

template <int Dim>
Matrix ReferenceCell<Dim>::scaled_normals(int f, const ReferenceFace<Dim>& face) const {
  const FaceMap<Dim> map(shape, f);
  const auto [points, weights] = fine_face<Dim>(face.shape);
  Matrix n(points.size(), Dim);
  for (std::size_t q = 0; q < points.size(); ++q) {
    const Eigen::Matrix<double, Dim, Dim - 1> along = reference_tangents<Dim>(map, points[q]);
    const Eigen::Matrix<double, Dim, Dim - 1> tangents = jacobian(map.at(points[q])) * along;
    n.row(q) = normal(tangents).transpose();
  }
  const Vector root = weights.cwiseSqrt();
  const Matrix fit = (root.asDiagonal() * face_monomials(face.shape, degree, points))
                         .colPivHouseholderQr()
                         .solve(root.asDiagonal() * n);
  return face_monomials(face.shape, degree, face.points) * fit;
}

template <int Dim>
Vector ReferenceCell<Dim>::reference_normal(int f) const {
  return normal(reference_tangents<Dim>(FaceMap<Dim>(shape, f), {}));
}

template struct FinePoints<2>;
template struct FinePoints<3>;
template class ReferenceCell<2>;
template class ReferenceCell<3>;

}  // namespace dg::test
