/// A Solver with a known answer, in place of libdg's. Every field, stored at the nodes of the cells, decays towards the
/// free stream, `dU/dt = -rate (U - U_inf)`. The force on every boundary swings at a known frequency.
#pragma once

#include <string>

#include "libdg/solver/solver.hpp"

namespace dg {

/// What the fake does; read when a solver is made, from the environment variables in brackets if they are set.
struct FakeBehaviour {
  double rate = 1.0;              ///< of the decay [RKDG_FAKE_RATE]
  double time_step = 0.01;        ///< if the case has no fixed one [RKDG_FAKE_DT]
  long diverge_at = -1;           ///< step after which cell 1 is NaN; -1: never [RKDG_FAKE_DIVERGE]
  double seconds_per_step = 0.0;  ///< slept in each step [RKDG_FAKE_SLEEP]
  double frequency = 0.25;        ///< of the lift [RKDG_FAKE_FREQUENCY]
};

FakeBehaviour fake_behaviour();

}  // namespace dg
