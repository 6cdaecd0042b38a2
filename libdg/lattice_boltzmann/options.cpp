#include "libdg/lattice_boltzmann/options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "libdg/core/errors.hpp"

namespace dg::lbm {
namespace {

constexpr const char* side_names[n_sides] = {"left", "right", "bottom", "top", "back", "front"};

void check_cells(const std::array<int, 3>& cells) {
  for (const int n : cells) {
    if (n < 1 || n > largest_side) {
      throw InputError(fmt::format("{} cells along an axis; from 1 to {} are possible", n, largest_side));
    }
  }
  if (static_cast<std::int64_t>(cells[1]) * cells[2] > std::numeric_limits<int>::max()) {
    throw InputError(fmt::format("{} x {} rows of cells along x; at most {} are possible", cells[1], cells[2],
                                 std::numeric_limits<int>::max()));
  }
}

void check_sides(const std::array<Side, n_sides>& sides) {
  for (int side = 0; side < n_sides; ++side) {
    const Side& s = sides[side];
    if (s.periodic && !sides[side ^ 1].periodic) {
      throw InputError(fmt::format("side '{}' is periodic, so the opposite side '{}' must be, too", side_names[side],
                                   side_names[side ^ 1]));
    }
    const double speed = std::hypot(s.velocity[0], s.velocity[1], s.velocity[2]);
    if (!(speed <= largest_speed)) {
      throw InputError(fmt::format("side '{}' moves by {:.4g} cells a step; more than {} is too fast for the method",
                                   side_names[side], speed, largest_speed));
    }
    if (s.velocity[side / 2] != 0.0) {
      throw InputError(
          fmt::format("side '{}' moves across itself; a wall may move along itself only", side_names[side]));
    }
  }
}

}  // namespace

void check_options(const LatticeOptions& options) {
  check_cells(options.cells);
  check_sides(options.sides);
  if (!(options.tau >= least_tau) || !std::isfinite(options.tau)) {
    throw InputError(fmt::format(
        "the relaxation time tau = {:.6g} is below {}: take more cells, a higher speed or a lower Reynolds number",
        options.tau, least_tau));
  }
  if (!(options.magic > 0.0) || !std::isfinite(options.magic)) {
    throw InputError(fmt::format("the magic number of the collision, {:.6g}, must be positive", options.magic));
  }
}

}  // namespace dg::lbm
