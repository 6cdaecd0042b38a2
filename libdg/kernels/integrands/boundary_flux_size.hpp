/// How many numbers the flux through a point of the boundary has.
#pragma once

namespace dg {

/// Numbers per point: the convective flux of each variable, then minus its viscous flux. On a wall, the convective flux
/// of momentum is the pressure; its viscous flux is the traction, that of energy heat and the traction's power.
constexpr int boundary_flux_size(int n_var) { return 2 * n_var; }

}  // namespace dg
