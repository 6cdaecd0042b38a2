/// The velocity set D3Q19: the velocity zero and nine pairs of opposite velocities (Qian, d'Humieres and Lallemand,
/// Europhys. Lett. 17 (1992) 479).
#pragma once

#include "libdg/backend/config.hpp"

namespace dg::lbm {

inline constexpr int n_pairs = 9;
inline constexpr int n_populations = 1 + 2 * n_pairs;

/// A velocity, in cells a step.
struct Velocity {
  int x, y, z;
};

/// The velocity that pair k is about. The first component that is not zero is positive, so that along x, the direction
/// of memory, all pairs look ahead.
RKDG_FN constexpr Velocity velocity_of_pair(int k) {
  constexpr Velocity c[n_pairs] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                   {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
  return c[k];
}

/// Populations: 0 at rest, then of pair k the one that moves along its velocity and the one that moves against it.
RKDG_FN constexpr int along(int k) { return 2 * k + 1; }
RKDG_FN constexpr int against(int k) { return 2 * k + 2; }
RKDG_FN constexpr int opposite(int i) { return i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1; }

RKDG_FN constexpr Velocity velocity(int i) {
  if (i == 0) return {0, 0, 0};
  const Velocity c = velocity_of_pair((i - 1) / 2);
  return i % 2 == 1 ? c : Velocity{-c.x, -c.y, -c.z};
}

inline constexpr double rest_weight = 1.0 / 3.0;

/// Of both populations of pair k.
RKDG_FN constexpr double pair_weight(int k) {
  const Velocity c = velocity_of_pair(k);
  return c.x * c.x + c.y * c.y + c.z * c.z == 1 ? 1.0 / 18.0 : 1.0 / 36.0;
}

inline constexpr double speed_of_sound_squared = 1.0 / 3.0;

}  // namespace dg::lbm
