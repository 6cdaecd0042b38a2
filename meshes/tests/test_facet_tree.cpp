#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "meshes/curving/facet_tree.hpp"
#include "meshes/curving/stl_file.hpp"
#include "meshes/tests/check_refused.hpp"

using namespace dg;
using samples::check_refused;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double uniform(std::mt19937& random) { return std::uniform_real_distribution<double>(-1, 1)(random); }

/// The least distance to points of a triangle, of a lattice that is fine enough.
double sampled_distance(const Facet<3>& f, const std::array<double, 3>& p) {
  constexpr int n = 60;
  double least = infinite;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; i + j <= n; ++j) {
      double square = 0;
      for (int d = 0; d < 3; ++d) {
        const double x = (f[0][d] * i + f[1][d] * j + f[2][d] * (n - i - j)) / n;
        square += (x - p[d]) * (x - p[d]);
      }
      least = std::min(least, square);
    }
  return std::sqrt(least);
}

}  // namespace

TEST_CASE("the nearest triangle is found, and no point of any is nearer") {
  std::mt19937 random(5);
  std::vector<Facet<3>> facets(40);
  for (Facet<3>& facet : facets) {
    const std::array<double, 3> middle{uniform(random), uniform(random), uniform(random)};
    for (auto& corner : facet)
      for (int d = 0; d < 3; ++d) corner[d] = middle[d] + 0.3 * uniform(random);
  }
  const FacetTree<3> tree(facets);
  for (int i = 0; i < 50; ++i) {
    const std::array<double, 3> p{uniform(random), uniform(random), uniform(random)};
    const auto found = tree.nearest(p, infinite);
    double least = infinite;
    for (const Facet<3>& facet : facets) least = std::min(least, sampled_distance(facet, p));
    CHECK(found.distance <= least + 1e-14);
    CHECK(found.distance >= least - 0.02);
    const auto place = tree.place(found);
    CHECK(std::hypot(place[0] - p[0], place[1] - p[1], place[2] - p[2]) == Approx(found.distance).epsilon(1e-14));
    CHECK(tree.nearest(p, 0.9 * found.distance).facet == -1);
  }
}

TEST_CASE("STL files are read, text and binary") {
  const std::string text =
      "solid s\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1e0 0.5\n  endloop\n "
      "endfacet\nendsolid s\n";
  const std::vector<Facet<3>> expected{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}}};
  CHECK(parse_stl_file(text, "s.stl") == expected);
  std::string binary(84 + 50, '\0');
  binary.replace(0, 5, "solid");  // as some binary files begin
  binary[80] = 1;
  const float values[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0.5F};
  std::memcpy(binary.data() + 84 + 12, values, sizeof(values));
  CHECK(parse_stl_file(binary, "s.stl") == expected);
  check_refused([&] { parse_stl_file(text.substr(0, text.find("vertex 0 1e0")), "s.stl"); },
                {"s.stl:", "the file is truncated: a triangle must have three vertices"});
  check_refused([&] { parse_stl_file("solid s\nvertex 0 0 x\n", "s.stl"); },
                {"s.stl:2: a vertex must have three coordinates"});
  check_refused([&] { parse_stl_file("hello", "s.stl"); }, {"s.stl: is not an STL file with triangles"});
}
