// Surface files of 3-D runs: what the VTU file shows goes through what the table lists.
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "apps/run/run_case.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/tests/vtu_parts.hpp"

using namespace dg;
using namespace dg::app;

namespace {

const std::string shear = R"([mesh]
generate = box
parameters = n=2 kind=hexahedra
[space]
degree = 1
[gas]
mu = 0.01
[reference]
mach = 0.3
[initial]
rho = 1 + 0.1 * y * x
u = 0.3 * z * (1 + y)
v = 0.1 * x * z
w = 0.05 * y
p = (1 + 0.1 * x - 0.2 * y^2) / gamma
[time]
steps = 1
[output]
format = none
surface = front, right
)";

/// The numbers of a table, row by row.
std::vector<double> numbers_of(const std::string& table) {
  std::istringstream stream(table.substr(table.find('\n') + 1));
  std::vector<double> numbers;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::stod(cell));
  }
  return numbers;
}

}  // namespace

TEST_CASE("the VTU file of a surface in 3-D has the places and values of the table at the points of its faces") {
  const TemporaryFolder folder;
  std::string text = shear;
  for (const char* side : {"left", "right", "front", "back", "bottom", "top"})
    text += std::string("[boundary.") + side + "]\ntype = wall-adiabatic\n";
  const AnyProblem problem = make_any_problem(read_case(folder.write("c.ini", text), {}), {BackendKind::cpu, 1});
  REQUIRE(std::visit(
              [&](const auto& p) { return run_case(*p, {.output = folder.file("out"), .restart = "", .quiet = true}); },
              problem) == 0);
  for (const std::string side : {"front", "right"}) {
    INFO(side);
    const std::vector<double> table = numbers_of(folder.read("out/surface_" + side + ".csv"));
    const VtuParts file(folder.read("out/surface_" + side + ".vtu"));
    constexpr std::size_t columns = 12, points = 4;  // x, y, z, nx, ny, nz, weight, cp, cfx, cfy, cfz, yplus
    REQUIRE(file.cells == 4);
    REQUIRE(table.size() == 4 * points * columns);
    const double near = 0.5 - 0.5 / std::sqrt(3.0), far = 1.0 - near;
    const auto check = [&](const std::string& array, std::size_t column, std::size_t components) {
      INFO(array);
      const auto values = file.values<double>(array);
      REQUIRE(values.size() == 4 * points * components);
      for (std::size_t face = 0; face < 4; ++face)
        for (std::size_t g = 0; g < points; ++g)
          for (std::size_t i = 0; i < components; ++i) {
            // Bilinear between the corners, which VTK lists round the face, at Gauss's points row by row.
            const double s = g % 2 == 0 ? near : far, t = g < 2 ? near : far;
            const double weights[] = {(1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t};
            double value = 0;
            for (std::size_t corner = 0; corner < 4; ++corner)
              value += weights[corner] * values[(face * 4 + corner) * components + i];
            CHECK(value == Approx(table[(face * points + g) * columns + column + i]).epsilon(1e-10).margin(1e-12));
          }
    };
    check("points", 0, 3);
    check("cp", 7, 1);
    check("cf", 8, 3);
    check("yplus", 11, 1);
  }
}
