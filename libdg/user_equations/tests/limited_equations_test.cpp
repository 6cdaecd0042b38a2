// Limiters and sources of the state with what a struct of equations may name.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>

#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/user_equations/tests/compile_equations.hpp"

using namespace dg;

namespace {

using Field = SystemSolver<2>::FieldAtPoints;

/// TwoWaves, or the same with the sensor on its second variable.
std::unique_ptr<SystemSolver<2>> waves(const Mesh2& mesh, RunOptions options, const std::string& name = "TwoWaves") {
  static const TemporaryFolder folder;
  const std::string header = folder.file("waves.hpp");
  std::ofstream(header) << "#include \"" RKDG_TWO_WAVES "\"\n"
                        << "template <class Real>\nstruct SensedAmount : TwoWaves<Real> {\n"
                           "  static constexpr int sensed = 1;\n};\n";
  options.degree = 2;
  return test::solver_of({.header = header, .name = name, .limited = true}, mesh, options, {});
}

RunOptions limited(ShockCapturing shocks, Positivity positivity) {
  RunOptions options;
  options.fixed_dt = 0.02;
  options.shocks = shocks;
  options.positivity = positivity;
  return options;
}

/// Values [point][variable] of functions of x and y.
template <class Trace, class Amount>
Field field(const Trace& trace, const Amount& amount) {
  return [=](std::span<const std::array<double, 2>> x, double, double* values) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      values[2 * i] = trace(x[i][0], x[i][1]);
      values[2 * i + 1] = amount(x[i][0], x[i][1]);
    }
  };
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// The least amount at the points of Gauss of degree 2 on two sides of each cell.
double least_amount(const SystemSolver<2>& solver) {
  const double far = std::sqrt(0.6);
  std::vector<std::array<double, 2>> of_cell;
  for (const double x : {-far, 0.0, far})
    for (const std::array<double, 2> at : {std::array{x, -1.0}, {-1.0, x}}) of_cell.push_back(at);
  PointsOfShapes<2> points;
  points.fill(of_cell);
  const std::vector<double> values = solver.sample(points);
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 1; i < values.size(); i += 2) least = std::min(least, values[i]);
  return least;
}

constexpr double pi = 3.14159265358979323846;
const auto step = [](double x, double) { return std::abs(x) < 5 ? 1.0 : 1e-6; };
const auto nothing = [](double, double) { return 0.0; };

}  // namespace

TEST_CASE("rounding of a variable that is zero does not damp a wave of another") {
  const Mesh2 mesh = test::periodic_square("triangles", 10);
  const auto noise = [](double x, double y) { return 1e-17 * std::sin(1e3 * x + 7e2 * y); };
  const auto wave = [](double x, double y) { return 2 + std::sin(pi / 10 * x) * std::cos(pi / 5 * y); };
  std::vector<std::vector<double>> ends;
  for (const auto shocks : {ShockCapturing::none, ShockCapturing::damping}) {
    const auto solver = waves(mesh, limited(shocks, Positivity::off));
    solver->set_state(field(noise, wave));
    solver->advance(50, 1e9);
    ends.push_back(solver->coefficients());
  }
  CHECK(difference(ends[0], ends[1]) == 0);
}

TEST_CASE("the sensor looks at the variable that the equations name") {
  const Mesh2 mesh = test::periodic_square("quads", 10);
  for (const std::string name : {"TwoWaves", "SensedAmount"}) {
    const auto solver = waves(mesh, limited(ShockCapturing::damping, Positivity::off), name);
    solver->set_state(field(nothing, step));
    solver->advance(20, 1e9);
    CHECK((solver->limited_cells() > 0) == (name == "SensedAmount"));
  }
}

TEST_CASE("a positive function keeps an amount up, conserves it, and leaves averages below zero as they are") {
  for (const std::string kind : {"triangles", "quads"}) {
    INFO(kind);
    const Mesh2 mesh = test::periodic_square(kind, 10);
    const auto free = waves(mesh, limited(ShockCapturing::none, Positivity::off)),
               kept = waves(mesh, limited(ShockCapturing::none, Positivity::on));
    for (const auto& solver : {free.get(), kept.get()}) solver->set_state(field(nothing, step));
    const double before = kept->totals()[1];
    free->advance(40, 1e9);
    kept->advance(40, 1e9);
    CHECK(kept->limited_cells() > 0);
    CHECK(kept->totals()[1] == Approx(before).epsilon(1e-12));
    CHECK(least_amount(*free) < -0.02);
    CHECK(least_amount(*kept) > 0);

    const auto below = [](double x, double) { return -1 + 0.5 * std::sin(pi / 10 * x); };
    for (const auto& solver : {free.get(), kept.get()}) {
      solver->set_time(0);
      solver->set_state(field(nothing, below));
      solver->advance(20, 1e9);
    }
    CHECK(difference(free->coefficients(), kept->coefficients()) == 0);
  }
}

TEST_CASE("implicit steps evaluate a source of the state at the times of their stages") {
  RunOptions options;
  options.scheme = TimeScheme::esdirk4;
  options.step_tolerance = 1e-7;
  const auto solver = waves(test::periodic_square("triangles", 10), options);
  ExpressionGraph graph;
  const Expression t{&graph, graph.variable(Variable::t)}, trace{&graph, graph.variable(state_variable(0))};
  const Expression cosine{&graph, graph.make(Operation::cosine, t.node)};
  solver->set_source(std::make_shared<const Formulas>(graph, std::vector{(cosine - trace).node, graph.number(0)}));
  solver->set_state(field([](double, double) { return 1.0; }, [](double, double) { return 1.0; }));
  const double volume = solver->totals()[1];
  solver->set_next_step(10);  // too long: rejected first
  REQUIRE(solver->advance(1000, 2.0).time == 2.0);
  const double exact = 0.5 * (std::cos(2.0) + std::sin(2.0)) + 0.5 * std::exp(-2.0);
  CHECK(solver->totals()[0] / volume == Approx(exact).epsilon(1e-6));
}
