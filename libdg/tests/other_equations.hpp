/// Equations beside those of the gas solver, in two dimensions, as the kernels of the tests are compiled for them.
#pragma once

#include "libdg/equations/advection/advection.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/equations/shallow_water/shallow_water.hpp"

namespace dg::test {

template <class Real>
using Advection2 = Advection<Real, 2>;
template <class Real>
using ShallowWater2 = ShallowWater<Real, 2>;

/// A gas with a flux and a boundary condition of its own: Rusanov's by hand, and everywhere the wall that does not
/// slip.
template <class Real>
struct OwnGas : NavierStokes<Real, 2> {
  using Base = NavierStokes<Real, 2>;
  using Base::Base;

  template <class V>
  RKDG_FN void riemann_flux(typename Base::Flux, const V (&a)[4], const typename Base::template Point<V>& wa,
                            const V (&b)[4], const typename Base::template Point<V>& wb, const V (&n)[2],
                            V (&flux)[4]) const {
    V fa[4], fb[4];
    this->convective_flux(a, wa, n, fa);
    this->convective_flux(b, wb, n, fb);
    const V speed_a =
        absolute(wa.velocity[0] * n[0] + wa.velocity[1] * n[1]) + square_root(V(this->gamma) * wa.p * wa.inverse_rho);
    const V speed_b =
        absolute(wb.velocity[0] * n[0] + wb.velocity[1] * n[1]) + square_root(V(this->gamma) * wb.p * wb.inverse_rho);
    const V half = V(Real(0.5)), speed = maximum(speed_a, speed_b);
    RKDG_UNROLL
    for (int k = 0; k < 4; ++k) flux[k] = half * (fa[k] + fb[k]) - half * speed * (b[k] - a[k]);
  }

  RKDG_CALL void boundary_states(const typename Base::Condition& condition, const Real (&inside)[4], const Real (&n)[2],
                                 const Real* data, Real (&ghost)[4], Real (&u_b)[4]) const {
    typename Base::Condition wall = condition;
    wall.type = BoundaryType::wall_adiabatic;
    Base::boundary_states(wall, inside, n, data, ghost, u_b);
  }
  RKDG_CALL static void viscous_factors(const typename Base::Condition&, Real (&factors)[Base::n_viscous_factors]) {
    for (Real& factor : factors) factor = Real(0);
    factors[0] = Real(1);
  }
};

}  // namespace dg::test
