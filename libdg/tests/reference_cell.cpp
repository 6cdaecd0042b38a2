#include "reference_cell.hpp"

#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tables.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

Matrix vandermonde(const std::vector<double>& t, int n) {
  Matrix v(t.size(), n);
  for (std::size_t i = 0; i < t.size(); ++i)
    for (int j = 0; j < n; ++j) v(i, j) = std::pow(t[i], j);
  return v;
}

double power(double x, int i) { return i < 0 ? 0.0 : std::pow(x, i); }

}  // namespace

std::vector<double> first_coordinates(const QuadratureRule<1>& rule) {
  std::vector<double> t;
  for (const auto& x : rule.points) t.push_back(x[0]);
  return t;
}

ReferenceCell::ReferenceCell(const Mesh2& mesh, Index cell, const SolverOptions& o, const double* coefficients)
    : shape(mesh.cell_shapes[cell]),
      space(space_of(shape, o.quads)),
      degree(o.degree),
      modes(mode_count(space, degree)),
      affine(is_affine(mesh, cell)),
      state(Eigen::Map<const Matrix>(coefficients, modes, 4)),
      order_(mesh.geometry_order) {
  const auto lattice = lattice_points(shape, order_);
  const int n = static_cast<int>(lattice.size());
  Matrix v(n, n), x(n, 2);
  for (int i = 0; i < n; ++i) {
    v.row(i) = monomials(lattice[i])[0].transpose();
    for (int d = 0; d < 2; ++d) x(i, d) = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[cell] + i]][d];
  }
  map_ = v.fullPivLu().solve(x);

  const Points fine = fine_points(shape);
  Matrix mass = Matrix::Zero(modes, modes);
  for (std::size_t q = 0; q < fine.x.size(); ++q) {
    const Vector phi = basis(fine.x[q])[0];
    mass += fine.weight[q] * jacobian(fine.x[q]).determinant() * phi * phi.transpose();
  }
  mass_ = mass.ldlt();
}

std::array<Vector, 3> ReferenceCell::basis(Point r) const {
  std::array<Vector, 3> b{Vector(modes), Vector(modes), Vector(modes)};
  const auto span = [this](Vector& v) { return std::span(v.data(), static_cast<std::size_t>(modes)); };
  evaluate_basis(space, degree, r[0], r[1], span(b[0]), span(b[1]), span(b[2]));
  return b;
}

std::array<Vector, 3> ReferenceCell::monomials(Point r) const {
  std::array<Vector, 3> m;
  for (Vector& v : m) v.resize(node_count(shape, order_));
  int k = 0;
  for (int j = 0; j <= order_; ++j)
    for (int i = 0; i <= (shape == CellShape::triangle ? order_ - j : order_); ++i, ++k) {
      m[0][k] = power(r[0], i) * power(r[1], j);
      m[1][k] = i * power(r[0], i - 1) * power(r[1], j);
      m[2][k] = j * power(r[0], i) * power(r[1], j - 1);
    }
  return m;
}

Point ReferenceCell::place(Point r) const {
  const Vector m = monomials(r)[0];
  return {m.dot(map_.col(0)), m.dot(map_.col(1))};
}

Eigen::Matrix2d ReferenceCell::jacobian(Point r) const {
  const auto m = monomials(r);
  Eigen::Matrix2d j;
  for (int d = 0; d < 2; ++d) j.row(d) << m[1].dot(map_.col(d)), m[2].dot(map_.col(d));
  return j;
}

Matrix ReferenceCell::gradients(Point r) const {
  const auto b = basis(r);
  Matrix g(2, modes);
  g << b[1].transpose(), b[2].transpose();
  return jacobian(r).transpose().inverse() * g;
}

Point ReferenceCell::face_point(int f, double t) const { return points_on_face(shape, f, {t})[0]; }

Matrix ReferenceCell::scaled_normals(int f) const {
  const auto fine = gauss_legendre(12);
  const auto t = first_coordinates(fine);
  const Point a = face_point(f, -1), b = face_point(f, 1);
  Matrix n(12, 2);
  for (int q = 0; q < 12; ++q) {
    const Eigen::Vector2d tangent = jacobian(face_point(f, t[q])) * Eigen::Vector2d(b[0] - a[0], b[1] - a[1]) / 2;
    n.row(q) << tangent[1], -tangent[0];
  }
  const Vector root = Eigen::Map<const Vector>(fine.weights.data(), 12).cwiseSqrt();
  const Matrix fit =
      (root.asDiagonal() * vandermonde(t, degree + 1)).colPivHouseholderQr().solve(root.asDiagonal() * n);
  return vandermonde(first_coordinates(gauss_legendre(degree + 1)), degree + 1) * fit;
}

}  // namespace dg::test
