// Sectors in space whose sides match by a rotation about any axis.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/solver/host_space.hpp"
#include "libdg/tests/sector_3d.hpp"

namespace dg {
namespace {

using namespace test;

TEST_CASE("A flow in a sector in space is that in the whole annulus, about any axis") {
  if (all_ranks().rank() != 0) return;
  const RigidMotion<3> about_z = rotation_by(0, std::array{0.0, 0.0, 1.0}, {}, {});
  const RigidMotion<3> askew = rotation_by(0.9, std::array{0.48, 0.6, 0.64}, {}, std::array{0.3, -0.2, 0.1});
  SolverOptions o = options_of(1, BoundaryType::wall_adiabatic);
  o.gas.viscosity = 0.01;
  const Annulus sizes{.order = 2};
  Annulus all = sizes;
  all.whole = true;
  const auto start = [&](const RigidMotion<3>& placed) {
    return [placed, back = inverse(placed), &sizes](double x, double y, double z, double) {
      const auto p = back(std::array{x, y, z});
      const auto [rho, u, v, pressure] = circling(p[0], p[1], 1, sizes.sectors);
      const double wave = 0.1 * std::sin(2 * std::numbers::pi * p[2] / 0.75);
      const auto velocity = placed.rotated(std::array{u, v, wave});
      return std::array{rho, velocity[0], velocity[1], velocity[2], pressure + wave};
    };
  };
  const Mesh3 annulus = swept(all, about_z);
  const HostSpace<5, 3> of_whole(annulus, o.degree, o.quads);
  const auto whole = make_solver(annulus, o);
  whole->set_state(start(about_z));
  whole->advance(20, 1e9);
  const auto expected = whole->coefficients();
  for (const RigidMotion<3>& placed : {about_z, askew}) {
    const Mesh3 mesh = swept(sizes, placed);
    const auto sector = alone_on_sector(mesh, o);
    sector->set_state(start(placed));
    CHECK(sector->advance(20, 1e9).steps == 20);
    const auto found = sector->coefficients();
    const HostSpace<5, 3> of_sector(mesh, o.degree, o.quads);
    const Index in_layer = mesh.cell_count() / 3;
    double largest = 0;
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      const Index there = c / in_layer * (sizes.sectors * in_layer) + c % in_layer;
      const std::size_t modes = of_sector.modes(c);
      for (std::size_t k = 0; k < modes; ++k) {
        const auto at = [&](const std::vector<double>& list, std::size_t begin, int n) {
          return list[begin + n * modes + k];
        };
        const std::size_t a = of_sector.begin_of(c), b = of_whole.begin_of(there);
        const auto momentum = placed.rotated({at(expected, b, 1), at(expected, b, 2), at(expected, b, 3)});
        for (const int n : {0, 4}) largest = std::max(largest, std::abs(at(found, a, n) - at(expected, b, n)));
        for (int d = 0; d < 3; ++d) largest = std::max(largest, std::abs(at(found, a, 1 + d) - momentum[d]));
      }
    }
    CHECK(largest < 1e-12);
  }
}

}  // namespace
}  // namespace dg
