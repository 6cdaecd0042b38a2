/// What a run with explicit steps finds at looks at the whole state, one every some steps, and keeps in between.
#pragma once

namespace dg {

/// A run that goes on starts from it.
struct ControlState {
  int direction = -1;             ///< of the force and the flux; -1: there was no look at a force yet
  double force = 0.0;             ///< per volume, in the mean
  double density = 0.0;           ///< mean, to which the force refers; 0: unknown
  double flux = 0.0, time = 0.0;  ///< mean mass flux along the force at the last look, and when that was
  double eddy_rate = 0.0;         ///< what a subgrid model adds to the rate of a step, 1 / time
  long steps = -1;                ///< since the last look; -1: there was none
};

}  // namespace dg
