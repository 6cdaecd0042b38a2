/// What is done to each cell, written once for a lane of a SIMD register and a thread of a GPU.
#pragma once

#include "libdg/lattice_boltzmann/region.hpp"
#include "libdg/lattice_boltzmann/streaming.hpp"

namespace dg::lbm {

/// The populations of a cell before a step, wherever they lie.
template <class Way, class V, class Real>
RKDG_FN void read_cell(const LatticeView<Real>& lattice, const Place& at, Places& p, V (&f)[n_populations]) {
  Way::locate(lattice, at, p);
  RKDG_UNROLL
  for (int i = 0; i < n_populations; ++i) f[i] = load<V>(lattice.from + p.read[i]);
}

/// Momentum from moving walls (Ladd, J. Fluid Mech. 271 (1994) 285), at density 1, so that mass is kept: of a
/// population that leaves through an edge between two walls, by the mean of their velocities.
template <class V, class Real>
RKDG_FN void add_wall_momentum(const LatticeView<Real>& lattice, const Place& at, V (&f)[n_populations]) {
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
    const Real factor = Real(-6 * pair_weight((i - 1) / 2)) * (walls == 2 ? Real(0.5) : Real(1));
    f[i] += V(factor * projected);
  }
}

/// A step, or its part before neighbours exchange.
template <class Way, class Real>
struct Collide {
  LatticeView<Real> lattice;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V f[n_populations];
    Places p;
    read_cell<Way>(lattice, at, p, f);
    collide(f, lattice.rates);
    add_wall_momentum(lattice, at, f);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store(lattice.to + p.written[i], f[i]);
  }
};

/// Streaming after a collision that stored populations swapped: each number belongs to one exchange, so that cells may
/// come in any order.
template <class Real>
struct Exchange {
  LatticeView<Real> lattice;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    const std::int64_t here = number(lattice, at);
    Real* mine[n_pairs];
    Real* theirs[n_pairs];
    V leaving[n_pairs], arriving[n_pairs];
    bool open[n_pairs];
    RKDG_UNROLL
    for (int k = 0; k < n_pairs; ++k) {
      const Neighbour ahead = neighbour(lattice, at, velocity_of_pair(k));
      open[k] = !ahead.behind_wall;
      mine[k] = lattice.to + against(k) * lattice.stride + here;
      theirs[k] = lattice.to + along(k) * lattice.stride + ahead.row + ahead.x;
      if (open[k]) {
        leaving[k] = load<V>(mine[k]);
        arriving[k] = load<V>(theirs[k]);
      }
    }
    RKDG_UNROLL
    for (int k = 0; k < n_pairs; ++k) {
      if (open[k]) {
        store(mine[k], arriving[k]);
        store(theirs[k], leaving[k]);
      }
    }
  }
};

/// Number of a cell of a region in an array of the region.
RKDG_FN std::int64_t number_in(const int (&begin)[3], const int (&size)[3], const Place& at) {
  return static_cast<std::int64_t>((at.z - begin[2]) * size[1] + at.y - begin[1]) * size[0] + at.x - begin[0];
}

/// What all that copies between the lattice and an array values[quantity][cell of a region] shares.
template <class Real>
struct RegionCopy {
  LatticeView<Real> lattice;
  Real* values;
  std::int64_t count;
  int begin[3], size[3];

  RegionCopy(const LatticeView<Real>& view, Real* array, const Region& region)
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
template <class Way, class Real>
struct ReadMoments : RegionCopy<Real> {
  using RegionCopy<Real>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V f[n_populations];
    Places p;
    read_cell<Way>(this->lattice, at, p, f);
    const Moments<V> m = moments_of(f);
    store(this->value(0, at), m.density);
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) store(this->value(1 + d, at), m.velocity[d]);
  }
};

/// Sets cells to the equilibrium of quantities like those of ReadMoments.
template <class Way, class Real>
struct WriteEquilibrium : RegionCopy<Real> {
  using RegionCopy<Real>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V velocity[3], f[n_populations];
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) velocity[d] = load<V>(this->value(1 + d, at));
    set_equilibrium(load<V>(this->value(0, at)), velocity, f);
    Places p;
    Way::locate(this->lattice, at, p);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store(this->lattice.from + p.read[i], f[i]);
  }
};

/// Quantities: all populations, less their weights, as they are before a step.
template <class Way, class Real>
struct ReadPopulations : RegionCopy<Real> {
  using RegionCopy<Real>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    V f[n_populations];
    Places p;
    read_cell<Way>(this->lattice, at, p, f);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store(this->value(i, at), f[i]);
  }
};

template <class Way, class Real>
struct WritePopulations : RegionCopy<Real> {
  using RegionCopy<Real>::RegionCopy;

  template <class V>
  RKDG_FN void operator()(const Place& at) const {
    Places p;
    Way::locate(this->lattice, at, p);
    RKDG_UNROLL
    for (int i = 0; i < n_populations; ++i) store(this->lattice.from + p.read[i], load<V>(this->value(i, at)));
  }
};

}  // namespace dg::lbm
