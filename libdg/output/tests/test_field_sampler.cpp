#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/output/field_sampler.hpp"
#include "libdg/output/tests/fake_solver.hpp"
#include "libdg/output/tests/test_meshes.hpp"

using namespace dg;

namespace {

constexpr double gas_gamma = 1.4;

/// A straight mesh of one quadrilateral, a parallelogram, where polynomials stay polynomials.
Mesh2 parallelogram() {
  Mesh2 mesh;
  mesh.boundary_names = {"all"};
  mesh.nodes = {{0.0, 0.0}, {2.0, 0.3}, {0.5, 1.0}, {2.5, 1.3}};
  mesh.cell_shapes = {CellShape::quadrilateral};
  mesh.cell_nodes = {0, 1, 2, 3};
  mesh.cell_node_begin = {0, 4};
  build_faces(mesh, std::vector<BoundaryEdge>{{{0, 1}, 0}, {{1, 3}, 0}, {{3, 2}, 0}, {{2, 0}, 0}}, "parallelogram");
  return mesh;
}

}  // namespace

TEST_CASE("fields derived from the state are those of the gas") {
  const Mesh2 mesh = bent_mesh();
  SolverOptions options;
  options.degree = 3;
  const auto solver = make_solver(mesh, options);
  solver->set_state([](double, double, double) { return std::array<double, 4>{1.3, 0.3, -0.4, 0.9}; });
  const FieldSampler sampler(mesh, *solver, 3, gas_gamma);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    for (int node = 0; node < sampler.node_count(cell); ++node) {
      CHECK(sampler.state(cell, node)[0] == Approx(1.3));
      CHECK(sampler.pressure(cell, node) == Approx(0.9));
      CHECK(sampler.temperature(cell, node) == Approx(gas_gamma * 0.9 / 1.3));
      CHECK(sampler.mach(cell, node) == Approx(0.5 / std::sqrt(gas_gamma * 0.9 / 1.3)));
    }
  }
}

TEST_CASE("vorticity is exact where the momentum is a polynomial of the space") {
  const Mesh2 mesh = parallelogram();
  SolverOptions options;
  options.degree = 3;
  const auto solver = make_solver(mesh, options);
  // rho = 1 + x/4, so that rho u and rho v have degree 3.
  const auto u = [](double x, double y) { return 0.2 * y * y + 0.1 * x; };
  const auto v = [](double x, double y) { return 0.3 * x * y - 0.2 * x * x; };
  solver->set_state([&](double x, double y, double) {
    return std::array<double, 4>{1.0 + 0.25 * x, u(x, y), v(x, y), 1.0};
  });
  FieldSampler sampler(mesh, *solver, 4, gas_gamma);
  const auto vorticity = sampler.vorticity(0);
  const auto places = sampler.places(0);
  for (std::size_t n = 0; n < places.size(); ++n) {
    const auto [x, y] = places[n];
    CHECK(vorticity[n] == Approx(0.3 * y - 0.4 * x - 0.4 * y).margin(1e-11));
  }
}

TEST_CASE("vorticity converges on curved cells") {
  // Its momentum (-x y, x y) has degree 6 in the reference coordinates of cells of order 3: exact from there on.
  const Mesh2 mesh = bent_mesh();
  const auto largest_error = [&](int degree) {
    SolverOptions options;
    options.degree = degree;
    const auto solver = make_solver(mesh, options);
    solver->set_state([](double x, double y, double) { return std::array<double, 4>{1.0, -y * x, x * y, 3.0}; });
    FieldSampler sampler(mesh, *solver, 6, gas_gamma);
    double error = 0.0;
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
      const auto vorticity = sampler.vorticity(cell);
      const auto places = sampler.places(cell);
      for (std::size_t n = 0; n < places.size(); ++n) {
        error = std::max(error, std::abs(vorticity[n] - (places[n][1] + places[n][0])));
      }
    }
    return error;
  };
  const double coarse = largest_error(2), middle = largest_error(4), fine = largest_error(6);
  CHECK(middle < 0.2 * coarse);
  CHECK(fine < 1e-11);
}
