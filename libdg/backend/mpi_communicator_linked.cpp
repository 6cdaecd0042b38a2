#include "libdg/backend/mpi_communicator.hpp"

namespace dg {

bool has_mpi() { return true; }

std::unique_ptr<Communicator> make_communicator() {
  const int ranks = started_ranks();
  return ranks > 1 ? make_mpi_communicator(ranks) : std::make_unique<SelfCommunicator>();
}

}  // namespace dg
