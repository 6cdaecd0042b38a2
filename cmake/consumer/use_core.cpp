/// A uniform stream through a square of two triangles is a steady solution: ten steps must leave the integrals as they
/// are.
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

#include "libdg/solver/solver.hpp"
#include "meshes/build.hpp"

int main() {
  dg::Mesh2 mesh;
  mesh.nodes = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
  mesh.cell_shapes = {dg::CellShape::triangle, dg::CellShape::triangle};
  mesh.cell_node_begin = {0, 3, 6};
  mesh.cell_nodes = {0, 1, 2, 0, 2, 3};
  mesh.boundary_names = {"farfield"};
  const std::vector<dg::BoundaryEdge> edges = {{{0, 1}, 0}, {{1, 2}, 0}, {{2, 3}, 0}, {{3, 0}, 0}};
  dg::build_faces(mesh, edges, "square");

  const std::array<double, 4> stream = {1.0, 0.2, 0.1, 1.0 / 1.4};
  dg::BoundaryCondition farfield;
  farfield.name = "farfield";
  farfield.state = stream;
  dg::SolverOptions options;
  options.gas.viscosity = 0.002;
  options.boundaries = {farfield};
  options.backend = dg::BackendKind::cpu;

  const std::unique_ptr<dg::Solver> solver = dg::make_solver(mesh, options);
  solver->set_state([&](double, double, double) { return stream; });
  solver->advance(10, std::numeric_limits<double>::infinity());
  const std::array<double, 4> totals = solver->totals();
  std::printf("time %g, mass %.17g, momentum %.17g %.17g\n", solver->time(), totals[0], totals[1], totals[2]);
  const bool steady = std::abs(totals[0] - 1.0) < 1e-12 && std::abs(totals[1] - 0.2) < 1e-12;
  return solver->time() > 0.0 && steady ? 0 : 1;
}
