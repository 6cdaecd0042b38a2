// Kinds of zones on several ranks: all have those of all.
#include "libdg/space/zone_kinds_of_ranks.hpp"

#include <catch2/catch.hpp>

#include "libdg/tests/ranks.hpp"

namespace dg {
namespace {

TEST_CASE("every rank knows the kinds of zones of all ranks") {
  Communicator& ranks = test::all_ranks();
  ZonesView<double> zones{};
  zones.count = 1;
  zones.zone[0].space = ranks.rank() == 0 ? Space::tetrahedron_P : Space::prism_Q;
  zones.zone[0].curved = ranks.rank() != 0;
  unsigned wanted = zone_kind(Space::tetrahedron_P, false);
  if (ranks.size() > 1) wanted |= zone_kind(Space::prism_Q, true);
  CHECK(zone_kinds_of_ranks(zones, ranks) == wanted);
}

}  // namespace
}  // namespace dg
