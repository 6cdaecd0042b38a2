#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/output/surface_vtu.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/tests/vtu_parts.hpp"
#include "meshes/generate.hpp"
#include "meshes/lattice.hpp"
#include "quadrature/rule.hpp"

using namespace dg;

namespace {

using Point = std::array<double, 3>;

/// A polynomial of total degree p.
double field(const Point& x, int degree) { return 1.0 + std::pow(0.3 + x[0] - 0.5 * x[1] + 0.7 * x[2], degree); }

/// The points of the solver's rule on the flat faces of a boundary, by the places of their vertices.
std::vector<Point> points_on(const Mesh3& mesh, int boundary, int degree) {
  std::vector<Point> points;
  for (const Face& face : mesh.faces) {
    if (face.plus >= 0 || face.boundary != boundary) continue;
    const auto nodes = face_vertex_nodes(mesh, face.minus, face.minus_face);
    const Point &a = mesh.nodes[nodes[0]], &b = mesh.nodes[nodes[1]], &c = mesh.nodes[nodes[nodes.count - 1]];
    const auto rule = nodes.count == 3 ? triangle_rule(2 * degree + 1) : quadrilateral_rule(2 * degree + 1);
    for (const auto& [s, t] : rule.points) {
      auto& x = points.emplace_back();
      for (std::size_t d = 0; d < 3; ++d) x[d] = a[d] + (1 + s) / 2 * (b[d] - a[d]) + (1 + t) / 2 * (c[d] - a[d]);
    }
  }
  return points;
}

}  // namespace

TEST_CASE("a VTU file of a boundary holds the polynomials that go through the values at its points") {
  const TemporaryFolder folder;
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra"})
    for (const int degree : {1, 2, 3}) {
      INFO(kind << ", degree " << degree);
      const Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}, {"zmax", "1.5"}}));
      for (std::size_t side = 0; side < mesh.boundary_names.size(); ++side) {
        INFO(mesh.boundary_names[side]);
        SurfaceArray scalar{"cp", 1, {}}, vector{"cf", 3, {}};
        for (const Point& x : points_on(mesh, static_cast<int>(side), degree)) {
          scalar.values.push_back(field(x, degree));
          for (const double factor : {1.0, -2.0, 0.5}) vector.values.push_back(factor * field(x, degree) + x[0]);
        }
        write_surface_vtu(mesh, mesh.boundary_names[side], degree, {scalar, vector}, 2.5, folder.file("a.vtu"));
        const VtuParts file(folder.read("a.vtu"));
        CHECK(file.complete);
        const auto places = file.values<double>("points"), cp = file.values<double>("cp"),
                   cf = file.values<double>("cf");
        REQUIRE(places.size() == 3 * static_cast<std::size_t>(file.points));
        REQUIRE(cf.size() == places.size());
        const std::string& name = mesh.boundary_names[side];
        const bool triangles = kind == "tetrahedra" || (kind == "prisms" && (name == "front" || name == "back"));
        CHECK(file.cells == (triangles ? 8 : 4));
        CHECK(file.points == file.cells * (triangles ? (degree + 1) * (degree + 2) / 2 : (degree + 1) * (degree + 1)));
        const std::array<int, 2> types = triangles ? std::array{5, 69} : std::array{9, 70};
        CHECK(file.values<std::uint8_t>("types")[0] == types[degree == 1 ? 0 : 1]);
        double worst = 0;
        for (std::size_t i = 0; i < cp.size(); ++i) {
          const Point x{places[3 * i], places[3 * i + 1], places[3 * i + 2]};
          worst = std::max(worst, std::abs(cp[i] - field(x, degree)));
          worst = std::max(worst, std::abs(cf[3 * i + 1] - (-2.0 * field(x, degree) + x[0])));
        }
        CHECK(worst < 1e-13);
      }
    }
}

TEST_CASE("faces of a curved boundary have the nodes of the mesh") {
  const TemporaryFolder folder;
  for (const std::string kind : {"prisms", "hexahedra"}) {
    INFO(kind);
    const Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("sphere", 0, {{"kind", kind}, {"n", "2"}, {"order", "3"}}));
    write_surface_vtu(mesh, "wall", 1, {}, 0.0, folder.file("a.vtu"));
    const VtuParts file(folder.read("a.vtu"));
    CHECK(file.cells == (kind == "prisms" ? 80 : 24));
    CHECK(file.values<std::uint8_t>("types")[0] == (kind == "prisms" ? 69 : 70));
    const auto places = file.values<double>("points");
    const auto cells = file.values<std::int32_t>("cell");
    for (std::size_t i = 0; i < places.size(); i += 3)
      CHECK(std::hypot(places[i], places[i + 1], places[i + 2]) == Approx(0.5).epsilon(1e-13));
    std::size_t face = 0;
    for (const Face& f : mesh.faces) {
      if (f.plus >= 0 || mesh.boundary_names[f.boundary] != "wall") continue;
      CHECK(cells[face] == f.minus);
      const Point& first = mesh.nodes[face_vertex_nodes(mesh, f.minus, f.minus_face)[0]];
      const std::size_t at = 3 * face * (kind == "prisms" ? 10 : 16);
      for (std::size_t d = 0; d < 3; ++d) CHECK(places[at + d] == Approx(first[d]).margin(1e-14));
      ++face;
    }
  }
  CHECK_THROWS_AS(write_surface_vtu(std::get<Mesh3>(generate_any_mesh("box", 0, {{"n", "1"}})), "wall", 1, {}, 0.0,
                                    folder.file("b.vtu")),
                  InputError);
}
