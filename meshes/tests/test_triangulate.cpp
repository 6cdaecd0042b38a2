#include <omp.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "meshes/build.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/tests/check_refused.hpp"

using namespace dg;
using samples::check_refused;

namespace {

using Point = std::array<double, 2>;

double signed_area(const Point& a, const Point& b, const Point& c) {
  return ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
}

Loop polygon(int n, double radius, Point centre, bool clockwise) {
  Loop loop;
  for (int i = 0; i < n; ++i) {
    const double angle = (clockwise ? -1 : 1) * 2 * std::numbers::pi * i / n;
    loop.points.push_back({centre[0] + radius * std::cos(angle), centre[1] + radius * std::sin(angle)});
  }
  return loop;
}

}  // namespace

TEST_CASE("a triangulation keeps the edges given and fills the region") {
  for (const bool clockwise : {false, true}) {
    const Loop outer = polygon(24, 3, {0, 0}, clockwise), hole = polygon(16, 0.5, {1, 0}, !clockwise),
               other = polygon(3, 0.7, {-1, 0.2}, clockwise);
    const Triangulation t = triangulate(outer, {hole, other}, {});
    std::vector<Point> given = outer.points;
    given.insert(given.end(), hole.points.begin(), hole.points.end());
    given.insert(given.end(), other.points.begin(), other.points.end());
    REQUIRE(t.points.size() > given.size());
    CHECK(std::equal(given.begin(), given.end(), t.points.begin()));

    const auto area_of = [](int n, double r) { return n * r * r * std::sin(2 * std::numbers::pi / n) / 2; };
    double area = 0;
    Mesh2 mesh;
    mesh.nodes = t.points;
    for (const auto& v : t.triangles) {
      const double a = signed_area(t.points[v[0]], t.points[v[1]], t.points[v[2]]);
      CHECK(a > 0);
      area += a;
      mesh.cell_shapes.push_back(CellShape::triangle);
      mesh.cell_nodes.insert(mesh.cell_nodes.end(), v.begin(), v.end());
      mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
    }
    CHECK(area == Approx(area_of(24, 3) - area_of(16, 0.5) - area_of(3, 0.7)).epsilon(1e-12));

    // build_faces() refuses edges that are not on the boundary, and boundary edges that are not given.
    mesh.boundary_names = {"given"};
    std::vector<BoundaryEdge> edges;
    Index first = 0;
    for (const Index n : {24, 16, 3}) {
      for (Index i = 0; i < n; ++i) edges.push_back({{first + i, first + (i + 1) % n}, 0});
      first += n;
    }
    CHECK_NOTHROW(build_faces(mesh, edges, "triangulation"));
  }
}

TEST_CASE("a triangulation follows the wanted size") {
  const Loop outer{{{0, 0},
                    {1, 0},
                    {2, 0},
                    {3, 0},
                    {4, 0},
                    {4, 1},
                    {4, 2},
                    {4, 3},
                    {4, 4},
                    {3, 4},
                    {2, 4},
                    {1, 4},
                    {0, 4},
                    {0, 3},
                    {0, 2},
                    {0, 1}}};
  const double h = 0.1;
  const auto near_centre = [](double x, double y) { return std::hypot(x - 2, y - 2) < 1; };
  const Triangulation t = triangulate(outer, {}, [&](double x, double y) { return near_centre(x, y) ? h : 1.0; });
  double longest = 0, area = 0;
  int count = 0;
  for (const auto& v : t.triangles) {
    const Point &a = t.points[v[0]], &b = t.points[v[1]], &c = t.points[v[2]];
    const Point middle{(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3};
    if (std::hypot(middle[0] - 2, middle[1] - 2) > 0.7) continue;
    longest = std::max(longest, std::hypot(a[0] - b[0], a[1] - b[1]));
    area += signed_area(a, b, c);
    ++count;
  }
  CHECK(longest < 2 * h);
  CHECK(area / count == Approx(std::sqrt(3) / 4 * h * h).epsilon(0.3));  // of an equilateral triangle
}

TEST_CASE("what cannot be triangulated is refused") {
  const Loop square{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const auto refuse = [&](const Loop& outer, const std::vector<Loop>& holes,
                          const std::function<double(double, double)>& size, const std::vector<std::string>& pieces) {
    check_refused([&] { triangulate(outer, holes, size); }, pieces);
  };
  refuse({{{0, 0}, {1, 0}}}, {}, {}, {"loop of 2 points", "at least 3"});
  refuse(square, {}, [](double, double) { return -1.0; }, {"wanted size at", "is -1", "positive"});
  refuse(square, {}, [](double, double) { return std::nan(""); }, {"wanted size at", "is nan"});
  refuse({{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}, {}, {}, {"unstructured triangulation"});
  CHECK_THROWS_AS(triangulate(square, {}, [](double, double) -> double { throw std::logic_error("bug"); }),
                  std::logic_error);
  CHECK(triangulate(square, {}, {}).points.size() >= 4);  // and Gmsh is as good as new
}

TEST_CASE("Gmsh leaves the number of threads alone") {
  omp_set_num_threads(3);
  triangulate({{{0, 0}, {1, 0}, {0, 1}}}, {}, {});
  CHECK(omp_get_max_threads() == 3);
}
