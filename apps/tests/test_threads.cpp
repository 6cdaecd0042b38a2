// How threads begin: what the environment says of them, and how long they spin.
#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// The last that OpenMP says of how long threads spin: programs that begin again say it twice.
std::string spin_count(const std::string& environment, const std::string& threads = "--threads 2") {
  const TemporaryFolder folder;
  const std::string clean = "env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT OMP_DISPLAY_ENV=verbose ";
  folder.write("c.ini", small_case);
  const Outcome outcome = rkdg(folder, "run c.ini -q " + threads, clean + environment);
  CHECK(outcome.status == 0);
  const std::string opening = "GOMP_SPINCOUNT = '";
  const std::size_t at = outcome.err.rfind(opening);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + opening.size();
  return outcome.err.substr(begin, outcome.err.find('\'', begin) - begin);
}

}  // namespace

TEST_CASE("threads spin for microseconds, unless the user says how they wait") {
  const std::string by_default = spin_count("");
  if (by_default.empty()) return;  // another OpenMP than GCC's
  // Which depends on what else the machine does; with more threads than cores it does not.
  CHECK((by_default == "1000" || by_default == "30000"));
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  CHECK(spin_count("", "--threads " + std::to_string(cores + 1)) == "1000");
  CHECK(spin_count("GOMP_SPINCOUNT=77") == "77");
  CHECK(spin_count("OMP_WAIT_POLICY=passive") == "0");
  CHECK(std::stod(spin_count("OMP_WAIT_POLICY=active")) > 1e9);
}

TEST_CASE("values of OMP_NUM_THREADS that OpenMP would replace by others are refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  for (const std::string value : {"0", "-1", "x", "99999999999999999999", "4294967297", "1025", "2,", "1.5", ""}) {
    INFO(value);
    const Outcome outcome = rkdg(folder, "check c.ini", "OMP_NUM_THREADS='" + value + "'");
    CHECK(outcome.status == 2);
    // OpenMP may have said a line of its own before the program began.
    CHECK_THAT(outcome.err, Contains("error: OMP_NUM_THREADS: '" + value + "' is not a whole number from 1 to 1024"));
  }
  for (const std::string value : {"1", " 2 ", "2,1"})
    CHECK(rkdg(folder, "check c.ini", "OMP_NUM_THREADS='" + value + "'").status == 0);
}

TEST_CASE("stacks that are too small for threads are refused, or raised where that is allowed") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  CHECK(rkdg(folder, "run c.ini -q", "ulimit -Ss 64;").status == 0);
  const Outcome hard = rkdg(folder, "run c.ini -q", "ulimit -s 64;");
  CHECK(hard.status == 2);
  CHECK(is_one_error_line(hard.err));
  CHECK_THAT(hard.err, Contains("ulimit -s 64: stacks of threads need 512 kB or more"));
  for (const std::string size : {"64k", "64", "65536B", "100 K"}) {
    INFO(size);
    const Outcome outcome = rkdg(folder, "run c.ini -q", "OMP_STACKSIZE='" + size + "'");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("OMP_STACKSIZE = " + size + ": stacks of threads need 512 kB or more"));
  }
  CHECK(rkdg(folder, "run c.ini -q", "OMP_STACKSIZE=1M").status == 0);
}
