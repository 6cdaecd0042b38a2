#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;

namespace {

/// Less the number of cells.
double mass(const Lattice& lattice) {
  const std::vector<double> f = lattice.read_populations(lattice.all());
  double sum = 0.0;
  for (const double value : f) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("mass in a cavity is constant over 10 000 steps") {
  for (const Streaming way : all_ways) {
    const auto lattice = make_lattice(cavity({18, 14, 14}, way, 2));
    lattice->set_equilibrium([](int x, int y, int z) {
      return std::array<double, 4>{1e-3 * std::sin(x + 2.0 * y) * std::cos(z), 0.0, 0.0, 0.0};
    });
    const double start = mass(*lattice);
    lattice->advance(10000);
    const double cells = static_cast<double>(lattice->all().count());
    CHECK(std::abs(mass(*lattice) - start) / cells < 1e-13);
    const std::vector<double> m = lattice->read_moments(lattice->all());
    CHECK(largest_difference(m, std::vector<double>(m.size())) > 1e-2);
  }
}
