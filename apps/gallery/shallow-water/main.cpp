// A dam breaks: shallow water on 400 cells of degree 0, beside Stoker's exact solution.
#include <cmath>
#include <cstdio>

#include "libdg/equations/shallow_water/shallow_water.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/generate.hpp"

using Equations = dg::ShallowWater2D<double>;

constexpr double g = 9.81, left = 1.0, right = 0.5;  // gravity, and the depths on both sides of the dam
constexpr double end = 0.08;

/// A rarefaction runs to the left, a bore to the right; between them lies water of one depth and speed.
struct Stoker {
  double depth, speed, bore;

  Stoker() {
    double low = right, high = left;
    for (int i = 0; i < 100; ++i) {
      depth = 0.5 * (low + high);
      speed = 2 * (std::sqrt(g * left) - std::sqrt(g * depth));  // behind the rarefaction
      const double behind_bore = (depth - right) * std::sqrt(0.5 * g * (1 / depth + 1 / right));
      (behind_bore < speed ? low : high) = depth;
    }
    bore = depth * speed / (depth - right);  // of mass: bore (depth - right) = depth speed
  }

  double at(double x) const {
    const double v = (x - 0.5) / end;
    if (v < -std::sqrt(g * left)) return left;
    if (v < speed - std::sqrt(g * depth)) return std::pow(2 * std::sqrt(g * left) - v, 2) / (9 * g);
    return v < bore ? depth : right;
  }
};

int main() {
  dg::Mesh2 mesh = dg::generate_mesh(
      "square", 0,
      {{"kind", "quads"}, {"nx", "400"}, {"ny", "2"}, {"xmin", "0"}, {"xmax", "1"}, {"ymin", "0"}, {"ymax", "0.01"}});
  dg::Physics<Equations> physics;
  physics.flux = Equations::Flux::hll;
  for (const char* side : {"left", "right", "bottom", "top"})
    physics.boundaries.push_back({side, dg::ShallowWaterBoundary::wall});
  dg::RunOptions options;
  options.degree = 0;
  dg::EquationSolver<Equations> solver(mesh, options, physics);
  solver.set_state([](double x, double, double) { return std::array{x < 0.5 ? left : right, 0.0, 0.0}; });
  solver.advance(100000, end);

  const Stoker exact;
  const auto modes = solver.coefficients();
  std::FILE* table = std::fopen("depth.csv", "w");
  if (table == nullptr) return 1;
  std::fprintf(table, "x,depth,exact\n");
  double sum = 0;
  int count = 0;
  for (dg::Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const double x = dg::cell_centroid(mesh, cell)[0], depth = modes[3 * cell] / 2;  // the constant mode is 1 / 2
    std::fprintf(table, "%.6f,%.6f,%.6f\n", x, depth, exact.at(x));
    if (x < 0.52 || x > 0.62) continue;
    sum += depth;
    ++count;
  }
  std::fclose(table);
  std::printf("depth behind the bore: %.4f; exact: %.4f\n", sum / count, exact.depth);
  return std::abs(sum / count - exact.depth) < 0.005 ? 0 : 1;
}
