// Scripts of ParaView Catalyst see what finite volumes reconstruct; with the real solver.
#include <catch2/catch.hpp>
#include <cstdio>

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
  const Outcome outcome =
      rkdg(folder, "run c.ini -q --backend cpu --set space.reconstruction=linear --set space.limiter=none",
           "unset DISPLAY;");
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  const auto rows = lines(folder.read("out/extracts/points.csv"));
  REQUIRE(rows.size() == 1 + 32 * 4 + 64 * 3);
  REQUIRE(rows[0].starts_with(R"("rho","velocity:0","velocity:1","velocity:2","pressure",)"));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    double rho = 0, p = 0, x = 0, y = 0;
    REQUIRE(std::sscanf(rows[i].c_str(), "%lf,%*f,%*f,%*f,%lf,%*f,%*f,%*f,%lf,%lf", &rho, &p, &x, &y) == 4);
    CHECK(rho == Approx(1 + 0.3 * x - 0.2 * y).epsilon(0).margin(1e-12));
    CHECK(p == Approx(0.9 - 0.2 * x + 0.25 * y).epsilon(0).margin(1e-12));
  }
}
