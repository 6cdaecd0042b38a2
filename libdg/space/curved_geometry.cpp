#include "libdg/space/curved_geometry.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/space/cell_length.hpp"
#include "libdg/space/jacobian.hpp"
#include "libdg/space/sum_factorised_cells.hpp"
#include "meshes/messages.hpp"

namespace dg {
namespace {

/// Orthonormal polynomials that traces of degree p on a face are, at a point of the reference face.
Eigen::VectorXd face_modes(FaceShape, int p, const std::array<double, 1>& x) {
  Eigen::VectorXd l(p + 1);
  l[0] = 1;
  if (p > 0) l[1] = x[0];
  for (int i = 1; i < p; ++i) l[i + 1] = ((2 * i + 1) * x[0] * l[i] - i * l[i - 1]) / (i + 1);
  for (int i = 0; i <= p; ++i) l[i] *= std::sqrt(i + 0.5);
  return l;
}
Eigen::VectorXd face_modes(FaceShape shape, int p, const std::array<double, 2>& x) {
  const Space space = shape == FaceShape::triangle ? Space::triangle_P : Space::quadrilateral_Q;
  Eigen::VectorXd modes(mode_count(space, p));
  evaluate_basis(space, p, x, {modes.data(), static_cast<std::size_t>(modes.size())});
  return modes;
}

/// A rule on the faces of cells of this geometric order, exact for their normals times traces of degree p.
template <int Dim>
QuadratureRule<Dim - 1> normal_rule(FaceShape shape, int p, int order) {
  if constexpr (Dim == 2)
    return gauss_legendre(p + order + 1);
  else
    return shape == FaceShape::triangle ? triangle_rule(p + 2 * order - 2) : quadrilateral_rule(p + 2 * order - 1);
}

/// L2 projection of a function given at the points of a rule on the traces of degree p, evaluated at the points of the
/// face: [point][point of the rule].
template <int Dim>
Eigen::MatrixXd face_projection(const ReferenceFace<Dim>& face, int p, const QuadratureRule<Dim - 1>& rule) {
  Eigen::MatrixXd m(face.size(), rule.size());
  for (int g = 0; g < face.size(); ++g)
    for (int q = 0; q < rule.size(); ++q)
      m(g, q) =
          face_modes(face.shape, p, face.points[g]).dot(face_modes(face.shape, p, rule.points[q])) * rule.weights[q];
  return m;
}

/// A rule for det J times two modes: exact, as far as there are rules for triangles.
template <int Dim>
QuadratureRule<Dim> mass_rule(CellShape shape, int p, int order) {
  if constexpr (Dim == 2) {
    if (shape == CellShape::triangle) return triangle_rule(std::min(max_triangle_degree, 2 * p + 2 * (order - 1)));
    return quadrilateral_rule(2 * p + 2 * order - 1);
  } else {
    if (shape == CellShape::tetrahedron) return tetrahedron_rule(2 * p + 3 * (order - 1));
    const int degree = 2 * p + 3 * order - 1;
    if (shape == CellShape::pyramid) return pyramid_rule(degree);
    return shape == CellShape::prism ? prism_rule(std::min(max_triangle_degree, degree)) : hexahedron_rule(degree);
  }
}

/// Whether the volume rule integrates the metric terms of hexahedra of this geometric order times gradients of Q^p.
bool suits_metric(const Tables<double, 3>& t, int order) {
  const auto points = std::count_if(t.weights.begin(), t.weights.end(), [](double w) { return w > 0; });
  return 2 * points_on_line(static_cast<int>(points)) > t.degree - 1 + 2 * order;
}

/// A rule for two modes over the projection of det J: exact for these, as theory asks for.
template <int Dim>
QuadratureRule<Dim> adjusted_rule(Space space, int p, const QuadratureRule<Dim>& mass_rule) {
  if constexpr (Dim == 2)
    return space == Space::quadrilateral_Q ? quadrilateral_rule(2 * p + 1) : mass_rule;
  else
    return space == Space::hexahedron_Q ? hexahedron_rule(2 * p + 1) : mass_rule;
}

}  // namespace

template <int Dim>
CurvedGeometry<Dim>::Modes::Modes(const Tables<double, Dim>& t, const QuadratureRule<Dim>& rule)
    : values(mode_count(t.space, t.degree), rule.size()),
      weights(Eigen::Map<const Eigen::VectorXd>(rule.weights.data(), rule.size())) {
  for (int q = 0; q < rule.size(); ++q)
    evaluate_basis(t.space, t.degree, rule.points[q], {values.col(q).data(), static_cast<std::size_t>(values.rows())});
}

template <int Dim>
Eigen::MatrixXd CurvedGeometry<Dim>::Modes::mass(const Eigen::VectorXd& weight) const {
  return values * weight.cwiseProduct(weights).asDiagonal() * values.transpose();
}

template <int Dim>
CurvedGeometry<Dim>::CurvedGeometry(const Mesh<Dim>& mesh, const Tables<double, Dim>& t, MassInverse mass_inverse)
    : mesh_(mesh),
      mass_inverse_(mass_inverse),
      shape_(shape_of(t.space)),
      t_(t),
      n_modes_(mode_count(t.space, t.degree)),
      volume_map_(shape_, mesh.geometry_order, t.points),
      mass_rule_(mass_rule<Dim>(shape_, t.degree, mesh.geometry_order)),
      mass_map_(shape_, mesh.geometry_order, mass_rule_.points),
      mass_modes_(t, mass_rule_),
      adjusted_modes_(t, adjusted_rule(t.space, t.degree, mass_rule_)) {
  for (int kind = 0; kind < face_kinds(Dim); ++kind)
    if (t.faces[kind].range.count > 0) add_sides(kind);
  if constexpr (Dim == 3)
    if (t.space == Space::hexahedron_Q && !suits_metric(t, mesh.geometry_order)) optimised_.emplace(t);
}

template <int Dim>
void CurvedGeometry<Dim>::add_sides(int kind) {
  const FaceTables<double, Dim>& faces = t_.faces[kind];
  const ReferenceFace<Dim> reference(face_shape_of_kind(Dim, kind), t_.degree);
  const auto rule = normal_rule<Dim>(reference.shape, t_.degree, mesh_.geometry_order);
  projection_[kind] = face_projection(reference, t_.degree, rule);
  const int first_row = first_face_row(shape_, kind, t_.degree);
  const int n = faces.n_points, order = mesh_.geometry_order;
  for (int f = 0; f < faces.range.count; ++f) {
    const int local = faces.range.first + f;
    const auto points = FaceMap<Dim>(shape_, local).at(rule.points);
    sides_.push_back({faces, f, local, local * n + first_row, projection_[kind], CellMap<Dim>(shape_, order, points),
                      CellMap<Dim>(shape_, order, faces.points[f])});
  }
}

template <int Dim>
void CurvedGeometry<Dim>::set_cell(Index cell, Index place, Index padded, ZoneGeometry& z) const {
  const std::size_t n = padded;
  set_volume_points(cell, place, n, z);
  const Eigen::VectorXd det = mass_determinants(cell);
  const Eigen::VectorXd moments = mass_modes_.values * det.cwiseProduct(mass_modes_.weights);
  const Eigen::MatrixXd inverse =
      mass_inverse_ == MassInverse::exact ? exact_inverse(det) : weight_adjusted_inverse(cell, moments);
  for (int k = 0; k < n_modes_; ++k) z.moments[k * n + place] = moments[k];
  if (!z.point_mass.empty()) {
    const Eigen::VectorXd projected = adjusted_modes_.values.transpose() * moments;  // at the points of the volume rule
    for (Eigen::Index q = 0; q < projected.size(); ++q) z.point_mass[q * n + place] = 1 / projected[q];
  }
  for (int k = 0, entry = 0; k < n_modes_; ++k)
    for (int l = 0; l <= k; ++l, ++entry) z.mass_inverse[entry * n + place] = inverse(k, l);
  std::vector<double> areas;
  for (const Side& side : sides_) {
    set_normals(side, cell, place, n, z);
    set_face_metric(side, cell, place, n, z);
    areas.push_back(face_area(mesh_, cell, side.local));
  }
  if constexpr (Dim == 3)
    if (optimised_) optimised_->optimise(place, n, z);
  const double measure = cell_volume(mesh_, cell);
  z.inverse_length[place] = 1 / cell_length(shape_, measure, areas);
  z.cell_value[place] = filter_width<Dim>(measure, t_.degree);
}

template <int Dim>
void CurvedGeometry<Dim>::set_volume_points(Index cell, Index place, std::size_t n, ZoneGeometry& z) const {
  std::vector<JacobianMatrix<Dim>> j(t_.points.size());
  volume_map_.evaluate(mesh_, cell, {}, j);
  for (std::size_t q = 0; q < j.size(); ++q) {
    const auto a = adjugate(j[q]);
    for (std::size_t i = 0; i < a.size(); ++i) z.metric[(q * a.size() + i) * n + place] = a[i];
    z.jacobian[q * n + place] = 1 / determinant(j[q]);
  }
}

/// det J at the points of the mass rule.
template <int Dim>
Eigen::VectorXd CurvedGeometry<Dim>::mass_determinants(Index cell) const {
  std::vector<JacobianMatrix<Dim>> j(mass_rule_.size());
  mass_map_.evaluate(mesh_, cell, {}, j);
  Eigen::VectorXd det(mass_rule_.size());
  for (int q = 0; q < mass_rule_.size(); ++q) det[q] = determinant(j[q]);
  return det;
}

template <int Dim>
Eigen::MatrixXd CurvedGeometry<Dim>::exact_inverse(const Eigen::VectorXd& det) const {
  return mass_modes_.mass(det).llt().solve(Eigen::MatrixXd::Identity(n_modes_, n_modes_));
}

/// The basis is orthonormal on the reference cell, so that the reference mass matrices drop out. With the projection of
/// J instead of J itself, the inverse takes the moments of the cell to the coefficients of 1: means are conserved.
template <int Dim>
Eigen::MatrixXd CurvedGeometry<Dim>::weight_adjusted_inverse(Index cell, const Eigen::VectorXd& moments) const {
  const Eigen::VectorXd projected = adjusted_modes_.values.transpose() * moments;
  if (projected.minCoeff() <= 0)
    throw InputError(
        fmt::format("{} is too strongly curved for a weight-adjusted mass inverse of degree {}; use 'mass_inverse = "
                    "exact', a higher degree or a finer mesh",
                    cell_at(mesh_, cell), t_.degree));
  return adjusted_modes_.mass(projected.cwiseInverse());
}

template <int Dim>
void CurvedGeometry<Dim>::set_normals(const Side& side, Index cell, Index place, std::size_t n, ZoneGeometry& z) const {
  std::vector<JacobianMatrix<Dim>> fine(side.fine.point_count());
  side.fine.evaluate(mesh_, cell, {}, fine);
  std::vector<std::array<double, Dim>> exact;
  for (const auto& j : fine) exact.push_back(rotated_normal<Dim>(adjugate(j), &side.tables.normal[side.of_kind * Dim]));
  for (int g = 0; g < side.tables.n_points; ++g) {
    std::array<double, Dim> normal{};
    for (std::size_t q = 0; q < exact.size(); ++q)
      for (int d = 0; d < Dim; ++d) normal[d] += side.projection(g, static_cast<Eigen::Index>(q)) * exact[q][d];
    const double length = norm(normal);
    const std::size_t row = static_cast<std::size_t>(side.first_point + g) * (Dim + 1);
    for (int d = 0; d < Dim; ++d) z.face[(row + d) * n + place] = normal[d] / length;
    z.face[(row + Dim) * n + place] = length;
  }
}

template <int Dim>
void CurvedGeometry<Dim>::set_face_metric(const Side& side, Index cell, Index place, std::size_t n,
                                          ZoneGeometry& z) const {
  std::vector<JacobianMatrix<Dim>> j(side.own.point_count());
  side.own.evaluate(mesh_, cell, {}, j);
  for (std::size_t g = 0; g < j.size(); ++g) {
    const auto a = adjugate(j[g]);
    const double det = determinant(j[g]);
    for (std::size_t i = 0; i < a.size(); ++i)
      z.face_metric[((side.first_point + g) * a.size() + i) * n + place] = a[i] / det;
  }
}

template class CurvedGeometry<2>;
template class CurvedGeometry<3>;

}  // namespace dg
