#include <catch2/catch.hpp>

#include "libdg/solver/resolve_options.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"
#include "reference_rate.hpp"
#include "solver_rate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

constexpr double tolerance = 1e-11;

SolverOptions options(int degree, QuadSpace quads, bool viscous) {
  SolverOptions o;
  o.degree = degree;
  o.quads = quads;
  o.backend = test::tested_backend();
  o.threads = 1;
  o.gas.viscous = viscous;
  o.gas.viscosity = 0.05;
  return o;
}

/// Calls visit(options) for each degree of this build, both spaces on quadrilaterals, Euler and Navier-Stokes.
template <class Visit>
void for_each_space(Visit visit) {
  for (const int degree : test::built_degrees())
    for (const auto quads : {QuadSpace::P, QuadSpace::Q})
      for (const bool viscous : {false, true}) {
        INFO("degree " << degree << ", quads " << (quads == QuadSpace::P ? "P" : "Q") << ", viscous " << viscous);
        visit(options(degree, quads, viscous));
      }
}

/// Data of `exact` boundaries, and a source that every quadrature integrates exactly.
std::array<double, 4> data(double x, double y, double) { return {1 + 0.1 * x, 0.2 * y, 0.3 - 0.1 * x, 0.7 + 0.1 * y}; }
std::array<double, 4> source(double x, double y, double) { return {0.3 + x, y - 0.2, x - 2 * y, 1 + y}; }

/// By every way to evaluate fluxes.
void check_against_reference(const Mesh2& mesh, const SolverOptions& o) {
  const auto state = test::rough_state(mesh, o, 0.05);
  const auto expected = test::reference_rate(mesh, o, state, data, source);
  SolverOptions tested = o;
  for (const auto assembly : test::tested_assemblies()) {
    INFO(name_of(assembly));
    tested.assembly = assembly;
    CHECK(test::relative_difference(test::solver_rate(mesh, tested, state, data, source), expected) < tolerance);
  }
}

/// A straight mesh of order 2 in which one face between a triangle and a quadrilateral is bent: four zones.
Mesh2 mesh_with_one_bent_face() {
  Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .distortion = 0, .periodic = false});
  for (const Face& f : mesh.faces) {
    if (f.plus < 0 || mesh.cell_shapes[f.minus] == mesh.cell_shapes[f.plus]) continue;
    auto& middle = mesh.nodes[face_node(mesh, f.minus, f.minus_face, 1)];
    middle[0] += 0.04;
    middle[1] -= 0.03;
    break;
  }
  int kinds[2][2] = {};
  for (Index c = 0; c < mesh.cell_count(); ++c) ++kinds[static_cast<int>(mesh.cell_shapes[c])][is_affine(mesh, c)];
  for (const auto& shape : kinds)
    for (const int n : shape) REQUIRE(n > 0);
  return mesh;
}

TEST_CASE("The rate of change is that of the definition: affine and curved cells side by side, walls and far field",
          "[operator]") {
  const Mesh2 mesh = mesh_with_one_bent_face();
  for_each_space([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    check_against_reference(mesh, o);
  });
}

TEST_CASE("The rate of change is that of the definition: curved cells of every order, in- and outflow", "[operator]") {
  for (const int order : {1, 2, 3, 4}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 2, .order = order, .curved = 0.05, .periodic = false});
    for_each_space([&](SolverOptions o) {
      if (!o.gas.viscous && order > 1) return;
      INFO("geometric order " << order);
      o.boundaries = test::in_and_out();
      o.gas.law = ViscosityLaw::sutherland;
      o.riemann = Riemann::hllc;
      check_against_reference(mesh, o);
    });
  }
}

TEST_CASE("The rate of change is that of the definition: periodic faces, eta and over-integration by hand",
          "[operator]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.05});
  for_each_space([&](SolverOptions o) {
    o.eta = 2.5;
    o.extra_quadrature = 2;
    o.riemann = Riemann::roe;
    check_against_reference(mesh, o);
  });
}

TEST_CASE("The rate of change is that of the definition: supersonic boundaries", "[operator]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .periodic = false});
  for_each_space([&](SolverOptions o) {
    o.boundaries = test::supersonic();
    check_against_reference(mesh, o);
  });
}

TEST_CASE("Every assembly gives the same rate of change", "[operator]") {
  for (const bool periodic : {false, true}) {
    const Mesh2 mesh = periodic ? test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04}) : mesh_with_one_bent_face();
    for_each_space([&](SolverOptions o) {
      if (!periodic) o.boundaries = test::walls_and_far_field();
      o.threads = 2;
      const auto state = test::rough_state(mesh, o, 0.05);
      const auto by_itself = test::solver_rate(mesh, o, state, data, source);
      for (const auto assembly : {Assembly::fused, Assembly::blocks, Assembly::gather, Assembly::atomic,
                                  Assembly::colour, Assembly::block_colour}) {
        INFO(name_of(assembly));
        if (assembly == Assembly::blocks && o.backend == BackendKind::cuda) continue;  // they are for a CPU
        o.assembly = assembly;
        const auto rate = test::solver_rate(mesh, test::with_colouring(o, mesh), state, data, source);
        CHECK(test::relative_difference(rate, by_itself) < 1e-12);
      }
    });
  }
}

TEST_CASE("Registers of cells hold faces of curved triangles beside those of quadrilaterals", "[operator]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .order = 3, .curved = 0.02});
  for_each_space([&](SolverOptions o) {
    if (o.degree <= 1) check_against_reference(mesh, o);
  });
}

TEST_CASE("The flat layout and single precision give the same rate of change", "[operator]") {
  const Mesh2 mesh = mesh_with_one_bent_face();
  for_each_space([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    o.assembly = Assembly::gather;
    o.layout = Layout::blocked;
    const auto state = test::rough_state(mesh, o, 0.05);
    const auto blocked = test::solver_rate(mesh, o, state, data, source);
    o.layout = Layout::flat;
    CHECK(test::relative_difference(test::solver_rate(mesh, o, state, data, source), blocked) == 0);
    for (const auto precision : test::built_precisions()) {
      if (precision == Precision::double_precision) continue;
      o.precision = precision;
      CHECK(test::relative_difference(test::solver_rate(mesh, o, state, data, source), blocked) < 1e-4);
    }
  });
}

}  // namespace
}  // namespace dg
