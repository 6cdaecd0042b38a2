/// Cases of steady flows: Newton's method, pseudo-time stepping, and the keys of each.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "apps/tests/sample_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using samples::example;
using samples::read;
using samples::refusal;

TEST_CASE("steady mode has keys of its own") {
  std::string steady = example;
  steady.replace(steady.find("end = 2 * pi"), 12, "mode = steady\nsolver = march");
  const Case plain = read(steady);
  CHECK(plain.time.steady);
  CHECK(plain.solver.local_time_step);
  CHECK(plain.time.tolerance == 1e-10);
  CHECK(plain.time.drop == 0.0);
  CHECK(plain.time.sequence.empty());
  CHECK_FALSE(read(steady, {"time.step=global"}).solver.local_time_step);
  CHECK(read(steady, {"time.step=global", "time.end=3"}).time.end == 3.0);
  CHECK(read(steady, {"time.sequence=none"}).time.sequence.empty());
  const Case all = read(steady, {"time.sequence=1, 2", "time.raise=0.1", "time.drop=1e-6", "time.spread=20"});
  CHECK(all.time.sequence == std::vector<int>{1, 2});
  CHECK(all.time.raise == 0.1);
  CHECK(all.time.drop == 1e-6);
  CHECK(all.solver.time_step_spread == 20.0);
  CHECK(plain.solver.damping_width == 0);
  CHECK(read(steady, {"time.damping=200"}).solver.damping_width == 200);
  CHECK_THAT(refusal(steady, {"time.step=global", "time.damping=200"}), Contains("'damping' needs 'step = local'"));

  CHECK_THAT(refusal(steady, {"time.sequence=2, 1"}), Contains("must ascend and stay below the degree of [space]"));
  CHECK_THAT(refusal(steady, {"time.sequence=1, 3"}), Contains("which is 3"));
  CHECK_THAT(refusal(steady, {"time.sequence=1, x"}), Contains("'sequence' is a list of degrees") && Contains("'x'"));
  CHECK_THAT(refusal(steady, {"space.degree=2", "time.sequence=1, 77"}), Contains("degree 77 is not in this build"));
  CHECK_THAT(refusal(steady, {"time.raise=0.1"}), Contains("'raise' needs a 'sequence'"));
  CHECK_THAT(refusal(steady, {"time.drop=2"}), Contains("below 1"));
  CHECK_THAT(refusal(steady, {"time.spread=0.5"}), Contains("at least 1"));
  CHECK_THAT(refusal(steady, {"time.step=global", "time.spread=5"}), Contains("it needs 'step = local'"));
  CHECK_THAT(refusal(steady, {"time.end=1"}), Contains("'end' has no meaning where each cell takes its own time step"));
  CHECK_THAT(refusal(steady, {"time.dt=1"}), Contains("'dt' has no meaning"));
  for (const std::string key : {"drop=0.1", "sequence=1", "step=local", "spread=3", "damping=9"}) {
    CHECK_THAT(refusal(example, {"time." + key}), Contains("needs 'mode = steady'"));
  }
}

TEST_CASE("Newton's method needs no end, and no key of pseudo-time stepping") {
  std::string newton = example;
  newton.replace(newton.find("end = 2 * pi"), 12, "mode = steady\nsolver = newton");
  newton.replace(newton.find("steps = 1e3\n"), 12, "");
  const Case c = read(newton);
  CHECK(c.solver.newton);
  CHECK_FALSE(c.solver.local_time_step);
  CHECK(c.time.steady);
  CHECK(c.time.steps == std::numeric_limits<long>::max());
  CHECK(c.output.monitor == 1);
  CHECK(c.checkpoint_every == 10);
  CHECK(read(newton, {"time.steps=7"}).time.steps == 7);
  CHECK(read(newton, {"time.sequence=1, 2", "time.raise=1e-3"}).time.raise == 1e-3);
  for (const std::string key : {"scheme=rk4", "cfl=0.5", "dt=1", "end=1", "step=local", "spread=3", "damping=9"}) {
    CHECK_THAT(refusal(newton, {"time." + key}), Contains("belongs to 'solver = march'"));
  }
  CHECK_THAT(refusal(newton, {"time.mode=unsteady"}), Contains("'solver' needs 'mode = steady'"));
  CHECK_THAT(refusal(newton, {"time.solver=gmres"}), Contains("'gmres'") && Contains("newton"));
  const Case pseudo_time = read(newton, {"time.solver=march", "time.steps=5"});
  CHECK_FALSE(pseudo_time.solver.newton);
  CHECK(pseudo_time.solver.local_time_step);
}

TEST_CASE("Newton's method and implicit schemes take products by differences, or exact ones; others take none") {
  std::string steady = example;
  steady.replace(steady.find("end = 2 * pi"), 12, "mode = steady");
  CHECK(read(steady).solver.products == JacobianProducts::differences);
  CHECK(read(steady, {"time.products=exact"}).solver.products == JacobianProducts::exact);
  CHECK(read(steady, {"time.products=differences"}).solver.products == JacobianProducts::differences);
  CHECK(read(example, {"time.scheme=esdirk3", "time.products=exact"}).solver.products == JacobianProducts::exact);
  CHECK_THAT(refusal(steady, {"time.products=dual"}), Contains("'dual'") && Contains("exact"));
  CHECK_THAT(refusal(example, {"time.products=exact"}),
             Contains("'products' needs 'solver = newton' or an implicit 'scheme'"));
  CHECK_THAT(refusal(steady, {"time.solver=march", "time.steps=5", "time.products=differences"}),
             Contains("'products' needs 'solver = newton'"));
}

TEST_CASE("Newton's method finds steady states where nothing is said that belongs to pseudo-time stepping") {
  std::string steady = example;
  steady.replace(steady.find("end = 2 * pi"), 12, "mode = steady");
  CHECK(read(steady).solver.newton);
  CHECK(read(steady, {"time.sequence=1", "time.drop=1e-3"}).solver.newton);
  for (const std::string key : {"scheme=rk4", "cfl=0.5", "step=local", "spread=3", "damping=9"}) {
    const Case c = read(steady, {"time." + key});
    CHECK_FALSE(c.solver.newton);
    CHECK(c.solver.local_time_step);
  }
  CHECK_FALSE(read(steady, {"space.precision=single"}).solver.newton);
  CHECK_FALSE(read(example).solver.newton);
}

TEST_CASE("Steady flows of the verification are found by Newton's method, but for finite volumes") {
  int cases = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RKDG_VERIFICATION)) {
    if (entry.path().extension() != ".ini") continue;
    std::ifstream stream(entry.path());
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    if (text.find("mode = steady") == std::string::npos) continue;
    INFO(entry.path());
    ++cases;
    const Case c = read_case(entry.path(), {});
    CHECK(c.solver.newton == (c.solver.reconstruction == Reconstruction::none));
    if (c.solver.newton) CHECK(c.time.tolerance <= 1e-8);
  }
  CHECK(cases >= 12);
}
