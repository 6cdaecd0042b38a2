#include "libdg/space/cell_blocks.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "flow_3d.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/solver/solver.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/space/pays_in_blocks.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::Shapes3D;

constexpr int width = 8;

template <int Dim>
struct Fixture {
  std::unique_ptr<Backend> backend = make_backend(BackendKind::cpu, 1);
  std::unique_ptr<Discretisation<double, Dim>> space;
  int number = 0, faces;
  CellBlocks<double, Dim> blocks;

  Fixture(const Mesh<Dim>& mesh, CellShape shape, Index cells, int threads) : faces(face_count(shape)) {
    SpaceOptions options;
    options.degree = 1;
    options.quads = QuadSpace::Q_and_prisms;
    options.assembly = Assembly::blocks;
    space = std::make_unique<Discretisation<double, Dim>>(*backend, mesh, options, Dim + 2);
    while (shape_of(zone().space) != shape || zone().curved) ++number;
    blocks = make_cell_blocks<double, Dim>(*backend, zone(), number, cells, width, threads);
  }

  const ZoneView<double>& zone() const { return space->view().zones.zone[number]; }

  /// The cell and face of a place in the workspace of a block.
  std::pair<Index, int> side(Index block, Index place) const {
    if (place < blocks.own_sides(block)) {
      const Index cell = place / faces, r = blocks.register_begin[block] + cell / width;
      return {blocks.first_cell.data()[r] + cell % width, static_cast<int>(place % faces)};
    }
    return outer_side(block, blocks.outer_begin[faces * block] + place - blocks.own_sides(block));
  }
  /// Of entry i of the outer sides, which is of the block.
  std::pair<Index, int> outer_side(Index block, Index i) const {
    int f = 0;
    while (i >= blocks.outer_begin[faces * block + f + 1]) ++f;
    return {blocks.outer_cell.data()[i], f};
  }
  Index block_of_outer(Index i) const {
    Index block = 0;
    while (i >= blocks.outer_begin[faces * (block + 1)]) ++block;
    return block;
  }
  std::size_t run_of(Index block) const {
    std::size_t run = 0;
    while (block >= blocks.run_begin[run + 1]) ++run;
    return run;
  }
};

using Sides = std::set<std::pair<Index, int>>;

template <int Dim>
void check_inside(const Fixture<Dim>& fixture, Index b, int kind, Sides& listed) {
  const ZoneView<double>& zone = fixture.zone();
  const BlockFaces<double>& inside = fixture.blocks.inside[kind];
  const auto is_own = [&](Index place) { return place < fixture.blocks.own_sides(b); };
  std::set<std::array<Index, 4>> seen;  // copies fill the last register
  for (Index i = inside.begin[b]; i < inside.begin[b + 1]; ++i) {
    const Index minus = inside.minus.data()[i], plus = inside.plus.data()[i];
    const auto [cell, face] = fixture.side(b, minus);
    const auto [behind, face_behind] = fixture.side(b, plus);
    if (!seen.insert({cell, face, behind, face_behind}).second) continue;
    CHECK(kind_of_face(shape_of(zone.space), face) == kind);
    // What fills the last register is nobody's neighbour.
    const bool seen_by_plus = behind >= zone.cells;
    const Index at = seen_by_plus ? face_behind * zone.padded + behind : face * zone.padded + cell;
    CHECK(zone.neighbour[at] == (seen_by_plus ? cell : behind));
    CHECK(zone.code[at] == neighbour_code<Dim>(fixture.number, seen_by_plus ? face : face_behind,
                                               static_cast<int>(inside.orientation.data()[i])));
    REQUIRE((is_own(minus) || is_own(plus)));
    if (is_own(minus)) CHECK(listed.insert({cell, face}).second);
    if (is_own(plus)) CHECK(listed.insert({behind, face_behind}).second);
  }
}

template <int Dim>
void check_other(const Fixture<Dim>& fixture, Index b, int kind, Sides& listed) {
  const ZoneView<double>& zone = fixture.zone();
  const BlockOtherSides& other = fixture.blocks.other[kind];
  std::set<Index> seen;
  for (Index i = other.begin[b]; i < other.begin[b + 1]; ++i) {
    const Index place = other.place.data()[i];
    if (!seen.insert(place).second) continue;
    const auto side = fixture.side(b, place);
    CHECK(side == std::pair(other.own.data()[i], face_of<Dim>(other.own_code.data()[i])));
    CHECK(other.behind_code.data()[i] == zone.code[side.second * zone.padded + side.first]);
    CHECK(listed.insert(side).second);
  }
}

/// What a block finds taken has been taken by an earlier one of the same run, which has the side among its outer ones.
template <int Dim>
void check_taken(const Fixture<Dim>& fixture, Index b, Sides& listed) {
  const CellBlocks<double, Dim>& blocks = fixture.blocks;
  for (Index i = blocks.taken_begin[b]; i < blocks.taken_begin[b + 1]; ++i) {
    const auto side = fixture.side(b, blocks.taken_place[i]);
    const Index by = fixture.block_of_outer(blocks.taken[i]);
    CHECK(side == fixture.outer_side(by, blocks.taken[i]));
    CHECK(by < b);
    CHECK(fixture.run_of(by) == fixture.run_of(b));
    CHECK(listed.insert(side).second);
  }
}

template <int Dim>
void check_lists(const Mesh<Dim>& mesh, CellShape shape, Index cells, int threads) {
  CAPTURE(static_cast<int>(shape), cells, threads);
  const Fixture<Dim> fixture(mesh, shape, cells, threads);
  const ZoneView<double>& zone = fixture.zone();
  const CellBlocks<double, Dim>& blocks = fixture.blocks;
  Sides listed;
  std::set<Index> first;
  for (Index b = 0; b < blocks.blocks(); ++b) {
    CHECK(blocks.own_sides(b) <= fixture.faces * std::max<Index>(cells, width));
    for (Index i = blocks.register_begin[b]; i < blocks.register_begin[b + 1]; ++i)
      CHECK(first.insert(blocks.first_cell.data()[i]).second);
    for (int kind = 0; kind < face_kinds(Dim); ++kind) {
      check_inside(fixture, b, kind, listed);
      check_other(fixture, b, kind, listed);
    }
    check_taken(fixture, b, listed);
  }
  CHECK(static_cast<Index>(first.size()) * width == zone.launched);
  CHECK(static_cast<Index>(listed.size()) == fixture.faces * zone.launched);
  CHECK(blocks.run_begin.size() == 2 * static_cast<std::size_t>(threads) + 1);
  CHECK(blocks.run_begin.back() == blocks.blocks());
}

TEST_CASE("Every cell is in one block, and each of its sides has one face, in it or in one before it") {
  for (const bool periodic : {true, false})
    for (const auto& [cells, threads] : {std::pair(8, 1), std::pair(40, 3), std::pair(10000, 2)}) {
      CAPTURE(periodic);
      const Mesh3 tetrahedra = test::mesh_of_shapes(Shapes3D::tetrahedra, 4, periodic),
                  prisms_too = test::mesh_of_shapes(Shapes3D::prisms_and_tetrahedra, 4, periodic),
                  hexahedra_too = test::mesh_of_shapes(Shapes3D::hexahedra_and_prisms, 5, periodic);
      check_lists(tetrahedra, CellShape::tetrahedron, cells, threads);
      check_lists(prisms_too, CellShape::tetrahedron, cells, threads);
      check_lists(prisms_too, CellShape::prism, cells, threads);
      check_lists(hexahedra_too, CellShape::prism, cells, threads);
      check_lists(hexahedra_too, CellShape::hexahedron, cells, threads);
      const Mesh2 hybrid = test::hybrid_mesh({.n = 8, .distortion = 0, .periodic = periodic});
      check_lists(test::hybrid_mesh({.n = 8, .periodic = periodic, .kind = "triangles"}), CellShape::triangle, cells,
                  threads);
      check_lists(hybrid, CellShape::triangle, cells, threads);
      check_lists(hybrid, CellShape::quadrilateral, cells, threads);
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
  EquationSolver<NavierStokes3D<double>> solver(mesh, o, gas_physics<double, 3>(o.gas, o.riemann, o.boundaries));
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
  const Mesh3 simplices = test::mesh_of_shapes(Shapes3D::prisms_and_tetrahedra, 6, true),
              others = test::mesh_of_shapes(Shapes3D::hexahedra_and_prisms, 6, true),
              hexahedra = test::mesh_of_shapes(Shapes3D::hexahedra, 5, true);
  const Mesh2 mesh_2d = test::hybrid_mesh({.n = 20, .distortion = 0, .periodic = false});
  for (const bool viscous : {true, false}) {
    SolverOptions o = test::serial_options();
    o.gas.viscous = viscous;
    o.quads = QuadSpace::Q_and_prisms;
    for (const FaceRule rule : {FaceRule::full, FaceRule::reduced}) {
      CAPTURE(viscous, static_cast<int>(rule));
      o.degree = 2;
      o.face_rule = rule;
      compare_blocks(simplices, o);
      compare_blocks(others, o);
    }
    o.face_rule = FaceRule::full;
    for (const int degree : {1, 3}) {
      if (degree == 3 && !test::takes_all_cases()) continue;
      CAPTURE(viscous, degree);
      o.degree = degree;
      compare_blocks(hexahedra, o);
    }
    o.boundaries = test::walls_and_far_field();
    for (const int degree : test::built_degrees()) {
      CAPTURE(viscous, degree);
      o.degree = degree;
      compare_blocks(mesh_2d, o);
    }
  }
}

TEST_CASE("Blocks are what a CPU takes for straight simplices, and for cells of product spaces where they pay") {
  const auto resolved_on = [](const auto& mesh, int degree, QuadSpace quads, Assembly assembly) {
    SolverOptions o = test::serial_options();
    o.degree = degree;
    o.quads = quads;
    o.assembly = assembly;
    SelfCommunicator self;
    return resolved(o, *make_backend(BackendKind::cpu, 1), o.precision, 4, mesh, self).assembly;
  };
  const auto by_itself = [&](const auto& mesh, int degree, QuadSpace quads) {
    return resolved_on(mesh, degree, quads, Assembly::automatic);
  };
  const Mesh3 tetrahedra = test::mesh_of_shapes(Shapes3D::tetrahedra, 3, true),
              prisms = test::mesh_of_shapes(Shapes3D::prisms, 3, true);
  CHECK(resolved_on(tetrahedra, 1, QuadSpace::P, Assembly::fused) == Assembly::fused);
  CHECK(by_itself(tetrahedra, 1, QuadSpace::P) == Assembly::blocks);
  CHECK(by_itself(tetrahedra, 0, QuadSpace::P) == Assembly::fused);
  CHECK(by_itself(prisms, 1, QuadSpace::P) == Assembly::fused);
  CHECK(by_itself(prisms, 1, QuadSpace::Q) == Assembly::fused);
  CHECK(by_itself(prisms, 1, QuadSpace::Q_and_prisms) == Assembly::blocks);
  const Mesh2 hybrid = test::hybrid_mesh({.n = 2}),
              quadrilaterals = test::hybrid_mesh({.n = 2, .distortion = 0, .kind = "quads"}),
              curved = test::hybrid_mesh({.n = 2, .order = 3, .curved = 0.03});
  CHECK(by_itself(hybrid, 1, QuadSpace::P) == Assembly::blocks);
  CHECK(by_itself(hybrid, 0, QuadSpace::Q) == Assembly::fused);
  CHECK(by_itself(quadrilaterals, 1, QuadSpace::P) == Assembly::fused);
  const Assembly for_few_gathers = gathers_are_slow() ? Assembly::blocks : Assembly::fused;
  CHECK(by_itself(quadrilaterals, 1, QuadSpace::Q) == for_few_gathers);
  const Mesh3 hexahedra = test::mesh_of_shapes(Shapes3D::hexahedra, 3, true);
  CHECK(by_itself(hexahedra, 2, QuadSpace::Q) == Assembly::blocks);
  CHECK(by_itself(hexahedra, 3, QuadSpace::Q) == Assembly::blocks);
  CHECK(by_itself(hexahedra, 4, QuadSpace::Q) == for_few_gathers);
  CHECK(by_itself(curved, 1, QuadSpace::Q) == Assembly::fused);
}

template <int Dim>
void check_memory(const Mesh<Dim>& mesh, int degree) {
  SolverOptions o = test::serial_options();
  o.degree = degree;
  o.quads = QuadSpace::Q_and_prisms;
  o.assembly = Assembly::blocks;
  const auto solver = make_solver(mesh, o);
  solver->advance(2, 1e300);
  solver->residual_norms();
  CHECK(static_cast<double>(estimate_memory(mesh, o)) ==
        Approx(static_cast<double>(solver->info().bytes)).epsilon(0.05));
}

TEST_CASE("The estimate of memory counts blocks") {
  for (const int degree : {1, 2}) {
    CAPTURE(degree);
    for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::hexahedra, Shapes3D::prisms}) {
      CAPTURE(test::name_of(shapes));
      check_memory(test::mesh_of_shapes(shapes, shapes == Shapes3D::hexahedra ? 16 : 12, true), degree);
    }
    for (const char* kind : {"triangles", "quads"}) {
      CAPTURE(kind);
      check_memory(test::hybrid_mesh({.n = 60, .distortion = 0, .kind = kind}), degree);
    }
  }
}

}  // namespace
}  // namespace dg
