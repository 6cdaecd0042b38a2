#include "meshes/generators/sphere_surface.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

using SpacePoint = std::array<double, 3>;

SpacePoint normalised(const SpacePoint& x) {
  const double length = std::hypot(x[0], x[1], x[2]);
  return {x[0] / length, x[1] / length, x[2] / length};
}

double volume(const SpacePoint& a, const SpacePoint& b, const SpacePoint& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

std::vector<SpacePoint> icosahedron() {
  std::vector<SpacePoint> vertices;
  for (int d = 0; d < 3; ++d)
    for (const double a : {-1.0, 1.0})
      for (const double b : {-std::numbers::phi, std::numbers::phi}) {
        SpacePoint x{};
        x[(d + 1) % 3] = a;
        x[(d + 2) % 3] = b;
        vertices.push_back(x);
      }
  return vertices;
}

/// Triples of neighbours, counter-clockwise as seen from outside.
std::vector<std::array<int, 3>> icosahedron_faces(const std::vector<SpacePoint>& v) {
  const auto next = [&](int i, int j) {
    return std::hypot(v[i][0] - v[j][0], v[i][1] - v[j][1], v[i][2] - v[j][2]) < 2.1;  // edges are 2 long
  };
  std::vector<std::array<int, 3>> faces;
  for (int i = 0; i < 12; ++i)
    for (int j = i + 1; j < 12; ++j)
      for (int k = j + 1; k < 12; ++k) {
        if (!next(i, j) || !next(j, k) || !next(i, k)) continue;
        if (volume(v[i], v[j], v[k]) > 0)
          faces.push_back({i, j, k});
        else
          faces.push_back({i, k, j});
      }
  return faces;
}

/// Numbers the nodes of a surface by a key that those of neighbouring cells have in common.
template <class Key>
class Numbering {
 public:
  explicit Numbering(SphereSurface& surface) : surface_(surface) {}

  Index operator()(const Key& key, const SpacePoint& x) {
    const auto [found, is_new] = numbers_.emplace(key, static_cast<Index>(surface_.directions.size()));
    if (is_new) surface_.directions.push_back(normalised(x));
    return found->second;
  }

 private:
  SphereSurface& surface_;
  std::map<Key, Index> numbers_;
};

}  // namespace

Index SphereSurface::vertex(std::size_t cell, int vertex) const {
  return cells[cell][lattice_vertex(shape, order, vertex)];
}

SphereSurface triangulated_sphere(int n, int order) {
  SphereSurface surface{CellShape::triangle, order, {}, {}};
  const std::vector<SpacePoint> corner = icosahedron();
  const int last = n * order;
  // A node is told by the vertices of the icosahedron that it lies between, and its steps from each.
  Numbering<std::map<int, int>> number(surface);
  for (const auto& face : icosahedron_faces(corner)) {
    const auto node = [&](int i, int j) {
      std::map<int, int> key;
      SpacePoint x{};
      const std::array steps{last - i - j, i, j};
      for (int v = 0; v < 3; ++v) {
        if (steps[v] > 0) key[face[v]] = steps[v];
        for (int d = 0; d < 3; ++d) x[d] += steps[v] * corner[face[v]][d];
      }
      return number(key, x);
    };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n - j; ++i)
        for (const int inverted : {0, 1}) {
          if (inverted == 1 && i + j > n - 2) continue;
          const int sign = inverted == 1 ? -1 : 1;
          auto& cell = surface.cells.emplace_back();
          for_each_lattice_point(surface.shape, order, [&](int a, int b, int) {
            cell.push_back(node((i + inverted) * order + sign * a, (j + inverted) * order + sign * b));
          });
        }
  }
  return surface;
}

SphereSurface cubed_sphere(int n, int order) {
  SphereSurface surface{CellShape::quadrilateral, order, {}, {}};
  const int last = n * order;
  Numbering<std::array<int, 3>> number(surface);
  const auto node = [&](const std::array<int, 3>& steps) {
    SpacePoint x;
    for (int d = 0; d < 3; ++d) x[d] = std::tan(std::numbers::pi / 4 * (2.0 * steps[d] / last - 1));
    return number(steps, x);
  };
  for (int d = 0; d < 3; ++d)
    for (const bool upper : {false, true}) {
      // The side is counter-clockwise from outside along these two.
      const int along = upper ? (d + 1) % 3 : (d + 2) % 3, up = 3 - d - along;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          auto& cell = surface.cells.emplace_back();
          for_each_lattice_point(surface.shape, order, [&](int a, int b, int) {
            std::array<int, 3> steps{};
            steps[d] = upper ? last : 0;
            steps[along] = i * order + a;
            steps[up] = j * order + b;
            cell.push_back(node(steps));
          });
        }
    }
  return surface;
}

}  // namespace dg
