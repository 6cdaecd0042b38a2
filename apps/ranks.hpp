/// The processes that this program was started as.
#pragma once

#include "libdg/backend/communicator.hpp"

namespace dg::app {

/// All of them; this one alone until set_ranks() was called.
Communicator& all_ranks();

/// To be called by main() first of all. The others than rank 0 print nothing from now on, but errors of their own.
void set_ranks(Communicator& ranks);

/// Lets all_ranks() be these for a thread, in place of those of set_ranks(), for as long as this object lives.
class RanksScope {
 public:
  explicit RanksScope(Communicator& ranks);
  ~RanksScope();
  RanksScope(const RanksScope&) = delete;
  RanksScope& operator=(const RanksScope&) = delete;

 private:
  Communicator* before_;
};

/// CPU threads of this rank where the user asks for all. That is its part of the cores of its node, unless mpirun has
/// given it some or OMP_NUM_THREADS is set. 0 on one rank: all.
int threads_of_rank();

}  // namespace dg::app
