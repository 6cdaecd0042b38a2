// A wave that steepens, on triangles: u = U(x + y - 2 u t) along its characteristics, for as long as it is smooth.
#include <cmath>
#include <cstdio>

#include "burgers.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"

std::array<double, 1> wave(double x, double y, double t) {
  double u = 0;
  for (int i = 0; i < 100; ++i) u = std::sin(0.314159265358979 * (x + y - 2 * u * t));
  return {u};
}

int main() {
  double last = 0, order = 0;
  for (const char* n : {"8", "16", "32"}) {
    dg::Mesh2 mesh = dg::generate_mesh("square", 0, {{"kind", "triangles"}, {"n", n}});
    dg::connect_periodic(mesh, "left", "right", "square");
    dg::connect_periodic(mesh, "bottom", "top", "square");
    dg::RunOptions options;
    options.degree = 2;
    dg::EquationSolver<Burgers<double>> solver(mesh, options, {});
    solver.set_state(wave);
    solver.advance(100000, 0.8);
    const double error = solver.errors(wave).l2[0];
    if (last > 0) order = std::log2(last / error);
    std::printf("%s x %s: error %.3e, order %.2f\n", n, n, error, order);
    last = error;
  }
  return order > 2.5 ? 0 : 1;
}
