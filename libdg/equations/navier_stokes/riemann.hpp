/// The convective numerical flux, chosen at run time. The choice is the same for every cell, so it costs one branch,
/// and none on a device.
#pragma once

#include "libdg/equations/navier_stokes/hllc.hpp"
#include "libdg/equations/navier_stokes/llf.hpp"
#include "libdg/equations/navier_stokes/roe.hpp"

namespace dg {

/// The flux H(u-, u+, n). It is consistent, `H(u, u, n) = F(u) . n`, and conservative, `H(a, b, n) = -H(b, a, -n)`. The
/// primitives of the two states are `a` and `b`.
template <int N, int Dim, class V>
RKDG_FN void riemann_flux(Riemann kind, const Gas<RealOf<V>>& gas, const V (&minus)[N], const Primitive<V, Dim>& a,
                          const V (&plus)[N], const Primitive<V, Dim>& b, const V (&n)[Dim], V (&flux)[N]) {
#ifdef RKDG_RIEMANN  // what the run fixes, see NavierStokes::fixed_by_run()
  kind = static_cast<Riemann>(RKDG_RIEMANN);
#endif
  if (kind == Riemann::llf)
    llf_flux(gas, minus, a, plus, b, n, flux);
  else if (kind == Riemann::hllc)
    hllc_flux(gas, minus, a, plus, b, n, flux);
  else
    roe_flux(gas, minus, a, plus, b, n, kind == Riemann::roe_low_mach, flux);
}

template <int N, int Dim, class V>
RKDG_FN void riemann_flux(Riemann kind, const Gas<RealOf<V>>& gas, const V (&minus)[N], const V (&plus)[N],
                          const V (&n)[Dim], V (&flux)[N]) {
  riemann_flux(kind, gas, minus, primitive(gas, minus), plus, primitive(gas, plus), n, flux);
}

}  // namespace dg
