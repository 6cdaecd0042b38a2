// What a run writes while it goes on, with a solver whose answer is known: density and momentum decay to 1 and 0.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

/// The columns of a table of numbers.
std::map<std::string, std::vector<double>> table(const TemporaryFolder& folder, const std::string& path) {
  const auto rows = lines(folder.read(path));
  std::map<std::string, std::vector<double>> columns;
  if (rows.empty()) return columns;
  std::vector<std::string> names;
  std::istringstream header(rows[0]);
  for (std::string name; std::getline(header, name, ',');) names.push_back(name);
  for (std::size_t r = 1; r < rows.size(); ++r) {
    std::istringstream row(rows[r]);
    std::string cell;
    for (const std::string& name : names) {
      REQUIRE(std::getline(row, cell, ','));
      columns[name].push_back(std::stod(cell));
    }
  }
  return columns;
}

double rho_at(double x, double time) { return 1.0 + 0.1 * x * std::exp(-time); }
double u_at(double x, double time) { return 0.2 * (1.0 + 0.1 * x) * std::exp(-time) / rho_at(x, time); }
/// Of the energy, which tends to that of a gas at rest with this pressure, 1 / gamma.
double temperature_at(double x, double time) {
  const double u = u_at(x, time), kinetic = 0.5 * rho_at(x, time) * u * u;
  const double energy = 1 / 1.4 / 0.4 + std::exp(-time) * 0.5 * 0.04 * (1.0 + 0.1 * x);
  return 1.4 * 0.4 * (energy - kinetic) / rho_at(x, time);
}

}  // namespace

TEST_CASE("the history has the integrals of the flow") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  auto history = table(folder, "out/history.csv");
  // The fake solver says that the kinetic energy is all of the energy.
  CHECK(history["kinetic_energy"].size() == 5);
  CHECK(history["kinetic_energy"] == history["energy"]);
  CHECK(history.contains("enstrophy"));
  CHECK(history.contains("entropy"));
  CHECK(history.contains("viscous_dissipation"));
  CHECK(history.contains("pressure_dilatation"));
}

TEST_CASE("errors over time against an exact solution") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + "\n[exact]\nrho = 1\nu = u_inf\nv = 0\np = p_inf\n");
  REQUIRE(rkdg(folder, "run c.ini -q --set output.errors=15").status == 0);
  auto errors = table(folder, "out/errors.csv");
  CHECK(errors["step"] == std::vector<double>{0, 15, 30, 40});
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(errors["time"][i] == Approx(0.01 * errors["step"][i]));
    CHECK(errors["linf_rho"][i] == Approx(0.4 * std::exp(-errors["time"][i])));
    CHECK(errors["l2_rho"][i] == Approx(errors["l2_rho"][0] * std::exp(-errors["time"][i])));
  }
  CHECK(summary(folder)["errors"]["l2"]["rho"] == errors["l2_rho"][3]);
  REQUIRE(rkdg(folder, "run c.ini -q --output ends").status == 0);
  CHECK(table(folder, "ends/errors.csv")["step"] == std::vector<double>{0, 40});
  CHECK(rkdg(folder, "run c.ini -q --set output.errors=15 --set time.steps=20 --output parts").status == 0);
  CHECK(rkdg(folder, "run c.ini -q --set output.errors=15 --output parts --restart parts/checkpoint.h5").status == 0);
  CHECK(table(folder, "parts/errors.csv")["step"] == std::vector<double>{0, 15, 20, 30, 40});
}

TEST_CASE("errors over time need an exact solution") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome outcome = rkdg(folder, "run c.ini -q --set output.errors=15");
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("'errors' needs a section [exact]"));
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  CHECK_FALSE(fs::exists(folder.file("out/errors.csv")));
}

TEST_CASE("probes along lines follow those of the file") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  folder.write("points", "3.5 0.5\n");
  REQUIRE(rkdg(folder, "run c.ini -q --set output.probes=points --set 'output.line=0, 1, 4, 1, 5,  1, 0, 1, 2 * 1, 3'")
              .status == 0);
  auto probes = table(folder, "out/probes.csv");
  const std::vector<double> x{3.5, 0, 1, 2, 3, 4, 1, 1, 1};
  REQUIRE(probes["probe"].size() == 5 * x.size());
  for (std::size_t i = 0; i < probes["probe"].size(); ++i) {
    const auto number = static_cast<std::size_t>(probes["probe"][i]);
    CHECK(number == i % x.size());
    CHECK(probes["x"][i] == x[number]);
    CHECK(probes["y"][i] == (number == 0 ? 0.5 : number < 6 ? 1.0 : static_cast<double>(number) - 6));
    CHECK(probes["rho"][i] == Approx(rho_at(x[number], probes["time"][i])));
  }
}

TEST_CASE("a line of probes that is none is refused") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  for (const std::string line : {"0, 1, 4, 1", "0, 1, 4, 1, 1", "0, 1, 4, 1, 2.5", "0, 1, 4, 1, 5, 6"}) {
    INFO(line);
    const Outcome outcome = rkdg(folder, "run c.ini -q --set 'output.line=" + line + "'");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("'line' is x0, y0, x1, y1, n"));
  }
  CHECK_THAT(rkdg(folder, "run c.ini -q --set 'output.line=0, 1, 5, 1, 3'").err, Contains("lies outside the mesh"));
}

TEST_CASE("surfaces are written every so many steps, with the height of the cell in wall units") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = "run c.ini -q --set initial.rho=1 --set output.surface=top --set output.surface_every=15";
  REQUIRE(rkdg(folder, run).status == 0);
  for (const char* name : {"surface_top_000000015.csv", "surface_top_000000030.csv", "surface_top.csv"}) {
    INFO(name);
    auto surface = table(folder, std::string("out/") + name);
    REQUIRE(surface["yplus"].size() == 1);
    // Cells of height 1 and degree 2; a friction of 0.01 on a gas of density 1 and viscosity 0.2 / 100.
    CHECK(surface["yplus"][0] == Approx(1.0 / 3 * std::sqrt(0.01) / 0.002));
  }
  CHECK_FALSE(fs::exists(folder.file("out/surface_top_000000000.csv")));
  // They are the run's own: another one may replace them, but not what has their name and is not.
  REQUIRE(rkdg(folder, run + " --set time.steps=10").status == 0);
  CHECK_FALSE(fs::exists(folder.file("out/surface_top_000000015.csv")));
  folder.write("out/surface_top_000000015.csv", "mine");
  CHECK(rkdg(folder, run).status == 2);
}

namespace {

/// Of small_case, with averages of all there is.
const std::string averaged_run =
    "run c.ini -q --set average.from=0.095 --set average.every=10 --set 'output.line=2, 1, 4, 1, 2' "
    "--set output.surface=top ";

}  // namespace

TEST_CASE("averages over time of probes, surfaces and fields") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, averaged_run).status == 0);
  auto probes = table(folder, "out/probes_mean.csv");
  REQUIRE(probes["probe"].size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const double x = probes["x"][i];
    CHECK(x == (i == 0 ? 2.0 : 4.0));
    CHECK(probes["y"][i] == 1.0);
    // Samples at 0.1, which starts the clock, 0.2, 0.3 and 0.4.
    for (const auto& [name, value] :
         {std::pair{"rho", &rho_at}, std::pair{"u", &u_at}, std::pair{"T", &temperature_at}}) {
      double mean = 0, square = 0;
      for (const double t : {0.2, 0.3, 0.4}) {
        mean += value(x, t) / 3;
        square += value(x, t) * value(x, t) / 3;
      }
      CHECK(probes[std::string(name) + "_mean"][i] == Approx(mean).epsilon(1e-12));
      CHECK(probes[std::string(name) + "_rms"][i] == Approx(std::sqrt(square - mean * mean)).epsilon(1e-6));
    }
    CHECK(probes["uv_fluctuation"][i] == Approx(0).margin(1e-12));
    double product = 0;
    for (const double t : {0.2, 0.3, 0.4}) product += u_at(x, t) * temperature_at(x, t) / 3;
    CHECK(probes["uT_fluctuation"][i] ==
          Approx(product - probes["u_mean"][i] * probes["T_mean"][i]).epsilon(1e-6).margin(1e-14));
  }
  auto surface = table(folder, "out/surface_top_mean.csv");
  CHECK(surface["cf_mean"][0] == Approx(0.01 / 0.02));
  CHECK(surface["cp_mean"][0] == Approx((0.75 - 1 / 1.4) / 0.02));
  CHECK(surface["cp_rms"][0] == Approx(0).margin(1e-12));
  for (auto& columns : {probes, surface}) {
    for (const auto& [name, value] : {std::pair{"from", 0.1}, {"to", 0.4}, {"samples", 4.0}})
      for (const double cell : columns.at(name)) CHECK(cell == Approx(value).epsilon(1e-12));
  }
  CHECK(summary(folder)["average"] ==
        nlohmann::json{{"from", probes["from"][0]}, {"to", probes["to"][0]}, {"samples", 4}});
  const std::string mean = folder.read("out/mean.vtu");
  for (const char* name : {"rho_mean", "rho_rms", "velocity_mean", "velocity_rms", "pressure_mean", "uv_fluctuation"}) {
    CHECK_THAT(mean, Contains(std::string("Name=\"") + name + "\""));
  }
  CHECK_THAT(mean, Contains("Name=\"average_samples\" NumberOfTuples=\"1\" format=\"ascii\">4<"));
  // A restart continues with them, bit for bit.
  REQUIRE(rkdg(folder, averaged_run + "--output parts --set time.steps=20").status == 0);
  REQUIRE(rkdg(folder, averaged_run + "--output parts --restart parts/checkpoint.h5").status == 0);
  for (const char* name : {"probes_mean.csv", "surface_top_mean.csv", "mean.vtu"}) {
    CHECK(folder.read(std::string("parts/") + name) == folder.read(std::string("out/") + name));
  }
}

TEST_CASE("averages have skewness and flatness on request") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = averaged_run + "--set average.moments=4 ";
  REQUIRE(rkdg(folder, run).status == 0);
  auto probes = table(folder, "out/probes_mean.csv");
  for (std::size_t i = 0; i < 2; ++i) {
    const double x = probes["x"][i];
    double mean = 0, moments[5]{};
    for (const double t : {0.2, 0.3, 0.4}) mean += u_at(x, t) / 3;
    for (const double t : {0.2, 0.3, 0.4})
      for (int n = 2; n <= 4; ++n) moments[n] += std::pow(u_at(x, t) - mean, n) / 3;
    CHECK(probes["u_skewness"][i] == Approx(moments[3] / std::pow(moments[2], 1.5)).margin(1e-5));
    CHECK(probes["u_flatness"][i] == Approx(moments[4] / (moments[2] * moments[2])).epsilon(1e-5));
  }
  CHECK(table(folder, "out/surface_top_mean.csv").contains("cf_flatness"));
  const std::string mean = folder.read("out/mean.vtu");
  for (const char* name : {"rho_skewness", "velocity_skewness", "pressure_flatness", "temperature_flatness"})
    CHECK_THAT(mean, Contains(std::string("Name=\"") + name + "\""));
  REQUIRE(rkdg(folder, run + "--output parts --set time.steps=20").status == 0);
  REQUIRE(rkdg(folder, run + "--output parts --restart parts/checkpoint.h5").status == 0);
  for (const char* name : {"probes_mean.csv", "surface_top_mean.csv", "mean.vtu"})
    CHECK(folder.read(std::string("parts/") + name) == folder.read(std::string("out/") + name));
  REQUIRE(rkdg(folder, run + "--output other --set time.steps=20").status == 0);
  CHECK_THAT(rkdg(folder, run + "--output other --restart other/checkpoint.h5 --set average.moments=2").err,
             Contains("averages begin again") && Contains("are of other points or 'moments'"));
  CHECK_THAT(rkdg(folder, run + "--set average.moments=3").err, Contains("'3' is not a value of 'moments'"));
}

TEST_CASE("averages that cannot be are told") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome late = rkdg(folder, "run c.ini -q --set average.from=9");
  CHECK(late.status == 0);
  CHECK_THAT(late.err, Contains("fewer than two samples were taken from time 9 on"));
  CHECK_FALSE(fs::exists(folder.file("out/mean.vtu")));
  const Outcome local =
      rkdg(folder, "run c.ini -q --set average.from=0 --set time.mode=steady --set time.solver=march");
  CHECK(local.status == 2);
  CHECK_THAT(local.err, Contains("[average] has no meaning where each cell takes its own time step"));
  REQUIRE(rkdg(folder, "run c.ini -q --set average.from=0 --set time.steps=20").status == 0);
  const Outcome other =
      rkdg(folder, "run c.ini -q --set average.from=0 --set 'output.line=2, 1, 4, 1, 2' --restart out/checkpoint.h5");
  CHECK(other.status == 0);
  CHECK_THAT(other.err, Contains("averages begin again"));
}

TEST_CASE("fields at multiples of a time") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const auto times = [&](const std::string& series) {
    std::vector<double> found;
    const std::string text = folder.read(series), key = "timestep=\"";
    for (auto at = text.find(key); at != std::string::npos; at = text.find(key, at + 1))
      found.push_back(std::stod(text.substr(at + key.size())));
    return found;
  };
  REQUIRE(rkdg(folder, "run c.ini -q --output plain").status == 0);
  const double end = times("plain/fields.pvd").back(), interval = end / 5.5;
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=60 --set time.end=" + std::to_string(end) +
                           " --set output.every=0 --set output.every_time=" + std::to_string(interval))
              .status == 0);
  const std::vector<double> shown = times("out/fields.pvd");
  REQUIRE(shown.size() == 7);
  for (std::size_t i = 0; i < 6; ++i) CHECK(shown[i] == Approx(i * std::stod(std::to_string(interval))));
  CHECK(shown.back() == Approx(end));
  CHECK_THAT(rkdg(folder, "run c.ini -q --set output.every_time=0").err, Contains("'every_time'"));
  CHECK_THAT(rkdg(folder, "run c.ini -q --set output.every_time=1 --set time.mode=steady").err,
             Contains("needs an unsteady run"));
}

TEST_CASE("fields of all times in one file") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const std::string run = "run c.ini -q --set output.format=vtkhdf ";
  REQUIRE(rkdg(folder, run).status == 0);
  CHECK(fs::exists(folder.file("out/fields.vtkhdf")));
  CHECK_FALSE(fs::exists(folder.file("out/fields_000000040.vtu")));
  CHECK_FALSE(fs::exists(folder.file("out/fields.pvd")));
  // What a run does not replace, it continues with.
  REQUIRE(rkdg(folder, run + "--set time.steps=60 --restart out/checkpoint.h5").status == 0);
  REQUIRE(rkdg(folder, run + "--set output.every=0").status == 0);
  const Outcome full = rkdg(folder, run + "--output full", "ulimit -f 600;");
  CHECK(full.status == 1);
  CHECK_THAT(full.err, Contains("fields.vtkhdf: the disk has no space for"));
}
