// Scripts of ParaView Catalyst see what finite volumes reconstruct; with the real solver.
#include <catch2/catch.hpp>

#include "apps/tests/catalyst_script.hpp"
#include "apps/tests/csv_table.hpp"
#include "apps/tests/linear_gas_case.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;

TEST_CASE("scripts are given the reconstruction of finite volumes") {
  const TemporaryFolder folder;
  folder.write("c.ini", linear_gas_case + "[catalyst]\nscript = script.py\nevery = 1\n");
  folder.write("script.py", R"(from paraview import catalyst
from paraview.simple import *
points = CreateExtractor("CSV", TrivialProducer(registrationName="input"))
points.Writer.FileName = "points.csv"
points.Writer.Precision = 15
options = catalyst.Options()
options.ExtractsOutputDirectory = "extracts"
)");
  if (rkdg(folder, "check c.ini").status != 0) return;  // degree 0 is not built
  for (const std::string& start : without_screen) {
    INFO(start);
    const Outcome outcome =
        rkdg(folder, "run c.ini -q --backend cpu --set space.reconstruction=linear --set space.limiter=none", start);
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    const CsvTable points = csv_table(folder.read("out/extracts/points.csv"));
    REQUIRE(points.size() == 32 * 4 + 64 * 3);
    for (const auto& point : points) {
      const double x = point.at("Points:0"), y = point.at("Points:1");
      CHECK(point.at("rho") == Approx(1 + 0.3 * x - 0.2 * y).epsilon(0).margin(1e-12));
      CHECK(point.at("pressure") == Approx(0.9 - 0.2 * x + 0.25 * y).epsilon(0).margin(1e-12));
    }
  }
}
