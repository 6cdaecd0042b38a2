#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;

TEST_CASE("flow between a moving wall and one at rest is linear to the wall, along each axis and in each direction") {
  constexpr int cells = 8;
  constexpr double speed = 0.04;
  for (int across = 0; across < 3; ++across) {
    for (int moving = 0; moving < 2; ++moving) {
      for (const Streaming way : all_ways) {
        const int along = (across + 1) % 3;
        LatticeOptions options = cavity({1, 1, 1}, way);
        options.cells[across] = cells;
        for (int side = 0; side < n_sides; ++side) options.sides[side] = {side / 2 != across, {}};
        options.sides[2 * across + moving].velocity[along] = speed;
        const auto lattice = make_lattice(options);
        lattice->advance(8000);
        const std::vector<double> m = lattice->read_moments(lattice->all());
        for (int i = 0; i < cells; ++i) {
          const double distance = (moving == 1 ? i + 0.5 : cells - i - 0.5) / cells;
          CHECK(std::abs(m[(1 + along) * cells + i] - speed * distance) < 1e-12);
          CHECK(std::abs(m[(1 + across) * cells + i]) < 1e-12);
        }
      }
    }
  }
}
