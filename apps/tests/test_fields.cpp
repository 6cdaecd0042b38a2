#include <catch2/catch.hpp>

#include "apps/case/fields.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;

TEST_CASE("of all nodes without a gas the first is named, with the field that is wrong there") {
  Mesh2 mesh;
  for (int i = 0; i < 1000; ++i) mesh.nodes.push_back({i + 0.5, -1.0 * i});
  const std::vector<std::string> where{"c.ini:1", "c.ini:2", "c.ini:3", "c.ini:4"};
  const FieldFunction gas = [](double, double, double t) { return std::array{1.0, -3.0, 0.0, 0.7 + t}; };
  CHECK_NOTHROW(check_state(gas, mesh, where, "the state"));

  const FieldFunction low_pressure = [](double x, double, double) {
    return std::array{x > 700 ? -1.0 : 1.0, 0.0, 0.0, x > 123 ? 0.0 : 0.7};
  };
  CHECK_THROWS_WITH(
      check_state(low_pressure, mesh, where, "the state"),
      "c.ini:4: the state is not a physical state at x = 123.5, y = -123: rho = 1, u = 0, v = 0, p = 0 (rho "
      "and p must be positive)");
  const FieldFunction endless = [](double x, double, double) { return std::array{1.0, x, 1.0 / (x - 999.5), 0.7}; };
  CHECK_THROWS_WITH(check_state(endless, mesh, where, "the state"),
                    Catch::StartsWith("c.ini:3: the state is not a physical state"));
}
