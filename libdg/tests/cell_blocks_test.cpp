#include "libdg/space/cell_blocks.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/solver/solver.hpp"
#include "libdg/space/discretisation.hpp"
#include "solid_mesh.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::Solid;

constexpr int width = 8;

template <int Dim>
struct Fixture {
  static constexpr int faces = CellBlocks<double, Dim>::faces;

  std::unique_ptr<Backend> backend = make_backend(BackendKind::cpu, 1);
  std::unique_ptr<Discretisation<double, Dim>> space;
  int number = 0;
  CellBlocks<double, Dim> blocks;

  Fixture(const Mesh<Dim>& mesh, Index cells) {
    SpaceOptions options;
    options.degree = 1;
    options.assembly = Assembly::blocks;
    space = std::make_unique<Discretisation<double, Dim>>(*backend, mesh, options, Dim + 2);
    while (zone().space != simplex_space(Dim) || zone().curved) ++number;
    blocks = make_cell_blocks<double, Dim>(*backend, zone(), number, cells, width);
  }

  const ZoneView<double>& zone() const { return space->view().zones.zone[number]; }

  /// The cell and face of a place in the room of a block.
  std::pair<Index, int> side(Index block, Index place) const {
    if (place < blocks.own_sides(block)) {
      const Index cell = place / faces, r = blocks.register_begin[block] + cell / width;
      return {blocks.first_cell.data()[r] + cell % width, static_cast<int>(place % faces)};
    }
    const Index i = blocks.outer_begin[faces * block] + place - blocks.own_sides(block);
    int f = 0;
    while (i >= blocks.outer_begin[faces * block + f + 1]) ++f;
    return {blocks.outer_cell.data()[i], f};
  }
};

template <int Dim>
void check_lists(const Mesh<Dim>& mesh, Index cells) {
  constexpr int faces = Fixture<Dim>::faces;
  const Fixture<Dim> fixture(mesh, cells);
  const ZoneView<double>& zone = fixture.zone();
  const CellBlocks<double, Dim>& blocks = fixture.blocks;
  std::set<std::pair<Index, int>> listed;
  std::set<Index> first;
  for (Index b = 0; b < blocks.blocks(); ++b) {
    CHECK(blocks.own_sides(b) <= faces * std::max<Index>(cells, width));
    for (Index i = blocks.register_begin[b]; i < blocks.register_begin[b + 1]; ++i)
      CHECK(first.insert(blocks.first_cell.data()[i]).second);
    const auto is_own = [&](Index place) { return place < blocks.own_sides(b); };
    std::set<std::array<Index, 4>> seen;  // copies fill the last register
    for (Index i = blocks.face_begin[b]; i < blocks.face_begin[b + 1]; ++i) {
      const Index minus = blocks.minus.data()[i], plus = blocks.plus.data()[i];
      const auto [cell, face] = fixture.side(b, minus);
      const auto [behind, face_behind] = fixture.side(b, plus);
      if (!seen.insert({cell, face, behind, face_behind}).second) continue;
      CHECK(zone.neighbour[face * zone.padded + cell] == behind);
      CHECK(zone.code[face * zone.padded + cell] ==
            neighbour_code<Dim>(fixture.number, face_behind, static_cast<int>(blocks.turn.data()[i])));
      REQUIRE((is_own(minus) || is_own(plus)));
      if (is_own(minus)) CHECK(listed.insert({cell, face}).second);
      if (is_own(plus)) CHECK(listed.insert({behind, face_behind}).second);
    }
    std::set<Index> other;
    for (Index i = blocks.other_begin[b]; i < blocks.other_begin[b + 1]; ++i) {
      const Index place = blocks.other_place.data()[i];
      if (!other.insert(place).second) continue;
      const auto side = fixture.side(b, place);
      CHECK(side == std::pair(blocks.other.data()[i], face_of<Dim>(blocks.other_code.data()[i])));
      CHECK(blocks.behind_code.data()[i] == zone.code[side.second * zone.padded + side.first]);
      CHECK(listed.insert(side).second);
    }
  }
  CHECK(static_cast<Index>(first.size()) * width == zone.launched);
  CHECK(static_cast<Index>(listed.size()) == faces * zone.launched);
}

TEST_CASE("Every cell is in one block, and each of its sides has one face there") {
  for (const bool periodic : {true, false})
    for (const Index cells : {8, 40, 10000}) {
      CAPTURE(periodic, cells);
      for (const Solid solid : {Solid::tetrahedra, Solid::prisms_and_tetrahedra}) {
        CAPTURE(static_cast<int>(solid));
        check_lists(test::solid_mesh(solid, 4, periodic), cells);
      }
      for (const char* kind : {"triangles", "hybrid"}) {
        CAPTURE(kind);
        check_lists(test::hybrid_mesh({.n = 8, .periodic = periodic, .kind = kind}), cells);
      }
    }
}

/// Coefficients of a smooth flow with jumps at all faces, after some steps.
std::vector<double> after_steps(const Mesh2& mesh, SolverOptions o, Assembly assembly) {
  o.assembly = assembly;
  const auto solver = make_solver(mesh, o);
  solver->set_coefficients(test::rough_state(mesh, o, 0.01));
  solver->advance(4, 1e9);
  return solver->coefficients();
}
std::vector<double> after_steps(const Mesh3& mesh, SolverOptions o, Assembly assembly) {
  o.assembly = assembly;
  const HostSpace<5, 3> host(mesh, o.degree, o.quads);
  const auto flow = [](double x, double y, double z, double) {
    const double rho = 1 + 0.1 * std::sin(x + 2 * y), u = 0.2 + 0.1 * std::cos(z);
    return std::array{rho, rho * u, 0.1 * rho, 0.05 * rho, 2 + rho * u * u};
  };
  const HostVector<double> projected = host.project(flow, 0);
  std::vector<double> state(projected.begin(), projected.end());
  test::Random random(3);
  for (double& a : state) a += random(-0.01, 0.01);
  EquationSolver<Gas3<double>> solver(mesh, o, gas_physics<double, 3>(o.gas, o.riemann, o.boundaries));
  solver.set_coefficients(state);
  solver.advance(4, 1e9);
  return solver.coefficients();
}

template <int Dim>
void compare_blocks(const Mesh<Dim>& mesh, SolverOptions o) {
  o.layout = Layout::blocked;
  const auto one = after_steps(mesh, o, Assembly::blocks);
  CHECK(test::relative_difference(one, after_steps(mesh, o, Assembly::fused)) < 1e-12);
  o.threads = 3;
  CHECK(after_steps(mesh, o, Assembly::blocks) == one);
  o.layout = Layout::flat;
  CHECK(after_steps(mesh, o, Assembly::blocks) == one);
}

TEST_CASE("Blocks give the same bits with any number of threads and in both layouts, and what single cells give") {
  const Mesh3 solids = test::solid_mesh(Solid::prisms_and_tetrahedra, 6, true);
  const Mesh2 plane = test::hybrid_mesh({.n = 20, .periodic = false});
  for (const bool viscous : {true, false}) {
    SolverOptions o = test::serial_options();
    o.gas.viscous = viscous;
    for (const FaceRule rule : {FaceRule::full, FaceRule::lean}) {
      CAPTURE(viscous, static_cast<int>(rule));
      o.degree = 2;
      o.face_rule = rule;
      compare_blocks(solids, o);
    }
    o.face_rule = FaceRule::full;
    o.boundaries = test::walls_and_far_field();
    for (const int degree : test::built_degrees()) {
      CAPTURE(viscous, degree);
      o.degree = degree;
      compare_blocks(plane, o);
    }
  }
}

TEST_CASE("Blocks are what a CPU takes for straight triangles and tetrahedra") {
  const auto resolved_on = [](const auto& mesh, int degree, Assembly assembly) {
    SolverOptions o = test::serial_options();
    o.degree = degree;
    o.assembly = assembly;
    SelfCommunicator self;
    return resolved(o, *make_backend(BackendKind::cpu, 1), o.precision, 4, mesh, self).assembly;
  };
  const Mesh3 tetrahedra = test::solid_mesh(Solid::tetrahedra, 3, true),
              prisms = test::solid_mesh(Solid::prisms, 3, true);
  CHECK(resolved_on(tetrahedra, 1, Assembly::automatic) == Assembly::blocks);
  CHECK(resolved_on(tetrahedra, 1, Assembly::fused) == Assembly::fused);
  CHECK(resolved_on(tetrahedra, 0, Assembly::automatic) == Assembly::fused);
  CHECK(resolved_on(prisms, 1, Assembly::automatic) == Assembly::fused);
  const Mesh2 hybrid = test::hybrid_mesh({.n = 2}), quadrilaterals = test::hybrid_mesh({.n = 2, .kind = "quads"}),
              curved = test::hybrid_mesh({.n = 2, .order = 3, .curved = 0.03});
  CHECK(resolved_on(hybrid, 1, Assembly::automatic) == Assembly::blocks);
  CHECK(resolved_on(hybrid, 0, Assembly::automatic) == Assembly::fused);
  CHECK(resolved_on(quadrilaterals, 1, Assembly::automatic) == Assembly::fused);
  CHECK(resolved_on(curved, 1, Assembly::automatic) == Assembly::fused);
}

template <int Dim>
void check_memory(const Mesh<Dim>& mesh, int degree) {
  SolverOptions o = test::serial_options();
  o.degree = degree;
  const auto solver = make_solver(mesh, o);
  solver->advance(2, 1e300);
  solver->residual_norms();
  CHECK(static_cast<double>(estimate_memory(mesh, o)) ==
        Approx(static_cast<double>(solver->info().bytes)).epsilon(0.05));
}

TEST_CASE("The estimate of memory counts blocks") {
  const Mesh3 solids = test::solid_mesh(Solid::tetrahedra, 12, true);
  const Mesh2 plane = test::hybrid_mesh({.n = 60, .kind = "triangles"});
  for (const int degree : {1, 2}) {
    check_memory(solids, degree);
    check_memory(plane, degree);
  }
}

}  // namespace
}  // namespace dg
