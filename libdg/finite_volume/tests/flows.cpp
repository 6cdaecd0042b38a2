#include "flows.hpp"

#include <algorithm>
#include <cmath>

#include "libdg/tests/tested_backend.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::test {

SolverOptions finite_volumes(Limiter limiter) {
  SolverOptions o;
  o.degree = 0;
  o.reconstruction = Reconstruction::linear;
  o.limiter = limiter;
  o.riemann = Riemann::roe;
  o.gas.viscous = false;
  o.backend = tested_backend();
  o.threads = 1;
  return o;
}

bool is_built(Precision precision) {
  const auto& built = built_precisions();
  return std::find(built.begin(), built.end(), precision) != built.end();
}

std::array<double, 4> to_conservative(const std::array<double, 4>& w) {
  return {w[0], w[0] * w[1], w[0] * w[2], w[3] / 0.4 + 0.5 * w[0] * (w[1] * w[1] + w[2] * w[2])};
}

double mean_over_coefficient(CellShape shape) { return shape == CellShape::triangle ? std::sqrt(0.5) : 0.5; }

std::vector<double> at_centroids(const Mesh2& mesh, const FieldFunction& primitive) {
  return rough_averages(mesh, primitive, 0);
}

std::vector<double> rough_averages(const Mesh2& mesh, const FieldFunction& primitive, double part) {
  std::vector<double> coefficients;
  Random random(7);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto x = cell_centroid(mesh, cell);
    auto w = primitive(x[0], x[1], 0);
    for (double& value : w) value *= 1 + part * random(-1, 1);
    for (const double u : to_conservative(w)) coefficients.push_back(u / mean_over_coefficient(mesh.cell_shapes[cell]));
  }
  return coefficients;
}

Mesh2 mixed_mesh(bool periodic, int order) {
  return hybrid_mesh({.n = 5, .order = order, .curved = order > 1 ? 0.03 : 0.0, .periodic = periodic});
}

}  // namespace dg::test
