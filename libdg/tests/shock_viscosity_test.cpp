/// Artificial viscosity at shocks in 2-D, on the tested backend.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/space/cell_length.hpp"
#include "libdg/time/stability.hpp"
#include "meshes/cell_geometry.hpp"
#include "reference_rate.hpp"
#include "shock_viscosity_options.hpp"
#include "step_sizes.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

std::vector<Assembly> assemblies() {
  if (tested_backend() == BackendKind::cpu) return {Assembly::fused, Assembly::gather};
  return {Assembly::automatic, Assembly::fused, Assembly::gather};
}

/// A front of pressure, density and velocity, as wide as a cell.
std::array<double, 4> front(double x, double y, double) {
  const double rise = 0.5 * (1 + std::tanh(30 * (std::hypot(x - 0.45, y - 0.55) - 0.25)));
  return {2 - rise, 0.3 * rise, -0.2 * rise, 2 - 1.5 * rise};
}

/// What ShockViscosity says of a cell, from the definition: the energy of the modes of highest degree of the density.
double sensed_strength(int degree, int modes, int lower_modes, const double* density) {
  double all = 0, highest = 0;
  for (int k = 0; k < modes; ++k) {
    all += density[k] * density[k];
    if (k >= lower_modes) highest += density[k] * density[k];
  }
  const double s = highest / all;
  return s / (s + 0.01 * std::pow(degree, -4));
}

int modes_of(CellShape shape, int degree, QuadSpace quads) {
  const bool is_tensor = shape == CellShape::quadrilateral && quads == QuadSpace::Q;
  return is_tensor ? (degree + 1) * (degree + 1) : (degree + 1) * (degree + 2) / 2;
}

/// The length that the limits of the time step take, from the vertices of a straight cell.
double length_of(const Mesh2& mesh, Index cell) {
  std::vector<double> sides;
  const auto begin = mesh.cell_node_begin[cell];
  // Nodes of a quadrilateral lie in rows.
  const std::vector<int> corners =
      mesh.cell_shapes[cell] == CellShape::triangle ? std::vector{0, 1, 2} : std::vector{0, 1, 3, 2};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto& a = mesh.nodes[mesh.cell_nodes[begin + corners[i]]];
    const auto& b = mesh.nodes[mesh.cell_nodes[begin + corners[(i + 1) % corners.size()]]];
    sides.push_back(std::hypot(b[0] - a[0], b[1] - a[1]));
  }
  return cell_length(mesh.cell_shapes[cell], cell_volume(mesh, cell), sides);
}

/// nu_a of each cell of a straight mesh, and what part it is of the largest.
std::vector<double> viscosities(const Mesh2& mesh, const SolverOptions& o, const std::vector<double>& coefficients,
                                std::vector<double>& strengths) {
  std::vector<double> found;
  const double* of_cell = coefficients.data();
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const CellShape shape = mesh.cell_shapes[cell];
    const int modes = modes_of(shape, o.degree, o.quads);
    const double strength = sensed_strength(o.degree, modes, modes_of(shape, o.degree - 1, o.quads), of_cell);
    strengths.push_back(strength);
    // The constant mode is 1 / sqrt(area of the reference cell).
    const double constant = std::sqrt(shape == CellShape::triangle ? 0.5 : 0.25);
    std::array<double, 4> u;
    for (int n = 0; n < 4; ++n) u[n] = constant * of_cell[n * modes];
    const double speed = std::hypot(u[1], u[2]) / u[0], p = 0.4 * (u[3] - 0.5 * u[0] * speed * speed);
    found.push_back(0.3 * strength * length_of(mesh, cell) * (speed + std::sqrt(1.4 * p / u[0])) / o.degree);
    of_cell += 4 * modes;
  }
  return found;
}

TEST_CASE("Rates with artificial viscosity are those of the definition", "[viscosity]") {
  for (const int degree : degrees)
    for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q})
      for (const bool periodic : {true, false}) {
        const Mesh2 mesh = hybrid_mesh({.n = 4, .periodic = periodic});
        std::vector<double> state, reference, strengths;
        for (const Assembly assembly : assemblies()) {
          INFO("degree " << degree << ", assembly " << static_cast<int>(assembly) << ", periodic " << periodic);
          SolverOptions o = viscous_options(degree, quads);
          o.assembly = assembly;
          if (!periodic) {
            o.boundaries = walls_and_far_field();
            o.gas.viscous = true;
            o.gas.viscosity = 0.01;
          }
          auto solver = make_solver(mesh, o);
          solver->set_state(front);
          if (state.empty()) {
            state = solver->coefficients();
            const std::vector<double> nu = viscosities(mesh, o, state, strengths);
            CHECK(*std::max_element(nu.begin(), nu.end()) > 0);
            if (periodic) o.gas.viscosity = 0;
            o.gas.viscous = true;
            const std::vector<double> without = reference_rate(mesh, o, state, front, {});
            o.gas.subgrid = {SubgridModel::given, 0, 0.75};
            reference = reference_rate(mesh, o, state, front, {}, nu);
            CHECK(relative_difference(without, reference) > 1e-3);  // it counts in what is compared
          }
          solver->set_coefficients(state);
          CHECK(relative_difference(solver->rate(), reference) < 1e-11);
          CHECK(relative_difference(solver->limiting(), strengths) < 1e-12);
        }
      }
}

/// 1 / dt of a cell: s / (C_a h) + (max(4/3, gamma / Pr) nu_a) / (C_d h^2), without a viscosity of the gas.
double largest_rate(const Mesh2& mesh, const SolverOptions& o, const std::vector<double>& coefficients) {
  std::vector<double> strengths;
  const std::vector<double> nu = viscosities(mesh, o, coefficients, strengths);
  double largest = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const bool is_triangle = mesh.cell_shapes[cell] == CellShape::triangle;
    const Space space = is_triangle ? Space::triangle_P : Space::quadrilateral_Q;
    const double eta = is_triangle ? 3 : 4;  // the number of faces
    const double h = length_of(mesh, cell), speed = nu[cell] * o.degree / (0.3 * strengths[cell] * h);
    largest = std::max(largest, speed / (acoustic_limit(space, o.degree, o.scheme) * h) +
                                    1.4 / 0.75 * nu[cell] / (viscous_limit(space, o.degree, o.scheme, eta) * h * h));
  }
  return largest;
}

TEST_CASE("Explicit steps allow for the artificial viscosity that each cell has", "[viscosity]") {
  const Mesh2 mesh = hybrid_mesh({.n = 5});
  for (const int degree : degrees) {
    INFO("degree " << degree);
    SolverOptions o = viscous_options(degree);
    auto solver = make_solver(mesh, o);
    solver->set_state(front);
    CHECK(solver->stable_time_step() == Approx(o.cfl / largest_rate(mesh, o, solver->coefficients())).epsilon(1e-10));
    const auto uniform = [](double, double, double) { return std::array{1.0, 0.6, -0.3, 1 / 1.4}; };
    solver->set_state(uniform);
    const double step = solver->stable_time_step();
    o.shocks = ShockCapturing::none;
    auto without = make_solver(mesh, o);
    without->set_state(uniform);
    CHECK(step == Approx(without->stable_time_step()).epsilon(1e-10));
    check_step_sizes(mesh, viscous_options(degree));
  }
}

TEST_CASE("A uniform flow stays uniform on curved cells that can have artificial viscosity", "[viscosity]") {
  const Mesh2 mesh = hybrid_mesh({.n = 4, .order = 3, .curved = 0.04});
  const auto uniform = [](double, double, double) { return std::array{1.0, 0.6, -0.3, 1 / 1.4}; };
  for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q}) {
    auto solver = make_solver(mesh, viscous_options(2, quads));
    solver->set_state(uniform);
    solver->advance(20, 1e9);
    for (const double error : solver->errors(uniform).linf) CHECK(error < 1e-12);
    CHECK(solver->observe({}, {}).limited == 0);
  }
}

TEST_CASE("Artificial viscosity keeps mass, momentum and energy, and lets a front steepen", "[viscosity]") {
  for (const int order : {1, 3})
    for (const int degree : degrees) {
      INFO("geometric order " << order << ", degree " << degree);
      const Mesh2 mesh = hybrid_mesh({.n = 8, .order = order, .curved = order > 1 ? 0.03 : 0});
      auto solver = make_solver(mesh, viscous_options(degree));
      solver->set_state(front);
      const auto before = solver->totals();
      CHECK(solver->advance(200, 1e9).bad_cell < 0);
      CHECK(solver->observe({}, {}).limited > 0);
      const auto after = solver->totals();
      for (int n = 0; n < 4; ++n) CHECK(std::abs(after[n] - before[n]) < 1e-12 * std::abs(before[3]));
    }
}

/// A wave of density that the flow carries along: exact for a gas without viscosity.
std::array<double, 4> carried_wave(double x, double y, double t) {
  constexpr double u = 0.4, v = 0.3;
  return {1 + 0.1 * std::sin(2 * std::numbers::pi * (x + y - (u + v) * t)), u, v, 0.7};
}

TEST_CASE("Where the flow is smooth, artificial viscosity keeps the order, and the error within 10 %", "[viscosity]") {
  for (const int degree : degrees) {
    INFO("degree " << degree);
    const auto error = [&](int n, ShockCapturing shocks) {
      SolverOptions o = viscous_options(degree);
      o.shocks = shocks;
      o.fixed_dt = degree == 3 ? 1e-3 : 2e-3;
      auto solver = make_solver(hybrid_mesh({.n = n}), o);
      solver->set_state(carried_wave);
      solver->advance(1'000'000, 0.2);
      return solver->errors(carried_wave).l2[0];
    };
    const int n = degree == 1 ? 24 : 10;
    const double coarse = error(n, ShockCapturing::viscosity), fine = error(2 * n, ShockCapturing::viscosity);
    CHECK(std::log2(coarse / fine) > degree + 0.7);
    CHECK(fine < 1.1 * error(2 * n, ShockCapturing::none));
  }
}

TEST_CASE("A device has the artificial viscosity of a CPU", "[viscosity]") {
  const Mesh2 mesh = hybrid_mesh({.n = 8, .order = 2, .curved = 0.03});
  SolverOptions o = viscous_options(2);
  const auto run = [&] {
    auto solver = make_solver(mesh, o);
    solver->set_state(front);
    solver->advance(20, 1e9);
    return solver->coefficients();
  };
  const auto found = run();
  o.backend = BackendKind::cpu;
  CHECK(relative_difference(found, run()) < 1e-11);
}

TEST_CASE("Implicit steps know of artificial viscosity", "[viscosity]") {
  const Mesh2 mesh = hybrid_mesh({.n = 6});
  SolverOptions o = viscous_options(2);
  const auto state_after = [&](double end) {
    auto solver = make_solver(mesh, o);
    solver->set_state(front);
    solver->advance(1'000'000, end);
    return solver->coefficients();
  };
  const auto by_explicit_steps = state_after(0.01);
  o.scheme = TimeScheme::esdirk3;
  o.fixed_dt = 1e-3;
  const auto by_implicit_steps = state_after(0.01);
  CHECK(relative_difference(by_implicit_steps, by_explicit_steps) < 1e-4);
  o.shocks = ShockCapturing::none;
  CHECK(relative_difference(state_after(0.01), by_explicit_steps) > 1e-3);
}

TEST_CASE("Walls of a gas without viscosity keep their slip beside artificial viscosity", "[viscosity]") {
  const Mesh2 mesh = hybrid_mesh({.n = 6, .periodic = false});
  std::vector<std::vector<double>> found;
  for (const BoundaryType wall : {BoundaryType::wall_slip, BoundaryType::wall_adiabatic}) {
    SolverOptions o = viscous_options(2);
    o.boundaries = on_all_sides(wall);
    auto solver = make_solver(mesh, o);
    solver->set_state(front);
    found.push_back(solver->rate());
  }
  CHECK((found[0] == found[1]));
}

TEST_CASE("Artificial viscosity is refused where it is none", "[viscosity]") {
  const Mesh2 mesh = hybrid_mesh({.n = 2});
  SolverOptions o = viscous_options(2);
  o.assembly = Assembly::blocks;
  CHECK_THROWS_AS(make_solver(mesh, o), InputError);
  o = viscous_options(2);
  o.gas.viscous = true;
  o.gas.subgrid.model = SubgridModel::wale;
  CHECK_THROWS_AS(make_solver(mesh, o), InputError);
  o = viscous_options(2);
  o.newton = true;
  o.products = JacobianProducts::exact;
  CHECK_THROWS_AS(make_solver(mesh, o), InputError);
}

}  // namespace
}  // namespace dg::test
