/// Threads that work on one item together: a block of a device, or, to run the same bodies on the host, one thread.
///
/// A body is called as body(item, group), and shares its loops by group.rank() and group.size(); what one thread has
/// written others see after group.sync().
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/core/index.hpp"

namespace dg {

struct OneThread {
  RKDG_FN int rank() const { return 0; }
  RKDG_FN int size() const { return 1; }
  RKDG_FN void sync() const {}
};

/// Launches bodies one item after the other.
struct SerialGroups {
  template <class Body>
  static void run(const Body& body, Index items, int /*threads*/, const char* /*name*/) {
    for (Index item = 0; item < items; ++item) body(item, OneThread{});
  }
};

}  // namespace dg
