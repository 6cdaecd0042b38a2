#include "meshes/into_plane.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "meshes/tests/check_refused.hpp"

using namespace dg;
using Catch::Contains;

namespace {

using Vector = std::array<double, 3>;
using Places = std::vector<std::array<double, 2>>;

const Places polygon{{0, 0}, {2, 0}, {3, 1}, {1, 2}, {-1, 0.5}};

/// The polygon in the plane through `origin` along `u` and `v`.
std::vector<Vector> along(const Vector& origin, const Vector& u, const Vector& v) {
  std::vector<Vector> nodes;
  for (const auto& [a, b] : polygon) {
    Vector& node = nodes.emplace_back();
    for (int d = 0; d < 3; ++d) node[d] = origin[d] + a * u[d] + b * v[d];
  }
  return nodes;
}

Places placed(const std::vector<Vector>& nodes, std::vector<std::string>& notes) {
  return into_plane(nodes, "m.msh", "", notes);
}

double cross(const Places& p, int a, int b, int c) {
  return (p[b][0] - p[a][0]) * (p[c][1] - p[a][1]) - (p[b][1] - p[a][1]) * (p[c][0] - p[a][0]);
}

}  // namespace

TEST_CASE("a plane along two axes keeps its coordinates") {
  std::vector<std::string> notes;
  CHECK(placed(along({0, 0, 7}, {1, 0, 0}, {0, 1, 0}), notes) == polygon);
  CHECK(notes.empty());
  CHECK(placed(along({-3, 0, 0}, {0, 1, 0}, {0, 0, 1}), notes) == polygon);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "m.msh: the plane of the mesh is rotated into x and y, which were (0, 1, 0) and (0, 0, 1)");
  CHECK(placed(along({0, 5, 0}, {0, 0, 1}, {1, 0, 0}), notes) == polygon);
  REQUIRE(notes.size() == 2);
  CHECK_THAT(notes[1], Contains("(0, 0, 1) and (1, 0, 0)"));
}

TEST_CASE("any other plane is turned without stretching or mirroring") {
  const double c = std::cos(0.3), s = std::sin(0.3);
  for (const auto& [u, v] : {std::pair{Vector{c, 0, s}, Vector{0, 1, 0}},
                             {Vector{0, c, s}, Vector{s, -s * c, c * c}},
                             {Vector{2 / 3., -1 / 3., 2 / 3.}, Vector{2 / 3., 2 / 3., -1 / 3.}}}) {
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    REQUIRE(std::abs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) < 1e-15);
    REQUIRE(length == Approx(1).epsilon(1e-14));
    std::vector<std::string> notes;
    const Places places = placed(along({1, 2, 3}, u, v), notes);
    CHECK(notes.size() == 1);
    const Vector normal{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double largest =
        *std::max_element(normal.begin(), normal.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    for (int a = 0; a < 5; ++a)
      for (int b = 0; b < a; ++b) {
        CHECK(std::hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]) ==
              Approx(std::hypot(polygon[a][0] - polygon[b][0], polygon[a][1] - polygon[b][1])).epsilon(1e-14));
        // Seen from the side to which the largest component of the normal points.
        if (a < 4)
          CHECK(cross(places, b, a, 4) == Approx(std::copysign(1, largest) * cross(polygon, b, a, 4)).margin(1e-14));
      }
  }
}

TEST_CASE("nodes may leave their plane by a millionth of the mesh, which is told") {
  std::vector<std::string> notes;
  std::vector<Vector> nodes = along({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  nodes[2][2] = 1e-12;
  CHECK(placed(nodes, notes) == polygon);
  CHECK(notes.empty());
  nodes[2][2] = 4e-6;  // the box has a diagonal of 4.5
  CHECK(placed(nodes, notes) == polygon);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "m.msh: nodes leave their plane by up to 2e-06, which is ignored");
  nodes[2][2] = 1e-5;
  samples::check_refused([&] { into_plane(nodes, "m.msh", "save it", notes); },
                         {"m.msh: is not plane: z is 0 at (0, 0) but 1e-05 at (3, 1); of a 3-D mesh, save it"});
  nodes = along({0, 5, 0}, {0, 0, 1}, {1, 0, 0});
  nodes[3][1] = 5 + 2e-6;
  CHECK(placed(nodes, notes) == polygon);
  CHECK(notes.size() == 3);
  nodes = along({1, 2, 3}, {0.6, 0, 0.8}, {0, 1, 0});
  nodes[3][0] += 8e-7;
  nodes[3][2] -= 6e-7;
  CHECK_NOTHROW(placed(nodes, notes));
  CHECK(notes.size() == 5);
  nodes[3][0] += 8e-5;
  nodes[3][2] -= 6e-5;
  samples::check_refused([&] { placed(nodes, notes); }, {"m.msh: is not plane"});
}

TEST_CASE("nodes that are no numbers, or all in one place or on one line, do no harm") {
  std::vector<std::string> notes;
  std::vector<Vector> nodes = along({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  nodes[1][2] = std::nan("");
  samples::check_refused([&] { placed(nodes, notes); },
                         {"m.msh: node 1 lies at (2, 0, nan); coordinates must be finite"});
  CHECK(placed({{1, 1, 1}, {1, 1, 1}}, notes) == Places{{1, 1}, {1, 1}});
  CHECK(placed({}, notes).empty());
  nodes = {{0, 0, 0}, {1, 2, 3}, {2, 4, 6}};
  try {
    placed(nodes, notes);
  } catch (const InputError&) {
  }
  nodes = {{-1e308, 0, -1e308}, {1e308, 0, 1e308}, {0, 1e308, 3}};
  samples::check_refused([&] { placed(nodes, notes); }, {"m.msh: is not plane"});
}
