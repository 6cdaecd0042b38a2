/// Where the populations of a cell lie before a step and after its collision: all that the ways of streaming differ in.
///
/// A wall half a cell away sends a population back. What leaves cell x along c in one step arrives at x against c in
/// the next.
#pragma once

#include "libdg/lattice_boltzmann/lattice_view.hpp"

namespace dg::lbm {

/// Numbers of the populations of a cell: read[i] where f_i arrives, written[i] where f_i goes after the collision.
template <class Number>
struct Places {
  Number read[n_populations], written[n_populations];
};

/// Each population is read from the cell that it comes from, and written in place.
struct TwoLattices {
  template <class View, class Number = typename View::Number>
  RKDG_FN static void locate(const View& lattice, const Place& at, Places<Number>& p) {
    const Number here = number(lattice, at);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) p.written[i] = i * lattice.stride + here;
    p.read[0] = here;
    RKDG_UNROLL
    for (int i = 1; i < n_populations; ++i) {
      const auto source = neighbour(lattice, at, velocity(opposite(i)));
      p.read[i] = source.behind_wall ? opposite(i) * lattice.stride + here : i * lattice.stride + source.row + source.x;
    }
  }
};

/// In a cell's own places, after the collision those of opposite populations swapped. Then neighbours exchange, which
/// makes each population arrive; at a wall there is nobody to exchange with, and what was stored swapped has come back.
struct Swapped {
  template <class View, class Number = typename View::Number>
  RKDG_FN static void locate(const View& lattice, const Place& at, Places<Number>& p) {
    const Number here = number(lattice, at);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) {
      p.read[i] = i * lattice.stride + here;
      p.written[i] = opposite(i) * lattice.stride + here;
    }
  }
};

/// Of each pair, the population that arrives along c lies in the cell, the other one in the neighbour along c. After
/// the collision each takes the other's place. In every step a place is read and written by one cell, and no other. In
/// odd steps, the two places that the pair has in every cell change their roles. So what was left for the neighbour is
/// what it finds.
///
/// A wall between them leaves both with the places that no one else uses. In all steps, the cell has that along c, and
/// the (periodic) neighbour's partner the other one.
struct EsotericPull {
  template <class View, class Number = typename View::Number>
  RKDG_FN static void locate(const View& lattice, const Place& at, Places<Number>& p) {
    const Number here = number(lattice, at), stride = lattice.stride;
    p.read[0] = p.written[0] = here;
    RKDG_UNROLL
    for (int k = 0; k < n_pairs; ++k) {
      const Velocity c = velocity_of_pair(k);
      const bool wall_behind = neighbour(lattice, at, Velocity{-c.x, -c.y, -c.z}).behind_wall;
      const auto ahead = neighbour(lattice, at, c);
      const Number in_cell = (lattice.phase == 1 || wall_behind ? along(k) : against(k)) * stride + here;
      const Number in_neighbour =
          (lattice.phase == 1 || ahead.behind_wall ? against(k) : along(k)) * stride + ahead.row + ahead.x;
      p.read[along(k)] = p.written[against(k)] = in_cell;
      p.read[against(k)] = p.written[along(k)] = in_neighbour;
    }
  }
};

}  // namespace dg::lbm
