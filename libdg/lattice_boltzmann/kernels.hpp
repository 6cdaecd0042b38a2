/// What is done to each cell, written once for a lane of a SIMD register and a thread of a GPU.
#pragma once

#include "libdg/lattice_boltzmann/region.hpp"
#include "libdg/lattice_boltzmann/streaming.hpp"

namespace dg::lbm {

/// Numbers of as many cells as there are, of those that a lane type could hold.
template <class V>
RKDG_FN V load_cells(const RealOf<V>* from, const Place& at) {
  if constexpr (LaneTraits<V>::width == 1) return load_ahead<V>(from);
  return at.count == LaneTraits<V>::width ? load<V>(from) : load_first<V>(from, at.count);
}
template <class V>
RKDG_FN void store_cells(RealOf<V>* to, V values, const Place& at) {
  if (at.count == LaneTraits<V>::width)
    store(to, values);
  else
    store_first(to, values, at.count);
}

/// The populations of a cell before a step, wherever they lie.
template <class Way, class V, class View>
RKDG_FN void read_cell(const View& lattice, const Place& at, Places<typename View::Number>& p, V (&f)[n_populations]) {
  Way::locate(lattice, at, p);
  RKDG_UNROLL
  for (int i = 0; i < n_populations; ++i) f[i] = load_cells<V>(lattice.from + p.read[i], at);
}

/// Momentum from moving walls (Ladd, J. Fluid Mech. 271 (1994) 285), at density 1, so that mass is kept. What leaves
/// through an edge between two walls comes back without it. There the walls slide along each other, and either
/// velocity, or their mean, costs a cavity an order of accuracy.
template <class V, class View>
RKDG_FN void add_wall_momentum(const View& lattice, const Place& at, V (&f)[n_populations]) {
  using Real = typename View::Real;
  bool beside[n_sides], any = false;
  RKDG_UNROLL
  for (int side = 0; side < n_sides; ++side) {
    beside[side] = leaves(lattice, at, side / 2, side % 2 == 0 ? -1 : 1) && !lattice.periodic[side / 2];
    any = any || (beside[side] && lattice.moving[side]);
  }
  if (!any) return;
  RKDG_UNROLL
  for (int i = 1; i < n_populations; ++i) {
    const Velocity c = velocity(i);
    const int components[3] = {c.x, c.y, c.z};
    Real projected = 0;
    int walls = 0;
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) {
      const int side = 2 * d + (components[d] > 0 ? 1 : 0);
      if (components[d] == 0 || !beside[side]) continue;
      projected += dot(c, lattice.velocity[side]);
      ++walls;
    }
    if (walls == 1) f[i] += V(Real(-6 * pair_weight((i - 1) / 2)) * projected);
  }
}

/// A step, or its part before neighbours exchange.
template <class Way, class View>
struct Collide {
  View lattice;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V f[n_populations];
    Places<typename View::Number> p;
    read_cell<Way>(lattice, at, p, f);
    collide(f, lattice.rates);
    add_wall_momentum(lattice, at, f);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store_cells(lattice.to + p.written[i], f[i], at);
  }
};

/// A fluid at rest, whose populations are their weights. Every place is written, by the thread that will work on it.
template <class Way, class View>
struct SetToRest {
  View lattice;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    Places<typename View::Number> p;
    Way::locate(lattice, at, p);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) {
      store_cells(lattice.from + p.read[i], V(0), at);
      store_cells(lattice.to + p.written[i], V(0), at);
    }
  }
};

/// Streaming after a collision that stored populations swapped: each number belongs to one exchange, so that cells may
/// come in any order.
template <class View>
struct Exchange {
  using Real = typename View::Real;

  View lattice;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    const auto here = number(lattice, at);
    Real* mine[n_pairs];
    Real* theirs[n_pairs];
    V leaving[n_pairs], arriving[n_pairs];
    bool open[n_pairs];
    RKDG_UNROLL
    for (int k = 0; k < n_pairs; ++k) {
      const auto ahead = neighbour(lattice, at, velocity_of_pair(k));
      open[k] = !ahead.behind_wall;
      mine[k] = lattice.to + against(k) * lattice.stride + here;
      theirs[k] = lattice.to + along(k) * lattice.stride + ahead.row + ahead.x;
      if (open[k]) {
        leaving[k] = load_cells<V>(mine[k], at);
        arriving[k] = load_cells<V>(theirs[k], at);
      }
    }
    RKDG_UNROLL
    for (int k = 0; k < n_pairs; ++k) {
      if (open[k]) {
        store_cells(mine[k], arriving[k], at);
        store_cells(theirs[k], leaving[k], at);
      }
    }
  }
};

/// Number of a cell of a region in an array of the region.
RKDG_FN std::int64_t number_in(const int (&begin)[3], const int (&size)[3], const Place& at) {
  return static_cast<std::int64_t>((at.z - begin[2]) * size[1] + at.y - begin[1]) * size[0] + at.x - begin[0];
}

/// What all that copies between the lattice and an array values[quantity][cell of a region] shares.
template <class View>
struct RegionCopy {
  using Real = typename View::Real;

  View lattice;
  Real* values;
  std::int64_t count;
  int begin[3], size[3];

  RegionCopy(const View& view, Real* array, const Region& region)
      : lattice(view),
        values(array),
        count(region.count()),
        begin{region.begin[0], region.begin[1], region.begin[2]},
        size{region.size[0], region.size[1], region.size[2]} {}

  RKDG_FN Real* value(int quantity, const Place& at) const {
    return values + quantity * count + number_in(begin, size, at);
  }
};

/// Quantities: density less 1, then the velocity.
template <class Way, class View>
struct ReadMoments : RegionCopy<View> {
  using RegionCopy<View>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V f[n_populations];
    Places<typename View::Number> p;
    read_cell<Way>(this->lattice, at, p, f);
    const Moments<V> m = moments_of(f);
    store_cells(this->value(0, at), m.density, at);
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) store_cells(this->value(1 + d, at), m.velocity[d], at);
  }
};

/// Sets cells to the equilibrium of quantities like those of ReadMoments.
template <class Way, class View>
struct WriteEquilibrium : RegionCopy<View> {
  using RegionCopy<View>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V velocity[3], f[n_populations];
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) velocity[d] = load_cells<V>(this->value(1 + d, at), at);
    set_equilibrium(load_cells<V>(this->value(0, at), at), velocity, f);
    Places<typename View::Number> p;
    Way::locate(this->lattice, at, p);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store_cells(this->lattice.from + p.read[i], f[i], at);
  }
};

/// Quantities: all populations, less their weights, as they are before a step.
template <class Way, class View>
struct ReadPopulations : RegionCopy<View> {
  using RegionCopy<View>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V f[n_populations];
    Places<typename View::Number> p;
    read_cell<Way>(this->lattice, at, p, f);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store_cells(this->value(i, at), f[i], at);
  }
};

template <class Way, class View>
struct WritePopulations : RegionCopy<View> {
  using RegionCopy<View>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    Places<typename View::Number> p;
    Way::locate(this->lattice, at, p);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i)
      store_cells(this->lattice.from + p.read[i], load_cells<V>(this->value(i, at), at), at);
  }
};

}  // namespace dg::lbm
