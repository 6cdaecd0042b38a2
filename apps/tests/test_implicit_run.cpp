#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "apps/case/built_variants.hpp"
#include "apps/run/run_case.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/study/benchmark.hpp"
#include "apps/study/convergence.hpp"
#include "apps/tests/couette_case.hpp"
#include "apps/tests/csv_column.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string couette = couette_case + R"([reference]
mach = 0.1
[time]
end = 2
[output]
format = none
forces = bottom
line = 0.5, 1, 1.5, 1, 3
[checkpoint]
every = 4
)";

nlohmann::json run(const TemporaryFolder& folder, const std::string& output, std::vector<std::string> settings,
                   const std::string& restart = "") {
  auto problem = make_problem(read_case(folder.write("c.ini", couette), settings), {BackendKind::cpu, 1});
  REQUIRE(run_case(*problem, {.output = folder.file(output), .restart = restart, .quiet = true}) == 0);
  return nlohmann::json::parse(folder.read(output + "/summary.json"));
}

std::string refused(const TemporaryFolder& folder, const std::vector<std::string>& settings,
                    const std::string& text = couette) {
  try {
    make_problem(read_case(folder.write("d.ini", text), settings), {BackendKind::cpu, 1});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("An implicit scheme reaches the end of an explicit one in fewer steps, and says what they cost") {
  const TemporaryFolder folder;
  const auto stepped = run(folder, "explicit", {"time.scheme=rk4"});
  CHECK_FALSE(stepped.contains("rejected_steps"));
  for (const std::string scheme : {"esdirk3", "esdirk4"}) {
    INFO(scheme);
    const auto s = run(folder, scheme, {"time.scheme=" + scheme, "time.tolerance=1e-5"});
    CHECK(s["time"] == 2.0);
    CHECK(s["steps"].get<long>() < stepped["steps"].get<long>() / 10);
    const long newton = s["newton_steps"], krylov = s["krylov_steps"], rates = s["right_hand_sides"];
    CHECK(newton > s["steps"].get<long>());
    CHECK(krylov > newton);
    CHECK(rates > krylov + newton);
    CHECK(s["rejected_steps"].get<long>() >= 0);
    CHECK(s["dof_per_second"].get<double>() > 0);
    CHECK_FALSE(s.contains("converged"));
    for (const char* field : {"rho", "rhou", "rhoE"}) {
      const double error = s["errors"]["l2"][field];
      CHECK(error == Approx(stepped["errors"]["l2"][field].get<double>()).epsilon(5e-3));
    }
    CHECK(s["forces"]["bottom"]["cd"].get<double>() ==
          Approx(stepped["forces"]["bottom"]["cd"].get<double>()).epsilon(1e-4));
    // A row for the start and each step, at times that the sizes of steps add up to.
    const std::vector<double> times = csv_column(folder.read(scheme + "/history.csv"), 1),
                              sizes = csv_column(folder.read(scheme + "/history.csv"), 2);
    REQUIRE(static_cast<long>(times.size()) == s["steps"].get<long>() + 1);
    for (std::size_t i = 1; i < times.size(); ++i)
      CHECK(times[i] - times[i - 1] == Approx(sizes[i]).epsilon(1e-9).margin(1e-12));
    CHECK(csv_column(folder.read(scheme + "/forces.csv"), 0) == times);
    CHECK(csv_column(folder.read(scheme + "/probes.csv"), 0).size() == 3 * times.size());
  }
}

TEST_CASE("An implicit scheme takes a fixed step, too, and goes on from a checkpoint with the step that was next") {
  const TemporaryFolder folder;
  const auto fixed = run(folder, "fixed", {"time.scheme=esdirk4", "time.dt=0.125", "time.tolerance=1e-6"});
  CHECK(fixed["steps"] == 16);
  CHECK(fixed["rejected_steps"] == 0);

  const std::vector<std::string> settings{"time.scheme=esdirk3", "time.tolerance=1e-6"};
  const auto whole = run(folder, "whole", settings);
  auto fewer = settings;
  fewer.push_back("time.steps=8");
  run(folder, "parts", fewer);
  const auto rest = run(folder, "parts", settings, folder.file("parts/checkpoint.h5"));
  CHECK(rest["time"] == 2.0);
  CHECK(rest["errors"]["l2"]["rhou"].get<double>() ==
        Approx(whole["errors"]["l2"]["rhou"].get<double>()).epsilon(1e-4));
  const std::vector<double> sizes = csv_column(folder.read("whole/history.csv"), 2),
                            parts = csv_column(folder.read("parts/history.csv"), 2);
  REQUIRE(parts.size() > 9);
  CHECK(parts[9] == sizes[9]);
  CHECK(parts[9] > parts[1]);
}

TEST_CASE("A convergence study takes an implicit scheme; measurements of right-hand sides do not") {
  const TemporaryFolder folder;
  const std::vector<std::string> settings{"time.scheme=esdirk3", "time.tolerance=1e-6", "time.end=40"};
  const Case c = read_case(folder.write("c.ini", couette), settings);
  std::vector<ConvergenceRow> rows;
  run_convergence(c, {.degrees = {1}, .levels = 2, .meshes = {}, .machine = {BackendKind::cpu, 1}},
                  [&](const ConvergenceRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 2);
  CHECK((*rows[1].order)[0] > 1.8);
  CHECK_THROWS_WITH(run_benchmark(c, {}, [](const BenchmarkRow&) {}), Contains("steps of explicit schemes"));
}

TEST_CASE("What an implicit scheme does not do is refused with its place") {
  const TemporaryFolder folder;
  CHECK_THAT(refused(folder, {"time.scheme=esdirk3", "time.cfl=0.5"}), Contains("'cfl' belongs to explicit schemes"));
  CHECK_THAT(refused(folder, {"time.scheme=esdirk4", "time.mode=steady", "time.step=global"}),
             Contains("'scheme' = esdirk4 is for unsteady flow"));
  CHECK_THAT(refused(folder, {"time.scheme=esdirk4", "time.mode=steady", "time.solver=newton"}),
             Contains("'scheme' = esdirk4 is for unsteady flow"));
  CHECK_THAT(refused(folder, {"time.tolerance=1e-5"}), Contains("'mode = steady' or an implicit 'scheme'"));
  CHECK_THAT(refused(folder, {"time.scheme=esdirk3", "time.drop=1e-5"}), Contains("'drop' needs 'mode = steady'"));
  CHECK_THAT(refused(folder, {"time.scheme=esdirk3", "space.precision=single"}), Contains("precision"));
  CHECK_THAT(refused(folder, {"time.scheme=esdirk3", "time.tolerance=0"}), Contains("tolerance"));
  const std::vector<std::string> built = built_degrees(2);
  if (std::find(built.begin(), built.end(), "0") == built.end()) return;
  std::string inviscid = couette;
  inviscid.replace(inviscid.find("mu = 0.1"), 8, "model = euler");
  CHECK_THAT(refused(folder, {"time.scheme=esdirk3", "space.degree=0", "space.reconstruction=linear"}, inviscid),
             Contains("'scheme' = esdirk3 does not work with 'reconstruction'"));
}
