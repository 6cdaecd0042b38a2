/// How finite volumes step to a steady state in pseudo-time.
#pragma once

namespace dg {

/// Implicit smoothing of residuals, see smoothing.hpp.
struct ResidualSmoothing {
  double strength = 0.0;  ///< eps; 0: none
  int sweeps = 2;         ///< of Jacobi's iteration in each stage
};

}  // namespace dg
