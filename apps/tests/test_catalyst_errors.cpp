// What a user reads when a script of ParaView Catalyst is wrong.
#include <catch2/catch.hpp>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string section = "[catalyst]\nscript = script.py\nevery = 20\n";

const std::string opening = R"(from paraview.simple import *
flow = TrivialProducer(registrationName="input")
)";

/// Runs the small case with a script that must fail; the one line that it says.
std::string failure(const std::string& script, int status, const std::string& prefix = "unset DISPLAY;") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + section);
  folder.write("script.py", script);
  const Outcome outcome = rkdg(folder, "run c.ini -q", prefix);
  CHECK(outcome.status == status);
  CHECK(outcome.out.empty());
  CHECK(is_one_error_line(outcome.err));
  CHECK(std::filesystem::exists(folder.file("out")) == (status == 1));
  return outcome.err;
}

}  // namespace

TEST_CASE("a script with a mistake is refused before the run, with its line") {
  CHECK_THAT(failure(opening + "\nsurface = Surfaces(flow)\n", 2),
             Contains("script.py:4: NameError: name 'Surfaces' is not defined"));
}

TEST_CASE("a script that is not there, or is no script of this version, is refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + section);
  const Outcome outcome = rkdg(folder, "run c.ini -q");
  CHECK(outcome.status == 2);
  CHECK(outcome.err == "error: c.ini:42: script.py: cannot read this Catalyst script\n");
  CHECK_THAT(failure("# paraview version 5.8.0\n", 2), Contains("is a Catalyst script of ParaView 5.8 or older"));
}

TEST_CASE("a script that takes nothing from the run is refused") {
  CHECK_THAT(failure("from paraview.simple import *\nTrivialProducer(registrationName='flow')\n", 2),
             Contains("script.py: takes nothing from the run: its data are TrivialProducer(registrationName='input')"));
}

TEST_CASE("a script that fails in the run ends it, with its line") {
  CHECK_THAT(failure(opening + "def catalyst_execute(info):\n    return 1 / (info.timestep - 20)\n", 1),
             Contains("script.py:4: ZeroDivisionError: division by zero"));
}

TEST_CASE("pictures without a display are refused, with the line that asks for them") {
  const std::string script = opening + "view = CreateView('RenderView')\n";
  CHECK_THAT(
      failure(script, 2),
      Contains("script.py:3: RuntimeError: pictures need an X display, but DISPLAY is not set; where there is no "
               "screen, run rkdg by 'xvfb-run -a'"));
  CHECK_THAT(failure(script, 2, "DISPLAY=:987654"), Contains("':987654', which DISPLAY names, cannot be opened"));
}
