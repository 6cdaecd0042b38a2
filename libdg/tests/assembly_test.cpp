#include <catch2/catch.hpp>
#include <cmath>

#include "support.hpp"

namespace dg {
namespace {

/// Coefficients after ten steps from a rough but physical state.
std::vector<double> run(const Mesh2& mesh, SolverOptions o, Assembly assembly, Layout layout) {
  o.backend = BackendKind::cpu;
  o.threads = 2;
  o.assembly = assembly;
  o.layout = layout;
  auto solver = make_solver(mesh, test::with_colouring(o, mesh));
  const FieldFunction state = [](double x, double y, double) {
    return std::array{1 + 0.2 * std::sin(5 * x + y), 0.3 * std::cos(4 * y), 0.2 * std::sin(7 * x), 0.7 + 0.1 * x * y};
  };
  solver->set_state(state);
  solver->set_boundary_data(state, false);
  solver->advance(10, 1e300);
  return solver->coefficients();
}

template <class Visit>
void for_each_variant(Visit visit) {
  const std::vector<std::vector<BoundaryCondition>> conditions{test::walls_and_far_field(), test::in_and_out(),
                                                               test::on_all_sides(BoundaryType::exact)};
  for (const int degree : test::built_degrees())
    for (const auto precision : test::built_precisions())
      for (const auto quads : {QuadSpace::P, QuadSpace::Q})
        for (const bool viscous : {false, true}) {
          // Precision changes no index: one variant of each degree is enough for floats.
          if (precision == Precision::single_precision && !(viscous && quads == QuadSpace::Q)) continue;
          SolverOptions o;
          o.degree = degree;
          o.precision = precision;
          o.quads = quads;
          o.gas.viscous = viscous;
          o.gas.viscosity = 0.01;
          o.boundaries = conditions[degree % conditions.size()];
          INFO("degree " << degree << ", quads " << (quads == QuadSpace::P ? "P" : "Q") << ", viscous " << viscous
                         << (precision == Precision::double_precision ? ", double" : ", single"));
          visit(o);
        }
}

Mesh2 curved_hybrid() {
  test::Hybrid h;
  h.n = 2;
  h.order = 3;
  h.curved = 0.03;
  h.periodic = false;
  return test::hybrid_mesh(h);
}

TEST_CASE("Every assembly and layout gives the same result to round-off on curved hybrid meshes with boundaries") {
  const Mesh2 mesh = curved_hybrid();
  for_each_variant([&](const SolverOptions& o) {
    const auto reference = run(mesh, o, Assembly::fused, Layout::blocked);
    const double tolerance = o.precision == Precision::double_precision ? 1e-13 : 1e-5;
    CHECK(test::relative_difference(run(mesh, o, Assembly::fused, Layout::flat), reference) < tolerance);
    for (const auto assembly :
         {Assembly::gather, Assembly::blocks, Assembly::atomic, Assembly::colour, Assembly::block_colour})
      for (const auto layout : {Layout::flat, Layout::blocked})
        CHECK(test::relative_difference(run(mesh, o, assembly, layout), reference) < tolerance);
  });
}

TEST_CASE("Assembly by cells, by blocks of them and by faces repeats bit for bit") {
  const Mesh2 mesh = curved_hybrid();
  for_each_variant([&](const SolverOptions& o) {
    if (!o.gas.viscous) return;
    for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::blocks})
      CHECK(run(mesh, o, assembly, Layout::blocked) == run(mesh, o, assembly, Layout::blocked));
  });
}

TEST_CASE("Coloured assembly without a colouring of all faces is refused") {
  SolverOptions o;
  o.degree = test::built_degrees().front();
  o.precision = test::built_precisions().front();
  o.backend = BackendKind::cpu;
  for (const auto assembly : {Assembly::colour, Assembly::block_colour}) {
    o.assembly = assembly;
    CHECK_THROWS_WITH(make_solver(test::hybrid_mesh({}), o), Catch::Contains("needs a colouring of all faces"));
  }
}

}  // namespace
}  // namespace dg
