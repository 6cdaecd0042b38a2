/// How CPU threads begin: what the environment says of them, and how long they spin before they sleep.
#pragma once

#include <optional>
#include <string>

namespace dg::app {

/// CPU threads beyond this are refused: more than any machine has, and some libraries for threads crash on far more.
inline constexpr int most_threads = 1024;

/// Says what is wrong with the variables and limits that rule threads: OMP_NUM_THREADS, and stacks that are too small.
/// OpenMP itself would take other values in their place, or crash.
std::optional<std::string> fault_of_threads();

/// Starts the program again, once, so that threads which wait for others spin for microseconds and then sleep, and have
/// stacks of the usual size. OpenMP looks at the environment before main() does, and by default spins for milliseconds,
/// many times longer than a step takes. Where other programs want the cores, threads then wait for one that does not
/// run while they keep its core. Does nothing where the user has said how threads wait, by OMP_WAIT_POLICY or
/// GOMP_SPINCOUNT, or in commands that take no time steps. Returns where the program goes on as it is. To be called
/// first of all.
void begin_with_sleeping_threads(char** argv);

}  // namespace dg::app
