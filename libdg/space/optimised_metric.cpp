#include "libdg/space/optimised_metric.hpp"

#include <Eigen/QR>
#include <array>
#include <cassert>
#include <span>
#include <vector>

#include "libdg/element/basis.hpp"

namespace dg {
namespace {

constexpr int space_dim = 3, hexahedron_faces = 6, quadrilaterals = 1;

}  // namespace

OptimisedMetric::OptimisedMetric(const Tables<double, space_dim>& t) {
  assert(t.space == Space::hexahedron_Q);
  const int modes = mode_count(t.space, t.degree), points = static_cast<int>(t.points.size());
  Eigen::MatrixXd slopes(modes, space_dim * points);
  gradients_.resize(modes, space_dim * points);
  Eigen::VectorXd value(modes);
  std::array<Eigen::VectorXd, space_dim> slope;
  std::array<std::span<double>, space_dim> slope_span;
  const auto span = [](Eigen::VectorXd& v) { return std::span(v.data(), static_cast<std::size_t>(v.size())); };
  for (int r = 0; r < space_dim; ++r) {
    slope[r].resize(modes);
    slope_span[r] = span(slope[r]);
  }
  for (int q = 0; q < points; ++q) {
    evaluate_basis(t.space, t.degree, t.points[q], span(value), slope_span);
    for (int r = 0; r < space_dim; ++r) {
      slopes.col(space_dim * q + r) = slope[r];
      gradients_.col(space_dim * q + r) = t.weights[q] * slope[r];
    }
  }
  const FaceTables<double, space_dim>& on_faces = t.faces[quadrilaterals];
  const int per_face = on_faces.n_points;
  traces_.resize(modes, hexahedron_faces * per_face);
  for (int f = 0; f < hexahedron_faces; ++f)
    for (int g = 0; g < per_face; ++g) {
      evaluate_basis(t.space, t.degree, on_faces.points[f][g], span(value));
      traces_.col(f * per_face + g) = on_faces.weights[g] * value;
    }
  const Eigen::MatrixXd stiffness = gradients_ * slopes.transpose();
  solution_ = slopes.transpose() * stiffness.completeOrthogonalDecomposition().pseudoInverse();
}

void OptimisedMetric::optimise(Index place, std::size_t padded, ZoneGeometry& z) const {
  const auto at = [&](std::vector<double>& array, Eigen::Index row) -> double& {
    return array[static_cast<std::size_t>(row) * padded + static_cast<std::size_t>(place)];
  };
  Eigen::MatrixXd normals(traces_.cols(), space_dim), terms(gradients_.cols(), space_dim);
  for (int d = 0; d < space_dim; ++d) {
    for (Eigen::Index g = 0; g < normals.rows(); ++g)
      normals(g, d) = at(z.face, g * (space_dim + 1) + d) * at(z.face, g * (space_dim + 1) + space_dim);
    for (Eigen::Index row = 0; row < terms.rows(); ++row) terms(row, d) = at(z.metric, row * space_dim + d);
  }
  const Eigen::MatrixXd change = solution_ * (traces_ * normals - gradients_ * terms);
  for (int d = 0; d < space_dim; ++d)
    for (Eigen::Index row = 0; row < terms.rows(); ++row) at(z.metric, row * space_dim + d) += change(row, d);
}

}  // namespace dg
