/// Groups of one thread on the host, one item after the other: the bodies of group.hpp without a device.
#pragma once

#include <stdexcept>

#include "libdg/implicit/group.hpp"

namespace dg::test {

struct SerialGroups {
  template <class Body>
  static void run(const Body& body, Index items, int /*threads*/, const char* /*name*/) {
    typename ScratchOf<Body>::Type scratch;
    for (Index item = 0; item < items; ++item) body(item, OneThread(&scratch));
  }

  /// Throws std::logic_error where an item waits for one that has not been worked on: a device would wait forever.
  template <class Body>
  static void run_in_order(const Body& body, Index items, int /*threads*/, DoneItems done, const char* /*name*/) {
    typename ScratchOf<Body>::Type scratch;
    const OneThread group(&scratch);
    const int now = *done.launches() + 1;
    for (Index item = 0; item < items; ++item) {
      body.prepare(item, group);
      body.for_each_awaited(item, group, [&](Index place) {
        if (*done.of(place) != now) throw std::logic_error("an item waits for a later one");
      });
      body(item, group);
      *done.of(body.place(item)) = now;
    }
    *done.launches() = now;
  }
};

}  // namespace dg::test
