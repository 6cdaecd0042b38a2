// Energy spectra of checkpoints against fields whose waves are known.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "apps/tests/csv_table.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// A box of length 2 pi whose state stays as it begins, but for a step of 1e-12.
std::string box(const std::string& u, const std::string& v, const std::string& w) {
  return R"([mesh]
generate = box
parameters = kind=hexahedra, n=4, xmin=0, xmax=2*pi, ymin=0, ymax=2*pi, zmin=0, zmax=2*pi
[space]
degree = 1
hexahedra = Q
[gas]
model = euler
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = periodic
partner = top
[boundary.back]
type = periodic
partner = front
[initial]
rho = 1
u = )" + u +
         "\nv = " + v + "\nw = " + w + "\np = 1 / gamma\n[time]\nsteps = 1\ndt = 1e-12\n[output]\nformat = none\n";
}

}  // namespace

TEST_CASE("a uniform velocity has all its energy at k = 0") {
  const TemporaryFolder folder;
  folder.write("c.ini", box("0.2", "0.1", "-0.2"));
  REQUIRE(rkdg(folder, "run c.ini -q --output o").status == 0);
  const Outcome outcome = rkdg(folder, "spectrum o/checkpoint.h5 -o s.csv --points 8");
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("s.csv: spectrum of 8 x 8 x 8 points") && Contains("mean kinetic energy 0.045"));
  for (auto& row : csv_table(folder.read("s.csv"))) CHECK(row["E"] == Approx(row["k"] == 0 ? 0.045 : 0).margin(1e-14));
}

TEST_CASE("the energy of the Taylor-Green vortex lies in its shell") {
  const TemporaryFolder folder;
  folder.write("c.ini", box("0.1 * sin(x) * cos(y) * cos(z)", "-0.1 * cos(x) * sin(y) * cos(z)", "0"));
  const std::string fine =
      "'mesh.parameters=kind=hexahedra, n=12, xmin=0, xmax=2*pi, ymin=0, ymax=2*pi, zmin=0, zmax=2*pi'";
  REQUIRE(rkdg(folder, "run c.ini -q --output o --set " + fine).status == 0);
  const Outcome outcome = rkdg(folder, "spectrum o/checkpoint.h5 -o s.csv");
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("24 x 24 x 24 points"));
  // Its wave vectors are (+-1, +-1, +-1), of length 1.73; straight lines on twelve cells are off by hundredths.
  const double energy = 0.01 / 8;
  double sum = 0;
  for (auto& row : csv_table(folder.read("s.csv"))) {
    sum += row["E"];
    CHECK(row["E"] == Approx(row["k"] == Approx(2) ? energy : 0).margin(0.03 * energy));
  }
  const std::string said = "mean kinetic energy ";
  CHECK(sum == Approx(std::stod(outcome.out.substr(outcome.out.find(said) + said.size()))).epsilon(1e-8));
}

TEST_CASE("what has no spectrum is refused in one line") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  REQUIRE(rkdg(folder, "run c.ini -q --output o").status == 0);
  const auto refused = [&](const std::string& words, const std::string& why) {
    const Outcome outcome = rkdg(folder, "spectrum " + words);
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    CHECK_THAT(outcome.err, Contains(why));
  };
  refused("o/checkpoint.h5", "needs '--output FILE.csv'");
  refused("o/checkpoint.h5 -o s.csv", "an energy spectrum needs a box that is periodic in all directions");
  refused("o/checkpoint.h5 -o s.csv --points 1", "--points");
  refused("o/checkpoint.h5 -o o/checkpoint.h5", "o/checkpoint.h5");
  refused("nowhere.h5 -o s.csv", "nowhere.h5");
}

namespace {

/// Rows of two probes at 64 times a unit.
std::string probes_table() {
  std::string text = "time,probe,x,y,rho,u,step\n";
  for (int i = 0; i < 1152; ++i) {
    const double t = i / 64.0;
    for (int probe = 0; probe < 2; ++probe)
      text += fmt::format("{:.17g},{},{},0,1,{:.17g},{}\n", t, probe, probe,
                          std::sin((probe + 1) * 6.283185307179586 * t), i);
  }
  return text;
}

}  // namespace

TEST_CASE("spectra of probes have the frequencies of their signals") {
  const TemporaryFolder folder;
  folder.write("probes.csv", probes_table());
  const Outcome outcome = rkdg(folder, "spectrum probes.csv -o s.csv --columns u");
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("s.csv: 2 spectra of 1152 rows") && Contains("u_0: largest at f = 1\n") &&
                              Contains("u_1: largest at f = 2\n"));
  double power[2]{};
  for (auto& row : csv_table(folder.read("s.csv"))) {
    power[0] += row["u_0"] * 0.25;
    power[1] += row["u_1"] * 0.25;
  }
  CHECK(power[0] == Approx(0.5).epsilon(1e-3));
  CHECK(power[1] == Approx(0.5).epsilon(1e-3));

  REQUIRE(rkdg(folder, "spectrum probes.csv -o t.csv --from 10 --segments 2").status == 0);
  CHECK_THAT(folder.read("t.csv"), Contains("f,rho_0,u_0,rho_1,u_1\n"));
}

TEST_CASE("a table that has no spectrum is refused in one line") {
  const TemporaryFolder folder;
  folder.write("probes.csv", probes_table());
  folder.write("bad.csv", "time,u\n0,1\n1,one\n");
  folder.write("back.csv", "time,u\n1,1\n0.5,1\n");
  folder.write("short.csv", "time,u\n0,1\n1\n");
  folder.write("other.csv", "k,E\n0,1\n");
  const std::pair<const char*, const char*> wrong[]{
      {"probes.csv -o s.csv --columns w", "has no column 'w'; it has: time, probe, x, y, rho, u, step"},
      {"probes.csv -o s.csv --from 17.9", "8 segments need 36 or more"},
      {"probes.csv -o s.csv --from 99", "has no row from time 99 on"},
      {"probes.csv -o s.csv --from late", "--from: 'late' is not a finite number"},
      {"probes.csv -o s.csv --points 8", "--points: is for a checkpoint"},
      {"bad.csv -o s.csv", "bad.csv:3: 'one' is not a finite number"},
      {"back.csv -o s.csv", "back.csv:3: time 0.5 comes after 1"},
      {"short.csv -o s.csv", "short.csv:3: has 1 cells; the header has 2"},
      {"other.csv -o s.csv", "has no column 'time'"},
      {"none.csv -o s.csv", "none.csv: cannot be read"},
      {"none.h5 -o s.csv --segments 2", "--segments: is for a table"}};
  for (const auto& [words, message] : wrong) {
    const Outcome outcome = rkdg(folder, std::string("spectrum ") + words);
    CAPTURE(words, outcome.err);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains(message));
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  }
}
