#include <catch2/catch.hpp>
#include <sstream>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("a run leaves a summary, histories, fields and a checkpoint") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome outcome = rkdg(folder, "run c.ini");
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Contains("c.ini: 8 cells") && Contains("done: 40 steps to time 0.4"));

  const json s = summary(folder);
  CHECK(s["status"] == "done");
  CHECK(s["backend"] == "cpu");
  CHECK(s["degree"] == 2);
  CHECK(s["elements"] == 8);
  CHECK(s["edges"] == 22);
  CHECK(s["dof"] == 8 * 9 * 4);
  CHECK(s["steps"] == 40);
  CHECK(s["time"] == Approx(0.4));
  CHECK(s["assembly"] == "fused");
  CHECK(s["ordering"] == "none");
  CHECK(s["totals"]["mass"]["start"] == Approx(8.0 * 1.2));
  CHECK(s["totals"]["mass"]["end"] == Approx(8.0 * (1.0 + 0.2 * std::exp(-0.4))));
  CHECK(s["wall_seconds"] >= 0.0);
  for (const char* phase : {"backend", "mesh", "order", "solver", "state"}) CHECK(s["setup_seconds"][phase] >= 0.0);
  CHECK(s["dof_per_second"] == Approx(3.0 * 288.0 / s["seconds_per_step"].get<double>()));
  for (const char* key : {"cd", "cl", "cd_pressure", "cd_viscous"}) CHECK(s["forces"]["bottom"][key].is_number());
  CHECK(s["forces"]["bottom"]["strouhal"].is_null());

  const auto history = lines(folder.read("out/history.csv"));
  REQUIRE(history.size() == 6);
  CHECK(history[0].starts_with("step,time,dt,residual"));
  CHECK(history[5].starts_with("40,0.4"));
  CHECK(lines(folder.read("out/forces.csv"))[0].starts_with("time,cd,cl,"));
  for (const char* name :
       {"fields_000000000.vtu", "fields_000000020.vtu", "fields_000000040.vtu", "fields.pvd", "checkpoint.h5"}) {
    CHECK(fs::exists(folder.file(std::string("out/") + name)));
  }
}

TEST_CASE("--output, --quiet and format = none") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome outcome =
      rkdg(folder, "run c.ini --quiet --output a/b --set output.format=none --set checkpoint.every=0");
  CHECK(outcome.status == 0);
  CHECK(outcome.out.empty());
  CHECK_FALSE(fs::exists(folder.file("out")));
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.file("a/b")))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{".rkdg_run", "forces.csv", "history.csv", "summary.json"});
}

TEST_CASE("a run in the folder of an earlier one replaces its files") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  folder.write("notes.txt", "keep me");
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  folder.write("out/notes.txt", "keep me");
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=10 --set output.every=0").status == 0);
  CHECK_FALSE(fs::exists(folder.file("out/fields_000000040.vtu")));
  CHECK(fs::exists(folder.file("out/fields_000000010.vtu")));
  CHECK(folder.read("out/notes.txt") == "keep me");
  CHECK(summary(folder)["steps"] == 10);
}

TEST_CASE("a restart goes on bit for bit") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output whole").status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output parts --set time.steps=20").status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output parts --restart parts/checkpoint.h5").status == 0);
  for (const char* name : {"history.csv", "forces.csv", "fields_000000040.vtu", "fields.pvd"}) {
    CHECK(folder.read(std::string("whole/") + name) == folder.read(std::string("parts/") + name));
  }
  CHECK(summary(folder, "parts")["steps"] == 40);
}

TEST_CASE("a diverged run says where and when, and keeps what there is") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome outcome = rkdg(folder, "run c.ini -q", "RKDG_FAKE_DIVERGE=25");
  CHECK(outcome.status == 1);
  CHECK(is_one_error_line(outcome.err));
  // Cell 1 of the 4 x 2 squares on 0..4 x 0..2 has its centre at (1.5, 0.5).
  CHECK_THAT(outcome.err,
             Contains("cell 1 at x = 1.5, y = 0.5 has no physical state at step 30, time 0.3 (rho = nan") &&
                 Contains("the last look, at step 20, found none") &&
                 Contains("last good checkpoint: out/checkpoint.h5"));
  CHECK(fs::exists(folder.file("out/failed.vtu")));
  const json s = summary(folder);
  CHECK(s["status"] == "failed");
  CHECK_THAT(s["reason"].get<std::string>(), Contains("diverged"));
  // The checkpoint of step 20 is still good.
  CHECK(rkdg(folder, "run c.ini -q --restart out/checkpoint.h5 --output again").status == 0);
}

TEST_CASE("steady runs end at the tolerance, or say that they did not") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string steady = "run c.ini -q --set time.mode=steady --set time.solver=march --set time.tolerance=1e-3 ";
  CHECK(rkdg(folder, steady + "--set time.steps=5000").status == 0);
  CHECK(summary(folder)["converged"] == true);
  CHECK(summary(folder)["steps"] < 5000);
  CHECK(summary(folder)["residual"] <= 1e-3);
  CHECK(summary(folder)["tolerance"] == 1e-3);
  CHECK(summary(folder)["damping"] == 0);
  const Outcome outcome = rkdg(folder, steady + "--set time.steps=20");
  CHECK(outcome.status == 3);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("error: c.ini: not converged: residual") &&
                              Contains("above the tolerance 1.000e-03") &&
                              Contains("after 20 steps; continue with more steps and --restart out/checkpoint.h5"));
  CHECK(summary(folder)["status"] == "done");
  CHECK(summary(folder)["converged"] == false);
  CHECK(rkdg(folder, steady + "--set time.steps=20 --set time.damping=7").status == 3);
  CHECK(summary(folder)["damping"] == 7);
}

TEST_CASE("a steady run can end at a fall of the residual") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  // The residual falls as exp(-t), t = 0.01 a step, and is looked at every 10 steps.
  const std::string steady =
      "run c.ini -q --set time.mode=steady --set time.solver=march --set time.drop=0.1 --set time.steps=5000 ";
  CHECK(rkdg(folder, steady).status == 0);
  CHECK(summary(folder)["converged"] == true);
  // Of rho, over its mean m = 1 + 0.2 exp(-t) and the speed of sound, which is 1 / sqrt(m): exp(-t) / sqrt(m) = 0.1 /
  // sqrt(1.2) at t = 2.39.
  CHECK(summary(folder)["iterations"] == 240);
  // The fall counts from the start of the run, whatever restarts there were.
  CHECK(rkdg(folder, steady + "--set time.steps=200 --output parts").status == 3);
  CHECK(summary(folder, "parts")["converged"] == false);
  CHECK(rkdg(folder, steady + "--restart parts/checkpoint.h5 --output parts").status == 0);
  CHECK(summary(folder, "parts")["iterations"] == 240);
}

TEST_CASE("pressure and friction along a boundary") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q --set output.surface=top").status == 0);
  const auto rows = lines(folder.read("out/surface_top.csv"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == "x,y,nx,ny,weight,cp,cf,yplus");
  // The fake solver says p = 0.75 on a normal (0, 1) and a traction of 0.01 along x; q = 0.2^2 / 2.
  std::istringstream row(rows[1]);
  std::vector<double> values;
  for (std::string cell; std::getline(row, cell, ',');) values.push_back(std::stod(cell));
  REQUIRE(values.size() == 8);
  CHECK(values[0] == 0.25);
  CHECK(values[5] == Approx((0.75 - 1 / 1.4) / 0.02));
  CHECK(values[6] == Approx(0.01 / 0.02));
}

TEST_CASE("shedding is estimated from the lift") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string histories_only = " --set output.format=none --set checkpoint.every=0";
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=4000" + histories_only, "RKDG_FAKE_FREQUENCY=0.25").status == 0);
  const json forces = summary(folder)["forces"]["bottom"];
  CHECK(forces["strouhal"] == Approx(0.25 * 1.0 / 0.2).epsilon(1e-3));
  const double q = 0.5 * 0.2 * 0.2;
  CHECK(forces["mean_cd"] == Approx(1.5 / q).epsilon(1e-3));
  CHECK(forces["cl_amplitude"] == Approx(0.3 / q).epsilon(1e-2));
}

TEST_CASE("errors against the exact solution are in the summary") {
  const TemporaryFolder folder;
  folder.write("c.ini",
               small_case + "\n[exact]\nrho = 1 + 0.1 * x * exp(-t)\nu = 0\nv = 0\np = p_inf\n[gas]\nmodel = euler\n");
  REQUIRE(rkdg(folder, "run c.ini -q --set initial.u=0").status == 0);
  const json errors = summary(folder)["errors"];
  CHECK(errors["l2"]["rho"] < 1e-12);
  CHECK(errors["linf"]["rhoE"] < 1e-12);
}
