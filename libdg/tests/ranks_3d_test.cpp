#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/tests/ranks.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Gas = EquationSolver<NavierStokes3D<double>>;
using test::all_ranks;
using test::Shapes3D;

/// Neighbouring cells on different ranks almost everywhere, so that ghosts lie behind faces of all kinds and
/// orientations.
std::vector<int> scattered(const Mesh3& mesh, int ranks) {
  test::Random random(7);
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    rank_of.push_back(c < ranks ? c : std::min(ranks - 1, static_cast<int>(random() * ranks)));
  return rank_of;
}

/// Hexahedra with no prism beside them on the first of several ranks, the other cells on the others in turns.
std::vector<int> hexahedra_apart(const Mesh3& mesh, int ranks) {
  std::vector<bool> apart;
  for (const CellShape shape : mesh.cell_shapes) apart.push_back(shape == CellShape::hexahedron);
  for (const Face& f : mesh.faces)
    if (f.plus >= 0 && mesh.cell_shapes[f.minus] != mesh.cell_shapes[f.plus]) apart[f.minus] = apart[f.plus] = false;
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c) rank_of.push_back(apart[c] || ranks == 1 ? 0 : 1 + c % (ranks - 1));
  return rank_of;
}

/// A smooth state with jumps at all faces.
std::vector<double> rough_state(const Mesh3& mesh, const SolverOptions& o) {
  const HostSpace<5, 3> space(mesh, o.degree, o.quads);
  const auto smooth = [](double x, double y, double z, double) {
    const double s = std::sin(2 * std::numbers::pi * x), c = std::cos(2 * std::numbers::pi * (y - z));
    const double rho = 1 + 0.1 * s * c, u = 0.3 + 0.1 * c, v = 0.1 * s - 0.2, w = 0.1 * s;
    return std::array{rho, rho * u, rho * v, rho * w, 2 + 0.1 * c + 0.5 * rho * (u * u + v * v + w * w)};
  };
  const HostVector<double> projected = space.project(smooth, 0);
  std::vector<double> state(projected.begin(), projected.end());
  test::Random random(11);
  for (double& a : state) a += random(-0.01, 0.01);
  return state;
}

constexpr long steps = 10;

/// What one rank alone has after the steps. Its solver does not outlive the call: on this rank's device another one may
/// follow it.
struct Alone {
  std::vector<double> state;
  double time;
  std::array<double, 5> totals, rate;
};

Alone run_alone(const Mesh3& mesh, const SolverOptions& o, const std::vector<double>& start) {
  Gas solver(mesh, o, gas_physics<double, 3>(o.gas, o.riemann, o.boundaries));
  solver.set_coefficients(start);
  solver.advance(steps, 1e9);
  return {solver.coefficients(), solver.time(), solver.sums().integrals(), solver.residual_norms().l2};
}

/// Runs the same steps on all ranks and on this one alone.
void compare_with_one_rank(const Mesh3& mesh, const std::vector<int>& rank_of, const SolverOptions& o) {
  const auto start = rough_state(mesh, o);
  const Alone alone = run_alone(mesh, o, start);
  REQUIRE(test::relative_difference(alone.state, start) > 1e-4);
  Gas solver(make_subdomain(mesh, rank_of, all_ranks().rank(), all_ranks().size()), o,
             gas_physics<double, 3>(o.gas, o.riemann, o.boundaries), all_ranks());
  const Halo& halo = solver.halo();
  const HostSpace<5, 3> whole(mesh, o.degree, o.quads);
  std::vector<double> own;
  const auto cell_of_mesh = [&](Index c) { return halo.is_whole() ? c : halo.cell[c]; };
  for (Index c = 0; c < solver.mesh().cell_count(); ++c)
    own.insert(own.end(), start.begin() + whole.begin_of(cell_of_mesh(c)),
               start.begin() + whole.begin_of(cell_of_mesh(c) + 1));
  solver.set_coefficients(own);
  CHECK(solver.advance(steps, 1e9).steps == steps);
  const auto found = solver.coefficients();
  std::size_t differences = 0;
  for (Index c = 0; c < (halo.is_whole() ? mesh.cell_count() : halo.own_cells); ++c)
    differences += !std::equal(found.begin() + solver.host_space().begin_of(c),
                               found.begin() + solver.host_space().begin_of(c + 1),
                               alone.state.begin() + whole.begin_of(cell_of_mesh(c)));
  CHECK(differences == 0);
  CHECK(solver.time() == alone.time);
  if (o.backend == BackendKind::cuda) return;  // sums of a device round
  CHECK(solver.sums().integrals() == alone.totals);
  CHECK(solver.residual_norms().l2 == alone.rate);
}

TEST_CASE("States of 3-D cells are the same bit for bit on any number of ranks") {
  for (const Shapes3D shapes :
       {Shapes3D::tetrahedra, Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra, Shapes3D::all_four})
    for (const test::Bending bending : {test::Bending{}, test::Bending{2, 0.02}}) {
      const Mesh3 mesh = test::mesh_of_shapes(shapes, 3, true, bending);
      for (const int degree : {1, 2})
        for (const Assembly assembly : {Assembly::fused, Assembly::gather, Assembly::blocks}) {
          SolverOptions o = test::serial_options();
          o.degree = degree;
          o.quads = degree == 2 ? QuadSpace::Q : QuadSpace::P;
          o.assembly = assembly;
          CAPTURE(name_of(shapes), bending.order, degree, static_cast<int>(assembly));
          compare_with_one_rank(mesh, scattered(mesh, all_ranks().size()), o);
        }
    }
}

TEST_CASE("Tiles hold the cells of all ranks or of none") {
  const auto fit = [](const Mesh3& mesh, const std::vector<int>& rank_of) {
    const Mesh3 own = make_subdomain(mesh, rank_of, all_ranks().rank(), all_ranks().size()).mesh;
    SolverOptions o = test::serial_options();
    o.degree = 4;
    o.quads = QuadSpace::Q;
    // Hexahedra of so many modes go by sum factorisation, but not beside other cells.
    if (all_ranks().size() > 1 && all_ranks().rank() == 0) REQUIRE(tile_fit(own, o).holds);
    return tile_fit(own, o, all_ranks());
  };
  const Mesh3 hybrid = test::mesh_of_shapes(Shapes3D::hexahedra_and_prisms, 5, false),
              hexahedra = test::mesh_of_shapes(Shapes3D::hexahedra, 3, false);
  CHECK(!fit(hybrid, hexahedra_apart(hybrid, all_ranks().size())).holds);
  CHECK(fit(hexahedra, scattered(hexahedra, all_ranks().size())).holds);
}

TEST_CASE("States of 3-D cells are the same bit for bit on any number of devices") {
  if (cuda_device_count() < all_ranks().local_size()) {
    WARN("skipped: fewer devices than ranks");
    return;
  }
  for (const Shapes3D shapes :
       {Shapes3D::tetrahedra, Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra}) {
    const Mesh3 mesh = test::mesh_of_shapes(shapes, 6, true);
    for (const Assembly assembly : {Assembly::gather, Assembly::tiles}) {
      SolverOptions o = test::serial_options();
      o.backend = BackendKind::cuda;
      o.degree = 2;
      o.assembly = assembly;
      CAPTURE(name_of(shapes), static_cast<int>(assembly));
      compare_with_one_rank(mesh, scattered(mesh, all_ranks().size()), o);
    }
  }
  SolverOptions o = test::serial_options();
  o.backend = BackendKind::cuda;
  o.degree = 2;
  o.quads = QuadSpace::Q;
  o.assembly = Assembly::tiles;
  const Mesh3 mesh = test::mesh_of_shapes(Shapes3D::hexahedra_and_prisms, 6, false);
  o.boundaries.emplace_back().name = "outside";
  o.boundaries[0].type = BoundaryType::wall_slip;
  compare_with_one_rank(mesh, hexahedra_apart(mesh, all_ranks().size()), o);
}

}  // namespace
}  // namespace dg
