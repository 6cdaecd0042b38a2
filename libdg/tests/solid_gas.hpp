/// The gas in three dimensions, of which the test programs compile kernels.
#pragma once

#include "libdg/equations/navier_stokes/navier_stokes.hpp"

namespace dg::test {

template <class Real>
using Gas3 = NavierStokes<Real, 3>;

}  // namespace dg::test
