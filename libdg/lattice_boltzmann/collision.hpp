/// Collision with two relaxation times (Ginzburg, Verhaeghe and d'Humieres, Commun. Comput. Phys. 3 (2008) 427). Sums
/// of opposite populations relax at one rate, which sets the viscosity. Their differences relax at another, which sets
/// where a wall stands. With equal rates it is that of Bhatnagar, Gross and Krook.
///
/// Populations are stored less their weights, so that what is small is not rounded at the size of what is not.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"

namespace dg::lbm {

template <class Real>
struct RelaxationRates {
  Real even, odd;  ///< of sums and of differences
};

/// Density less 1, momentum, and velocity.
template <class V>
struct Moments {
  V density, momentum[3], velocity[3];
};

/// c . a for a velocity c that is known when the kernel is compiled.
template <class V>
RKDG_FN V dot(Velocity c, const V (&a)[3]) {
  V sum(0);
  bool empty = true;
  const auto add = [&](int component, V value) {
    if (component == 0) return;
    if (empty)
      sum = component > 0 ? value : -value;
    else
      sum = component > 0 ? sum + value : sum - value;
    empty = false;
  };
  add(c.x, a[0]);
  add(c.y, a[1]);
  add(c.z, a[2]);
  return sum;
}

template <class V>
RKDG_FN Moments<V> moments_of(const V (&f)[n_populations]) {
  Moments<V> m{f[0], {V(0), V(0), V(0)}, {}};
  RKDG_UNROLL
  for (int k = 0; k < n_pairs; ++k) {
    const Velocity c = velocity_of_pair(k);
    const V difference = f[along(k)] - f[against(k)];
    m.density += f[along(k)] + f[against(k)];
    const int components[3] = {c.x, c.y, c.z};
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) {
      if (components[d] > 0) m.momentum[d] += difference;
      if (components[d] < 0) m.momentum[d] -= difference;
    }
  }
  const V inverse = reciprocal(V(1) + m.density);
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) m.velocity[d] = inverse * m.momentum[d];
  return m;
}

/// Equilibrium of second order in the velocity: half the sum and half the difference of each pair.
template <class V>
struct Equilibrium {
  using Real = RealOf<V>;
  V isotropic;
  const Moments<V>& m;

  RKDG_FN explicit Equilibrium(const Moments<V>& moments) : isotropic(moments.density), m(moments) {
    V energy = m.momentum[0] * m.velocity[0];
    energy += m.momentum[1] * m.velocity[1];
    energy += m.momentum[2] * m.velocity[2];
    isotropic -= V(Real(1.5)) * energy;
  }
  RKDG_FN V rest() const { return V(Real(rest_weight)) * isotropic; }
  RKDG_FN V even(int k, V projected_momentum, V projected_velocity) const {
    return V(Real(pair_weight(k))) * (isotropic + V(Real(4.5)) * projected_momentum * projected_velocity);
  }
  RKDG_FN V odd(int k, V projected_momentum) const { return V(Real(3 * pair_weight(k))) * projected_momentum; }
};

/// The populations of a cell after their collision.
template <class V>
RKDG_FN void collide(V (&f)[n_populations], const RelaxationRates<RealOf<V>>& rates) {
  using Real = RealOf<V>;
  const Moments<V> m = moments_of(f);
  const Equilibrium<V> equilibrium(m);
  f[0] += V(rates.even) * (equilibrium.rest() - f[0]);
  RKDG_UNROLL
  for (int k = 0; k < n_pairs; ++k) {
    const Velocity c = velocity_of_pair(k);
    const V momentum = dot(c, m.momentum), speed = dot(c, m.velocity);
    const V even = V(Real(0.5)) * (f[along(k)] + f[against(k)]), odd = V(Real(0.5)) * (f[along(k)] - f[against(k)]);
    const V even_change = V(rates.even) * (equilibrium.even(k, momentum, speed) - even);
    const V odd_change = V(rates.odd) * (equilibrium.odd(k, momentum) - odd);
    f[along(k)] += even_change + odd_change;
    f[against(k)] += even_change - odd_change;
  }
}

/// Populations in equilibrium at a density, less 1, and a velocity.
template <class V>
RKDG_FN void set_equilibrium(V density, const V (&velocity)[3], V (&f)[n_populations]) {
  Moments<V> m{density, {}, {}};
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) {
    m.velocity[d] = velocity[d];
    m.momentum[d] = (V(1) + density) * velocity[d];
  }
  const Equilibrium<V> equilibrium(m);
  f[0] = equilibrium.rest();
  RKDG_UNROLL
  for (int k = 0; k < n_pairs; ++k) {
    const Velocity c = velocity_of_pair(k);
    const V momentum = dot(c, m.momentum);
    const V even = equilibrium.even(k, momentum, dot(c, m.velocity)), odd = equilibrium.odd(k, momentum);
    f[along(k)] = even + odd;
    f[against(k)] = even - odd;
  }
}

}  // namespace dg::lbm
