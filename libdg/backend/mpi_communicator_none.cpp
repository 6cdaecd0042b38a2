#include "libdg/backend/mpi_communicator.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

bool has_mpi() { return false; }

std::unique_ptr<Communicator> make_communicator() {
  if (const int ranks = started_ranks(); ranks > 1)
    throw InputError("started as one of " + std::to_string(ranks) +
                     " ranks, but this build is without MPI; configure with -DRKDG_MPI=ON (Debian: libopenmpi-dev), or "
                     "start it without mpirun");
  return std::make_unique<SelfCommunicator>();
}

}  // namespace dg
