#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <limits>

#include "libdg/backend/mpi_communicator.hpp"

namespace dg {

namespace {

/// Of Open MPI, of MPICH and those made of it, or of srun.
int number_in(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names)
    if (const char* text = std::getenv(name))
      return static_cast<int>(std::clamp(std::strtol(text, nullptr, 10), 0L, long{std::numeric_limits<int>::max()}));
  return otherwise;
}

}  // namespace

int started_ranks() { return number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1); }
int started_rank() { return number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}, 0); }

}  // namespace dg
