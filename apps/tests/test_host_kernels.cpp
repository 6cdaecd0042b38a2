// Kernels for the CPU that a build lacks: a run compiles them.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

/// Of the least that there is to compile: cell averages, which builds have in double precision.
const std::string single = "run c.ini --backend cpu --set space.degree=0 --set space.precision=single --output ";

double last_lift(const TemporaryFolder& folder, const std::string& output) {
  return summary(folder, output)["forces"]["bottom"]["cl"];
}

}  // namespace

TEST_CASE("kernels that a build lacks are compiled once, and compute what those of the build do") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome first = rkdg(folder, single + "s", "RKDG_CACHE=cache");
  INFO(first.err);
  REQUIRE(first.status == 0);
  if (fs::is_empty(folder.file("cache"))) return;  // this build has them
  CHECK_THAT(first.err, Contains("compiling kernels of degree 0 in 2-D, single precision"));
  REQUIRE(rkdg(folder, "run c.ini -q --backend cpu --set space.degree=0 --output d").status == 0);
  const double lift = last_lift(folder, "d"), difference = std::abs(last_lift(folder, "s") - lift);
  CHECK(std::abs(lift) > 1e-3);
  CHECK(difference < 1e-4 * std::abs(lift));
  CHECK(difference > 0);  // else they were not in single precision

  const Outcome again = rkdg(folder, single + "again", "RKDG_CACHE=cache RKDG_CXX=c++");
  CHECK(again.status == 0);
  CHECK_THAT(again.err, !Contains("compiling"));
  CHECK(folder.read("again/history.csv") == folder.read("s/history.csv"));
}

TEST_CASE("a compiler that is missing or fails is one line") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome none = rkdg(folder, single + "s", "RKDG_CACHE=cache RKDG_CXX=no-such-compiler");
  if (none.status == 0) return;  // this build has them
  CHECK(none.status == 2);
  CHECK(is_one_error_line(none.err));
  CHECK_THAT(none.err, Contains("degree 0 in 2-D, single precision is not in this build") &&
                           Contains("install a C++ compiler (g++)") && Contains("$RKDG_CXX"));

  folder.write("compiler",
               "#!/bin/sh\n[ \"$1\" = --version ] && echo 'compiler 1' && exit\necho 'error: no space left'\nexit 1\n");
  fs::permissions(folder.file("compiler"), fs::perms::owner_all);
  const Outcome failed = rkdg(folder, single + "s", "RKDG_CACHE=cache RKDG_CXX=./compiler");
  CHECK(failed.status == 1);
  CHECK_THAT(failed.err,
             Contains("error: ") && Contains("./compiler cannot compile kernels for the CPU: error: no space left"));
}
