#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/output/tests/fake_solver.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/tests/test_meshes.hpp"
#include "libdg/output/tests/vtu_parts.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "libdg/output/vtu_writer.hpp"

using namespace dg;

TEST_CASE("a VTU file holds the solution at the places it says") {
  const Mesh2 mesh = bent_mesh();
  const TemporaryFolder folder;
  for (const int degree : {0, 1, 3, 5}) {
    SolverOptions options;
    options.degree = degree;
    const auto solver = make_solver(mesh, options);
    solver->set_state([&](double x, double y, double) {
      return degree == 0 ? std::array<double, 4>{1.1, 0.2, 0.3, 0.7}
                         : std::array<double, 4>{1.0 + 0.1 * x + 0.2 * y, 0.2, 0.3, 0.7};
    });
    write_vtu(mesh, *solver, degree, 1.4, folder.file("a.vtu"));

    const VtuParts file(folder.read("a.vtu"));
    const int order = std::max(degree, 3);
    const std::size_t quad = (order + 1) * (order + 1), triangle = (order + 1) * (order + 2) / 2;
    CHECK(file.complete);
    CHECK(file.cells == 2);
    CHECK(file.points == static_cast<long>(quad + triangle));
    CHECK(file.values<std::uint8_t>("types") == std::vector<std::uint8_t>{70, 69});
    CHECK(file.values<std::int64_t>("offsets") == std::vector<std::int64_t>{std::int64_t(quad), file.points});
    CHECK(file.values<std::int32_t>("cell") == std::vector<std::int32_t>{0, 1});
    const auto places = file.values<double>("points"), rho = file.values<double>("rho"),
               velocity = file.values<double>("velocity"), pressure = file.values<double>("pressure");
    const auto connectivity = file.values<std::int64_t>("connectivity");
    REQUIRE(rho.size() == static_cast<std::size_t>(file.points));
    REQUIRE(places.size() == 3 * rho.size());
    for (std::size_t p = 0; p < rho.size(); ++p) {
      CHECK(connectivity[p] == static_cast<std::int64_t>(p));
      CHECK(places[3 * p + 2] == 0.0);
      // Linear fields are exact from degree 3 on, where the isoparametric space holds x and y.
      const double exact = 1.0 + 0.1 * places[3 * p] + 0.2 * places[3 * p + 1];
      if (degree == 0) CHECK(rho[p] == Approx(1.1));
      if (degree >= 3) CHECK(rho[p] == Approx(exact).epsilon(1e-12));
      if (degree != 1) CHECK(velocity[3 * p + 1] == Approx(0.3).epsilon(1e-10));
      if (degree != 1) CHECK(pressure[p] == Approx(0.7).epsilon(1e-10));
    }
    // The first points of a cell are its vertices.
    CHECK(places[0] == Approx(mesh.nodes[vertex_node(mesh, 0, 0)][0]).margin(1e-14));
    CHECK(places[3 * 2] == Approx(mesh.nodes[vertex_node(mesh, 0, 2)][0]).margin(1e-14));
    CHECK(places[3 * (quad + 1) + 1] == Approx(mesh.nodes[vertex_node(mesh, 1, 1)][1]).margin(1e-14));
  }
}

TEST_CASE("a VTU file that cannot be written is an error") {
  const Mesh2 mesh = bent_mesh();
  const auto solver = make_solver(mesh, {});
  solver->set_state([](double, double, double) { return std::array<double, 4>{1.0, 0.0, 0.0, 1.0}; });
  CHECK_THROWS_AS(write_vtu(mesh, *solver, 2, 1.4, "/proc/no/such/place.vtu"), InputError);
}
