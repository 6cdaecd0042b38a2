// Scripts of ParaView Catalyst, run by the program with the solver whose answer is known: U decays towards the free
// stream, U = U_inf + (U_0 - U_inf) exp(-t).
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/tests/catalyst_script.hpp"
#include "apps/tests/csv_table.hpp"
#include "apps/tests/picture.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;

namespace {

namespace fs = std::filesystem;

/// The rectangle 0..4 x 0..2 with u = y / 10, v = x / 5, 40 steps to t = 0.4.
const std::string flow = R"([mesh]
generate = couette
[space]
degree = 2
[reference]
mach = 0.2
reynolds = 100
[boundary.bottom]
type = wall-adiabatic
[boundary.top]
type = farfield
[boundary.left]
type = farfield
[boundary.right]
type = farfield
[initial]
rho = 1
u = 0.1 * y
v = 0.2 * x
p = p_inf
[time]
steps = 40
[output]
directory = out
format = none
[catalyst]
script = script.py
every = 20
)";

/// The fields at a point, in closed form.
std::map<std::string, double> exact(double x, double y, double t) {
  const double gamma = 1.4, decay = std::exp(-t);
  const double u0 = 0.1 * y, v0 = 0.2 * x, kinetic0 = 0.5 * (u0 * u0 + v0 * v0);
  const double u = u0 * decay, v = v0 * decay;
  const double p = 1.0 / gamma + (gamma - 1.0) * kinetic0 * (decay - decay * decay);
  return {{"rho", 1.0},
          {"velocity:0", u},
          {"velocity:1", v},
          {"velocity:2", 0.0},
          {"pressure", p},
          {"temperature", gamma * p},
          {"Mach", std::hypot(u, v) / std::sqrt(gamma * p)},
          {"vorticity", 0.1 * decay}};
}

}  // namespace

TEST_CASE("a script extracts the fields of the run at the steps that the case says") {
  const TemporaryFolder folder;
  folder.write("c.ini", flow);
  folder.write("script.py", script_opening + points_and_sums);
  const auto [kind, cells, count] = GENERATE(table<std::string, std::string, std::size_t>(
      {{"quads", "linear", 8 * 9}, {"triangles", "linear", 16 * 6}, {"triangles", "lagrange", 16 * 6}}));
  INFO(kind << " " << cells);
  const Outcome outcome = rkdg(
      folder, "run c.ini -q --set mesh.parameters=kind=" + kind + " --set catalyst.cells=" + cells, "unset DISPLAY;");
  CHECK(outcome.status == 0);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.empty());
  for (const int step : {0, 20, 40}) {
    const auto rows = csv_table(folder.read("out/extracts/points_" + std::to_string(step) + ".csv"));
    REQUIRE(rows.size() == count);
    for (const auto& row : rows) {
      for (const auto& [name, value] : exact(row.at("Points:0"), row.at("Points:1"), 0.01 * step)) {
        INFO(name << " at step " << step);
        CHECK(row.at(name) == Approx(value).epsilon(0).margin(1e-12));
      }
    }
    const auto sums = csv_table(folder.read("out/extracts/sums_" + std::to_string(step) + ".csv"));
    REQUIRE(sums.size() == 1);
    CHECK(sums[0].at("Area") == Approx(8.0));
  }
  CHECK_FALSE(fs::exists(folder.file("out/extracts/points_10.csv")));
  const auto summary = nlohmann::json::parse(folder.read("out/summary.json"));
  CHECK(summary["catalyst"]["calls"] == 3);
}

TEST_CASE("a picture shows the field at its place") {
  const TemporaryFolder folder;
  folder.write("c.ini", flow);
  folder.write("script.py", script_opening + R"(
view = CreateView("RenderView", ViewSize=[400, 200], OrientationAxesVisibility=0)
view.CameraParallelProjection = 1
view.CameraFocalPoint = [2, 1, 0]
view.CameraPosition = [2, 1, 10]
view.CameraParallelScale = 1
shown = Show(flow, view)
ColorBy(shown, ("POINTS", "velocity", "X"))
shown.Ambient, shown.Diffuse = 1, 0
greys = GetColorTransferFunction("velocity")
greys.ApplyPreset("Grayscale", True)
greys.AutomaticRescaleRangeMode = "Never"
greys.RescaleTransferFunction(0, 0.2)
picture = CreateExtractor("PNG", view)
picture.Writer.FileName = "u_{timestep}.png"
picture.Writer.ImageResolution = [400, 200]
options = catalyst.Options()
)");
  const Outcome outcome = rkdg(folder, "run c.ini -q", with_screen());
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  for (const int step : {0, 40}) {
    const Picture picture = read_png(folder.read("out/datasets/u_" + std::to_string(step) + ".png"));
    REQUIRE(picture.width == 400);
    REQUIRE(picture.height == 200);
    for (int row = 5; row < 200; row += 10) {
      const double y = 2.0 * (1.0 - (row + 0.5) / 200.0);
      const double grey = 255.0 * 0.1 * y * std::exp(-0.01 * step) / 0.2;
      for (const int column : {20, 200, 380}) {
        for (const int channel : {0, 1, 2}) CHECK(picture.at(column, row, channel) == Approx(grey).margin(2.0));
      }
    }
  }
}

TEST_CASE("the example of the documentation draws, and follows its line") {
  const TemporaryFolder folder;
  folder.write("c.ini", flow);
  fs::copy_file(RKDG_EXAMPLE_SCRIPT, folder.file("script.py"));
  const Outcome outcome = rkdg(folder, "run c.ini -q", with_screen());
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  const Picture picture = read_png(folder.read("out/wake/vorticity_000000040.png"));
  CHECK(picture.width == 1080);
  CHECK(picture.height == 480);
  // White around the flow, and in it the colour of vorticity, more red than blue where that is positive.
  CHECK(picture.at(1000, 400, 0) == 255);
  CHECK(picture.at(1000, 400, 2) == 255);
  CHECK(picture.at(240, 200, 0) > picture.at(240, 200, 2) + 20);
  int inside = 0;
  for (const auto& row : csv_table(folder.read("out/wake/line_000000040.csv"))) {
    if (row.at("vtkValidPointMask") == 0.0) continue;
    ++inside;
    CHECK(row.at("velocity:1") == Approx(0.2 * row.at("Points:0") * std::exp(-0.4)).epsilon(1e-4));
  }
  CHECK(inside == 46);
}
