/// Between two walls of which one moves, a fluid comes to move at half its speed in the middle.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "libdg/lattice_boltzmann/lattice.hpp"

int main() {
  dg::lbm::LatticeOptions options;
  options.cells = {1, 5, 1};
  for (dg::lbm::Side& side : options.sides) side.periodic = true;
  options.sides[dg::lbm::bottom] = {};
  options.sides[dg::lbm::top] = {false, {0.1, 0.0, 0.0}};
  options.backend = dg::BackendKind::cpu;
  const std::unique_ptr<dg::lbm::Lattice> lattice = make_lattice(options);
  lattice->advance(1000);
  const std::vector<double> middle = lattice->read_moments({{0, 2, 0}, {1, 1, 1}});
  std::printf("u = %.17g\n", middle[1]);
  return std::abs(middle[1] - 0.05) < 1e-12 ? 0 : 1;
}
