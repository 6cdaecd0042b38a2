#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "meshes/build.hpp"
#include "meshes/checks.hpp"
#include "meshes/extruded.hpp"
#include "meshes/generate.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/mesh_measures.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;

namespace {

Mesh3 make(const std::string& name, const GeneratorParameters& parameters, int level = 0) {
  return std::get<Mesh3>(generate_any_mesh(name, level, parameters));
}

Index count(const Mesh3& mesh, CellShape shape) {
  return static_cast<Index>(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), shape));
}

Index affine_cells(const Mesh3& mesh) {
  Index cells = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) cells += is_affine(mesh, c);
  return cells;
}

/// Cells of the box [0, 2] x [0, 1] x [0, 1] whose vertices all lie on its sides.
Index cells_on_sides(const Mesh3& mesh) {
  const auto inside = [&](const auto& x) {
    return x[0] > 0 && x[0] < 2 && x[1] > 0 && x[1] < 1 && x[2] > 0 && x[2] < 1;
  };
  Index cells = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    bool on_sides = true;
    for (int v = 0; v < vertex_count(mesh.cell_shapes[c]); ++v)
      on_sides = on_sides && !inside(mesh.nodes[vertex_node(mesh, c, v)]);
    cells += on_sides;
  }
  return cells;
}

double area_of(const Mesh3& mesh, const std::string& boundary) {
  double area = 0;
  for (const Face& face : mesh.faces)
    if (face.boundary >= 0 && mesh.boundary_names[face.boundary] == boundary)
      area += face_area(mesh, face.minus, face.minus_face);
  return area;
}

}  // namespace

TEST_CASE("a distorted box keeps its volume and its sides, and its cells stay straight") {
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "layers", "hybrid", "pyramids"})
    for (const std::string order : {"1", "2", "3"}) {
      CAPTURE(kind, order);
      const GeneratorParameters straight{{"kind", kind}, {"n", "3"}, {"order", order}, {"xmax", "2"}};
      GeneratorParameters bent = straight;
      bent["distortion"] = "0.2";
      bent["grading"] = "1.5";
      Mesh3 mesh = make("box", bent);
      CHECK(samples::total_volume(mesh) == Approx(2).epsilon(1e-13));
      CHECK(affine_cells(make("box", straight)) == mesh.cell_count());
      // A tetrahedron with straight edges is affine; other cells of which a vertex has moved are not.
      if (kind == "tetrahedra") CHECK(affine_cells(mesh) == mesh.cell_count());
      if (kind == "prisms" || kind == "hexahedra") CHECK(affine_cells(mesh) == cells_on_sides(mesh));
      for (Index c = 0; c < mesh.cell_count(); ++c) CHECK(is_straight(mesh, c));
      CHECK(make("box", bent).nodes == mesh.nodes);
      bent["seed"] = "2";
      CHECK(make("box", bent).nodes != mesh.nodes);
      connect_periodic(mesh, "bottom", "top", "box");
      connect_periodic(mesh, "left", "right", "box");
      connect_periodic(mesh, "front", "back", "box");
      CHECK_NOTHROW(check_faces(mesh, "box"));
    }
  check_refused([] { make("box", {{"distortion", "0.3"}}); }, {"distortion = '0.3'", "from 0 to 0.2"});
}

TEST_CASE("a box of pyramids has six a cube, curved ones too, and no node that no cell has") {
  for (const std::string order : {"1", "2", "3", "4"})
    for (const std::string kind : {"pyramids", "hybrid"}) {
      Mesh3 mesh = make("box", {{"kind", kind}, {"n", "4"}, {"order", order}, {"curved", "0.05"}});
      if (kind == "pyramids") CHECK(count(mesh, CellShape::pyramid) == 6 * 64);
      for (const CellShape shape : samples::shapes_3d) CHECK((kind == "pyramids" || count(mesh, shape) > 0));
      CHECK(samples::total_volume(mesh) == Approx(1).epsilon(1e-13));
      CHECK((affine_cells(mesh) < mesh.cell_count() || order == "1"));
      CHECK_NOTHROW(check_faces(mesh, "box"));
      std::vector<bool> used(mesh.nodes.size());
      for (const Index node : mesh.cell_nodes) used[node] = true;
      CHECK(std::count(used.begin(), used.end(), false) == 0);
      for (const auto& [a, b] : {std::pair{"left", "right"}, {"bottom", "top"}, {"front", "back"}})
        CHECK_NOTHROW(connect_periodic(mesh, a, b, "box"));
    }
}

TEST_CASE("cubes of a graded box gather at the ends of a direction as a hyperbolic tangent has it") {
  const double lowest = 0.5 * (1 - std::tanh(1.0) / std::tanh(2.0));
  const std::array<std::string, 3> keys{"xgrading", "ygrading", "grading"};
  for (int graded = 0; graded < 3; ++graded) {
    const Mesh3 mesh = make("box", {{"kind", "hexahedra"}, {"n", "4"}, {keys[graded], "2"}, {"order", "2"}});
    CHECK(affine_cells(mesh) == mesh.cell_count());
    for (int d = 0; d < 3; ++d)
      for (const double place : {lowest, 0.5 * lowest})
        CHECK(std::any_of(mesh.nodes.begin(), mesh.nodes.end(),
                          [&](const auto& x) { return std::abs(x[d] - place) < 1e-14; }) == (d == graded));
  }
}

TEST_CASE("a channel has its plates at y = -1 and 1 and periodic ends") {
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra"}) {
    Mesh3 mesh = make("channel", {{"kind", kind}, {"n", "3"}, {"length", "4"}, {"span", "3"}, {"distortion", "0.1"}});
    CHECK(mesh.boundary_names == std::vector<std::string>{"left", "right", "bottom", "top", "front", "back"});
    CHECK(samples::total_volume(mesh) == Approx(24).epsilon(1e-13));
    CHECK(area_of(mesh, "bottom") == Approx(12).epsilon(1e-13));
    CHECK(area_of(mesh, "back") == Approx(8).epsilon(1e-13));
    for (const Face& face : mesh.faces)
      if (face.boundary == 3)
        for (const Index node : face_vertex_nodes(mesh, face.minus, face.minus_face)) CHECK(mesh.nodes[node][1] == 1);
    connect_periodic(mesh, "left", "right", "channel");
    connect_periodic(mesh, "front", "back", "channel");
    CHECK_NOTHROW(check_faces(mesh, "channel"));
  }
}

TEST_CASE("a 2-D mesh is extruded: counts, measures, names, places") {
  const GeneratorParameters base{{"kind", "hybrid"}, {"n", "4"}, {"order", "3"}, {"curved", "0.05"}};
  const Mesh2 square = generate_mesh("square", 0, base);
  GeneratorParameters swept = base;
  swept.merge(GeneratorParameters{{"of", "square"}, {"layers", "3"}, {"span", "2"}, {"zmin", "-1"}});
  Mesh3 mesh = make("extrude", swept);
  CHECK(mesh.cell_count() == 3 * square.cell_count());
  CHECK(mesh.boundary_names == std::vector<std::string>{"left", "right", "bottom", "top", "front", "back"});
  CHECK(samples::total_volume(mesh) == Approx(800).epsilon(1e-13));
  CHECK(area_of(mesh, "front") == Approx(400).epsilon(1e-13));
  CHECK(area_of(mesh, "left") == Approx(40).epsilon(1e-13));
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const auto at = cell_centroid(mesh, c);
    const auto below = cell_centroid(square, c % square.cell_count());
    const int layer = c / square.cell_count();
    CHECK(at[0] == Approx(below[0]).margin(1e-12));
    CHECK(at[1] == Approx(below[1]).margin(1e-12));
    CHECK(at[2] == Approx(-1 + (layer + 0.5) * 2 / 3).margin(1e-12));
    CHECK(is_affine(mesh, c) == is_affine(square, c % square.cell_count()));
  }
  connect_periodic(mesh, "front", "back", "mesh");
  connect_periodic(mesh, "left", "right", "mesh");
  CHECK_NOTHROW(check_faces(mesh, "mesh"));
}

TEST_CASE("periodic pairs of a 2-D mesh stay pairs, and its files are extruded, too") {
  Mesh2 square = generate_mesh("square", 0, {{"n", "3"}});
  connect_periodic(square, "left", "right", "square");
  const Mesh3 mesh = extruded(square, 0, 1, 2, "mesh");
  REQUIRE(mesh.periodic_pairs.size() == 1);
  CHECK(samples::faces_in(mesh, "left") == 0);
  CHECK(samples::faces_in(mesh, "top") == 6);
  const samples::TemporaryFolder folder;
  write_mesh(square, folder / "square.h5");
  CHECK(samples::same(make("extrude", {{"file", folder / "square.h5"}, {"layers", "2"}}), mesh));
}

TEST_CASE("a parameter of the 2-D mesh that 'extrude' has as well is given as of.KEY") {
  CHECK(
      samples::same(make("extrude", {{"of.n", "2"}, {"layers", "3"}}), make("extrude", {{"n", "2"}, {"layers", "3"}})));
  // With layers of its own, too: those that the 2-D mesh of a cylinder has are not those along z.
  const GeneratorParameters base{{"around", "12"}, {"radius", "10"}, {"wake", "0"}, {"layers", "2"}};
  GeneratorParameters swept{{"of", "cylinder"}, {"layers", "3"}};
  for (const auto& [key, value] : base) swept.emplace("of." + key, value);
  if (!has_gmsh()) return;  // which the cylinder needs
  CHECK(make("extrude", swept).cell_count() == 3 * generate_mesh("cylinder", 0, base).cell_count());
}

TEST_CASE("what cannot be extruded is refused") {
  check_refused([] { make("extrude", {{"of", "square"}, {"file", "a.h5"}}); }, {"should be left out beside 'file'"});
  check_refused([] { make("extrude", {{"of", "box"}}); }, {"mesh 'box': is a 3-D mesh"});
  check_refused([] { make("extrude", {{"of", "extrude"}}); }, {"the name of a 2-D mesh"});
  check_refused(
      [] {
        make("extrude", {{"of", "square"}, {"colour", "red"}});
      },
      {"mesh 'extrude': unknown parameter 'colour' (it has: of, file, zmin, span, layers; mesh 'square' of it: kind, "
       "n,"});
  check_refused(
      [] {
        make("extrude", {{"n", "3"}, {"of.n", "4"}});
      },
      {"mesh 'extrude': 'n' is given twice, also as 'of.n'"});
  check_refused(
      [] {
        make("extrude", {{"of", "couette"}, {"of.layers", "4"}});
      },
      {"unknown parameter 'layers'", "mesh 'couette' of it: kind, unstructured, nx, ny)"});
  check_refused([] { make("extrude", {{"file", "a.h5"}, {"n", "3"}}); }, {"such as n, which go with 'of'"});
  Mesh2 square = generate_mesh("square", 0, {});
  square.boundary_names[2] = "back";
  check_refused([&] { extruded(square, 0, 1, 1, "mesh"); }, {"mesh: the 2-D mesh has a boundary 'back'"});
  check_refused(
      [&] {
        extruded(generate_mesh("square", 0, {{"n", "100"}}), 0, 1, 1 << 15, "mesh");
      },
      {"32768 layers of 20000 cells are too many"});
}

TEST_CASE("a sphere has curved cells at the wall, which converge to it, and straight tetrahedra beyond") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    CAPTURE(order);
    const GeneratorParameters parameters{{"order", std::to_string(order)}, {"radius", "3"}, {"n", "2"}};
    const Mesh3 mesh = make("sphere", parameters);
    CHECK(mesh.boundary_names == std::vector<std::string>{"wall", "farfield"});
    CHECK(samples::faces_in(mesh, "wall") == 80);
    CHECK(count(mesh, CellShape::prism) % 80 == 0);
    CHECK(count(mesh, CellShape::tetrahedron) % 240 == 0);
    CHECK(count(mesh, CellShape::prism) + count(mesh, CellShape::tetrahedron) == mesh.cell_count());
    CHECK(affine_cells(mesh) == count(mesh, CellShape::tetrahedron));
    CHECK_NOTHROW(check_faces(mesh, "sphere"));
    for (const std::string kind : {"prisms", "hexahedra"}) {
      const auto error = [&](int n) {
        GeneratorParameters finer = parameters;
        finer["n"] = std::to_string(n);
        finer["radius"] = "1";
        finer["kind"] = kind;
        return std::abs(area_of(make("sphere", finer), "wall") - std::numbers::pi);
      };
      CHECK(std::log2(error(2) / error(4)) > order + 0.7);
    }
  }
}

TEST_CASE("nodes of the far field of a sphere lie on it, and gather downstream") {
  const auto downstream = [](const char* wake) {
    const Mesh3 mesh = make("sphere", {{"n", "3"}, {"radius", "4"}, {"wake", wake}, {"order", "1"}});
    int ahead = 0, behind = 0;
    for (const auto& x : mesh.nodes) {
      const double radius = std::hypot(x[0], x[1], x[2]);
      CHECK(radius > 0.5 - 1e-12);
      CHECK(radius < 4 + 1e-12);
      if (std::abs(radius - 4) > 1e-12) continue;
      ahead += x[0] < -2;
      behind += x[0] > 2;
    }
    return std::pair{ahead, behind};
  };
  const auto [ahead, behind] = downstream("0.5");
  CHECK(behind > 2 * ahead);
  const auto [same_ahead, same_behind] = downstream("0");
  CHECK(same_ahead == same_behind);
}
