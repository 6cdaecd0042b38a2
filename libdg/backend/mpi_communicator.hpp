/// Ranks that MPI has started: no type of MPI in sight.
///
/// A build that is linked with MPI has mpi_communicator_linked.cpp. One that opens MPI when it is started on several
/// ranks has mpi_communicator_module.cpp, and one without MPI mpi_communicator_none.cpp.
#pragma once

#include <memory>
#include <stdexcept>

#include "libdg/backend/communicator.hpp"

namespace dg {

/// Thrown where a rank waits for others and one of them has failed, with the message of that one.
struct OtherRankFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// True if this build can run on several ranks.
bool has_mpi();

/// Processes that mpirun, mpiexec or srun has started this one among, as their environment says; 1 without them.
int started_ranks();
/// Number of this one among them.
int started_rank();

/// All processes that were started together; one alone does without MPI. To be called once, and kept until all ranks
/// have ended their work. MPI may run already; who has started it ends it. Throws InputError where several were started
/// and there is no MPI, or one that did not start them.
std::unique_ptr<Communicator> make_communicator();

/// The same of so many, more than 1, by MPI.
std::unique_ptr<Communicator> make_mpi_communicator(int started);

}  // namespace dg
