#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/generators/plane_spline.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/tests/mesh_measures.hpp"

using namespace dg;
using Catch::Contains;

namespace {

constexpr double pi = std::numbers::pi;

double naca0012(double x) {
  return 0.6 * (0.2969 * std::sqrt(x) - 0.1260 * x - 0.3516 * x * x + 0.2843 * x * x * x - 0.1036 * x * x * x * x);
}

/// A file of coordinates that goes with the test.
class CoordinateFile {
 public:
  explicit CoordinateFile(const std::string& name, const std::string& content)
      : path_((std::filesystem::temp_directory_path() / ("rkdg_test_" + name)).string()) {
    std::ofstream(path_) << content;
  }
  ~CoordinateFile() { std::remove(path_.c_str()); }
  CoordinateFile(const CoordinateFile&) = delete;
  CoordinateFile& operator=(const CoordinateFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string circle_points(int n, double radius, double x0) {
  std::string text;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * pi * i / n;
    text += std::to_string(x0 + radius * std::cos(angle)) + " " + std::to_string(radius * std::sin(angle)) + "\n";
  }
  return text;
}

/// The NACA 0012 from the upper trailing edge round the nose and back; `base` opens the trailing edge to that
/// thickness.
std::string airfoil_rows(const std::string& name, double base, double dx) {
  std::string text;
  const int n = 60;
  for (int i = 0; i <= 2 * n; ++i) {
    if (i == 2 * n && base == 0) break;  // the first point again
    const double x = (1 + std::cos(pi * i / n)) / 2, y = naca0012(x) + base / 2 * x;
    char row[128];
    std::snprintf(row, sizeof row, "%s,%.14f,%.14f\n", name.c_str(), x + dx, i <= n ? y : -y);
    text += row;
  }
  return text;
}

std::string error_of(const GeneratorParameters& parameters) {
  return message_of<InputError>([&] { generate_mesh("airfoils", 0, parameters); });
}

}  // namespace

TEST_CASE("the cylinder has its nodes on the circle, straight triangles, and the wanted cells") {
  if (!has_gmsh()) return;
  const int level = GENERATE(0, 1);
  const std::string order = GENERATE("1", "2", "4");
  const Mesh2 mesh = generate_mesh("cylinder", level, {{"order", order}});
  const std::map<int, int> wanted{{0, 5300}, {1, 21936}};
  CHECK(mesh.cell_count() == Approx(wanted.at(level)).epsilon(0.05));
  CHECK(count_shape(mesh, CellShape::quadrilateral) == 390 << 2 * level);
  CHECK(boundary_faces(mesh, "wall").size() == 39u << level);
  for (const auto& [x, y] : boundary_nodes(mesh, "wall")) CHECK(std::abs(std::hypot(x, y) - 0.5) < 1e-14);
  int bent = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    bent += mesh.cell_shapes[c] == CellShape::triangle && !is_affine(mesh, c);
  CHECK(bent == 0);
  for (const Face& face : boundary_faces(mesh, "farfield"))
    CHECK(std::hypot(mesh.nodes[face_node(mesh, face.minus, face.minus_face, 0)][0],
                     mesh.nodes[face_node(mesh, face.minus, face.minus_face, 0)][1]) == Approx(100).epsilon(1e-13));
  CHECK(worst_jacobian_ratio(mesh) > 0.1);
  CHECK(mesh_area(mesh) == Approx(boundary_area(mesh)).epsilon(1e-12));
  CHECK(boundary_faces(mesh).size() == boundary_faces(mesh, "wall").size() + boundary_faces(mesh, "farfield").size());
}

TEST_CASE("the cylinder in quadrilaterals alone needs no Gmsh") {
  const int level = GENERATE(0, 1);
  const std::string order = GENERATE("1", "2", "4");
  const Mesh2 mesh = generate_mesh("cylinder", level, {{"kind", "quads"}, {"order", order}, {"radius", "30"}});
  CHECK(mesh.cell_count() == 32 * 40 << 2 * level);
  CHECK(count_shape(mesh, CellShape::quadrilateral) == mesh.cell_count());
  CHECK(boundary_faces(mesh, "wall").size() == 32u << level);
  CHECK(boundary_faces(mesh, "farfield").size() == 32u << level);
  for (const auto& [x, y] : boundary_nodes(mesh, "wall")) CHECK(std::abs(std::hypot(x, y) - 0.5) < 1e-14);
  for (const auto& [x, y] : boundary_nodes(mesh, "farfield")) CHECK(std::hypot(x, y) == Approx(30).epsilon(1e-14));
  CHECK(worst_jacobian_ratio(mesh) > 0.1);
  CHECK(mesh_area(mesh) == Approx(boundary_area(mesh)).epsilon(1e-12));
  // What only triangles have is refused.
  CHECK_THROWS_AS(generate_mesh("cylinder", 0, {{"kind", "quads"}, {"cells", "2000"}}), InputError);
}

TEST_CASE("the cylinder takes a small far field as it is: the wake is as long as fits") {
  const GeneratorParameters coarse{{"cells", "2000"}, {"around", "16"}, {"layers", "4"}};
  for (const std::string radius : {"10", "20", "59"}) {
    GeneratorParameters parameters = coarse;
    parameters["radius"] = radius;
    CHECK(generate_mesh("cylinder", 0, parameters).cell_count() == Approx(2000).epsilon(0.1));
    // A longer one by itself is refused.
    parameters["wake"] = "30";
    CHECK_THROWS_AS(generate_mesh("cylinder", 0, parameters), InputError);
  }
}

TEST_CASE("the area of the hole of the cylinder mesh converges with the order of the walls") {
  if (!has_gmsh()) return;
  const int order = GENERATE(1, 2, 3, 4);
  double error[2];
  for (int i : {0, 1}) {
    const Mesh2 mesh =
        generate_mesh("cylinder", 0, {{"order", std::to_string(order)}, {"around", i == 0 ? "10" : "20"}});
    const double n = double(boundary_faces(mesh, "farfield").size()), outside = n / 2 * 1e4 * std::sin(2 * pi / n);
    const double hole = -boundary_area(mesh, "wall");
    CHECK(mesh_area(mesh) == Approx(outside - hole).epsilon(1e-12));
    error[i] = std::abs(hole - pi / 4);
    if (order == 1) CHECK(hole == Approx((i + 1) * 5 * 0.25 * std::sin(pi / 5 / (i + 1))).epsilon(1e-12));
  }
  CHECK(std::log2(error[0] / error[1]) > order + 1 - 0.1);
}

TEST_CASE("the NACA 0012 grid is closed, on the airfoil, and far") {
  const int order = GENERATE(1, 2, 3, 4);
  const Mesh2 mesh = generate_mesh("naca0012", 0, {{"order", std::to_string(order)}});
  CHECK(mesh.cell_count() == 2240);
  CHECK(count_shape(mesh, CellShape::quadrilateral) == 2240);
  // All lattice nodes but those of one side of the wake, the trailing edge among them.
  CHECK(mesh.node_count() == (70 * order + 1) * (32 * order + 1) - (15 * order + 1));
  CHECK(boundary_faces(mesh, "wall").size() == 40);
  CHECK(boundary_faces(mesh).size() == 40 + 70 + 2 * 32);
  for (const auto& [x, y] : boundary_nodes(mesh, "wall")) CHECK(std::abs(std::abs(y) - naca0012(x)) < 1e-15);
  for (const auto& [x, y] : boundary_nodes(mesh, "farfield")) CHECK(std::hypot(x, y) > 199);
  CHECK(worst_jacobian_ratio(mesh) > 0.02);
  CHECK(mesh_area(mesh) == Approx(boundary_area(mesh)).epsilon(1e-12));
  const double area = 1.2 * (0.2969 * 2 / 3 - 0.1260 / 2 - 0.3516 / 3 + 0.2843 / 4 - 0.1036 / 5);
  const double tolerance[] = {0, 1e-2, 1e-4, 1e-4, 2e-6};
  CHECK(-boundary_area(mesh, "wall") == Approx(area).epsilon(tolerance[order]));
}

TEST_CASE("lines of the NACA 0012 grid meet the wall within 10 degrees of the normal") {
  const Mesh2 mesh = generate_mesh("naca0012", 1, {});
  const std::array<std::array<double, 2>, 1> wall_middle{{{0, -1}}};
  const CellMap map(CellShape::quadrilateral, 4, wall_middle);
  std::array<Jacobian2, 1> j;
  for (const Face& face : boundary_faces(mesh, "wall")) {
    REQUIRE(face.minus_face == 0);
    map.evaluate(mesh, face.minus, {}, j);
    const auto& [x, y] = j[0];
    const double cosine = (x[0] * x[1] + y[0] * y[1]) / (std::hypot(x[0], y[0]) * std::hypot(x[1], y[1]));
    CHECK(std::abs(cosine) < std::sin(10 * pi / 180));
  }
}

TEST_CASE("levels of the NACA 0012 grid are nested, in both layouts") {
  const Mesh2 coarse = generate_mesh("naca0012", 0, {{"layout", "170x30"}, {"order", "2"}});
  const Mesh2 fine = generate_mesh("naca0012", 1, {{"layout", "170x30"}, {"order", "1"}});
  CHECK(coarse.cell_count() == 170 * 30);
  CHECK(fine.cell_count() == 340 * 60);
  REQUIRE(coarse.node_count() == fine.node_count());
  double apart = 0;
  for (Index i = 0; i < fine.node_count(); ++i)
    apart = std::max(apart, std::hypot(coarse.nodes[i][0] - fine.nodes[i][0], coarse.nodes[i][1] - fine.nodes[i][1]));
  CHECK(apart < 1e-9);
  CHECK(generate_mesh("naca0012", 0, {{"ni", "40"}, {"nj", "12"}}).cell_count() == 480);
}

TEST_CASE("splines keep lines straight, circles round, and corners natural") {
  const PlaneSpline line({{0, 0}, {1, 2}, {1.5, 3}, {4, 8}}, PlaneSpline::Ends::natural);
  for (double s : {0.1, 1.7, 3.3, 8.0}) {
    CHECK(line.at(s)[1] == Approx(2 * line.at(s)[0]).margin(1e-14));
    CHECK(line.curvature(s) < 1e-13);
  }
  double error[2];
  for (int i : {0, 1}) {
    const int n = 20 << i;
    std::vector<Point> points;
    for (int k = 0; k <= n; ++k) points.push_back({3 * std::cos(2 * pi * k / n), 3 * std::sin(2 * pi * k / n)});
    points.back() = points.front();
    const PlaneSpline circle(points, PlaneSpline::Ends::periodic);
    error[i] = 0;
    for (int k = 0; k < 400; ++k) {
      const double s = circle.length() * k / 400;
      error[i] = std::max(error[i], std::abs(std::hypot(circle.at(s)[0], circle.at(s)[1]) - 3));
      CHECK(circle.curvature(s) == Approx(1.0 / 3).epsilon(0.03));
    }
  }
  CHECK(std::log2(error[0] / error[1]) == Approx(4).margin(0.3));
}

TEST_CASE("a circle from coordinates is meshed like a circle") {
  if (!has_gmsh()) return;
  const CoordinateFile file("circle.dat", "a circle\n" + circle_points(80, 0.5, 2));
  const Mesh2 mesh = generate_mesh("airfoils", 0, {{"coordinates", file.path()}, {"cells", "3000"}, {"order", "4"}});
  CHECK(mesh.boundary_names == std::vector<std::string>{"rkdg_test_circle", "farfield"});
  CHECK(mesh.cell_count() == Approx(3000).epsilon(0.08));
  CHECK(boundary_faces(mesh, "rkdg_test_circle").size() == 64);
  // The coordinates have six digits; the spline adds some 1e-7.
  for (const auto& [x, y] : boundary_nodes(mesh, "rkdg_test_circle"))
    CHECK(std::abs(std::hypot(x - 2, y) - 0.5) < 2e-6);
  CHECK(-boundary_area(mesh, "rkdg_test_circle") == Approx(pi / 4).epsilon(1e-5));
  CHECK(mesh_area(mesh) == Approx(boundary_area(mesh)).epsilon(1e-12));
  CHECK(worst_jacobian_ratio(mesh) > 0.2);
  for (const auto& [x, y] : boundary_nodes(mesh, "farfield"))
    CHECK(std::hypot(x - 2, y) > 0.9 * 100 * std::sqrt(2.0) / 2);
}

TEST_CASE("two airfoils from one file, blunt and sharp") {
  if (!has_gmsh()) return;
  const CoordinateFile file(
      "two.csv", "# two of a kind\nelement,x,y\n" + airfoil_rows("front", 0.004, 0) + airfoil_rows("rear", 0, 1.1));
  const std::string order = GENERATE("1", "3");
  const std::string edge = GENERATE("blunt", "sharp");
  const Mesh2 mesh = generate_mesh(
      "airfoils", 0,
      {{"coordinates", file.path()}, {"order", order}, {"trailing_edge", edge}, {"shift", "rear:0.02:-0.1"}});
  CHECK(mesh.boundary_names == std::vector<std::string>{"front", "rear", "farfield"});
  CHECK(mesh.cell_count() == Approx(5030).epsilon(0.08));
  CHECK(boundary_faces(mesh, "front").size() == Approx(64).margin(2));
  CHECK(boundary_faces(mesh, "rear").size() == Approx(64).margin(2));
  CHECK(worst_jacobian_ratio(mesh) > 0.1);
  CHECK(mesh_area(mesh) == Approx(boundary_area(mesh)).epsilon(1e-12));

  const auto touches = [&](const std::string& wall, double x, double y) {
    const auto nodes = boundary_nodes(mesh, wall);
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](const auto& p) { return std::hypot(p[0] - x, p[1] - y) < 1e-12; });
  };
  CHECK(touches("front", 1, 0.002) == (edge == "blunt"));
  CHECK(touches("front", 1, -0.002) == (edge == "blunt"));
  CHECK(touches("front", 1, 0) == (edge == "sharp"));
  CHECK(touches("rear", 2.12, -0.1));
  for (const auto& [x, y] : boundary_nodes(mesh, "rear"))
    CHECK(std::abs(y + 0.1) == Approx(naca0012(x - 1.12)).margin(2e-4));
}

TEST_CASE("unusable coordinates are refused with file and line") {
  CHECK_THAT(error_of({}), Contains("coordinates") && Contains("files"));
  CHECK_THAT(error_of({{"coordinates", "/nowhere/at/all.csv"}}),
             Contains("/nowhere/at/all.csv") && Contains("cannot be opened"));
  const CoordinateFile letters("letters.csv", "element,x,y\nwing,0,0\nwing,1,zero\n");
  CHECK_THAT(error_of({{"coordinates", letters.path()}}), Contains("letters.csv:3"));
  const CoordinateFile few("few.dat", "0 0\n1 0\n1 1\n");
  CHECK_THAT(error_of({{"coordinates", few.path()}}), Contains("3 points") && Contains("at least 5"));
  const CoordinateFile twice("twice.dat", "0 0\n1 0\n1 0\n1 1\n0 1\n-1 0.5\n");
  CHECK_THAT(error_of({{"coordinates", twice.path()}}), Contains("twice"));
  const CoordinateFile empty("empty.dat", "# nothing\n\n");
  CHECK_THAT(error_of({{"coordinates", empty.path()}}), Contains("no coordinates"));
  const CoordinateFile good("good.dat", circle_points(40, 0.5, 0));
  CHECK_THAT(error_of({{"coordinates", good.path() + "," + good.path()}}), Contains("taken"));
  CHECK_THAT(error_of({{"coordinates", good.path()}, {"shift", "flap:1:2"}}), Contains("NAME:DX:DY"));
  if (has_gmsh())
    CHECK_THAT(error_of({{"coordinates", good.path()}, {"cells", "150"}}),
               Contains("cells = '150'") && Contains("at least"));
}
