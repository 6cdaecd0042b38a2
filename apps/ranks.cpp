#include "apps/ranks.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "apps/console.hpp"

namespace dg::app {
namespace {

Communicator* g_ranks = nullptr;
thread_local Communicator* t_ranks = nullptr;

}  // namespace

Communicator& all_ranks() {
  static SelfCommunicator self;
  if (t_ranks) return *t_ranks;
  return g_ranks ? *g_ranks : self;
}

RanksScope::RanksScope(Communicator& ranks) : before_(std::exchange(t_ranks, &ranks)) {}
RanksScope::~RanksScope() { t_ranks = before_; }

void set_ranks(Communicator& ranks) {
  g_ranks = &ranks;
  if (ranks.rank() != 0) mute();
}

int threads_of_rank() {
  cpu_set_t cores;
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  const bool is_bound = sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) < online;
  if (all_ranks().size() == 1 || is_bound || std::getenv("OMP_NUM_THREADS")) return 0;
  return std::max(1, static_cast<int>(online) / all_ranks().local_size());
}

}  // namespace dg::app
