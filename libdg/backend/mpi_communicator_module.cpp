#include <string>

#include "libdg/backend/mpi_communicator.hpp"
#include "libdg/backend/shared_library.hpp"

namespace dg {
namespace {

using MakeCommunicator = Communicator*(int);

MakeCommunicator* module_function(int ranks) {
  try {
    // Never destroyed: communicators of it end with the process.
    static const SharedLibrary& module = *new SharedLibrary({"librkdg_mpi.so"}, "librkdg_mpi.so");
    return module.get<MakeCommunicator>("rkdg_make_mpi_communicator");
  } catch (const RunError& error) {
    throw InputError("started as one of " + std::to_string(ranks) + " ranks, but " + error.what() +
                     "; install Open MPI 4 or later (Debian: openmpi-bin), or start it without mpirun");
  }
}

}  // namespace

bool has_mpi() { return true; }

std::unique_ptr<Communicator> make_communicator() {
  const int ranks = started_ranks();
  if (ranks <= 1) return std::make_unique<SelfCommunicator>();
  return std::unique_ptr<Communicator>(module_function(ranks)(ranks));
}

}  // namespace dg
