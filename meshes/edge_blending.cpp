#include "meshes/edge_blending.hpp"

#include <numeric>

#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

bool is_triangular(CellShape shape) {
  return shape == CellShape::triangle || shape == CellShape::tetrahedron || shape == CellShape::prism;
}

/// By vertex: the function that is 1 there and 0 at the others, linear along each edge, at a point of [0, 1]^d.
std::vector<double> vertex_functions(CellShape shape, const std::array<double, 3>& x) {
  std::vector<double> values;
  const int barycentric = shape == CellShape::tetrahedron ? 3 : is_triangular(shape) ? 2 : 0;
  for (int v = 0; v < vertex_count(shape); ++v) {
    const auto corner = vertex_corner(shape, v);
    double value = 1, others = 1;
    for (int d = 0; d < barycentric; ++d) others -= x[d];
    if (barycentric > 0) value = others;
    for (int d = 0; d < barycentric; ++d)
      if (corner[d] == 1) value = x[d];
    for (int d = barycentric; d < dim_of(shape); ++d) value *= corner[d] == 1 ? x[d] : 1 - x[d];
    values.push_back(value);
  }
  return values;
}

/// The Lagrange polynomial of an inner node of equispaced ones.
double lagrange(int order, int node, double s) {
  double value = 1;
  for (int k = 0; k <= order; ++k)
    if (k != node) value *= (order * s - k) / (node - k);
  return value;
}

/// The sum of the functions of the vertices that an edge runs between, or of the triangle or tetrahedron it is part of.
double sum_around(CellShape shape, const std::vector<double>& functions, int a, int b) {
  if (shape == CellShape::triangle || shape == CellShape::tetrahedron) return 1;
  if (shape != CellShape::prism || a / 3 != b / 3) return functions[a] + functions[b];
  const auto first = functions.begin() + a / 3 * 3;
  return std::accumulate(first, first + 3, 0.0);
}

}  // namespace

bool is_inside(CellShape shape, int order, const LatticeSteps& steps) {
  const int dim = dim_of(shape);
  for (int d = 0; d < dim; ++d)
    if (steps[d] == 0 || steps[d] == order) return false;
  if (shape == CellShape::tetrahedron) return steps[0] + steps[1] + steps[2] < order;
  if (shape == CellShape::pyramid) return steps[0] + steps[2] < order && steps[1] + steps[2] < order;
  return !is_triangular(shape) || steps[0] + steps[1] < order;
}

std::vector<double> edge_blending(CellShape shape, int order, const LatticeSteps& steps) {
  std::array<double, 3> x;
  for (int d = 0; d < 3; ++d) x[d] = static_cast<double>(steps[d]) / order;
  const std::vector<double> functions = vertex_functions(shape, x);
  std::vector<double> weights = functions;
  for (const auto& [a, b] : msh_edges(shape)) {
    const double around = sum_around(shape, functions, a, b);
    const double s = around == 0 ? 0 : 0.5 * (1 + (functions[b] - functions[a]) / around);
    const bool is_felt = functions[a] > 0 && functions[b] > 0;
    const double strength = is_felt ? functions[a] * functions[b] / (around * s * (1 - s)) : 0;
    for (int k = 1; k < order; ++k) {
      const double weight = is_felt ? strength * lagrange(order, k, s) : 0;
      weights.push_back(weight);
      weights[a] -= weight * (order - k) / order;
      weights[b] -= weight * k / order;
    }
  }
  return weights;
}

}  // namespace dg
