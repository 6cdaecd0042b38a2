// Equations of a header: what is known of them, how many variables they may have, and headers that include others.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "libdg/backend/kernel_source.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/user_equations/tests/compile_equations.hpp"
#include "libdg/user_equations/user_header.hpp"

using namespace dg;
using Catch::Contains;

namespace {

const std::string advection = "libdg/equations/advection/advection.hpp";

/// Nine numbers that the flow carries along, each at a speed of its own.
const char* const nine = R"(#pragma once
#include "libdg/equations/inviscid.hpp"
template <class Real>
struct Nine : dg::Inviscid<Real, 2, 9> {
  enum class Flux { upwind };
  struct Condition {};
  template <class V>
  struct Point {};
  template <class V>
  RKDG_FN Point<V> point(const V (&)[9]) const { return {}; }
  template <class V>
  RKDG_FN void convective_flux(const V (&u)[9], const Point<V>&, const V (&m)[2], V (&flux)[9]) const {
    for (int k = 0; k < 9; ++k) flux[k] = V(Real(k + 1)) * u[k] * m[0];
  }
  template <class V>
  RKDG_FN void riemann_flux(Flux, const V (&a)[9], const Point<V>&, const V (&b)[9], const Point<V>&, const V (&n)[2],
                            V (&flux)[9]) const {
    for (int k = 0; k < 9; ++k) flux[k] = V(Real(k + 1)) * n[0] * dg::select(n[0] > V(Real(0)), a[k], b[k]);
  }
  template <class V>
  RKDG_FN V wave_speed(const Point<V>&) const { return V(Real(9)); }
  template <class V>
  RKDG_FN dg::MaskOf<V> admissible(const V (&u)[9], const Point<V>&) const { return u[0] - u[0] == Real(0); }
  RKDG_CALL void boundary_states(Condition, const Real (&u)[9], const Real (&)[2], const Real*, Real (&ghost)[9],
                                 Real (&u_b)[9]) const {
    for (int k = 0; k < 9; ++k) ghost[k] = u_b[k] = u[k];
  }
};
)";

}  // namespace

TEST_CASE("what a case may say of equations is what their struct says") {
  const EquationsDescription water =
      compiled_equations({"libdg/equations/shallow_water/shallow_water.hpp", "dg::ShallowWater2D"}).description();
  CHECK(water.dim == 2);
  CHECK_FALSE(water.viscous);
  CHECK(water.positive);
  CHECK(water.variables == std::vector<std::string>{"h", "hu", "hv"});
  CHECK(water.fluxes == std::vector<std::string>{"llf", "hll"});
  REQUIRE(water.boundary_kinds.size() == 3);
  CHECK(water.boundary_kinds[2].name == "exact");
  CHECK(water.boundary_kinds[2].takes_data);
  CHECK_FALSE(water.boundary_kinds[0].takes_data);
  CHECK(water.parameters == std::vector<std::pair<std::string, double>>{{"gravity", 9.81}});
}

TEST_CASE("nine variables are carried along, each with the speed that a solver of one has") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("nine.hpp")) << nine;
  const Mesh2 mesh = test::periodic_square("triangles", 4);
  RunOptions options;
  options.degree = 2;
  options.fixed_dt = 0.01;
  const auto start = [](int i, const Expression& x, const Expression& y, const Expression&) {
    return (1.0 + 0.1 * i) * test::sine(0.3141592653589793 * x) + 0.2 * test::sine(0.6283185307179586 * y);
  };
  const auto all = test::solver_of({folder.file("nine.hpp"), "Nine"}, mesh, options, {});
  all->set_state(*test::formulas_of(9, start));
  all->advance(10, 1e9);
  const std::vector<double> of_all = all->coefficients();
  for (const int k : {0, 8}) {
    const auto one = test::solver_of({advection, "dg::Advection2D"}, mesh, options,
                                     {.flux = 0, .parameters = {k + 1.0, 0, 0}, .boundaries = {}});
    one->set_state(*test::formulas_of(
        1, [&](int, const Expression& x, const Expression& y, const Expression& t) { return start(k, x, y, t); }));
    one->advance(10, 1e9);
    const std::vector<double> of_one = one->coefficients();
    double largest = 0;
    const int modes = all->mode_count(0);
    for (std::size_t i = 0; i < of_one.size(); ++i) {
      const std::size_t cell = i / modes, mode = i % modes;
      largest = std::max(largest, std::abs(of_one[i] - of_all[(cell * 9 + k) * modes + mode]));
    }
    CHECK(largest < 1e-12);
  }
}

TEST_CASE("a source reads any of nine variables") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("nine.hpp")) << nine;
  const Mesh2 mesh = test::periodic_square("triangles", 4);
  RunOptions options;
  options.degree = 1;
  options.fixed_dt = 0.01;
  const auto solver = test::solver_of({folder.file("nine.hpp"), "Nine"}, mesh, options, {});
  ExpressionGraph graph;
  const auto variable = [&](int i) { return Expression{&graph, graph.variable(state_variable(i))}; };
  std::vector<NodeId> start, source;
  for (int i = 0; i < 9; ++i) {
    start.push_back(graph.number(1.0 + i));
    source.push_back(i == 8 ? (-1.0 * variable(3)).node : i == 0 ? variable(8).node : graph.number(0.0));
  }
  solver->set_state(Formulas(graph, start));
  solver->set_source(std::make_shared<const Formulas>(graph, source));
  const std::vector<double> before = solver->totals();
  solver->advance(10, 1e9);
  const std::vector<double> after = solver->totals();
  const double t = 0.1, volume = before[0];  // polynomials in time up to degree 3 are exact
  CHECK(after[8] == Approx(volume * (9.0 - 4.0 * t)).epsilon(1e-12));
  CHECK(after[0] == Approx(volume * (1.0 + 9.0 * t - 2.0 * t * t)).epsilon(1e-12));
  CHECK(after[3] == Approx(before[3]).epsilon(1e-12));
}

TEST_CASE("a header brings those beside it along, under names that tell their texts") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("sub"));
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder.file(name)) << text;
  };
  write("a.hpp", "#include \"sub/b.hpp\"\n#include \"libdg/equations/inviscid.hpp\"\n");
  write("sub/b.hpp", "  #  include \"c.hpp\" // beside this one\n");
  write("sub/c.hpp", "int c;\n");
  const std::string name = add_user_header(folder.file("a.hpp"));
  CHECK_THAT(name, Contains("user/") && Contains("/a.hpp"));
  const auto text_of = [&](const std::string& of) {
    for (const SourceFile& file : kernel_headers())
      if (file.name == of) return std::string(file.text);
    return std::string();
  };
  CHECK_THAT(text_of(name), Contains("#line 1") && Contains("1_b.hpp\"") && Contains("libdg/equations/inviscid.hpp"));
  CHECK(add_user_header(folder.file("a.hpp")) == name);
  write("sub/c.hpp", "int d;\n");
  CHECK(add_user_header(folder.file("a.hpp")) != name);
  CHECK(add_user_header(advection) == advection);
  CHECK_THROWS_WITH(add_user_header(folder.file("none.hpp")), Contains("none.hpp") && Contains("cannot be read"));
  write("sub/c.hpp", "\n#include \"far.hpp\"\n");
  CHECK_THROWS_WITH(add_user_header(folder.file("a.hpp")), Contains("c.hpp:2: includes \"far.hpp\""));
}
