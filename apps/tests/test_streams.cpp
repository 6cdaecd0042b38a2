// What becomes of rkdg when nobody reads what it prints.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::StartsWith;

TEST_CASE("a run goes on when standard output is closed, broken or full, and its files hold only what belongs there") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output expected").status == 0);
  std::string prefix, redirection, warning;
  SECTION("closed") { redirection = ">&-"; }
  SECTION("all streams closed") { redirection = "<&- >&- 2>&-"; }
  SECTION("a pipe without a reader") {
    prefix = "mkfifo p; exec 9<>p 8>p 9<&-;";
    redirection = ">&8";
  }
  SECTION("full") {
    redirection = "> /dev/full";
    warning = "warning: standard output: cannot be written: No space left on device\n";
  }
  const Outcome outcome = rkdg(folder, "run c.ini " + redirection, prefix);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == warning);
  CHECK(summary(folder)["status"] == "done");
  for (const char* name : {"history.csv", "forces.csv", "fields.pvd", "fields_000000040.vtu"}) {
    CHECK(folder.read(std::string("out/") + name) == folder.read(std::string("expected/") + name));
  }
}

TEST_CASE("a run goes on when the reader of its first line has had enough") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome piped = rkdg(folder, "run c.ini --output piped | head -1", "set -o pipefail;");
  CHECK(piped.status == 0);
  CHECK(lines(piped.out).size() == 1);
  CHECK(summary(folder, "piped")["status"] == "done");
}

TEST_CASE("other commands fail when what they print is lost") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  for (const std::string command : {"check c.ini", "info out/checkpoint.h5", "--help", "--version"}) {
    INFO(command);
    const Outcome outcome = rkdg(folder, command + " > /dev/full");
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, Contains("standard output: cannot be written: No space left on device"));
    CHECK(rkdg(folder, command + " | true", "set -o pipefail;").status == 0);
  }
}

TEST_CASE("errors are coloured in a terminal, unless the user wants no colours") {
  const TemporaryFolder folder;
  if (std::system("script --version > /dev/null 2>&1") != 0) return;  // which gives a command a terminal
  const auto shown = [&](const std::string& environment) {
    return rkdg(folder, "check none.ini' /dev/null", environment + " script -qec '").out;
  };
  const std::string red = "\033[1;31merror:\033[0m ";
  CHECK_THAT(shown("NO_COLOR= TERM=xterm"), Contains(red + "none.ini"));
  CHECK_THAT(shown("NO_COLOR=1 TERM=xterm"), StartsWith("error: none.ini"));
  CHECK_THAT(shown("NO_COLOR= TERM=dumb"), StartsWith("error: none.ini"));
  CHECK(is_one_error_line(rkdg(folder, "check none.ini", "NO_COLOR= TERM=xterm").err));
}

TEST_CASE("an error keeps its status when standard error is full or closed") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  for (const std::string redirection :
       {"2> /dev/full", "2>&-", "> /dev/full 2> /dev/full", ">&- 2>&-", "<&- >&- 2>&-"}) {
    INFO(redirection);
    CHECK(rkdg(folder, "run none.ini " + redirection).status == 2);
    CHECK(rkdg(folder, "check c.ini --set space.degree=77 " + redirection).status == 2);
    CHECK(rkdg(folder, "nonsense " + redirection).status == 2);
    CHECK(rkdg(folder, "run c.ini -q --set time.cfl=100 --set time.steps=100000 --output bad " + redirection).status ==
          1);
  }
}
