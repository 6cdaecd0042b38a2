#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "libdg/core/errors.hpp"
#include "meshes/build.hpp"
#include "pulsating_flow.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;

using test::serial_options;
using test::smooth_flow_at;

TEST_CASE("Coefficients go in and out unchanged, and sampling sees them") {
  const Mesh2 mesh = test::hybrid_mesh({});
  SolverOptions o = serial_options();
  o.quads = QuadSpace::Q;
  auto solver = make_solver(mesh, o);
  const auto c = test::rough_state(mesh, o, 0.1);
  CHECK(solver->info().dof == static_cast<long>(c.size()));
  solver->set_coefficients(c);
  CHECK(solver->coefficients() == c);
  CHECK_THROWS_WITH(solver->set_coefficients(std::vector<double>(3)), Contains("3 coefficients do not fit"));

  solver->set_state([](double x, double y, double t) { return std::array{1 + 0.1 * x + t, 0.0, 0.0, 0.7 + 0.2 * y}; });
  const std::array<std::array<double, 2>, 2> triangle{{{-1, -1}, {-1, 1}}};
  const std::array<std::array<double, 2>, 1> quadrilateral{{{1, 1}}};
  const auto values = solver->sample({triangle, quadrilateral});
  std::size_t at = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const bool is_triangle = mesh.cell_shapes[cell] == CellShape::triangle;
    for (const int vertex : is_triangle ? std::vector{0, 2} : std::vector{3}) {
      const auto& x = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[cell] + vertex]];
      if (o.degree > 0) {
        CHECK(values[at] == Approx(1 + 0.1 * x[0]));
        CHECK(values[at + 3] == Approx((0.7 + 0.2 * x[1]) / 0.4));
      }
      at += 4;
    }
  }
  CHECK(at == values.size());
}

TEST_CASE("Totals and errors are integrals over the domain") {
  auto solver = make_solver(test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04}), serial_options());
  solver->set_state([](double, double, double) { return std::array{2.0, 0.5, -0.25, 1.0}; });
  const auto totals = solver->totals();  // over an area of 1
  CHECK(totals[0] == Approx(2));
  CHECK(totals[1] == Approx(1));
  CHECK(totals[2] == Approx(-0.5));
  CHECK(totals[3] == Approx(2.5 + 0.3125));
  const Norms e = solver->errors([](double, double, double) { return std::array{2.5, 0.4, -0.2, 1.0}; });
  CHECK(e.l2[0] == Approx(0.5));
  CHECK(e.linf[0] == Approx(0.5));
  CHECK(e.l2[1] == Approx(0).margin(1e-12));
}

double pulsating_error(TimeScheme scheme, bool periodic, int steps) {
  const Mesh2 mesh = test::hybrid_mesh({.n = 2, .periodic = periodic});
  SolverOptions o = serial_options();
  o.degree = test::built_degrees().front();
  o.scheme = scheme;
  o.fixed_dt = 0.4 / steps;
  o.gas.viscosity = 0.001;
  if (!periodic) o.boundaries = test::on_all_sides(BoundaryType::exact);
  auto solver = make_solver(mesh, o);
  solver->set_state(test::pulsating);
  solver->set_source(test::pulsating_source, true);
  solver->set_boundary_data(test::pulsating, true);
  solver->advance(steps, 0.4);
  REQUIRE(solver->time() == 0.4);
  return solver->errors(test::pulsating).l2[3];
}

TEST_CASE("Sources are evaluated at the times of the stages: they keep the order of the scheme") {
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4}) {
    const double order = std::log2(pulsating_error(scheme, true, 32) / pulsating_error(scheme, true, 64));
    INFO("scheme " << static_cast<int>(scheme) << ", order " << order);
    CHECK(order > (scheme == TimeScheme::ssprk3 ? 2.9 : 3.8));
  }
}

TEST_CASE("Boundary data are evaluated at the times of the stages: at least second order in time") {
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4}) {
    const double coarse = pulsating_error(scheme, false, 40), fine = pulsating_error(scheme, false, 80);
    INFO("scheme " << static_cast<int>(scheme) << ", errors " << coarse << ", " << fine);
    CHECK(std::log2(coarse / fine) > 1.9);
  }
}

TEST_CASE("A gas at rest pushes on every wall with its pressure: p times length, and nothing on a closed body") {
  const double p = 0.9;
  for (const auto type : {BoundaryType::wall_slip, BoundaryType::wall_adiabatic, BoundaryType::wall_isothermal}) {
    SolverOptions o = serial_options();
    o.boundaries = test::on_all_sides(type);
    for (auto& b : o.boundaries) b.temperature = 1.4 * p / 1.1;
    auto box = make_solver(test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false}), o);
    const auto still = [&](double, double, double) { return std::array{1.1, 0.0, 0.0, p}; };
    box->set_state(still);
    const Force right = box->force("right"), bottom = box->force("bottom");
    CHECK(right.pressure[0] == Approx(p));
    CHECK(right.pressure[1] == Approx(0).margin(1e-13));
    CHECK(right.moment == Approx(-0.5 * p));  // arm y = 1/2
    CHECK(bottom.pressure[1] == Approx(-p));
    CHECK(bottom.moment == Approx(-0.5 * p));
    CHECK(std::abs(right.viscous[0]) + std::abs(right.viscous[1]) < 1e-12);
    CHECK_THROWS_WITH(box->force("lid"), Contains("'lid'"));

    o.boundaries = {test::on("wall", type), test::on("farfield", BoundaryType::farfield)};
    o.boundaries[0].temperature = 1.4 * p / 1.1;
    auto body = make_solver(test::ring_mesh(3), o);
    body->set_state(still);
    const Force closed = body->force("wall");
    for (int d = 0; d < 2; ++d) {
      CHECK(closed.pressure[d] == Approx(0).margin(1e-12));
      CHECK(closed.viscous[d] == Approx(0).margin(1e-12));
    }
    CHECK(closed.moment == Approx(0).margin(1e-12));
  }
}

TEST_CASE("A sheared gas holds back the moving wall and drags the other: mu du/dy times length") {
  if (test::built_degrees().back() < 2) return;  // P on general quadrilaterals holds linear functions from there on
  SolverOptions o = serial_options();
  o.gas.viscosity = 0.03;
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  o.boundaries[3].type = BoundaryType::wall_adiabatic;
  o.boundaries[3].velocity = {0.5, 0};
  o.boundaries[2].type = BoundaryType::wall_adiabatic;
  auto solver = make_solver(test::hybrid_mesh({.n = 3, .periodic = false}), o);
  const auto sheared = [](double, double y, double) { return std::array{1.0, 0.5 * y, 0.0, 0.7}; };
  solver->set_boundary_data(sheared, false);
  solver->set_state(sheared);
  // With constant density the momentum is linear; no jump at the walls, so no lifting.
  CHECK(solver->force("top").viscous[0] == Approx(-0.03 * 0.5));
  CHECK(solver->force("bottom").viscous[0] == Approx(0.03 * 0.5));
}

TEST_CASE("The numbering of cells and faces does not matter") {
  const bool periodic = GENERATE(false, true);
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = periodic});
  std::vector<Index> cells(mesh.cell_count()), faces(mesh.face_count());
  std::iota(cells.begin(), cells.end(), 0);
  std::iota(faces.begin(), faces.end(), 0);
  test::Random random(3);
  const auto shuffle = [&](std::vector<Index>& v) {
    for (std::size_t i = v.size() - 1; i > 0; --i) std::swap(v[i], v[static_cast<std::size_t>(random() * (i + 1))]);
  };
  shuffle(cells);
  shuffle(faces);
  SolverOptions o = serial_options();
  if (!periodic) {
    o.boundaries = test::on_all_sides(BoundaryType::wall_adiabatic);
    o.boundaries[0].type = o.boundaries[1].type = BoundaryType::exact;
  }
  const auto run = [&](const Mesh2& m) {
    auto solver = make_solver(m, o);
    solver->set_state(smooth_flow_at);
    solver->set_boundary_data(smooth_flow_at, false);
    solver->advance(20, 1e300);
    return solver;
  };
  const auto a = run(mesh), b = run(permuted(mesh, cells, faces));
  const auto ca = a->coefficients(), cb = b->coefficients();
  std::vector<std::size_t> begin{0};
  for (Index c = 0; c < mesh.cell_count(); ++c) begin.push_back(begin.back() + a->mode_count(c) * 4);
  std::vector<double> expected;
  for (const Index old : cells) expected.insert(expected.end(), ca.begin() + begin[old], ca.begin() + begin[old + 1]);
  CHECK(test::relative_difference(cb, expected) < 1e-13);
}

TEST_CASE("The first vertex of a cell does not matter") {
  const QuadSpace quads = GENERATE(QuadSpace::P, QuadSpace::Q);
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.03});
  test::Random random(5);
  std::vector<std::int8_t> orientations;
  for (const CellShape shape : mesh.cell_shapes)
    orientations.push_back(static_cast<std::int8_t>(random() * dg::face_count(shape)));
  // Vertices, then the middles of the faces: turning a cell turns both lists.
  const std::vector<std::array<double, 2>> triangle{{-1, -1}, {1, -1}, {-1, 1}, {0, -1}, {0, 0}, {-1, 0}},
      square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  SolverOptions o = serial_options();
  o.quads = quads;
  const auto run = [&](const Mesh2& m) {
    auto solver = make_solver(m, o);
    solver->set_state(smooth_flow_at);
    solver->advance(20, 1e300);
    return solver->sample({triangle, square});
  };
  const auto was = run(mesh), is = run(reoriented(mesh, orientations));
  std::vector<double> expected;
  std::size_t begin = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const int n = dg::face_count(mesh.cell_shapes[c]);
    for (int list = 0; list < 2; ++list)
      for (int k = 0; k < n; ++k)
        for (int v = 0; v < 4; ++v) expected.push_back(was[begin + (list * n + (k + orientations[c]) % n) * 4 + v]);
    begin += 2 * n * 4;
  }
  CHECK(test::relative_difference(is, expected) < 1e-12);
}

TEST_CASE("Results do not depend on the number of threads") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 10});
  SolverOptions o = serial_options();
  std::vector<double> results[2];
  for (int threads : {1, 2}) {
    o.threads = threads;
    auto solver = make_solver(mesh, o);
    CHECK(solver->info().threads == threads);
    solver->set_state(smooth_flow_at);
    solver->advance(10, 1e300);
    results[threads - 1] = solver->coefficients();
  }
  CHECK(results[0] == results[1]);
}

TEST_CASE("A cell without a physical state is found") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4});
  auto solver = make_solver(mesh, serial_options());
  solver->set_state(smooth_flow_at);
  CHECK(solver->find_bad_cell().cell == -1);
  const auto good = solver->coefficients();
  std::vector<std::size_t> begin{0};
  for (Index c = 0; c < mesh.cell_count(); ++c) begin.push_back(begin.back() + solver->mode_count(c) * 4);
  for (const Index cell : {3, 11})
    for (const double bad : {-5.0, std::nan("")})
      for (const int variable : {0, 3}) {
        auto c = good;
        c[begin[cell] + variable * solver->mode_count(cell)] = bad;
        c[begin[17] + variable * solver->mode_count(17)] = bad;
        solver->set_coefficients(c);
        const BadCell found = solver->find_bad_cell();
        CHECK(found.cell == cell);
        const auto& node = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[cell]]];
        CHECK(std::hypot(found.centroid[0] - node[0], found.centroid[1] - node[1]) < 0.3);
      }
}

}  // namespace
}  // namespace dg
