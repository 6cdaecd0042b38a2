#include <catch2/catch.hpp>

#include "flow_3d.hpp"
#include "mean_sponge.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

struct SpongeCells {
  Shapes3D shapes;
  int n;
  QuadSpace quads;
  Bending bending;
};

const SpongeCells sponge_cells[]{
    {Shapes3D::tetrahedra, 2, QuadSpace::P, {}},        {Shapes3D::all_four, 3, QuadSpace::P, {2, 0.04}},
    {Shapes3D::hexahedra, 2, QuadSpace::Q, {}},         {Shapes3D::hexahedra, 2, QuadSpace::Q, {2, 0.04}},
    {Shapes3D::prisms, 2, QuadSpace::Q_and_prisms, {}}, {Shapes3D::prisms, 2, QuadSpace::Q_and_prisms, {2, 0.04}}};

/// Calls check(mesh, options) for all cells and ways to assemble them.
template <class Check>
void for_all_cells(const Check& check) {
  for (const SpongeCells& cells : sponge_cells)
    for (const int degree : {1, 2}) {
      const Mesh3 mesh = mesh_of_shapes(cells.shapes, cells.n, true, cells.bending);
      for (const Assembly assembly : assemblies_3d(mesh, degree, cells.quads)) {
        INFO(name_of(cells.shapes) << " of order " << cells.bending.order << ", degree " << degree << ", assembly "
                                   << static_cast<int>(assembly));
        SolverOptions o;
        o.degree = degree;
        o.quads = cells.quads;
        o.assembly = assembly;
        o.backend = tested_backend();
        o.threads = 1;
        o.gas.viscous = false;
        check(mesh, o);
      }
    }
}

TEST_CASE("A sponge adds its strength times the mean less the state to the rate of 3-D cells of all shapes",
          "[sponge]") {
  const auto now = [](double x, double y, double z, double) {
    return std::array{1 + 0.2 * std::sin(x + 2 * y), 0.3 * std::cos(y), 0.2 * std::sin(z), -0.1 * std::cos(x),
                      1 + 0.1 * std::sin(z)};
  };
  const auto before = [](double x, double y, double z, double) {
    return std::array{1.1 - 0.2 * std::cos(z + x), 0.1, 0.2 * std::sin(y), 0.1 * std::cos(z), 1 + 0.1 * std::cos(y)};
  };
  for_all_cells(
      [&](const Mesh3& mesh, const SolverOptions& o) { CHECK(difference_of_rates<3>(mesh, o, now, before) < 1e-10); });
}

TEST_CASE("A sponge to the mean leaves a uniform flow of 3-D cells of all shapes as it is", "[sponge]") {
  const auto uniform = [](double, double, double, double) { return std::array{1.2, 0.5, -0.25, 0.1, 0.7}; };
  for_all_cells([&](const Mesh3& mesh, const SolverOptions& o) {
    const auto solver = make_solver(mesh, o);
    solver->set_sponge_to_mean(*rising_strength(), averaging_time);
    solver->set_state(uniform);
    solver->advance(10, 1e9);
    for (const double error : solver->errors(uniform).linf) CHECK(error < 1e-12);
  });
}

}  // namespace
}  // namespace dg::test
