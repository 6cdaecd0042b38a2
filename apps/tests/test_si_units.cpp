// Cases with [units]: temperatures go in and come out in kelvin; forces, moments and tractions come out in SI.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "apps/tests/csv_table.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

// Air at 288.15 K and 101325 Pa, of which a = 340.29 m/s and rho = p / (R T) = 1.2250 kg/m^3; a mesh in centimetres.
const double pressure = 101325, air = 287.05, cold = 288.15, metre = 0.01;
const double speed_of_sound = std::sqrt(1.4 * air * cold), density = pressure / (air * cold);

const std::string in_units = fmt::format("[units]\nmetre = {0}\nsecond = {0} / {1:.17g}\nkilogram = {2:.17g} * {0}^3\n",
                                         metre, speed_of_sound, density);

/// A stream along a wall of length 1; [units] and the condition of the wall are left to the test.
const std::string stream = R"([mesh]
generate = square
parameters = n=3 xmin=0 xmax=1 ymin=0 ymax=1
[space]
degree = 1
[reference]
mach = 0.5
reynolds = 100
pressure = 0
[boundary.right]
type = farfield
[boundary.top]
type = farfield
[boundary.left]
type = farfield
[time]
steps = 20
[output]
monitor = 5
format = none
forces = bottom
surface = bottom
line = 0.1, 0.5, 0.9, 0.5, 3
[average]
every = 1
[boundary.bottom]
)";

std::string run(const TemporaryFolder& folder, const std::string& text, const std::string& name) {
  folder.write(name + ".ini", text);
  const Outcome outcome = rkdg(folder, fmt::format("run {0}.ini -q --output {0}", name));
  CHECK(outcome.err.empty());
  REQUIRE(outcome.status == 0);
  return folder.read(name + "/history.csv");
}

/// The columns of a table.
std::map<std::string, std::vector<double>> table(const TemporaryFolder& folder, const std::string& file) {
  std::map<std::string, std::vector<double>> columns;
  for (const auto& row : csv_table(folder.read(file)))
    for (const auto& [column, value] : row) columns[column].push_back(value);
  return columns;
}

}  // namespace

TEST_CASE("the force of the air on a plate is its pressure times the area, in newtons for each metre of span") {
  const TemporaryFolder folder;
  run(folder, stream + "type = wall-slip\n" + in_units + fmt::format("kelvin = {}\n", cold), "slip");
  const auto said = summary(folder, "slip");
  CHECK(said["units"]["gas_constant"].get<double>() == Approx(air).epsilon(1e-12));
  const auto& force = said["forces"]["bottom"];
  CHECK(force["force_y"].get<double>() == Approx(-pressure * metre).epsilon(1e-9));
  CHECK(std::abs(force["force_x"].get<double>()) < 1e-6);
  auto rows = table(folder, "slip/forces.csv");
  CHECK(rows["force_y"].back() == force["force_y"].get<double>());
  const double dynamic_pressure = 0.5 * density * 0.25 * speed_of_sound * speed_of_sound;
  for (std::size_t i = 0; i < rows["time"].size(); ++i)
    CHECK(rows["force_y"][i] == Approx(rows["cl"][i] * dynamic_pressure * metre).epsilon(1e-12));

  // The pressure acts in the middle of the plate, a half of its length behind the center of moments.
  CHECK(force["moment_z"].get<double>() == Approx(-pressure * metre * metre / 2).epsilon(1e-9));
  CHECK(rows["moment_z"].back() == force["moment_z"].get<double>());
  auto surface = table(folder, "slip/surface_bottom.csv");
  REQUIRE(!surface["pressure"].empty());
  for (const double p : surface["pressure"]) CHECK(p == Approx(pressure).epsilon(1e-9));
}

TEST_CASE("tractions in pascals add up to the force in newtons") {
  const TemporaryFolder folder;
  run(folder, stream + "type = wall-adiabatic\n" + in_units + fmt::format("kelvin = {}\n", cold), "wall");
  const auto force = summary(folder, "wall")["forces"]["bottom"];
  auto surface = table(folder, "wall/surface_bottom.csv");
  double along = 0.0, across = 0.0, moment = 0.0;
  for (std::size_t i = 0; i < surface["x"].size(); ++i) {
    const double length = surface["weight"][i] * metre, x = surface["x"][i] * metre, y = surface["y"][i] * metre;
    const double fx = surface["pressure"][i] * surface["nx"][i] + surface["traction_x"][i],
                 fy = surface["pressure"][i] * surface["ny"][i] + surface["traction_y"][i];
    along += length * fx;
    across += length * fy;
    moment += length * (x * fy - y * fx);
  }
  CHECK(along > 0.0);
  CHECK(force["force_x"].get<double>() == Approx(along).epsilon(1e-9));
  CHECK(force["force_y"].get<double>() == Approx(across).epsilon(1e-9));
  CHECK(force["moment_z"].get<double>() == Approx(moment).epsilon(1e-9));
}

TEST_CASE("a wall in kelvin is the wall of that temperature in units of the case, and means are in kelvin") {
  const TemporaryFolder folder;
  const std::string wall = "type = wall-isothermal\ntemperature = ";
  const std::string expected = run(folder, stream + wall + "330 / 288.15\n", "plain");
  CHECK(run(folder, stream + wall + "330\n" + in_units + "kelvin = 288.15\n", "kelvin") == expected);
  auto plain = table(folder, "plain/probes_mean.csv"), kelvin = table(folder, "kelvin/probes_mean.csv");
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(kelvin["rho_mean"][i] == plain["rho_mean"][i]);
    for (const char* column : {"T_mean", "T_rms", "uT_fluctuation", "vT_fluctuation"})
      CHECK(kelvin[column][i] == Approx(cold * plain[column][i]).epsilon(1e-12));
  }
  CHECK(kelvin["T_mean"][0] == Approx(cold).epsilon(0.01));

  SECTION("so it is with the gas constant, and as a formula") {
    const std::string constant = in_units + fmt::format("gas_constant = {}\n", air);
    run(folder, stream + wall + "330\n" + constant, "constant");
    run(folder, stream + wall + "330 + 0 * x\n" + constant, "formula");
    for (const std::string name : {"constant", "formula"}) {
      auto rows = table(folder, name + "/forces.csv"), same = table(folder, "kelvin/forces.csv");
      for (const char* column : {"cd", "cl", "force_x"})
        CHECK(rows[column].back() == Approx(same[column].back()).epsilon(1e-10));
    }
  }
}

TEST_CASE("a case in SI needs the gas constant alone") {
  const TemporaryFolder folder;
  const std::string state = fmt::format("rho = {:.17g}\nvelocity = {:.17g}, 0\npressure = {:.17g}\n", density,
                                        0.5 * speed_of_sound, pressure);
  std::string text = stream;
  const std::string mu = "reynolds = 100\n";
  text.replace(text.find("mach = 0.5\n"), 11, fmt::format("mach = {:.17g}\n", 0.5 * speed_of_sound));
  text.erase(text.find(mu), mu.size());
  for (std::size_t at = 0; (at = text.find("type = farfield\n", at)) != std::string::npos; at += state.size())
    text.insert(at += 16, state);
  text += "type = wall-isothermal\ntemperature = 330\n" +
          fmt::format("[gas]\nmu = {:.17g}\n[initial]\nrho = {:.17g}\nu = {:.17g}\nv = 0\np = {:.17g}\n",
                      density * 0.5 * speed_of_sound / 100, density, 0.5 * speed_of_sound, pressure) +
          fmt::format("[units]\ngas_constant = {}\n", air);
  folder.write("si.ini", text);
  const Outcome outcome = rkdg(folder, "run si.ini -q --output si");
  // Coefficients are still scaled by density 1.
  CHECK_THAT(outcome.err, Contains("coefficients are scaled by mach^2 / 2"));
  REQUIRE(outcome.status == 0);
  run(folder, stream + "type = wall-isothermal\ntemperature = 330\n" + in_units + "kelvin = 288.15\n", "scaled");
  // A plate of a metre in place of a centimetre, at the same Reynolds number.
  const auto of = [&](const char* name, const char* key) {
    return summary(folder, name)["forces"]["bottom"][key].get<double>();
  };
  for (const char* key : {"force_x", "force_y"})
    CHECK(of("si", key) == Approx(of("scaled", key) / metre).epsilon(1e-9));
  CHECK(of("si", "moment_z") == Approx(of("scaled", "moment_z") / (metre * metre)).epsilon(1e-9));
  CHECK(table(folder, "si/probes_mean.csv")["T_mean"][1] ==
        Approx(table(folder, "scaled/probes_mean.csv")["T_mean"][1]).epsilon(1e-9));
}
