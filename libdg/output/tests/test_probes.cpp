#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/output/probes.hpp"
#include "libdg/output/tests/fake_solver.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/tests/test_meshes.hpp"
#include "meshes/cell_geometry.hpp"

using namespace dg;
using Catch::Contains;

TEST_CASE("the map of a curved cell is inverted") {
  const Mesh2 mesh = bent_mesh();
  const std::vector<std::array<double, 2>> inside{{-0.5, -0.7}, {-0.9, 0.1}, {-1.0, -1.0}, {-0.2, -0.3}, {0.0, 0.0}};
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    std::vector<std::array<double, 2>> places(inside.size());
    CellMap(mesh.cell_shapes[cell], 3, inside).evaluate(mesh, cell, places, {});
    for (std::size_t i = 0; i < inside.size(); ++i) {
      std::array<double, 2> found;
      REQUIRE(find_in_cell(mesh, cell, places[i], found));
      CHECK(found[0] == Approx(inside[i][0]).margin(1e-12));
      CHECK(found[1] == Approx(inside[i][1]).margin(1e-12));
      CHECK_FALSE(find_in_cell(mesh, cell, {places[i][0] + 5.0, places[i][1]}, found));
    }
  }
}

TEST_CASE("points of cells far smaller than their distance from the origin are found") {
  for (const double distance : {1.0, 1e3, 1e5}) {
    Mesh2 mesh = bent_mesh();
    for (auto& node : mesh.nodes) node = {distance + 0.01 * node[0], 0.01 * node[1]};
    for (int i = 0; i < 200; ++i) {
      const std::array<double, 2> inside{-0.9 + 0.009 * i, 0.3};
      std::array<double, 2> place, found;
      CellMap(CellShape::quadrilateral, 3, std::span(&inside, 1)).evaluate(mesh, 0, std::span(&place, 1), {});
      REQUIRE(find_in_cell(mesh, 0, place, found));
      CHECK(found[0] == Approx(inside[0]).margin(1e-13 * distance + 1e-11));
    }
  }
}

TEST_CASE("probes read the solution, whichever cell they are in") {
  const Mesh2 mesh = bent_mesh();
  SolverOptions options;
  options.degree = 5;
  const auto solver = make_solver(mesh, options);
  const auto rho = [](double x, double y) { return 1.0 + 0.1 * x - 0.2 * y; };
  solver->set_state([&](double x, double y, double) { return std::array<double, 4>{rho(x, y), 0.0, 0.0, 1.0}; });
  const std::vector<std::array<double, 2>> points{{0.4, 0.5}, {1.3, 0.2}, {0.1, 0.9}};
  const Probes<> probes(mesh, 5, points, "probes.txt");
  const auto values = probes.evaluate(solver->observe({}, probes.samples()).samples);
  REQUIRE(values.size() == 3);
  // A linear function of x and y is one of degree 3 in the reference coordinates: exact.
  for (std::size_t i = 0; i < points.size(); ++i) {
    CHECK(values[i][0] == Approx(rho(points[i][0], points[i][1])).epsilon(1e-12));
    CHECK(values[i][3] == Approx(2.5).epsilon(1e-12));
  }
  CHECK_THROWS_WITH(Probes(mesh, 5, {{9.0, 9.0}}, "probes.txt"), Contains("probes.txt") && Contains("outside"));
  CHECK_THROWS_WITH(Probes(mesh, 5, {{9.0000001, 0.5}}, "probes.txt"), Contains("probe (9.0000001, 0.5) lies outside"));
}

TEST_CASE("files of points") {
  const TemporaryFolder folder;
  const std::string path = folder.file("points.txt");
  const auto write = [&](const std::string& text) { folder.write("points.txt", text); };
  write("# x y\n1 2\n\n 3.5, -1e-2 # here\n");
  CHECK(read_points(path) == std::vector<std::array<double, 2>>{{1.0, 2.0}, {3.5, -0.01}});
  write(
      "\xef\xbb\xbf"
      "1 2\r\n3 4\r\n");
  CHECK(read_points(path) == std::vector<std::array<double, 2>>{{1.0, 2.0}, {3.0, 4.0}});
  write("1 2\n3\n");
  CHECK_THROWS_WITH(read_points(path), Contains(":2: expected two numbers"));
  write("1 2 3\n");
  CHECK_THROWS_WITH(read_points(path), Contains(":1:"));
  write("# nothing\n");
  CHECK_THROWS_WITH(read_points(path), Contains("no points"));
  CHECK_THROWS_AS(read_points(folder.file("none.txt")), InputError);
}
