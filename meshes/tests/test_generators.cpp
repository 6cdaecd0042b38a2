#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <set>
#include <variant>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/tests/mesh_measures.hpp"

using namespace dg;
using Catch::Contains;

namespace {

bool needs_gmsh(const std::string& kind) { return kind == "unstructured" || kind == "mixed"; }

double side_length(const Mesh2& mesh, const std::string& name) {
  double sum = 0;
  for (const Face& face : boundary_faces(mesh, name)) sum += face_length(mesh, face.minus, face.minus_face);
  return sum;
}

std::string error_of(const std::string& name, int level, const GeneratorParameters& parameters) {
  return message_of<InputError>([&] { generate_mesh(name, level, parameters); });
}

}  // namespace

TEST_CASE("Couette meshes fill the rectangle, side by side with their boundaries") {
  const std::string kind = GENERATE("quads", "triangles", "unstructured", "mixed");
  if (needs_gmsh(kind) && !has_gmsh()) return;
  const int level = GENERATE(0, 1, 2);
  const Mesh2 mesh = generate_mesh("couette", level, {{"kind", kind}});
  CAPTURE(kind, level);
  CHECK(mesh_area(mesh) == Approx(8).epsilon(1e-13));
  CHECK(boundary_area(mesh) == Approx(8).epsilon(1e-13));
  for (const auto& [side, axis, value, length] : std::vector<std::tuple<std::string, int, double, double>>{
           {"left", 0, 0, 2}, {"right", 0, 4, 2}, {"bottom", 1, 0, 4}, {"top", 1, 2, 4}}) {
    CHECK(side_length(mesh, side) == Approx(length).epsilon(1e-13));
    for (const auto& point : boundary_nodes(mesh, side)) CHECK(point[axis] == value);
  }
}

TEST_CASE("structured Couette meshes double from 4 x 2, and all diagonals rise") {
  for (int level : {0, 1, 3}) {
    const int squares = 8 << 2 * level;
    CHECK(generate_mesh("couette", level, {{"kind", "quads"}}).cell_count() == squares);
    const Mesh2 triangles = generate_mesh("couette", level, {{"kind", "triangles"}});
    CHECK(triangles.cell_count() == 2 * squares);
    int diagonals = 0;
    for (const Face& face : triangles.faces) {
      const auto a = triangles.nodes[face_node(triangles, face.minus, face.minus_face, 0)];
      const auto b = triangles.nodes[face_node(triangles, face.minus, face.minus_face, 1)];
      const double dx = b[0] - a[0], dy = b[1] - a[1];
      if (dx == 0 || dy == 0) continue;
      ++diagonals;
      CHECK(dx * dy > 0);
    }
    CHECK(diagonals == squares);
  }
  CHECK(generate_mesh("couette", 5, {{"kind", "quads"}, {"nx", "3"}, {"ny", "7"}}).cell_count() == 21);
}

TEST_CASE("unstructured Couette meshes have about the edges of the structured ones") {
  if (!has_gmsh()) return;
  const Mesh2 mesh = generate_mesh("couette", 3, {{"kind", "unstructured"}});
  const double h = 0.125, equilateral = std::sqrt(3.0) / 4 * h * h;
  CHECK(mesh.cell_count() == Approx(8 / equilateral).epsilon(0.1));
  CHECK(boundary_faces(mesh, "bottom").size() == 32);
  CHECK(boundary_faces(mesh, "left").size() == 16);
}

TEST_CASE("mixed Couette meshes have the wanted share of unstructured area") {
  if (!has_gmsh()) return;
  const double percent = GENERATE(0.0, 33.0, 67.0, 100.0);
  const Mesh2 mesh = generate_mesh("couette", 3, {{"kind", "mixed"}, {"unstructured", std::to_string(int(percent))}});
  CHECK(count_shape(mesh, CellShape::quadrilateral) == 0);
  // Structured cells are right triangles with two sides along the axes.
  double unstructured = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    int along_axes = 0;
    for (int f = 0; f < 3; ++f) {
      const auto a = mesh.nodes[face_node(mesh, c, f, 0)], b = mesh.nodes[face_node(mesh, c, f, 1)];
      along_axes += std::abs(a[0] - b[0]) < 1e-12 || std::abs(a[1] - b[1]) < 1e-12;
    }
    if (along_axes < 2) unstructured += cell_area(mesh, c);
  }
  // A few unstructured cells may happen to be right triangles, in the corners.
  CHECK(unstructured == Approx(8 * percent / 100).margin(8 * 0.01));
}

TEST_CASE("opposite sides of the square join to a periodic mesh") {
  const std::string kind = GENERATE("quads", "triangles", "unstructured", "hybrid");
  if (needs_gmsh(kind) && !has_gmsh()) return;
  const std::string order = GENERATE("1", "2", "4");
  CAPTURE(kind, order);
  Mesh2 mesh =
      generate_mesh("square", 1, {{"kind", kind}, {"order", order}, {"distortion", "0.25"}, {"curved", "0.03"}});
  CHECK(mesh_area(mesh) == Approx(400).epsilon(1e-12));
  CHECK(worst_jacobian_ratio(mesh) > 0);
  connect_periodic(mesh, "left", "right", "square");
  connect_periodic(mesh, "bottom", "top", "square");
  CHECK(boundary_faces(mesh).empty());
  int sides = 0;
  for (CellShape shape : mesh.cell_shapes) sides += face_count(shape);
  CHECK(2 * mesh.face_count() == sides);
  CHECK(mesh.boundary_names == std::vector<std::string>{"left", "right", "bottom", "top"});
}

TEST_CASE("the square has the wanted cells in the wanted place") {
  CHECK(generate_mesh("square", 2, {{"kind", "quads"}}).cell_count() == 256);
  CHECK(generate_mesh("square", 0, {{"kind", "triangles"}, {"n", "7"}}).cell_count() == 98);
  const Mesh2 hybrid = generate_mesh("square", 2, {{"kind", "hybrid"}});
  CHECK(count_shape(hybrid, CellShape::quadrilateral) == 128);
  CHECK(count_shape(hybrid, CellShape::triangle) == 256);
  const Mesh2 box = generate_mesh("square", 0, {{"xmin", "0"}, {"xmax", "1"}, {"ymin", "-2"}, {"ymax", "3"}});
  CHECK(mesh_area(box) == Approx(5).epsilon(1e-13));
  for (const auto& point : boundary_nodes(box, "top")) CHECK(point[1] == 3);
}

TEST_CASE("a full distortion moves every inner vertex by at most 0.3 spacings, and inverts nothing") {
  const std::string kind = GENERATE("quads", "triangles", "unstructured", "hybrid");
  if (needs_gmsh(kind) && !has_gmsh()) return;
  const int seed = GENERATE(1, 2, 3, 4, 5);
  const GeneratorParameters smooth{{"kind", kind}},
      rough{{"kind", kind}, {"distortion", "0.3"}, {"seed", std::to_string(seed)}};
  const Mesh2 regular = generate_mesh("square", 2, smooth), moved = generate_mesh("square", 2, rough);
  REQUIRE(regular.cell_nodes == moved.cell_nodes);
  double farthest = 0;
  int still = 0, inner = 0;
  for (Index i = 0; i < moved.node_count(); ++i) {
    const auto [x, y] = regular.nodes[i];
    const double distance = std::hypot(moved.nodes[i][0] - x, moved.nodes[i][1] - y);
    farthest = std::max(farthest, distance);
    if (std::abs(x) == 10 || std::abs(y) == 10) {
      CHECK(distance == 0);
    } else {
      ++inner;
      still += distance == 0;
    }
  }
  CHECK(still == 0);
  CHECK(inner > 0);
  // The spacing is 1.25; unstructured edges vary around it.
  CHECK(farthest < 0.3 * 1.25 * (kind == "unstructured" ? 1.5 : 1 + 1e-12));
  CHECK(farthest > 0.8 * 0.3 * 1.25);
  CHECK(worst_jacobian_ratio(moved) > 0);
  CHECK(generate_mesh("square", 2, rough).nodes == moved.nodes);
  CHECK(generate_mesh("square", 2, {{"kind", kind}, {"distortion", "0.3"}, {"seed", "77"}}).nodes != moved.nodes);
}

TEST_CASE("nodes of a curved square lie on the curved lattice") {
  const std::string kind = GENERATE("quads", "triangles", "hybrid");
  const std::string order = GENERATE("2", "3", "4");
  const Mesh2 straight = generate_mesh("square", 1, {{"kind", kind}, {"order", order}});
  const Mesh2 curved = generate_mesh("square", 1, {{"kind", kind}, {"order", order}, {"curved", "0.04"}});
  for (Index c = 0; c < straight.cell_count(); ++c) CHECK(is_straight(straight, c));
  const double wave = 2 * std::numbers::pi / 20;
  for (Index i = 0; i < straight.node_count(); ++i) {
    const auto [x, y] = straight.nodes[i];
    const double bump = 20 * 0.04 * std::sin(wave * (x + 10)) * std::sin(wave * (y + 10));
    CHECK(std::hypot(curved.nodes[i][0] - x - bump, curved.nodes[i][1] - y - bump) < 1e-13);
  }
  CHECK(worst_jacobian_ratio(curved) > 0);
}

TEST_CASE("wrong generators, levels, keys and values are refused with the right ones") {
  CHECK_THAT(error_of("cube", 0, {}), Contains("cube") && Contains("couette, square, cylinder, naca0012, airfoils"));
  CHECK_THAT(error_of("couette", -1, {}), Contains("level -1") && Contains("0 to 12"));
  CHECK_THAT(error_of("couette", 13, {}), Contains("level 13"));
  CHECK_THAT(error_of("couette", 0, {{"knd", "quads"}}), Contains("'knd'") && Contains("kind, unstructured, nx, ny"));
  CHECK_THAT(error_of("couette", 0, {{"kind", "hexes"}}),
             Contains("'hexes'") && Contains("quads, triangles, unstructured, mixed"));
  CHECK_THAT(error_of("couette", 0, {{"nx", "4.5"}}), Contains("nx = '4.5'") && Contains("an integer from 1"));
  CHECK_THAT(error_of("couette", 0, {{"nx", "0"}}), Contains("an integer from 1"));
  CHECK_THAT(error_of("couette", 0, {{"nx", ""}}), Contains("an integer from 1"));
  CHECK_THAT(error_of("couette", 0, {{"kind", "mixed"}, {"unstructured", "101"}}), Contains("a number from 0 to 100"));
  CHECK_THAT(error_of("couette", 0, {{"unstructured", "50"}}), Contains("unless kind = mixed"));
  CHECK_THAT(error_of("couette", 0, {{"nx", "1000000"}, {"ny", "1000000"}}), Contains("more than a mesh can hold"));
  CHECK_THAT(error_of("square", 12, {{"kind", "quads"}, {"order", "4"}}), Contains("more than a mesh can hold"));
  CHECK_THAT(error_of("square", 0, {{"distortion", "0.31"}}), Contains("a number from 0 to 0.3"));
  CHECK_THAT(error_of("square", 0, {{"distortion", "nan"}}), Contains("a number from 0 to 0.3"));
  CHECK_THAT(error_of("square", 0, {{"xmin", "10"}}), Contains("xmax = '10'") && Contains("greater than xmin"));
  CHECK_THAT(error_of("square", 0, {{"order", "5"}}), Contains("an integer from 1 to 4"));
  CHECK_THAT(error_of("cylinder", 0, {{"cells", "400"}}), Contains("cells = '400'"));
  CHECK_THAT(error_of("naca0012", 0, {{"wall", "41"}}), Contains("wall = '41'") && Contains("even"));
}

TEST_CASE("every generator describes itself, and its defaults are valid") {
  std::set<std::string> names;
  for (const GeneratorInfo& info : mesh_generators()) {
    CHECK(names.insert(info.name).second);
    CHECK_FALSE(info.help.empty());
    GeneratorParameters defaults;
    for (const GeneratorParameter& parameter : info.parameters) {
      CHECK_FALSE(parameter.help.empty());
      CHECK(defaults.emplace(parameter.key, parameter.fallback).second);
    }
    if (info.name == "couette") defaults.erase("unstructured");
    if (info.name == "airfoils" || (info.name == "cylinder" && !has_gmsh())) continue;
    const auto cells = [&](const GeneratorParameters& parameters) {
      return std::visit([](const auto& mesh) { return mesh.cell_count(); },
                        generate_any_mesh(info.name, 0, parameters));
    };
    CHECK(cells(defaults) == cells({}));
  }
}
