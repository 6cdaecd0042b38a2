#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "meshes/checks.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/gmsh_formats.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/small_disk.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::gmsh_formats;
using samples::GmshFormat;
using samples::Point;
using samples::TemporaryFolder;

namespace {

/// The square [0, 2]^2 with triangles below y = 1 and quadrilaterals above, made by Gmsh itself. Boundary "sides", and
/// "top" at y = 2.
void gmsh_square(const std::string& path, int order, GmshFormat format, bool incomplete = false) {
  const GmshModel model;
  model.run(path, [&] {
    namespace geo = gmsh::model::geo;
    const std::array<Point, 6> points{{{0, 0}, {2, 0}, {2, 1}, {2, 2}, {0, 2}, {0, 1}}};
    for (int p = 0; p < 6; ++p) geo::addPoint(points[p][0], points[p][1], 0, 0.7, p + 1);
    for (int p = 0; p < 6; ++p) geo::addLine(p + 1, (p + 1) % 6 + 1, p + 1);
    geo::addLine(3, 6, 7);
    geo::addCurveLoop({1, 2, 7, 6}, 1);
    geo::addCurveLoop({3, 4, 5, -7}, 2);
    geo::addPlaneSurface({1}, 1);
    geo::addPlaneSurface({2}, 2);
    geo::synchronize();
    gmsh::model::addPhysicalGroup(1, {1, 2, 3, 5, 6}, 5);
    gmsh::model::setPhysicalName(1, 5, "sides");
    gmsh::model::addPhysicalGroup(1, {4}, 7);
    gmsh::model::setPhysicalName(1, 7, "top");
    gmsh::model::addPhysicalGroup(2, {1, 2}, 1);
    for (const int curve : {3, 4, 5, 7}) gmsh::model::mesh::setTransfiniteCurve(curve, 4);
    gmsh::model::mesh::setTransfiniteSurface(2);
    gmsh::model::mesh::setRecombine(2, 2);
    gmsh::option::setNumber("Mesh.SecondOrderIncomplete", incomplete ? 1 : 0);
    gmsh::model::mesh::generate(2);
    gmsh::model::mesh::setOrder(order);
    gmsh::option::setNumber("Mesh.SecondOrderIncomplete", 0);
    gmsh::option::setNumber("Mesh.MshFileVersion", format.version);
    gmsh::option::setNumber("Mesh.Binary", format.binary);
    gmsh::write(path);
  });
}

/// The unit disc by Gmsh, triangles only, with edges of about the given length on the circle.
void gmsh_disc(const std::string& path, int order, double size) {
  const GmshModel model;
  model.run(path, [&] {
    namespace geo = gmsh::model::geo;
    geo::addPoint(0, 0, 0, size, 9);
    const std::array<Point, 4> points{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
    for (int p = 0; p < 4; ++p) geo::addPoint(points[p][0], points[p][1], 0, size, p + 1);
    for (int p = 0; p < 4; ++p) geo::addCircleArc(p + 1, 9, (p + 1) % 4 + 1, p + 1);
    geo::addCurveLoop({1, 2, 3, 4}, 1);
    geo::addPlaneSurface({1}, 1);
    geo::synchronize();
    gmsh::model::addPhysicalGroup(1, {1, 2, 3, 4}, 3);
    gmsh::model::addPhysicalGroup(2, {1}, 1);
    gmsh::model::mesh::generate(2);
    gmsh::model::mesh::setOrder(order);
    gmsh::option::setNumber("Mesh.MshFileVersion", 4.1);
    gmsh::option::setNumber("Mesh.Binary", 1);
    gmsh::write(path);
  });
}

}  // namespace

TEST_CASE("Gmsh's own meshes of every format and order are read") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats) {
    for (int order = 1; order <= max_geometry_order; ++order) {
      CAPTURE(format.version, format.binary, order);
      gmsh_square(folder / "square.msh", order, format);
      const Mesh2 mesh = read_mesh(folder / "square.msh");
      CHECK(mesh.geometry_order == order);
      CHECK(mesh.boundary_names == std::vector<std::string>{"sides", "top"});
      CHECK(samples::faces_in(mesh, "top") == 3);
      CHECK(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::quadrilateral) == 9);
      CHECK(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::triangle) > 9);
      CHECK(samples::total_area(mesh) == Approx(4).epsilon(1e-13));
      CHECK_NOTHROW(check_faces(mesh, "square"));
      // Gmsh puts the nodes of straight cells at equal distances: a node out of order would bend its cell.
      for (Index c = 0; c < mesh.cell_count(); ++c) CHECK(is_affine(mesh, c));
    }
  }
}

TEST_CASE("Gmsh's curved cells converge to the disc") {
  const TemporaryFolder folder;
  for (int order = 1; order <= max_geometry_order; ++order) {
    const auto error = [&](double size) {
      gmsh_disc(folder / "disc.msh", order, size);
      const Mesh2 mesh = read_mesh(folder / "disc.msh");
      CHECK(mesh.boundary_names == std::vector<std::string>{"3"});  // a group without a name
      return std::abs(samples::total_area(mesh) - std::numbers::pi);
    };
    CHECK(std::log2(error(0.4) / error(0.2)) > order + 0.7);
  }
}

TEST_CASE("a mesh comes back from its Gmsh file") {
  const TemporaryFolder folder;
  for (int order = 1; order <= max_geometry_order; ++order) {
    for (const bool ascii : {false, true}) {
      const Mesh2 mesh = samples::disc(order, 3);
      write_gmsh(mesh, folder / "disc.msh", ascii);
      const Mesh2 back = read_mesh(folder / "disc.msh");
      CHECK(back.geometry_order == order);
      CHECK(back.boundary_names == mesh.boundary_names);
      CHECK(back.cell_count() == mesh.cell_count());
      CHECK(back.face_count() == mesh.face_count());
      for (const std::string& name : mesh.boundary_names) {
        CHECK(samples::faces_in(back, name) == samples::faces_in(mesh, name));
      }
      if (ascii) {  // 16 digits
        CHECK(samples::total_area(back) == Approx(samples::total_area(mesh)).epsilon(1e-14));
      } else {
        CHECK(back.nodes == mesh.nodes);
      }
    }
  }
  CHECK(folder.file_count() == 1);

  // Cells are grouped by shape in the file: a mesh of one shape keeps everything.
  samples::MeshMaker maker(3);
  for (int i = 0; i < 5; ++i) {
    maker.add_box(i, 0, i + 1, 1, true, [](double s, double t) { return Point{s, t + 0.1 * std::sin(s)}; });
  }
  maker.mesh.boundary_names = {"wall", "far field"};
  build_faces(maker.mesh, maker.boundary_edges([](Point a, Point b) { return a[0] == b[0] ? 1 : 0; }), "strip");
  write_mesh(maker.mesh, folder / "strip.msh");
  CHECK(samples::same(read_mesh(folder / "strip.msh"), maker.mesh));
}

TEST_CASE("Gmsh itself reads what is written") {
  const TemporaryFolder folder;
  const Mesh2 mesh = samples::disc(3, 2);
  write_gmsh(mesh, folder / "disc.msh");
  const GmshModel model;
  model.run("disc", [&] {
    gmsh::merge(folder / "disc.msh");
    gmsh::vectorpair groups;
    gmsh::model::getPhysicalGroups(groups);
    REQUIRE(groups.size() == 3);
    std::string name;
    gmsh::model::getPhysicalName(2, 1, name);
    CHECK(name == "fluid");
    // Gmsh's own Jacobians, from its own order of the nodes, give the area.
    double area = 0;
    for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
      const int type = msh_cell_type(shape, 3);
      std::vector<double> points, weights, jacobians, determinants, places;
      gmsh::model::mesh::getIntegrationPoints(type, "Gauss8", points, weights);
      gmsh::model::mesh::getJacobians(type, points, jacobians, determinants, places);
      for (std::size_t i = 0; i < determinants.size(); ++i) area += determinants[i] * weights[i % weights.size()];
    }
    CHECK(area == Approx(samples::total_area(mesh)).epsilon(1e-12));
  });
}

TEST_CASE("periodic boundaries get their names back in a Gmsh file") {
  const TemporaryFolder folder;
  const Mesh2 plain = samples::box(2, 4, 3);
  Mesh2 mesh = plain;
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "top", "bottom", "box");
  write_gmsh(mesh, folder / "box.msh");
  Mesh2 back = read_mesh(folder / "box.msh");
  CHECK(back.boundary_names == plain.boundary_names);
  for (const std::string& name : plain.boundary_names) {
    CHECK(samples::faces_in(back, name) == samples::faces_in(plain, name));
  }
  connect_periodic(back, "left", "right", "box");
  connect_periodic(back, "top", "bottom", "box");
  CHECK(back.face_count() == mesh.face_count());
}

TEST_CASE("a Gmsh file that cannot be written leaves nothing behind and nothing overwritten") {
  const TemporaryFolder folder;
  Mesh2 mesh = samples::box(1, 30, 30);
  check_refused([&] { write_mesh(mesh, folder / "none/box.msh"); }, {"none/box.msh: cannot be written"});
  check_refused([&] { write_gmsh(mesh, folder / "box.vtk"); }, {"box.vtk", "must end in .msh"});
  samples::write_text(folder / "box.msh", "precious");
  for (const std::size_t bytes : {100, 5000, 50000}) {
    const samples::SmallDisk disk(bytes);
    check_refused([&] { write_mesh(mesh, folder / "box.msh"); }, {"box.msh: cannot be written"});
  }
  CHECK(samples::read_text(folder / "box.msh") == "precious");
  CHECK(folder.file_count() == 1);
  mesh.boundary_names[0] = "a \"quoted\" name";
  check_refused([&] { write_mesh(mesh, folder / "box.msh"); }, {"cannot hold a boundary called 'a \"quoted\" name'"});
}

TEST_CASE("edges and cells in two groups") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats) {
    CAPTURE(format.version, format.binary);
    gmsh_square(folder / "one.msh", 2, format);
    const auto regroup = [&](int dimension, int entity) {
      const GmshModel model;
      model.run("two groups", [&] {
        gmsh::merge(folder / "one.msh");
        gmsh::model::addPhysicalGroup(dimension, {entity}, 9);
        gmsh::option::setNumber("Mesh.MshFileVersion", format.version);
        gmsh::option::setNumber("Mesh.Binary", format.binary);
        gmsh::write(folder / "two.msh");
      });
    };
    regroup(1, 2);
    const Mesh2 mesh = read_mesh(folder / "two.msh");
    CHECK(mesh.boundary_names.back() == "sides & 9");
    CHECK(samples::faces_in(mesh, "sides & 9") > 0);
    regroup(2, 1);
    CHECK(samples::total_area(read_mesh(folder / "two.msh")) == Approx(4).epsilon(1e-13));
  }
}

TEST_CASE("incomplete elements of Gmsh are completed, those of too high an order are refused") {
  const TemporaryFolder folder;
  for (int order = 2; order <= 4; ++order) {
    gmsh_square(folder / "incomplete.msh", order, {4.1, 1}, true);
    gmsh_square(folder / "complete.msh", order, {4.1, 1});
    const Mesh2 completed = read_mesh(folder / "incomplete.msh"), complete = read_mesh(folder / "complete.msh");
    CHECK(completed.geometry_order == order);
    CHECK(completed.node_count() == complete.node_count());
    REQUIRE(completed.cell_nodes.size() == complete.cell_nodes.size());
    CHECK(samples::total_area(completed) == Approx(samples::total_area(complete)).epsilon(1e-13));
  }
  gmsh_square(folder / "fifth.msh", 5, {4.1, 1});
  check_refused([&] { read_mesh(folder / "fifth.msh"); },
                {"fifth.msh: has elements of order 5", "1 to 4", "'rkdg convert IN OUT --order 4'"});
}

TEST_CASE("damaged files of Gmsh are refused") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats) {
    gmsh_square(folder / "square.msh", 2, format);
    const std::string bytes = samples::read_text(folder / "square.msh");
    for (std::size_t size = 12; size + 2 < bytes.size(); size += 1 + size / 6) {
      samples::write_text(folder / "short.msh", bytes.substr(0, size));
      check_refused([&] { read_mesh(folder / "short.msh"); }, {folder / "short.msh:"});
    }
    // A piece lost in the middle is not seen by the end.
    for (const double where : {0.3, 0.5, 0.7}) {
      std::string hole = bytes;
      hole.erase(static_cast<std::size_t>(where * static_cast<double>(bytes.size())), 200);
      samples::write_text(folder / "hole.msh", hole);
      check_refused([&] { read_mesh(folder / "hole.msh"); }, {folder / "hole.msh:"});
    }
  }
}
