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

namespace dg {
namespace {

/// Projection of a function given at a fine Gauss rule on P^p, evaluated at the coarse one: [coarse][fine].
Eigen::MatrixXd line_projection(int p, const QuadratureRule<1>& fine, const QuadratureRule<1>& coarse) {
  const auto legendre = [p](double x) {
    Eigen::VectorXd l(p + 1);
    l[0] = 1;
    if (p > 0) l[1] = x;
    for (int i = 1; i < p; ++i) l[i + 1] = ((2 * i + 1) * x * l[i] - i * l[i - 1]) / (i + 1);
    for (int i = 0; i <= p; ++i) l[i] *= std::sqrt(i + 0.5);
    return l;
  };
  Eigen::MatrixXd m(coarse.size(), fine.size());
  for (int g = 0; g < coarse.size(); ++g)
    for (int q = 0; q < fine.size(); ++q)
      m(g, q) = legendre(coarse.points[g][0]).dot(legendre(fine.points[q][0])) * fine.weights[q];
  return m;
}

}  // namespace

CurvedGeometry::CurvedGeometry(const Mesh2& mesh, const Tables<double>& t, MassInverse mass_inverse)
    : mesh_(mesh),
      mass_inverse_(mass_inverse),
      shape_(shape_of(t.space)),
      t_(t),
      faces_(t.faces[0]),
      n_modes_(mode_count(t.space, t.degree)),
      n_points_(faces_.n_points),
      volume_map_(shape_, mesh.geometry_order, t.points),
      fine_(gauss_legendre(t.degree + mesh.geometry_order + 1)),
      projection_(line_projection(t.degree, fine_, gauss_legendre(n_points_))),
      mass_rule_(shape_ == CellShape::triangle
                     ? triangle_rule(std::min(max_triangle_degree, 2 * t.degree + 2 * (mesh.geometry_order - 1)))
                     : quadrilateral_rule(2 * t.degree + 2 * mesh.geometry_order - 1)),
      mass_map_(shape_, mesh.geometry_order, mass_rule_.points) {
  std::vector<double> fine_parameters;
  for (const auto& x : fine_.points) fine_parameters.push_back(x[0]);
  for (int f = 0; f < faces_.range.count; ++f) {
    fine_maps_.emplace_back(shape_, mesh.geometry_order, points_on_face(shape_, f, fine_parameters));
    point_maps_.emplace_back(shape_, mesh.geometry_order, faces_.points[f]);
  }
  mass_basis_.resize(n_modes_, mass_rule_.size());
  mass_weights_ = Eigen::Map<const Eigen::VectorXd>(mass_rule_.weights.data(), mass_rule_.size());
  for (int q = 0; q < mass_rule_.size(); ++q)
    evaluate_basis(t.space, t.degree, mass_rule_.points[q],
                   {mass_basis_.col(q).data(), static_cast<std::size_t>(n_modes_)});
}

void CurvedGeometry::set_cell(Index cell, Index place, Index padded, ZoneGeometry& z) const {
  const std::size_t n = padded;
  std::vector<Jacobian2> j(t_.points.size());
  volume_map_.evaluate(mesh_, cell, {}, j);
  for (std::size_t q = 0; q < j.size(); ++q) {
    const auto a = adjugate(j[q]);
    for (int i = 0; i < 4; ++i) z.metric[(q * 4 + i) * n + place] = a[i];
    z.jacobian[q * n + place] = 1 / determinant(j[q]);
  }
  const Eigen::VectorXd det = mass_determinants(cell);
  const Eigen::VectorXd moments = mass_basis_ * det.cwiseProduct(mass_weights_);
  const Eigen::MatrixXd inverse =
      mass_inverse_ == MassInverse::exact ? exact_inverse(det) : weight_adjusted_inverse(cell, moments);
  for (int k = 0; k < n_modes_; ++k) z.moments[k * n + place] = moments[k];
  for (int k = 0, entry = 0; k < n_modes_; ++k)
    for (int l = 0; l <= k; ++l, ++entry) z.mass_inverse[entry * n + place] = inverse(k, l);
  std::vector<double> lengths;
  for (int f = 0; f < faces_.range.count; ++f) {
    set_face(cell, f, place, n, inverse, z);
    lengths.push_back(face_length(mesh_, cell, f));
  }
  z.inverse_length[place] = 1 / cell_length(shape_, cell_area(mesh_, cell), lengths);
}

/// det J at the points of the mass rule.
Eigen::VectorXd CurvedGeometry::mass_determinants(Index cell) const {
  std::vector<Jacobian2> j(mass_rule_.size());
  mass_map_.evaluate(mesh_, cell, {}, j);
  Eigen::VectorXd det(mass_rule_.size());
  for (int q = 0; q < mass_rule_.size(); ++q) det[q] = determinant(j[q]);
  return det;
}

/// int phi_k phi_l weight over the reference cell, from the weight at the points of the mass rule.
Eigen::MatrixXd CurvedGeometry::mass(const Eigen::VectorXd& weight) const {
  return mass_basis_ * weight.cwiseProduct(mass_weights_).asDiagonal() * mass_basis_.transpose();
}

Eigen::MatrixXd CurvedGeometry::exact_inverse(const Eigen::VectorXd& det) const {
  return mass(det).llt().solve(Eigen::MatrixXd::Identity(n_modes_, n_modes_));
}

/// The basis is orthonormal on the reference cell, so that the reference mass matrices drop out. With the projection of
/// J instead of J itself, the inverse takes the moments of the cell to the coefficients of 1: means are conserved.
Eigen::MatrixXd CurvedGeometry::weight_adjusted_inverse(Index cell, const Eigen::VectorXd& moments) const {
  const Eigen::VectorXd projected = mass_basis_.transpose() * moments;
  if (projected.minCoeff() <= 0) {
    const auto& x = mesh_.nodes[mesh_.cell_nodes[mesh_.cell_node_begin[cell]]];
    throw InputError(
        fmt::format("cell {} at ({:g}, {:g}) is too strongly curved for a weight-adjusted mass inverse of degree {}; "
                    "take 'mass_inverse = exact', a higher degree or a finer mesh",
                    cell, x[0], x[1], t_.degree));
  }
  return mass(projected.cwiseInverse());
}

void CurvedGeometry::set_face(Index cell, int f, Index place, std::size_t n, const Eigen::MatrixXd& inverse,
                              ZoneGeometry& z) const {
  std::vector<Jacobian2> fine(fine_.size()), at_points(n_points_);
  fine_maps_[f].evaluate(mesh_, cell, {}, fine);
  point_maps_[f].evaluate(mesh_, cell, {}, at_points);
  std::vector<Point> exact;
  for (const Jacobian2& j : fine) exact.push_back(turned_normal<2>(adjugate(j), &faces_.normal[f * 2]));
  Eigen::MatrixXd trace(n_points_, n_modes_);
  for (int g = 0; g < n_points_; ++g) {
    Point normal{};
    for (int q = 0; q < fine_.size(); ++q)
      for (int d = 0; d < 2; ++d) normal[d] += projection_(g, q) * exact[q][d];
    const double length = norm(normal);
    const int point = f * n_points_ + g;
    for (int d = 0; d < 2; ++d) z.face[(point * 3 + d) * n + place] = normal[d] / length;
    z.face[(point * 3 + 2) * n + place] = length;
    const auto a = adjugate(at_points[g]);
    const double det = determinant(at_points[g]);
    for (int i = 0; i < 4; ++i) z.face_metric[(point * 4 + i) * n + place] = a[i] / det;
    for (int k = 0; k < n_modes_; ++k) trace(g, k) = faces_.trace[(f * n_points_ + g) * n_modes_ + k];
  }
  const Eigen::MatrixXd lift = trace * inverse * trace.transpose();
  for (int g = 0; g < n_points_; ++g)
    for (int h = 0; h < n_points_; ++h)
      z.face_lift[((f * n_points_ + g) * n_points_ + h) * n + place] = lift(g, h) * faces_.weights[h];
}

}  // namespace dg
