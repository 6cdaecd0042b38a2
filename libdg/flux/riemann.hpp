/// The convective numerical flux, chosen at run time; the choice is the same for every cell, so it costs one branch.
#pragma once

#include "libdg/flux/hllc.hpp"
#include "libdg/flux/llf.hpp"
#include "libdg/flux/roe.hpp"

namespace dg {

/// H(u-, u+, n) with consistency H(u, u, n) = F(u) . n and conservation H(a, b, n) = -H(b, a, -n); `a` and `b` are the
/// primitives of the two states.
template <class V>
RKDG_FN void riemann_flux(Riemann kind, const Gas<RealOf<V>>& gas, const V (&minus)[n_var], const Primitive<V>& a,
                          const V (&plus)[n_var], const Primitive<V>& b, const V (&n)[dim], V (&flux)[n_var]) {
  if (kind == Riemann::llf)
    llf_flux(gas, minus, a, plus, b, n, flux);
  else if (kind == Riemann::hllc)
    hllc_flux(gas, minus, a, plus, b, n, flux);
  else
    roe_flux(gas, minus, a, plus, b, n, flux);
}

template <class V>
RKDG_FN void riemann_flux(Riemann kind, const Gas<RealOf<V>>& gas, const V (&minus)[n_var], const V (&plus)[n_var],
                          const V (&n)[dim], V (&flux)[n_var]) {
  riemann_flux(kind, gas, minus, primitive(gas, minus), plus, primitive(gas, plus), n, flux);
}

}  // namespace dg
