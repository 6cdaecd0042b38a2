// Errors of cases on 3-D meshes: orders of convergence, and a 2-D flow in 3-D.
#include <catch2/catch.hpp>
#include <cmath>

#include "apps/study/convergence.hpp"
#include "apps/tests/cases_3d.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;
using namespace dg::app::cases_3d;

namespace {

std::vector<ConvergenceRow> study(const std::string& text, const Settings& settings, std::vector<int> degrees,
                                  int levels) {
  const TemporaryFolder folder;
  std::vector<ConvergenceRow> rows;
  run_convergence(read_case(folder.write("c.ini", text), settings),
                  {.degrees = std::move(degrees), .levels = levels, .meshes = {}, .machine = one_core},
                  [&](const ConvergenceRow& row) { rows.push_back(row); });
  return rows;
}

}  // namespace

TEST_CASE("a manufactured Navier-Stokes flow at Mach 1 converges on coarse meshes of each shape") {
  for (const auto& [kind, prisms] : kinds) {
    INFO(kind << ", prisms of " << prisms);
    std::vector<ConvergenceRow> rows;
    for (const int degree : {1, 2})
      for (const int n : {3, 6})
        rows.push_back(study(waves + sides("exact"),
                             {"mesh.parameters=n=" + std::to_string(n) + " kind=" + kind, "space.prisms=" + prisms},
                             {degree}, 1)[0]);
    for (const std::size_t variable : {0, 1, 2, 3, 4}) {
      INFO("variable " << variable);
      CHECK(std::log2(rows[0].l2[variable] / rows[1].l2[variable]) > 1.4);
      CHECK(std::log2(rows[2].l2[variable] / rows[3].l2[variable]) > 2.4);
    }
  }
}

TEST_CASE("a steady flow in 3-D by Newton's method, through a sequence of degrees, has the order of its degree") {
  for (const auto& [kind, prisms] : kinds) {
    INFO(kind << ", prisms of " << prisms);
    if (kind == "tetrahedra" || kind == "pyramids") continue;
    std::string text = waves + sides("exact");
    text.replace(text.find("end = 0.1"), 9, "mode = steady\nsolver = newton\ntolerance = 1e-9\nsequence = 1");
    std::vector<ConvergenceRow> rows;
    for (const int n : {2, 4})
      rows.push_back(study(text,
                           {"mesh.parameters=n=" + std::to_string(n) + " kind=" + kind, "space.prisms=" + prisms,
                            "gas.mu=0.02", "space.degree=2"},
                           {2}, 1)[0]);
    for (const ConvergenceRow& row : rows) CHECK(row.converged);
    for (const std::size_t variable : {0, 1, 2, 3, 4}) {
      INFO("variable " << variable);
      CHECK(std::log2(rows[0].l2[variable] / rows[1].l2[variable]) > 2.4);
    }
  }
}

TEST_CASE("a 2-D flow between two periodic planes has the errors in 2-D") {
  const std::string flow = R"([space]
degree = 2
riemann = roe
[gas]
model = euler
[expressions]
r = (x - t)^2 + (y - 0.5 * t)^2
f = exp(0.5 * (1 - r)) / 4
h = 1 - 0.2 * f^2
[exact]
rho = h^2.5
u = 1 - f * (y - 0.5 * t)
v = 0.5 + f * (x - t)
p = h^3.5 / gamma
[initial]
type = exact
[time]
end = 0.5
dt = 0.01
[output]
format = none
)";
  std::string case_2d = flow + "[mesh]\ngenerate = square\nparameters = kind=quads n=4 xmin=-2 xmax=2 ymin=-2 ymax=2\n",
              case_3d = flow +
                        "[mesh]\ngenerate = box\nparameters = kind=hexahedra nx=4 ny=4 nz=2 xmin=-2 xmax=2 "
                        "ymin=-2 ymax=2 zmin=0 zmax=2\n[boundary.front]\ntype = periodic\npartner = back\n";
  for (const char* side : {"left", "right", "bottom", "top"})
    case_2d += std::string("[boundary.") + side + "]\ntype = exact\n";
  for (const char* side : {"left", "right", "bottom", "top"})
    case_3d += std::string("[boundary.") + side + "]\ntype = exact\n";
  const auto in_2d = study(case_2d, {}, {2}, 1)[0], in_3d = study(case_3d, {"exact.w=0"}, {2}, 1)[0];
  for (const auto& [a, b] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 4}})
    CHECK(in_3d.l2[b] / std::sqrt(2.0) == Approx(in_2d.l2[a]).epsilon(0.01));
  CHECK(in_3d.l2[3] < 1e-12);
  CHECK(in_2d.l2[0] > 1e-4);
}
