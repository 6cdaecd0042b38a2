#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <variant>

#include "meshes/curving/cad_files.hpp"
#include "meshes/curving/curve.hpp"
#include "meshes/generate.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/mesh_measures.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::Point3;
using samples::TemporaryFolder;

namespace {

/// Writes what `make` adds to a model of OpenCASCADE.
template <class Make>
void write_cad(const std::string& path, const Make& make) {
  const GmshModel model;
  model.run(path, [&] {
    make();
    gmsh::model::occ::synchronize();
    gmsh::write(path);
  });
}

/// Radius 1, from z = 0 to 2.
void add_cylinder() { gmsh::model::occ::addCylinder(0, 0, 0, 0, 0, 2, 1); }

void check_place(const Point3& found, const Point3& exact) {
  CAPTURE(found[0], found[1], found[2]);
  for (int d = 0; d < 3; ++d) CHECK(found[d] == Approx(exact[d]).margin(1e-12));
}

CurvedWall<3> onto_file(const CadFiles& files, int file) {
  return {"wall", [&files, file](const Point3& x) { return files.nearest(file, 2, x); },
          [&files, file](const Point3& x) { return files.nearest(file, 1, x); }};
}

/// Straight tetrahedra in that cylinder, by Gmsh.
Mesh3 tetrahedra_in_cylinder(const std::string& path) {
  write_cad(path, [&] {
    add_cylinder();
    gmsh::model::occ::synchronize();
    gmsh::model::addPhysicalGroup(2, {1, 2, 3}, 1);
    gmsh::model::setPhysicalName(2, 1, "wall");
    gmsh::model::addPhysicalGroup(3, {1}, 1);
    gmsh::option::setNumber("Mesh.CharacteristicLengthMax", 0.6);
    gmsh::option::setNumber("Mesh.MshFileVersion", 4.1);
    gmsh::model::mesh::generate(3);
    gmsh::option::setNumber("Mesh.CharacteristicLengthMax", 1e22);
  });
  return std::get<Mesh3>(read_any_mesh(path));
}

}  // namespace

TEST_CASE("the nearest places on a cylinder of a STEP file are those on its sides, ends and edges") {
  const TemporaryFolder folder;
  write_cad(folder / "c.step", add_cylinder);
  CadFiles files("mm");
  const int file = files.read(folder / "c.step");
  const double r = std::hypot(0.9, 0.1);
  check_place(files.nearest(file, 2, {0.9, 0.1, 1}), {0.9 / r, 0.1 / r, 1});     // on the side
  check_place(files.nearest(file, 2, {0.3, -0.2, 1.9}), {0.3, -0.2, 2});         // on an end
  check_place(files.nearest(file, 2, {0, 1.3, 2.4}), {0, 1, 2});                 // at an edge
  check_place(files.nearest(file, 1, {0.9, 0.1, 0.05}), {0.9 / r, 0.1 / r, 0});  // from inside
  check_place(files.nearest(file, 1, {-0.8, 0, 1.9}), {-1, 0, 2});
}

TEST_CASE("several CAD files give their places in the unit that is asked for") {
  const TemporaryFolder folder;
  write_cad(folder / "c.step", add_cylinder);  // which Gmsh writes in millimetres
  write_cad(folder / "b.brep", [] { gmsh::model::occ::addBox(0, 0, 0, 1, 2, 3); });
  CadFiles files("m");
  const int cylinder = files.read(folder / "c.step"), box = files.read(folder / "b.brep");
  check_place(files.nearest(cylinder, 2, {0, -0.0009, 0.001}), {0, -0.001, 0.001});
  check_place(files.nearest(box, 2, {0.4, 0.5, 2.7}), {0.4, 0.5, 3});
  check_place(files.nearest(box, 1, {0.4, 0.1, 2.7}), {0.4, 0, 3});
  check_place(files.nearest(box, 2, {4, 5, 6}), {1, 2, 3});  // at a corner
  check_place(files.nearest(cylinder, 2, {0, 0, -0.5}), {0, 0, 0});
}

TEST_CASE("files of CAD are known by their endings, and refused in one line") {
  for (const char* name : {"a.step", "a.STP", "a.iges", "a.igs", "a.brep"}) CHECK(CadFiles::is_name(name));
  CHECK_FALSE(CadFiles::is_name("a.stl"));
  CHECK(CadFiles::is_unit("inch"));
  CHECK_FALSE(CadFiles::is_unit("yard"));
  const TemporaryFolder folder;
  samples::check_refused([&] { CadFiles("mm").read(folder / "none.step"); }, {"none.step"});
  samples::write_text(folder / "damaged.step", "ISO-10303-21;\nHEADER;\n");
  samples::check_refused(
      [&] {
        CadFiles files("mm");
        files.nearest(files.read(folder / "damaged.step"), 2, {0, 0, 0});
      },
      {"damaged.step"});
  write_cad(folder / "c.step", add_cylinder);  // Gmsh is as it was
}

TEST_CASE("a straight sphere becomes the sphere of a CAD file") {
  const TemporaryFolder folder;
  write_cad(folder / "s.step", [] { gmsh::model::occ::addSphere(0, 0, 0, 0.5); });
  const auto straight = std::get<Mesh3>(generate_any_mesh("sphere", 0, {{"n", "2"}, {"order", "1"}, {"radius", "4"}}));
  const CadFiles files = [&] {
    CadFiles all("mm");
    all.read(folder / "s.step");
    return all;
  }();
  for (int order = 2; order <= max_geometry_order; ++order) {
    const Mesh3 mesh = curved<3>(straight, {onto_file(files, 0)}, {.order = order}, "sphere");
    double off = 0;
    for (const Face& face : mesh.faces) {
      if (face.boundary < 0 || mesh.boundary_names[face.boundary] != "wall") continue;
      for_each_face_point(face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face), order, [&](int i, int j) {
        const auto& p = mesh.nodes[face_node(mesh, face.minus, face.minus_face, i, j)];
        off = std::max(off, std::abs(std::hypot(p[0], p[1], p[2]) - 0.5));
      });
    }
    CHECK(off < 1e-12);
  }
}

TEST_CASE("edges of a wall follow the edges of a CAD file") {
  const TemporaryFolder folder;
  write_cad(folder / "c.step", add_cylinder);
  const Mesh3 straight = tetrahedra_in_cylinder(folder / "m.msh");
  const double exact = 2 * std::numbers::pi, before = exact - samples::total_volume(straight);
  CadFiles files("mm");
  const int file = files.read(folder / "c.step");
  CHECK(before > 0.05);
  for (int order = 2; order <= max_geometry_order; ++order) {
    const Mesh3 mesh = curved<3>(straight, {onto_file(files, file)}, {.order = order}, "cylinder");
    // Flat ends with straight edges would leave their segments out, and with them most of the volume that is missing.
    const double error = std::abs(samples::total_volume(mesh) - exact);
    CHECK(error < (order < 4 ? 5e-3 : 1e-4) * before);  // of order h^4 and h^6; straight ones of h^2
    double off = 0;
    for (const Face& face : mesh.faces) {
      if (face.boundary < 0) continue;
      for_each_face_point(3, order, [&](int i, int j) {
        const auto& [x, y, z] = mesh.nodes[face_node(mesh, face.minus, face.minus_face, i, j)];
        const double end = std::min(std::abs(z), std::abs(z - 2)), side = std::abs(std::hypot(x, y) - 1);
        off = std::max(off, std::min(end, side));
      });
    }
    CHECK(off < 1e-12);
  }
}
