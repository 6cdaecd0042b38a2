/// What histories ask of a state at once is what is asked one by one, and is never that of a state before.
#include <catch2/catch.hpp>

#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

const std::vector<std::string> boundaries{"top", "left"};

SampledCells sampled(const Mesh2& mesh) {
  SampledCells cells{mesh.cell_shapes, {7, 0, 12, 3}, {}};
  cells.of_shape[shape_number(CellShape::triangle)] = {{-0.5, -0.25}, {-1, 1}, {0.125, -0.5}};
  cells.of_shape[shape_number(CellShape::quadrilateral)] = {{0.75, -1}, {0, 0.5}};
  return cells;
}

/// The samples of single cells among those of all.
std::vector<double> picked(const Mesh2& mesh, const Solver& solver, const SampledCells& cells) {
  const std::vector<double> all = solver.sample(cells.points());
  std::vector<double> result;
  for (const Index wanted : cells.cells) {
    std::size_t begin = 0;
    const auto numbers = [&](Index cell) { return 4 * cells.of_shape[shape_number(mesh.cell_shapes[cell])].size(); };
    for (Index cell = 0; cell < wanted; ++cell) begin += numbers(cell);
    result.insert(result.end(), all.begin() + begin, all.begin() + begin + numbers(wanted));
  }
  return result;
}

void check_observation(const Mesh2& mesh, const Solver& solver) {
  const SampledCells cells = sampled(mesh);
  const Observation seen = solver.observe(boundaries, cells);
  CHECK(seen.residual.l2 == solver.residual_norms().l2);
  CHECK(seen.residual.linf == solver.residual_norms().linf);
  CHECK(seen.totals == solver.totals());
  CHECK(seen.flow.kinetic_energy == solver.flow_totals().kinetic_energy);
  CHECK(seen.flow.enstrophy == solver.flow_totals().enstrophy);
  CHECK(seen.flow.entropy == solver.flow_totals().entropy);
  REQUIRE(seen.forces.size() == boundaries.size());
  for (std::size_t i = 0; i < boundaries.size(); ++i) {
    const Force force = solver.force(boundaries[i]);
    CHECK(seen.forces[i].pressure == force.pressure);
    CHECK(seen.forces[i].viscous == force.viscous);
    CHECK(seen.forces[i].moment == force.moment);
  }
  const std::vector<double> samples = picked(mesh, solver, cells);
  REQUIRE(seen.samples.size() == samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) CHECK(seen.samples[i] == samples[i]);
}

SolverOptions options(Precision precision, QuadSpace quads) {
  SolverOptions o;
  o.backend = test::tested_backend();
  o.degree = test::built_degrees().back();
  o.precision = precision;
  o.quads = quads;
  o.gas.viscosity = 0.01;
  o.boundaries = test::walls_and_far_field();
  return o;
}

}  // namespace

TEST_CASE("Forces are those above the pressure of reference, moments about its center") {
  // Two halves of the bottom of the unit square, p = 3 and 5, and a traction along it.
  const std::vector<SurfacePoint> points{{{0.25, 0.0}, {0.0, -1.0}, 0.5, {0.0, -3.0}, {0.5, 0.0}},
                                         {{0.75, 0.0}, {0.0, -1.0}, 0.5, {0.0, -5.0}, {0.5, 0.0}}};
  const Force absolute = force_of<2>(points, {});
  CHECK(absolute.pressure == std::array{0.0, -4.0});
  CHECK(absolute.viscous == std::array{0.5, 0.0});
  CHECK(absolute.moment == 0.25 * -1.5 + 0.75 * -2.5);
  const Force above = force_of<2>(points, {.pressure = 4.0, .center = {0.5, 2.0, 7.0}});
  CHECK(above.pressure == std::array{0.0, 0.0});
  CHECK(above.viscous == std::array{0.5, 0.0});
  CHECK(above.moment == -0.25 * 0.5 + 0.25 * -0.5 + 2.0 * 0.5);  // of -p + 4 upwards at -1/4 and 1/4, of 1/2 at -2

  const std::vector<SurfacePointOf<3>> wall{{{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0}, 2.0, {7.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}};
  const ForceOf<3> force = force_of<3>(wall, {.pressure = 5.0, .center = {0.0, 1.0, 1.0}});
  CHECK(force.pressure == std::array{4.0, 0.0, 0.0});
  // (1, 1, 2) x (4, 2, 0)
  CHECK(force.moment == std::array{-4.0, 8.0, -2.0});
}

TEST_CASE("A row of a history is what is asked one by one, of the state of now") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false});
  for (const Precision precision : test::built_precisions())
    for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q}) {
      const auto solver = make_solver(mesh, options(precision, quads));
      const FieldFunction flow = [](double x, double y, double) { return test::smooth_flow(x, y); };
      solver->set_state(flow);
      check_observation(mesh, *solver);
      const std::array<double, 4> start = solver->totals();
      solver->advance(3, 1e9);
      check_observation(mesh, *solver);
      CHECK(solver->totals() != start);
      CHECK(solver->observe({}, {}).forces.empty());
      CHECK(solver->observe({}, {}).samples.empty());
      solver->set_state(flow);
      check_observation(mesh, *solver);
      CHECK(solver->totals() == start);
    }
}

TEST_CASE("Local steps and a state without a gas are seen by the next look") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .periodic = false});
  SolverOptions o = options(test::built_precisions().front(), QuadSpace::P);
  o.local_time_step = true;
  const auto solver = make_solver(mesh, o);
  solver->set_state([](double x, double y, double) { return test::smooth_flow(x, y); });
  const std::array<double, 4> start = solver->totals();
  solver->advance(2, 1e9);
  CHECK(solver->totals() != start);
  check_observation(mesh, *solver);
  CHECK(solver->find_bad_cell().cell == -1);
  std::vector<double> coefficients = solver->coefficients();
  coefficients.front() = -1;
  solver->set_coefficients(coefficients);
  CHECK(solver->find_bad_cell().cell == 0);
}

}  // namespace dg
