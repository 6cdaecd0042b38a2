/// What a lattice Boltzmann run is made of: a box of cells, its sides, the fluid, and how populations are streamed.
#pragma once

#include <array>

#include "libdg/core/backend_kind.hpp"
#include "libdg/core/precision.hpp"

namespace dg::lbm {

/// How populations move from cell to cell.
enum class Streaming {
  esoteric_pull,  ///< in place, in one kernel (Lehmann, Computation 10 (2022) 92)
  swap,  ///< in place, in two kernels: the collision stores opposite populations swapped, then neighbours exchange
  two_lattices  ///< from one lattice into another, in one kernel
};

enum class Collision { bgk, trt };

/// Sides of the box, in the order of BoxOptions::sides; the axis of a side is half its number.
enum SideNumber { left, right, bottom, top, back, front };
inline constexpr int n_sides = 6;

/// What holds on a side: walls stand half a cell outside the centres of the outermost cells.
struct Side {
  bool periodic = false;             ///< so must be the opposite side
  std::array<double, 3> velocity{};  ///< of a wall, in cells a step
};

struct LatticeOptions {
  std::array<int, 3> cells{1, 1, 1};
  std::array<Side, n_sides> sides;
  Streaming streaming = Streaming::esoteric_pull;
  Collision collision = Collision::trt;
  double tau = 1.0;           ///< relaxation time of the sums of opposite populations; viscosity (tau - 1/2) / 3
  double magic = 3.0 / 16.0;  ///< with two relaxation times: (tau - 1/2) (tau of the differences - 1/2)
  Precision precision = Precision::double_precision;
  BackendKind backend = BackendKind::automatic;
  int threads = 0;  ///< CPU backend; 0: all
};

inline constexpr int largest_side = 65535;  ///< cells along an axis, at most
inline constexpr double least_tau = 0.501;
inline constexpr double largest_speed = 0.2;  ///< of a wall, at most

/// Bytes that the populations take.
std::size_t lattice_bytes(const LatticeOptions& options);

/// Throws InputError, without a place, for what no lattice can be made of: cells, sides, relaxation time, wall speeds.
void check_options(const LatticeOptions& options);

}  // namespace dg::lbm
