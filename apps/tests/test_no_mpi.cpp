// What a build without MPI says, whatever this build has.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "libdg/backend/mpi_communicator.hpp"

using namespace dg;

TEST_CASE("a build without MPI says so when it is started on several ranks") {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) unsetenv(name);
  CHECK_FALSE(has_mpi());
  CHECK(make_communicator()->size() == 1);
  setenv("PMI_SIZE", "3", 1);
  CHECK_THROWS_WITH(make_communicator(),
                    "started as one of 3 ranks, but this build is without MPI; configure with -DRKDG_MPI=ON (Debian: "
                    "libopenmpi-dev), or start it without mpirun");
}
