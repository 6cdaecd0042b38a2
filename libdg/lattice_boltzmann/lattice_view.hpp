/// A lattice as kernels see it, and the neighbours of a cell in it.
#pragma once

#include <cstdint>

#include "libdg/backend/config.hpp"
#include "libdg/lattice_boltzmann/collision.hpp"
#include "libdg/lattice_boltzmann/options.hpp"

namespace dg::lbm {

/// Population i of cell (x, y, z) is number i * stride + x + cells[0] * (y + cells[1] * z). There is no layer around
/// the box and no array of flags: sides are known by coordinates. A Number is wide enough for the last one.
template <class Real_, class Number_>
struct LatticeView {
  using Real = Real_;
  using Number = Number_;

  Real* from;     ///< read in a step
  Real* to;       ///< written; the same in place
  Number stride;  ///< from one population to the next
  int cells[3];
  int phase;  ///< which of two ways of storing holds, by turns: the number of steps so far, modulo 2
  bool periodic[3];
  bool moving[n_sides];       ///< walls with a velocity
  Real velocity[n_sides][3];  ///< of walls
  RelaxationRates<Real> rates;
};

/// A cell, or the first of `count` cells along x, at most as many as a lane type holds. Several never reach the ends of
/// their row.
struct Place {
  int x, y, z;
  bool first, last;  ///< in its row
  int count = 1;
};

/// A neighbour in the box, where a side is taken for periodic; and whether a wall stands in between.
template <class Number>
struct Neighbour {
  Number row;  ///< cells before its row
  int x;
  bool behind_wall;
};

/// Whether the neighbour one cell further along axis d, in that direction, lies outside the box.
template <class View>
RKDG_FN bool leaves(const View& lattice, const Place& at, int d, int direction) {
  if (direction == 0) return false;
  if (d == 0) return direction > 0 ? at.last : at.first;
  const int coordinate = d == 1 ? at.y : at.z;
  return direction > 0 ? coordinate == lattice.cells[d] - 1 : coordinate == 0;
}

RKDG_FN int wrapped(int coordinate, int direction, bool leaves, int cells) {
  const int next = coordinate + direction;
  return leaves ? next - direction * cells : next;
}

/// Cells before a row.
template <class View>
RKDG_FN typename View::Number row_number(const View& lattice, int y, int z) {
  return static_cast<typename View::Number>(z * lattice.cells[1] + y) * lattice.cells[0];
}

template <class View>
RKDG_FN Neighbour<typename View::Number> neighbour(const View& lattice, const Place& at, Velocity c) {
  const bool out[3] = {leaves(lattice, at, 0, c.x), leaves(lattice, at, 1, c.y), leaves(lattice, at, 2, c.z)};
  const int y = wrapped(at.y, c.y, out[1], lattice.cells[1]), z = wrapped(at.z, c.z, out[2], lattice.cells[2]);
  return {row_number(lattice, y, z), wrapped(at.x, c.x, out[0], lattice.cells[0]),
          (out[0] && !lattice.periodic[0]) || (out[1] && !lattice.periodic[1]) || (out[2] && !lattice.periodic[2])};
}

/// Number of the first population of a cell.
template <class View>
RKDG_FN typename View::Number number(const View& lattice, const Place& at) {
  return row_number(lattice, at.y, at.z) + at.x;
}

}  // namespace dg::lbm
