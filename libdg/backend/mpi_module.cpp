// All of rkdg that needs MPI, as a module: see mpi_communicator.hpp.
#include "libdg/backend/mpi_communicator.hpp"

extern "C" dg::Communicator* rkdg_make_mpi_communicator(int started) {
  return dg::make_mpi_communicator(started).release();
}
