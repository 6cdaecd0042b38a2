/// What a solver says of itself before the first step, and after some.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "libdg/core/index.hpp"
#include "libdg/implicit/implicit_work.hpp"

namespace dg {

/// What is known before the first step.
struct SolverInfo {
  std::string backend, device, precision, assembly, layout;
  int threads = 1;
  Index cells = 0, faces = 0;
  long dof = 0;           ///< modes x 4, summed over cells
  std::size_t bytes = 0;  ///< memory of the backend in use
  int ranks = 1;
  std::string exchange = "self";  ///< how modes go from rank to rank: "self", "mpi" or "nccl"
  long halo_cells = 0;            ///< ghosts of all ranks
};

/// What an advance() did.
struct Progress {
  long steps = 0;     ///< steps taken in this call
  double time = 0.0;  ///< reached
  double last_dt = 0.0;
  Index bad_cell = -1;  ///< a cell (in mesh order) whose mean is no state; steps and time end where the first became so
  ImplicitWork implicit{};  ///< with an implicit scheme
};

/// What damping remembers of the steps before, so that a run can go on as if it had never stopped.
struct DampingState {
  long steps = 0;                     ///< taken so far
  std::vector<double> filtered_past;  ///< modal coefficients of all cells; empty before the filter has begun
};

}  // namespace dg
