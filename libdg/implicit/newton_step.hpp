/// What a step of Newton's method did.
#pragma once

namespace dg {

/// Why a step has not moved the state: the next one tries a tenth of the pseudo-time step.
enum class NewtonTrouble {
  none,
  linear_solver,  ///< GMRES has not even halved the residual of the linear system
  line_search,    ///< states stay physical and residuals fall nowhere along the direction
  not_finite,     ///< the linear system, or residuals along the direction, are no numbers
};

struct NewtonStep {
  NewtonTrouble trouble = NewtonTrouble::none;
  double residual = 0.0;   ///< before it: root mean square of what explicit steps would add, over the mean state
  double cfl = 0.0;        ///< pseudo-time step over the explicit limit of each cell
  double length = 0.0;     ///< part of the direction that was gone along
  double reduction = 0.0;  ///< of the residual of the linear system
  long krylov_steps = 0;
  long right_hand_sides = 0;
};

}  // namespace dg
