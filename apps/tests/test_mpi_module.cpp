// What a program does that opens MPI when it is needed, whatever this build does.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "libdg/backend/mpi_communicator.hpp"
#include "libdg/core/errors.hpp"

using namespace dg;
using Catch::Contains;

TEST_CASE("a program opens MPI when it is started on several ranks") {
  CHECK(has_mpi());
  const int started = started_ranks();
  if (started == 1) {
    CHECK(make_communicator()->size() == 1);
    // One that MPI has not started among so many; it is of another kind of MPI, then.
    setenv("PMI_SIZE", "3", 1);
    CHECK_THROWS_WITH(make_communicator(),
                      "started as one of 3 ranks, but MPI knows of 1: start them by the mpirun of "
                      "the MPI that rkdg loads");
    return;
  }
  const auto all = make_communicator();
  REQUIRE(all->size() == started);
  CHECK(all->rank() == started_rank());
  CHECK(all->name() == std::string("mpi"));
  std::int64_t sum[]{all->rank() + 1};
  all->reduce(sum, Reduction::sum);
  CHECK(sum[0] == started * (started + 1) / 2);
}
