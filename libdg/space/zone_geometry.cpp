#include "libdg/space/zone_geometry.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/element/basis.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Point = std::array<double, 2>;

/// d xi / ds of face f, where s goes from -1 to 1.
Point reference_tangent(CellShape shape, int f) {
  const auto v = reference_vertices(shape);
  const Point a = v[f], b = v[(f + 1) % v.size()];
  return {0.5 * (b[0] - a[0]), 0.5 * (b[1] - a[1])};
}

/// n |J_f| from the reference tangent t of a face and the Jacobian at a point on it: the tangent turned clockwise by a
/// right angle.
Point scaled_normal(const Point& t, const Jacobian2& j) {
  return {j[1][0] * t[0] + j[1][1] * t[1], -(j[0][0] * t[0] + j[0][1] * t[1])};
}

/// Inverse Jacobian times det J: d xi_i / d x_d det J at [i * 2 + d].
std::array<double, 4> adjugate(const Jacobian2& j) { return {j[1][1], -j[0][1], -j[1][0], j[0][0]}; }

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

/// Everything that is tabulated once for a zone.
class Builder {
 public:
  Builder(const Mesh2& mesh, bool curved, const Tables<double>& t, MassInverse mass_inverse)
      : mesh_(mesh),
        mass_inverse_(mass_inverse),
        shape_(shape_of(t.space)),
        t_(t),
        n_modes_(mode_count(t.space, t.degree)),
        n_faces_(dg::face_count(shape_)),
        n_points_(face_point_count(t.degree)),
        volume_map_(shape_, mesh.geometry_order,
                    curved ? std::span<const Point>(t.points) : std::span(t.points).first(1)),
        fine_(gauss_legendre(t.degree + mesh.geometry_order + 1)),
        projection_(line_projection(t.degree, fine_, gauss_legendre(n_points_))),
        mass_rule_(shape_ == CellShape::triangle
                       ? triangle_rule(std::min(max_triangle_degree, 2 * t.degree + 2 * (mesh.geometry_order - 1)))
                       : quadrilateral_rule(2 * t.degree + 2 * mesh.geometry_order - 1)),
        mass_map_(shape_, mesh.geometry_order, mass_rule_.points) {
    std::vector<double> fine_parameters;
    for (const auto& x : fine_.points) fine_parameters.push_back(x[0]);
    for (int f = 0; f < n_faces_; ++f) {
      tangents_[f] = reference_tangent(shape_, f);
      fine_maps_.emplace_back(shape_, mesh.geometry_order, points_on_face(shape_, f, fine_parameters));
      point_maps_.emplace_back(shape_, mesh.geometry_order, t.face_points[f]);
    }
    mass_basis_.resize(n_modes_, mass_rule_.size());
    mass_weights_ = Eigen::Map<const Eigen::VectorXd>(mass_rule_.weights.data(), mass_rule_.size());
    for (int q = 0; q < mass_rule_.size(); ++q)
      evaluate_basis(t.space, t.degree, mass_rule_.points[q][0], mass_rule_.points[q][1],
                     {mass_basis_.col(q).data(), static_cast<std::size_t>(n_modes_)});
  }

  void affine(Index cell, Index place, Index padded, ZoneGeometry& z) const {
    Jacobian2 j;
    volume_map_.evaluate(mesh_, cell, {}, {&j, 1});
    const double det = determinant(j);
    const auto a = adjugate(j);
    for (int i = 0; i < 4; ++i) z.metric[i * std::size_t(padded) + place] = a[i] / det;
    z.jacobian[place] = det;
    std::array<double, 4> lengths{};
    for (int f = 0; f < n_faces_; ++f) {
      const Point n = scaled_normal(tangents_[f], j);
      const double l = std::hypot(n[0], n[1]);
      set_face(z.face, f, padded, place, n, l, l / det);
      lengths[f] = 2 * l;
    }
    z.inverse_length[place] = 1 / cell_length((shape_ == CellShape::triangle ? 2.0 : 4.0) * det, lengths);
  }

  void curved(Index cell, Index place, Index padded, ZoneGeometry& z) const {
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
    for (int f = 0; f < n_faces_; ++f) curved_face(cell, f, place, n, inverse, z);
    std::array<double, 4> lengths{};
    for (int f = 0; f < n_faces_; ++f) lengths[f] = face_length(mesh_, cell, f);
    z.inverse_length[place] = 1 / cell_length(cell_area(mesh_, cell), lengths);
  }

 private:
  /// h of the stability limits. Quadrilaterals: the height over the longest side (4 |K| / |dK| would be twice the
  /// height of a flat one). Triangles: |K| over a mean of the sides, fitted to the spectra of BR2 on uniform meshes of
  /// right, equilateral, flat acute and flat obtuse triangles, which it meets within 8 % (twice the inradius: 0.67
  /// to 1.24).
  double cell_length(double area, const std::array<double, 4>& faces) const {
    const double longest = *std::max_element(faces.begin(), faces.end());
    if (shape_ == CellShape::quadrilateral) return area / longest;
    const double squares = faces[0] * faces[0] + faces[1] * faces[1] + faces[2] * faces[2];
    return area / std::sqrt(0.10 * squares + 0.19 * longest * longest);
  }

  static void set_face(std::vector<double>& face, int point, std::size_t padded, Index place, Point n, double length,
                       double stored) {
    face[(point * 3 + 0) * padded + place] = n[0] / length;
    face[(point * 3 + 1) * padded + place] = n[1] / length;
    face[(point * 3 + 2) * padded + place] = stored;
  }

  /// det J at the points of the mass rule.
  Eigen::VectorXd mass_determinants(Index cell) const {
    std::vector<Jacobian2> j(mass_rule_.size());
    mass_map_.evaluate(mesh_, cell, {}, j);
    Eigen::VectorXd det(mass_rule_.size());
    for (int q = 0; q < mass_rule_.size(); ++q) det[q] = determinant(j[q]);
    return det;
  }

  /// int phi_k phi_l weight over the reference cell, from the weight at the points of the mass rule.
  Eigen::MatrixXd mass(const Eigen::VectorXd& weight) const {
    return mass_basis_ * weight.cwiseProduct(mass_weights_).asDiagonal() * mass_basis_.transpose();
  }

  Eigen::MatrixXd exact_inverse(const Eigen::VectorXd& det) const {
    return mass(det).llt().solve(Eigen::MatrixXd::Identity(n_modes_, n_modes_));
  }

  /// The basis is orthonormal on the reference cell, so that the reference mass matrices drop out. With the projection
  /// of J instead of J itself, the inverse takes the moments of the cell to the coefficients of 1: means are conserved.
  Eigen::MatrixXd weight_adjusted_inverse(Index cell, const Eigen::VectorXd& moments) const {
    const Eigen::VectorXd projected = mass_basis_.transpose() * moments;
    if (projected.minCoeff() <= 0) {
      const auto& x = mesh_.nodes[mesh_.cell_nodes[mesh_.cell_node_begin[cell]]];
      throw InputError(
          fmt::format("cell {} at ({:g}, {:g}) is too strongly curved for a weight-adjusted mass inverse of "
                      "degree {}; take 'mass_inverse = exact', a higher degree or a finer mesh",
                      cell, x[0], x[1], t_.degree));
    }
    return mass(projected.cwiseInverse());
  }

  void curved_face(Index cell, int f, Index place, std::size_t n, const Eigen::MatrixXd& inverse,
                   ZoneGeometry& z) const {
    std::vector<Jacobian2> fine(fine_.size()), at_points(n_points_);
    fine_maps_[f].evaluate(mesh_, cell, {}, fine);
    point_maps_[f].evaluate(mesh_, cell, {}, at_points);
    std::vector<Point> exact(fine.size());
    for (std::size_t q = 0; q < fine.size(); ++q) exact[q] = scaled_normal(tangents_[f], fine[q]);
    Eigen::MatrixXd trace(n_points_, n_modes_);
    for (int g = 0; g < n_points_; ++g) {
      Point normal{};
      for (int q = 0; q < fine_.size(); ++q)
        for (int d = 0; d < 2; ++d) normal[d] += projection_(g, q) * exact[q][d];
      const double length = std::hypot(normal[0], normal[1]);
      const int point = f * n_points_ + g;
      set_face(z.face, point, n, place, normal, length, length);
      const auto a = adjugate(at_points[g]);
      const double det = determinant(at_points[g]);
      for (int i = 0; i < 4; ++i) z.face_metric[(point * 4 + i) * n + place] = a[i] / det;
      for (int k = 0; k < n_modes_; ++k) trace(g, k) = t_.trace[(f * n_points_ + g) * n_modes_ + k];
    }
    const Eigen::MatrixXd lift = trace * inverse * trace.transpose();
    for (int g = 0; g < n_points_; ++g)
      for (int h = 0; h < n_points_; ++h)
        z.face_lift[((f * n_points_ + g) * n_points_ + h) * n + place] = lift(g, h) * t_.face_weights[h];
  }

  const Mesh2& mesh_;
  MassInverse mass_inverse_;
  CellShape shape_;
  const Tables<double>& t_;
  int n_modes_, n_faces_, n_points_;
  std::array<Point, 4> tangents_;  ///< in the reference cell, by face
  CellMap<2> volume_map_;
  QuadratureRule<1> fine_;
  Eigen::MatrixXd projection_;
  QuadratureRule<2> mass_rule_;
  CellMap<2> mass_map_;
  std::vector<CellMap<2>> fine_maps_, point_maps_;
  Eigen::MatrixXd mass_basis_;
  Eigen::VectorXd mass_weights_;
};

}  // namespace

int curved_volume_degree(CellShape shape, int degree, int geometry_order) {
  if (degree == 0) return 0;
  const int metric = shape == CellShape::triangle ? degree + geometry_order - 2 : degree + geometry_order - 1;
  return std::max(2 * degree, metric);
}

ZoneGeometry make_zone_geometry(const Mesh2& mesh, const std::vector<Index>& cells, Index padded, bool curved,
                                const Tables<double>& t, MassInverse mass_inverse) {
  const std::size_t n = padded, nf = face_count(shape_of(t.space)), ng = face_point_count(t.degree),
                    nk = mode_count(t.space, t.degree), nq = t.points.size();
  const std::size_t metrics = curved ? nq : 1, normals = nf * (curved ? ng : 1), points = curved ? nf * ng : 0;
  ZoneGeometry z;
  const std::pair<std::vector<double>*, std::size_t> rows[]{
      {&z.metric, metrics * 4},      {&z.face, normals * 3},      {&z.face_metric, points * 4},
      {&z.jacobian, metrics},        {&z.face_lift, points * ng}, {&z.mass_inverse, curved ? nk * (nk + 1) / 2 : 0},
      {&z.moments, curved ? nk : 0}, {&z.inverse_length, 1}};
  // Side by side: what takes the time is the first touch of the pages.
  parallel_for(std::size(rows), [&](std::ptrdiff_t i) { rows[i].first->resize(rows[i].second * n); });
  const Builder builder(mesh, curved, t, mass_inverse);
  parallel_for(padded, [&](std::ptrdiff_t i) {
    const Index cell = cells[std::min<std::size_t>(i, cells.size() - 1)], place = static_cast<Index>(i);
    if (curved)
      builder.curved(cell, place, padded, z);
    else
      builder.affine(cell, place, padded, z);
  });
  return z;
}

}  // namespace dg
