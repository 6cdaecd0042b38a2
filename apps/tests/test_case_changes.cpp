#include <catch2/catch.hpp>

#include "apps/run/case_changes.hpp"

using namespace dg::app;
using Lines = std::vector<std::string>;

TEST_CASE("changes of a case that bear on what follows are named") {
  const std::string earlier = "[mesh]\nfile = a.msh\n[gas]\ngamma = 1.4\n[time]\nend = 1\ncfl = 0.5\n";
  CHECK(case_changes(earlier, earlier).empty());
  CHECK(case_changes(earlier, "[time]\ncfl = 0.5\nend = 2\n[gas]\ngamma = 1.4\n[output]\nevery = 3\n").empty());
  CHECK(case_changes(earlier, "[gas]\ngamma = 1.3\nmu = 1\n[time]\nend = 1\n") ==
        Lines{"gas.gamma: 1.4 then, 1.3 now", "gas.mu: not given then, 1 now", "time.cfl: 0.5 then, not given now"});
}

TEST_CASE("so are those of averages, and the tolerance of implicit schemes, which decides about steps") {
  const std::string gas = "[gas]\nmu = 1\n";
  CHECK(case_changes(gas + "[average]\nfrom = 1\nevery = 2\n", gas + "[average]\nfrom = 3\nevery = 4\n") ==
        Lines{"average.every: 2 then, 4 now", "average.from: 1 then, 3 now"});
  CHECK(case_changes(gas + "[average]\n", gas) == Lines{"average: given then, not given now"});
  const std::string time = "[time]\nmode = steady\ntolerance = ", scheme = "[time]\nscheme = esdirk3\ntolerance = ";
  CHECK(case_changes(time + "1e-5\n", time + "1e-6\n").empty());
  CHECK(case_changes(scheme + "1e-5\n", scheme + "1e-6\n") == Lines{"time.tolerance: 1e-5 then, 1e-6 now"});
}

TEST_CASE("long values differ by their whole length and are shown in part") {
  const std::string value(1000, '1');
  const Lines changes = case_changes("[expressions]\na = " + value + "2\n", "[expressions]\na = " + value + "3\n");
  REQUIRE(changes.size() == 1);
  CHECK(changes.front().size() < 200);
}
