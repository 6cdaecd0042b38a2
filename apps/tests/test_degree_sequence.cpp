#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/run/run_case.hpp"
#include "apps/study/convergence.hpp"
#include "apps/tests/couette_case.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;

namespace {

const std::string couette = couette_case + R"([time]
mode = steady
cfl = 0.8
tolerance = 1e-11
steps = 20000
[output]
format = none
monitor = 10
[checkpoint]
every = 0
)";

nlohmann::json run(const TemporaryFolder& folder, const std::string& output, const std::vector<std::string>& settings) {
  auto problem = make_problem(read_case(folder.write("c.ini", couette), settings), {BackendKind::cpu, 1});
  REQUIRE(run_case(*problem, {.output = folder.file(output), .restart = "", .quiet = true}) == 0);
  return nlohmann::json::parse(folder.read(output + "/summary.json"));
}

}  // namespace

TEST_CASE("a sequence of degrees ends in the same steady state, in fewer iterations of the last degree") {
  const TemporaryFolder folder;
  const auto direct = run(folder, "direct", {});
  const auto climbed = run(folder, "climbed", {"time.sequence=1", "time.raise=1e-4"});
  for (const auto& summary : {direct, climbed}) {
    CHECK(summary["converged"] == true);
    CHECK(summary["residual"].get<double>() <= 1e-11);
    CHECK(summary["degree"] == 2);
    CHECK(summary["time"] == 0.0);
  }
  CHECK_FALSE(direct.contains("sequence"));
  REQUIRE(climbed["sequence"].size() == 1);
  const auto& stage = climbed["sequence"][0];
  CHECK(stage["degree"] == 1);
  CHECK(stage["residual"].get<double>() <= 1e-4 * stage["first_residual"].get<double>() * 1.0001);
  CHECK(climbed["iterations"].get<long>() < direct["iterations"].get<long>());
  for (const char* field : {"rho", "rhou", "rhoE"}) {
    const double error = climbed["errors"]["l2"][field];
    CHECK(error == Approx(direct["errors"]["l2"][field].get<double>()).epsilon(1e-5));
  }
  const std::string rows = folder.read("climbed/sequence.csv");
  CHECK(rows.starts_with("degree,step,residual\n1,0,"));
}

TEST_CASE("the same steady state is found with one step for all cells") {
  const TemporaryFolder folder;
  const auto local = run(folder, "local", {"space.degree=1"});
  const auto global = run(folder, "global", {"space.degree=1", "time.step=global"});
  CHECK(global["converged"] == true);
  CHECK(global["time"].get<double>() > 0.0);
  for (const char* field : {"rho", "rhou", "rhoE"}) {
    const double error = local["errors"]["l2"][field];
    CHECK(error == Approx(global["errors"]["l2"][field].get<double>()).epsilon(1e-5));
  }
}

TEST_CASE("a convergence study climbs through the sequence too, as far as it lies below each degree") {
  const TemporaryFolder folder;
  const std::string path = folder.write("c.ini", couette);
  const auto study = [&](const std::vector<std::string>& settings) {
    std::vector<ConvergenceRow> rows;
    run_convergence(read_case(path, settings),
                    {.degrees = {1, 2}, .levels = 1, .meshes = {}, .machine = {BackendKind::cpu, 1}},
                    [&](const ConvergenceRow& row) { rows.push_back(row); });
    return rows;
  };
  const auto direct = study({}), climbed = study({"time.sequence=1", "time.raise=1e-4"});
  REQUIRE(climbed.size() == 2);
  CHECK(climbed[0].steps == direct[0].steps);
  CHECK(climbed[1].steps < direct[1].steps);
  CHECK(climbed[1].converged);
  CHECK(climbed[1].l2[0] == Approx(direct[1].l2[0]).epsilon(1e-5));
}
