/// What stages of all cells and assemblies make of a force per mass, and of where one advance() ends.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "flow_3d.hpp"
#include "libdg/solver/solver.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

struct Cells {
  Shapes3D shapes;
  QuadSpace quads;
  Bending bending;
};

const Cells all_cells[]{
    {Shapes3D::tetrahedra, QuadSpace::P, {}},        {Shapes3D::all_four, QuadSpace::P, {2, 0.04}},
    {Shapes3D::hexahedra, QuadSpace::Q, {}},         {Shapes3D::hexahedra, QuadSpace::Q, {2, 0.04}},
    {Shapes3D::prisms, QuadSpace::Q_and_prisms, {}}, {Shapes3D::prisms, QuadSpace::Q_and_prisms, {2, 0.04}}};

/// Of four shapes, three along a side: periodic sides have to match.
Mesh3 mesh_of(const Cells& cells) {
  return mesh_of_shapes(cells.shapes, cells.shapes == Shapes3D::all_four ? 3 : 2, true, cells.bending);
}

SolverOptions options_of(int degree, QuadSpace quads, Assembly assembly) {
  SolverOptions o;
  o.degree = degree;
  o.quads = quads;
  o.assembly = assembly;
  o.backend = tested_backend();
  o.threads = 1;
  o.gas.viscosity = 0.01;
  return o;
}

std::array<double, 5> wave(double x, double y, double z, double) {
  return {1 + 0.2 * std::sin(x + 2 * y), 0.3 * std::cos(y), 0.2 * std::sin(z), -0.1 * std::cos(x),
          1 + 0.1 * std::sin(z)};
}
std::array<double, 4> plane_wave(double x, double y, double) {
  return {1 + 0.2 * std::sin(x + 2 * y), 0.3 * std::cos(y), 0.2 * std::sin(x), 1 + 0.1 * std::sin(y)};
}

/// The force of mean `force` per volume, of a mean density `density`.
template <int Dim>
void start_force(SolverOf<Dim>& solver, int direction, double force, double density) {
  solver.set_forcing({.direction = direction, .mass_flow = {}, .force = force});
  solver.set_control_state({.direction = direction, .force = force, .density = density, .steps = 0});
}

/// The rate that a force adds is (0, rho a, rho u . a) of the coefficients of the state, to round-off of all of the
/// rate.
template <int Dim, class Wave>
void check_rate(const Mesh<Dim>& mesh, const SolverOptions& options, const Wave& state, int direction) {
  const auto solver = make_solver(mesh, options);
  solver->set_state(state);
  const std::vector<double> u = solver->coefficients(), without = solver->rate();
  start_force(*solver, direction, 0.9, 0.6);
  const std::vector<double> with = solver->rate();
  const double a = 1.5;
  double largest = 0, wrong = 0;
  std::size_t begin = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto modes = static_cast<std::size_t>(solver->mode_count(cell));
    for (std::size_t k = 0; k < modes; ++k)
      for (int n = 0; n < Dim + 2; ++n) {
        const std::size_t i = begin + static_cast<std::size_t>(n) * modes + k;
        const int driver = n == 1 + direction ? 0 : n == Dim + 1 ? 1 + direction : -1;
        const double wanted = driver < 0 ? 0 : a * u[begin + static_cast<std::size_t>(driver) * modes + k];
        largest = std::max(largest, std::abs(with[i]));
        wrong = std::max(wrong, std::abs(with[i] - without[i] - wanted));
      }
    begin += (Dim + 2) * modes;
  }
  CHECK(wrong < 1e-13 * largest);
}

TEST_CASE("A force adds its multiple of density and momentum to the rate, of cells of all shapes", "[forcing]") {
  const bool on_cpu = tested_backend() == BackendKind::cpu;
  for (const Cells& cells : all_cells)
    for (const int degree : {1, 2, 3}) {
      if (on_cpu && degree == 3) continue;  // built for GPUs alone
      const Mesh3 mesh = mesh_of(cells);
      for (const Assembly assembly : assemblies_3d(mesh, degree, cells.quads))
        for (const int direction : {0, 1, 2}) {
          INFO(name_of(cells.shapes) << " of order " << cells.bending.order << ", degree " << degree << ", assembly "
                                     << static_cast<int>(assembly) << ", direction " << direction);
          check_rate<3>(mesh, options_of(degree, cells.quads, assembly), wave, direction);
        }
    }
}

TEST_CASE("A force adds its multiple of density and momentum to the rate in 2-D", "[forcing]") {
  for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q})
    for (const int degree : built_degrees())
      for (const int order : {1, 2})
        for (const Assembly assembly : tested_assemblies()) {
          INFO("degree " << degree << ", order " << order << ", assembly " << static_cast<int>(assembly));
          const Mesh2 mesh = hybrid_mesh({.n = 3, .order = order, .curved = order > 1 ? 0.03 : 0});
          for (const int direction : {0, 1})
            check_rate<2>(mesh, options_of(degree, quads, assembly), plane_wave, direction);
        }
}

TEST_CASE("Steps at once or in pieces are the same, bit for bit, with a force as well") {
  for (const Cells& cells : all_cells)
    for (const bool forced : {false, true}) {
      INFO(name_of(cells.shapes) << " of order " << cells.bending.order << (forced ? ", with a force" : ""));
      const auto after = [&](std::span<const long> pieces) {
        const auto solver = make_solver(mesh_of(cells), options_of(2, cells.quads, Assembly::automatic));
        solver->set_state(wave);
        if (forced) solver->set_forcing({.direction = 1, .mass_flow = 0.3, .force = 0});
        for (const long steps : pieces) solver->advance(steps, 1e9);
        std::vector<double> found = solver->coefficients();
        found.push_back(solver->time());
        return found;
      };
      CHECK(after(std::array{62L}) == after(std::array{1L, 2L, 30L, 12L, 17L}));
    }
}

}  // namespace
}  // namespace dg::test
