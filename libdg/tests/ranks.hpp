/// For tests that run on several ranks: mpirun starts the program, tests/ranks_main.cpp makes the communicator.
#pragma once

#include "libdg/backend/communicator.hpp"

namespace dg::test {

/// All ranks of this run.
Communicator& all_ranks();

}  // namespace dg::test
