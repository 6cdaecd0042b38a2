// A program for several ranks, of which one fails while the others wait for it.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "libdg/backend/mpi_communicator.hpp"

int main(int argc, char** argv) {
  const auto ranks = dg::make_communicator();
  const auto print = [](const char* message) { std::fprintf(stderr, "error: %s\n", message); };
  const int failing = argc > 1 ? std::atoi(argv[1]) : 0;
  try {
    for (int attempt = 0;; ++attempt) {
      if (attempt == 10 && ranks->rank() == failing)
        throw std::runtime_error("rank " + std::to_string(failing) + " failed");
      std::int64_t one[]{1};
      ranks->reduce(one, dg::Reduction::sum);
    }
  } catch (const std::exception& error) {
    ranks->end_all(error.what(), 1, print);
  }
  return 0;
}
