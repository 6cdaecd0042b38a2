// Equations of a header on a GPU: what the host compiler and NVRTC make of it agree.
#include "libdg/tests/needs_device.hpp"

#include <algorithm>
#include <cmath>

#include "libdg/user_equations/tests/compile_equations.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"

using namespace dg;

namespace {

/// After 40 steps of waves between two sides with data that vary in time and two that are periodic, with a source that
/// varies, too.
std::vector<double> state_of(const EquationsSource& equations, SystemOptions system, int variables,
                             const std::string& kind, BackendKind backend) {
  Mesh2 mesh = generate_mesh("square", 0, {{"kind", kind}, {"n", "6"}});
  connect_periodic(mesh, "bottom", "top", "square");
  RunOptions options;
  options.degree = equations.device_degree;
  options.backend = backend;
  const auto field = [](int i, const Expression& x, const Expression& y, const Expression& t) {
    return 0.1 * test::sine(0.3141592653589793 * x + 2.0 * t) * test::sine(0.3141592653589793 * y) +
           (i == 0 ? 2.0 : 0.1);
  };
  const auto source = [](int i, const Expression& x, const Expression&, const Expression& t) {
    return (i == 0 ? 0.02 : 0.05) * test::sine(0.3141592653589793 * x - 3.0 * t);
  };
  for (const auto& b : system.boundaries) REQUIRE_FALSE(b.name.empty());
  const auto solver = test::solver_of(equations, mesh, options, system);
  REQUIRE(solver->info().backend == (backend == BackendKind::cuda ? "cuda" : "cpu"));
  const auto data = test::formulas_of(variables, field);
  solver->set_state(*data);
  for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b)
    if (mesh.boundary_names[b] == "left" || mesh.boundary_names[b] == "right")
      solver->set_boundary_data(static_cast<int>(b), data);
  solver->set_source(test::formulas_of(variables, source));
  REQUIRE(solver->advance(40, 1e300).steps == 40);
  REQUIRE(solver->find_bad_cell().cell == -1);
  return solver->coefficients();
}

void check_agreement(const EquationsSource& source, const SystemOptions& system, int variables) {
  for (const std::string kind : {"triangles", "quads"}) {
    INFO(source.name << ", degree " << source.device_degree << ", " << kind);
    const auto cpu = state_of(source, system, variables, kind, BackendKind::cpu),
               cuda = state_of(source, system, variables, kind, BackendKind::cuda);
    REQUIRE(cpu.size() == cuda.size());
    double largest = 0, size = 0;
    for (std::size_t i = 0; i < cpu.size(); ++i) {
      largest = std::max(largest, std::abs(cpu[i] - cuda[i]));
      size = std::max(size, std::abs(cpu[i]));
    }
    CHECK(largest < 1e-11 * size);
  }
}

}  // namespace

TEST_CASE("advection with diffusion and shallow water of headers: CPU and CUDA agree") {
  const std::vector<SystemOptions::Boundary> sides{{"left", 0, false}, {"right", 0, false}};
  for (const int degree : {1, 3})
    check_agreement({.header = "libdg/equations/advection/advection.hpp",
                     .name = "dg::Advection2D",
                     .precision = Precision::double_precision,
                     .device_degree = degree},
                    {.flux = 0, .parameters = {1, 0.5, 0.02}, .boundaries = sides}, 1);
  const std::vector<SystemOptions::Boundary> exact{{"left", 2, false}, {"right", 2, false}};
  check_agreement({.header = "libdg/equations/shallow_water/shallow_water.hpp",
                   .name = "dg::ShallowWater2D",
                   .precision = Precision::double_precision,
                   .device_degree = 2},
                  {.flux = 1, .parameters = {}, .boundaries = exact}, 3);
}

TEST_CASE("limiters and a source of the state of a header's equations: CPU and CUDA agree") {
  // A discontinuity between cells of depths 1 and 0.2, with friction: the same cells are damped on both.
  const auto state_on = [](const std::string& kind, BackendKind backend) {
    Mesh2 mesh = generate_mesh("square", 0, {{"kind", kind}, {"n", "8"}});
    connect_periodic(mesh, "bottom", "top", "square");
    RunOptions options;
    options.degree = 2;
    options.backend = backend;
    options.shocks = ShockCapturing::damping;
    const auto solver = test::solver_of(
        {.header = "libdg/equations/shallow_water/shallow_water.hpp",
         .name = "dg::ShallowWater2D",
         .precision = Precision::double_precision,
         .device_degree = options.degree,
         .limited = true},
        mesh, options, {.flux = 1, .parameters = {}, .boundaries = {{"left", 0, false}, {"right", 0, false}}});
    ExpressionGraph graph;
    const auto of_state = [&](int i) { return Expression{&graph, graph.variable(state_variable(i))}; };
    const std::vector<NodeId> friction{graph.number(0), (-0.1 * of_state(1)).node, (-0.1 * of_state(2)).node};
    solver->set_source(std::make_shared<const Formulas>(graph, friction));
    solver->set_state([](std::span<const std::array<double, 2>> x, double, double* values) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        values[3 * i] = std::abs(x[i][0]) < 2.5 ? 1.0 : 0.2;
        values[3 * i + 1] = values[3 * i + 2] = 0;
      }
    });
    // Beside the discontinuity cells are limited until it has spread.
    REQUIRE(solver->advance(5, 1e300).steps == 5);
    const long limited = solver->limited_cells();
    REQUIRE(solver->advance(55, 1e300).steps == 55);
    REQUIRE(solver->find_bad_cell().cell == -1);
    return std::pair{solver->coefficients(), limited};
  };
  for (const std::string kind : {"triangles", "quads"}) {
    INFO(kind);
    const auto [cpu, limited] = state_on(kind, BackendKind::cpu);
    const auto [cuda, limited_there] = state_on(kind, BackendKind::cuda);
    CHECK(limited > 0);
    CHECK(limited_there == limited);
    double largest = 0;
    for (std::size_t i = 0; i < cpu.size(); ++i) largest = std::max(largest, std::abs(cpu[i] - cuda[i]));
    CHECK(largest < 1e-9);
  }
}
