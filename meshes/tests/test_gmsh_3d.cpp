#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "meshes/checks.hpp"
#include "meshes/generate.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/gmsh_formats.hpp"
#include "meshes/tests/gmsh_meshes_3d.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"
#include "quadrature/rule.hpp"

using namespace dg;
using samples::box;
using samples::check_refused;
using samples::gmsh_formats;
using samples::gmsh_layers;
using samples::gmsh_pyramids;
using samples::gmsh_tetrahedra;
using samples::GmshFormat;
using samples::TemporaryFolder;

namespace {

Mesh3 read(const std::string& path, int highest_order = max_element_order) {
  return std::get<Mesh3>(read_any_mesh(path, nullptr, highest_order));
}

void check_straight(const Mesh3& mesh) {
  CHECK_NOTHROW(check_faces(mesh, "mesh"));
  // Gmsh puts the nodes of straight cells at equal distances: a node out of order would bend its cell.
  for (Index c = 0; c < mesh.cell_count(); ++c) CHECK(is_straight(mesh, c, 1e-9));
}

}  // namespace

TEST_CASE("Gmsh's own meshes of 3-D cells, of every format and order, are read") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats)
    for (int order = 1; order <= max_geometry_order; ++order) {
      CAPTURE(format.version, format.binary, order);
      gmsh_layers(folder / "layers.msh", order, format);
      const Mesh3 layers = read(folder / "layers.msh");
      CHECK(layers.geometry_order == order);
      CHECK(layers.boundary_names == std::vector<std::string>{"floor", "rest"});
      CHECK(std::count(layers.cell_shapes.begin(), layers.cell_shapes.end(), CellShape::hexahedron) == 8);
      CHECK(std::count(layers.cell_shapes.begin(), layers.cell_shapes.end(), CellShape::prism) > 8);
      CHECK(samples::total_volume(layers) == Approx(2).epsilon(1e-13));
      check_straight(layers);
      gmsh_tetrahedra(folder / "cube.msh", false, order, 0.7, format);
      const Mesh3 cube = read(folder / "cube.msh");
      CHECK(cube.geometry_order == order);
      CHECK(samples::total_volume(cube) == Approx(1).epsilon(1e-13));
      check_straight(cube);
    }
}

TEST_CASE("Gmsh's own meshes with pyramids between hexahedra and tetrahedra, of every order, are read") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats)
    for (int order = 1; order <= max_geometry_order; ++order) {
      CAPTURE(format.version, format.binary, order);
      gmsh_pyramids(folder / "mesh.msh", order, format);
      const Mesh3 mesh = read(folder / "mesh.msh");
      CHECK(mesh.geometry_order == order);
      const auto count = [&](CellShape s) { return std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), s); };
      CHECK(count(CellShape::hexahedron) == 8);
      CHECK(count(CellShape::pyramid) >= 4);
      CHECK(count(CellShape::tetrahedron) > 8);
      const double exact = 1 + std::numbers::pi / 8, polygon = samples::total_volume(mesh);
      CHECK(std::abs(polygon - exact) < (order == 1 ? 0.15 : 0.02));
      for (Index c = 0; c < mesh.cell_count(); ++c)
        if (mesh.cell_shapes[c] == CellShape::hexahedron) CHECK(is_affine(mesh, c, 1e-9));
    }
}

TEST_CASE("Gmsh's curved tetrahedra converge to the cylinder") {
  const TemporaryFolder folder;
  for (int order = 1; order <= 3; ++order) {
    const auto error = [&](double size) {
      gmsh_tetrahedra(folder / "cylinder.msh", true, order, size, {4.1, 1});
      return std::abs(samples::total_volume(read(folder / "cylinder.msh")) - std::numbers::pi);
    };
    CHECK(std::log2(error(0.8) / error(0.4)) > order);
  }
}

TEST_CASE("the SU2 file that Gmsh writes of a mesh holds the mesh of its own file") {
  const TemporaryFolder folder;
  gmsh_tetrahedra(folder / "cylinder.msh", true, 1, 0.5, {4.1, 1});
  {
    const GmshModel model;
    model.run("cylinder", [&] {
      gmsh::merge(folder / "cylinder.msh");
      gmsh::write(folder / "cylinder.su2");
    });
  }
  const Mesh3 own = read(folder / "cylinder.msh"), su2 = read(folder / "cylinder.su2");
  REQUIRE(su2.cell_shapes == own.cell_shapes);
  for (Index c = 0; c < own.cell_count(); ++c) CHECK(cell_volume(su2, c) == Approx(cell_volume(own, c)).epsilon(1e-12));
  CHECK(su2.boundary_names == own.boundary_names);
  CHECK(samples::faces_in(su2, "wall") == samples::faces_in(own, "wall"));
  CHECK(su2.face_count() == own.face_count());
}

TEST_CASE("Gmsh's meshes of orders 5 to 9 are read as cells of a lower order") {
  const TemporaryFolder folder;
  constexpr GmshFormat format{4.1, 1};
  gmsh_layers(folder / "fourth.msh", 4, format);
  const Mesh3 fourth = read(folder / "fourth.msh");
  for (int order = 5; order <= max_element_order; ++order) {
    CAPTURE(order);
    gmsh_layers(folder / "layers.msh", order, format);
    check_refused([&] { read(folder / "layers.msh"); }, {"has elements of order " + std::to_string(order)});
    const Mesh3 layers = read(folder / "layers.msh", 4);
    CHECK(layers.geometry_order == 4);
    CHECK(layers.cell_shapes == fourth.cell_shapes);
    CHECK(layers.node_count() == fourth.node_count());
    CHECK(samples::total_volume(layers) == Approx(2).epsilon(1e-13));
    check_straight(layers);
  }
}

TEST_CASE("cells of a third of the order keep every third of Gmsh's nodes on a cylinder") {
  const TemporaryFolder folder;
  constexpr GmshFormat format{4.1, 1};
  gmsh_tetrahedra(folder / "cylinder.msh", true, 6, 0.8, format);
  const Mesh3 mesh = read(folder / "cylinder.msh", 2);
  CHECK(mesh.geometry_order == 2);
  int curved = 0;
  for (const Face& face : mesh.faces) {
    if (face.boundary < 0) continue;
    std::vector<std::array<double, 3>> nodes;
    bool on_end = true;
    for_each_face_point(3, 2, [&](int i, int j) {
      nodes.push_back(mesh.nodes[face_node(mesh, face.minus, face.minus_face, i, j)]);
      on_end = on_end && std::abs(nodes.back()[2] - nodes.front()[2]) < 1e-9;
    });
    if (on_end) continue;
    ++curved;
    for (const auto& [x, y, z] : nodes) CHECK(std::hypot(x, y) == Approx(1).epsilon(1e-9));
  }
  CHECK(curved > 10);
}

TEST_CASE("a mesh of 3-D cells comes back from its Gmsh file") {
  const TemporaryFolder folder;
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "layers", "hybrid", "pyramids"})
    for (const std::string order : {"1", "2", "3", "4"}) {
      CAPTURE(kind, order);
      const Mesh3 mesh = box({{"kind", kind}, {"order", order}, {"n", "2"}, {"curved", "0.03"}});
      write_mesh(mesh, folder / "box.msh");
      const Mesh3 back = read(folder / "box.msh");
      CHECK(back.nodes == mesh.nodes);
      CHECK(back.boundary_names == mesh.boundary_names);
      for (const std::string& name : mesh.boundary_names)
        CHECK(samples::faces_in(back, name) == samples::faces_in(mesh, name));
      CHECK(samples::total_volume(back) == Approx(samples::total_volume(mesh)).epsilon(1e-14));
      // Cells are grouped by shape in the file: a mesh of one shape keeps everything.
      if (kind != "layers" && kind != "hybrid") CHECK(samples::same(back, mesh));
    }
}

TEST_CASE("Gmsh itself reads the 3-D cells that are written") {
  const TemporaryFolder folder;
  for (const std::string kind : {"tetrahedra", "hexahedra", "pyramids"}) {
    const Mesh3 mesh = box({{"kind", kind}, {"order", "3"}, {"n", "2"}, {"curved", "0.03"}, {"xmax", "2"}});
    write_gmsh(mesh, folder / "box.msh", true);
    const GmshModel model;
    model.run("box", [&] {
      gmsh::merge(folder / "box.msh");
      const auto measure = [](int type) {
        std::vector<double> points, weights, jacobians, determinants, places;
        if (msh_element_type(type).shape == MshShape::pyramid) {
          // Gmsh's own weights of this version add up to 4/3 of the volume; its pyramid has the apex above the centre.
          const auto rule = pyramid_rule(8);
          for (int q = 0; q < rule.size(); ++q) {
            const auto& [xi, eta, zeta] = rule.points[q];
            const double height = (1 + zeta) / 2;
            points.insert(points.end(), {xi + height, eta + height, height});
            weights.push_back(rule.weights[q] / 2);
          }
        } else {
          gmsh::model::mesh::getIntegrationPoints(type, "Gauss8", points, weights);
        }
        gmsh::model::mesh::getJacobians(type, points, jacobians, determinants, places);
        double sum = 0;
        for (std::size_t i = 0; i < determinants.size(); ++i) sum += determinants[i] * weights[i % weights.size()];
        return sum;
      };
      // Gmsh's own Jacobians, from its own order of the nodes, give the volume and the area.
      const bool simplices = kind == "tetrahedra";
      CHECK(measure(msh_cell_type(mesh.cell_shapes[0], 3)) == Approx(2).epsilon(1e-10));
      CHECK(measure(msh_cell_type(simplices ? CellShape::triangle : CellShape::quadrilateral, 3)) ==
            Approx(10).epsilon(1e-10));
    });
  }
}

TEST_CASE("periodic boundaries of 3-D cells get their names back in a Gmsh file") {
  const TemporaryFolder folder;
  const Mesh3 plain = box({{"kind", "layers"}, {"n", "2"}, {"order", "2"}});
  Mesh3 mesh = plain;
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "bottom", "top", "box");
  write_gmsh(mesh, folder / "box.msh");
  Mesh3 back = read(folder / "box.msh");
  CHECK(back.boundary_names == plain.boundary_names);
  for (const std::string& name : plain.boundary_names)
    CHECK(samples::faces_in(back, name) == samples::faces_in(plain, name));
  connect_periodic(back, "left", "right", "box");
  connect_periodic(back, "bottom", "top", "box");
  CHECK(back.face_count() == mesh.face_count());
}
