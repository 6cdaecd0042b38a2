#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>

#include "libdg/backend/mpi_communicator.hpp"
#include "libdg/tests/ranks.hpp"

namespace {

dg::Communicator* communicator = nullptr;

}  // namespace

dg::Communicator& dg::test::all_ranks() { return *communicator; }

/// Every rank runs all tests. A rank on which one fails ends the others, which may wait for it.
int main(int argc, char** argv) {
  const auto ranks = dg::make_communicator();
  communicator = ranks.get();
  const char* wanted = std::getenv("RKDG_TEST_RANKS");
  if (wanted && std::atoi(wanted) != ranks->size()) {
    std::fprintf(stderr, "%d ranks, but %s were to be started\n", ranks->size(), wanted);
    return 1;
  }
  const int failed = Catch::Session().run(argc, argv);
  if (failed != 0)
    ranks->end_all("a test failed on rank " + std::to_string(ranks->rank()), 1,
                   [](const char* message) { std::fprintf(stderr, "%s\n", message); });
  return failed;
}
