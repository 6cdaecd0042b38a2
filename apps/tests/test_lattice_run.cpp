#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "apps/tests/lattice_runs.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// What a checkpoint holds after its two lines of text.
std::string populations(const std::string& checkpoint) {
  return checkpoint.substr(checkpoint.find('\n', checkpoint.find('\n') + 1));
}

}  // namespace

TEST_CASE("rkdg lbm leaves lines, fields, a history and a summary") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  const Outcome outcome = lbm(folder, "--quiet");
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out.empty());
  for (const auto& row : rows_of(folder.read("o/line_y.csv"))) {
    CHECK(row[1] == Approx(row[0]).epsilon(1e-9));  // u = y
    CHECK(std::abs(row[2]) + std::abs(row[3]) + std::abs(row[4]) < 1e-9);
  }
  CHECK(rows_of(folder.read("o/line_y.csv")).size() == 8);
  CHECK(rows_of(folder.read("o/line_x.csv")).size() == 3);
  CHECK(rows_of(folder.read("o/line_z.csv")).size() == 2);
  for (const auto& row : rows_of(folder.read("o/line_x.csv"))) CHECK(row[1] == Approx(0.5).epsilon(1e-9));

  const auto summary = nlohmann::json::parse(folder.read("o/summary.json"));
  CHECK(summary["status"] == "done");
  CHECK(summary["steps"] == 3000);
  CHECK(summary["time"].get<double>() == Approx(3000 * 0.1 / 8));
  CHECK(summary["mlups"].get<double>() > 0.0);
  CHECK(summary["copy_fraction"].get<double>() > 0.0);
  CHECK(summary["memory_bytes"].get<double>() >= 48 * 152.0);
  CHECK(summary["totals"]["mass"]["end"].get<double>() == Approx(48.0).epsilon(1e-13));
  CHECK(rows_of(folder.read("o/history.csv")).back()[0] == 3000);

  // The velocities of the first cells follow the header and their size in bytes: u of row y is y, in single precision.
  const std::string vti = folder.read("o/fields_00003000.vti");
  CHECK_THAT(vti, Contains("WholeExtent=\"0 3 0 8 0 2\"") && Contains("Spacing=\"0.125 0.125 0.125\""));
  const char* begin = vti.data() + vti.find('_', vti.find("<AppendedData")) + 1;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, begin, sizeof bytes);
  CHECK(bytes == 3 * 48 * sizeof(float));
  for (int cell = 0; cell < 48; ++cell) {
    float u = 0;
    std::memcpy(&u, begin + sizeof bytes + 3 * cell * sizeof(float), sizeof u);
    CHECK(u == Approx((cell / 3 % 8 + 0.5) / 8).epsilon(1e-6));
  }
  CHECK_THAT(folder.read("o/fields.pvd"), Contains("fields_00003000.vti"));
}

TEST_CASE("a restarted lattice Boltzmann run continues bit for bit") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  for (const std::string way : {"esoteric-pull", "two-lattices"}) {
    const std::string set = "--quiet --set lattice.streaming=" + way;
    REQUIRE(lbm(folder, set + " --output whole --set time.steps=157").status == 0);
    REQUIRE(lbm(folder, set + " --output part --set time.steps=101").status == 0);
    REQUIRE(lbm(folder, set + " --output part --set time.steps=157 --restart part/checkpoint.lbm").status == 0);
    const bool same_bits =
        populations(folder.read("whole/checkpoint.lbm")) == populations(folder.read("part/checkpoint.lbm"));
    CHECK(same_bits);
    CHECK(folder.read("whole/line_y.csv") == folder.read("part/line_y.csv"));
  }
}

TEST_CASE("a checkpoint that does not fit or is damaged is refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  REQUIRE(lbm(folder, "--quiet --set time.steps=4").status == 0);
  const std::string whole = folder.read("o/checkpoint.lbm");
  const auto message = [&](const std::string& arguments) {
    const Outcome outcome = lbm(folder, "--output p --restart d.lbm " + arguments);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    return outcome.err;
  };
  folder.write("d.lbm", whole);
  CHECK_THAT(message("--set lattice.cells=4"),
             Contains("holds 3 x 8 x 2 cells in double precision, the case has 4 x 4 x 4"));
  CHECK_THAT(message("--set lattice.precision=single"),
             Contains("in double precision, the case has 3 x 8 x 2 in single"));
  folder.write("d.lbm", whole.substr(0, whole.size() / 2));
  CHECK_THAT(message(""), Contains("d.lbm: the checkpoint is truncated"));
  folder.write("d.lbm", whole + "x");
  CHECK_THAT(message(""), Contains("not the one that it states"));
  std::string flipped = whole;
  flipped[whole.size() - 100] ^= 1;
  folder.write("d.lbm", flipped);
  CHECK_THAT(message(""), Contains("damaged: its checksum differs"));
  folder.write("d.lbm", couette);
  CHECK_THAT(message(""), Contains("this is not a lattice Boltzmann checkpoint"));
}

TEST_CASE("a lattice Boltzmann run stops once the flow is steady, or when it diverges") {
  const TemporaryFolder folder;
  folder.write("c.ini", couette);
  REQUIRE(lbm(folder, "--quiet --set time.tolerance=1e-3").status == 0);
  const auto steady = nlohmann::json::parse(folder.read("o/summary.json"));
  CHECK(steady["converged"] == true);
  CHECK(steady["steps"].get<long>() < 3000);
  CHECK(steady["change"].get<double>() < 1e-3);

  CHECK(lbm(folder, "--quiet --output u --set time.tolerance=1e-3 --set time.steps=10").status == 3);
  CHECK(nlohmann::json::parse(folder.read("u/summary.json"))["converged"] == false);

  std::string wild = couette;
  wild.replace(wild.find("cells = 3, 8, 2"), 15, "cells = 24, 24, 24");
  for (const std::string side : {"left", "right", "back", "front"}) {
    const std::string periodic = "[boundary." + side + "]\ntype = periodic";
    wild.replace(wild.find(periodic), periodic.size(), "[boundary." + side + "]\ntype = wall");
  }
  folder.write("c.ini", wild);
  const Outcome outcome = lbm(folder,
                              "--quiet --output w --set fluid.speed=0.2 --set fluid.length=24 --set "
                              "fluid.reynolds=14000 --set fluid.collision=bgk");
  CHECK(outcome.status == 1);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("the run diverged: cell (") && Contains("failed.vti"));
  CHECK(nlohmann::json::parse(folder.read("w/summary.json"))["status"] == "failed");
}
