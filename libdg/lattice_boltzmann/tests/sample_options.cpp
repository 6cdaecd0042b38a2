#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

#include <algorithm>
#include <cmath>

namespace dg::lbm {

LatticeOptions cavity(std::array<int, 3> cells, Streaming streaming, int threads) {
  LatticeOptions options;
  options.cells = cells;
  options.streaming = streaming;
  options.tau = 0.6;
  options.backend = BackendKind::cpu;
  options.threads = threads;
  options.sides[top].velocity = {0.1, 0.0, 0.0};
  return options;
}

LatticeOptions mixed_box(std::array<int, 3> cells, Streaming streaming, int threads) {
  LatticeOptions options = cavity(cells, streaming, threads);
  options.collision = Collision::bgk;
  options.tau = 0.8;
  options.sides[left].velocity = {0.0, 0.03, -0.02};
  options.sides[top].velocity = {0.05, 0.0, 0.01};
  options.sides[bottom].velocity = {-0.04, 0.0, 0.0};
  options.sides[back].periodic = options.sides[front].periodic = true;
  return options;
}

std::array<double, 4> some_moments(int x, int y, int z) {
  return {0.02 * std::sin(1.0 + x + 2.0 * y + 5.0 * z), 0.03 * std::cos(2.0 * x + y - z),
          0.03 * std::sin(x - 3.0 * y + 2.0 * z), 0.03 * std::cos(x + y + 4.0 * z)};
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;
    if (std::isnan(largest)) return largest;
  }
  return largest;
}

}  // namespace dg::lbm
