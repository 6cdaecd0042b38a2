#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/run/csv_file.hpp"
#include "apps/run/run_case.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/study/convergence.hpp"
#include "apps/tests/couette_case.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/vtkhdf_content.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string couette = couette_case + R"([time]
mode = steady
tolerance = 1e-11
[output]
format = none
[checkpoint]
every = 2
)";

constexpr int not_converged = 3;  ///< status of a run

nlohmann::json run(const TemporaryFolder& folder, const std::string& output, std::vector<std::string> settings,
                   const std::string& restart = "", int status = 0) {
  auto problem = make_problem(read_case(folder.write("c.ini", couette), settings), {BackendKind::cpu, 1});
  REQUIRE(run_case(*problem, {.output = folder.file(output), .restart = restart, .quiet = true}) == status);
  return nlohmann::json::parse(folder.read(output + "/summary.json"));
}

}  // namespace

TEST_CASE("Newton's method reaches the steady state of pseudo-time stepping in a few steps, and counts them") {
  const TemporaryFolder folder;
  const auto pseudo_time =
      run(folder, "march", {"time.steps=20000", "time.cfl=0.8", "output.monitor=10", "checkpoint.every=0"});
  const auto newton = run(folder, "newton", {"time.solver=newton"});
  CHECK(pseudo_time["solver"] == "march");
  CHECK_FALSE(pseudo_time.contains("newton_steps"));
  CHECK(newton["solver"] == "newton");
  CHECK(newton["converged"] == true);
  CHECK(newton["residual"].get<double>() <= 1e-11);
  CHECK(newton["time"] == 0.0);
  const long steps = newton["newton_steps"], krylov = newton["krylov_steps"], rates = newton["right_hand_sides"];
  CHECK(newton["iterations"] == steps);
  CHECK(steps < 20);
  CHECK(krylov >= steps);
  CHECK(rates > krylov);
  CHECK(10 * rates < 3 * pseudo_time["iterations"].get<long>());
  for (const char* field : {"rho", "rhou", "rhoE"}) {
    const double error = newton["errors"]["l2"][field];
    CHECK(error == Approx(pseudo_time["errors"]["l2"][field].get<double>()).epsilon(1e-5));
  }
  // A row for each step in newton.csv, whose products and right-hand sides add up; one more in history.csv.
  const std::vector<std::string> columns{"step",         "residual",         "cfl",     "length",
                                         "krylov_steps", "linear_reduction", "trouble", "right_hand_sides"};
  const auto rows = csv_rows(folder.file("newton/newton.csv"), columns, 1e9);
  CHECK(static_cast<long>(rows.size()) == steps);
  long sum = 0, all_rates = 0;
  for (const std::string& row : rows) {
    sum += std::stol(csv_cells(row)[4]);
    all_rates += std::stol(csv_cells(row)[7]);
  }
  CHECK(sum == krylov);
  CHECK(all_rates == rates);
}

TEST_CASE("Newton's method ends when it has converged, however rare the rows of its history are") {
  const TemporaryFolder folder;
  const auto often = run(folder, "often", {"time.solver=newton", "time.sequence=1"});
  const auto rarely = run(folder, "rarely", {"time.solver=newton", "time.sequence=1", "output.monitor=100"});
  CHECK(rarely["converged"] == true);
  CHECK(rarely["newton_steps"] == often["newton_steps"]);
  CHECK(rarely["residual"] == often["residual"]);
  CHECK(rarely["sequence"][0]["iterations"] == often["sequence"][0]["iterations"]);
  const std::string history = folder.read("rarely/history.csv");
  CHECK(std::count(history.begin(), history.end(), '\n') == 3);  // the columns, the beginning and the end
  const auto stalled =
      run(folder, "stalled", {"time.solver=newton", "time.tolerance=1e-30", "output.monitor=100"}, "", not_converged);
  const std::string of_stalled = folder.read("stalled/history.csv");
  const std::string last = of_stalled.substr(of_stalled.rfind('\n', of_stalled.size() - 2) + 1);
  CHECK(std::stol(csv_cells(last)[0]) == stalled["iterations"].get<long>());
}

TEST_CASE("Exact products lead to the same state in as many steps") {
  const TemporaryFolder folder;
  const auto differences = run(folder, "differences", {});
  CHECK(differences["products"] == "differences");
  const std::vector<std::string> exact{"time.products=exact"};
  const auto found = run(folder, "exact", exact);
  CHECK(found["products"] == "exact");
  CHECK(found["converged"] == true);
  CHECK(found["newton_steps"] == differences["newton_steps"]);
  for (const char* field : {"rho", "rhou", "rhoE"}) {
    const double error = found["errors"]["l2"][field];
    CHECK(error == Approx(differences["errors"]["l2"][field].get<double>()).epsilon(1e-5));
  }
}

TEST_CASE("Newton's method goes on from a checkpoint, and climbs a sequence of degrees") {
  const TemporaryFolder folder;
  const auto whole = run(folder, "whole", {"time.solver=newton"});
  const auto part = run(folder, "parts", {"time.solver=newton", "time.steps=2"}, "", not_converged);
  CHECK(part["converged"] == false);
  CHECK(part["newton_steps"] == 2);
  const auto rest = run(folder, "parts", {"time.solver=newton"}, folder.file("parts/checkpoint.h5"));
  CHECK(rest["converged"] == true);
  CHECK(rest["iterations"] == 2 + rest["newton_steps"].get<long>());
  const auto climbed = run(folder, "climbed", {"time.solver=newton", "time.sequence=1", "time.raise=1e-4"});
  CHECK(climbed["converged"] == true);
  REQUIRE(climbed["sequence"].size() == 1);
  CHECK(climbed["sequence"][0]["residual"].get<double>() <=
        1e-4 * climbed["sequence"][0]["first_residual"].get<double>() * 1.0001);
  for (const auto& summary : {rest, climbed}) {
    const double error = summary["errors"]["l2"]["rho"];
    CHECK(error == Approx(whole["errors"]["l2"]["rho"].get<double>()).epsilon(1e-6));
  }
}

TEST_CASE("Where no step helps any more, a run says why and ends with its best state") {
  const TemporaryFolder folder;
  const auto stalled = run(folder, "out", {"time.solver=newton", "time.tolerance=1e-30"}, "", not_converged);
  CHECK(stalled["status"] == "done");
  CHECK(stalled["converged"] == false);
  CHECK_THAT(stalled["stall"].get<std::string>(), Contains("line search") || Contains("hovered"));
  CHECK(stalled["residual"].get<double>() < 1e-11);
  // The state on disk is the best of the history.
  const auto again =
      run(folder, "again", {"time.solver=newton", "time.tolerance=1e-30", "time.steps=1"}, "", not_converged);
  CHECK(again["residual"].get<double>() > stalled["residual"].get<double>());
}

TEST_CASE("Each step of Newton's method stands once in histories and series, also after restarts and a stall") {
  const TemporaryFolder folder;
  const std::vector<std::string> more{"reference.mach=0.1", "output.forces=bottom", "output.line=1, 0.5, 2, 0.5, 3",
                                      "output.format=vtkhdf", "output.every=1"};
  const auto with = [&](const std::string& setting) {
    std::vector<std::string> settings = more;
    settings.push_back(setting);
    return settings;
  };
  const auto steps = [&](const std::string& name, std::size_t column) {
    std::ifstream file(folder.file("out/" + name));
    std::vector<double> numbers;
    std::string line;
    for (std::getline(file, line); std::getline(file, line);) numbers.push_back(std::stod(csv_cells(line)[column]));
    return numbers;
  };
  run(folder, "out", with("time.steps=3"), "", not_converged);
  std::filesystem::copy(folder.file("out/checkpoint.h5"), folder.file("aside.h5"));
  nlohmann::json done;
  for (const char* from : {"out/checkpoint.h5", "aside.h5", "out/checkpoint.h5"}) {
    INFO(from);
    done = run(folder, "out", with("time.tolerance=1e-11"), folder.file(from));
    std::vector<double> all, thrice;
    for (long step = 0; step <= done["iterations"].get<long>(); ++step) {
      all.push_back(static_cast<double>(step));
      thrice.insert(thrice.end(), 3, static_cast<double>(step));
    }
    CHECK(all.size() > 5);
    CHECK(steps("history.csv", 0) == all);
    CHECK(steps("forces.csv", 8) == all);
    CHECK(steps("probes.csv", 8) == thrice);
    CHECK(steps("newton.csv", 0) == std::vector<double>(all.begin() + 1, all.end()));
    CHECK(checked_content(folder.file("out/fields.vtkhdf")).times == all);
  }
  // Where it ends with a better state than the last one, that is the one of the last step, in all files.
  const auto stalled = run(folder, "out", with("time.tolerance=1e-30"), "", not_converged);
  const auto rows = steps("history.csv", 0), residuals = steps("history.csv", 3);
  CHECK(rows.back() == stalled["iterations"].get<double>());
  CHECK(static_cast<double>(rows.size()) == rows.back() + 1);
  CHECK(residuals.back() == *std::min_element(residuals.begin(), residuals.end()));
  CHECK(residuals.back() == stalled["residual"].get<double>());
  CHECK(checked_content(folder.file("out/fields.vtkhdf")).times == rows);
}

TEST_CASE("a convergence study by Newton's method has the order of the scheme, and refuses what it cannot do") {
  const TemporaryFolder folder;
  const Case c = read_case(folder.write("c.ini", couette), {"time.solver=newton"});
  std::vector<ConvergenceRow> rows;
  run_convergence(c, {.degrees = {1, 2}, .levels = 2, .meshes = {}, .machine = {BackendKind::cpu, 1}},
                  [&](const ConvergenceRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 4);
  for (const ConvergenceRow& row : rows) CHECK(row.converged);
  CHECK((*rows[1].order)[0] > 1.8);
  CHECK((*rows[3].order)[0] > 2.8);
  const auto refused = [&](const std::vector<std::string>& settings) -> std::string {
    try {
      make_problem(read_case(folder.write("d.ini", couette), settings), {BackendKind::cpu, 1});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(refused({"time.solver=newton", "exact.u=s * (1 + t)"}), Contains("varies in time"));
}
