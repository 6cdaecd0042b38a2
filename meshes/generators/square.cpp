#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>

#include "meshes/generators/generator.hpp"
#include "meshes/generators/rectangle.hpp"

namespace dg {
namespace {

/// Smallest height of the triangles that three neighbouring vertices of a cell span, at every vertex.
std::vector<double> smallest_heights(const Skeleton& s) {
  std::vector<double> height(s.points.size(), std::numeric_limits<double>::infinity());
  for (const auto& cell : s.cells) {
    const int n = cell[3] < 0 ? 3 : 4;
    double smallest = std::numeric_limits<double>::infinity();
    for (int v = 0; v < n; ++v) {
      const Point a = s.points[cell[v]], b = s.points[cell[(v + 1) % n]], c = s.points[cell[(v + 2) % n]];
      const double ab = std::hypot(b[0] - a[0], b[1] - a[1]), bc = std::hypot(c[0] - b[0], c[1] - b[1]);
      const double ac = std::hypot(c[0] - a[0], c[1] - a[1]);
      const double twice_area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
      smallest = std::min(smallest, twice_area / std::max({ab, bc, ac}));
    }
    for (int v = 0; v < n; ++v) height[cell[v]] = std::min(height[cell[v]], smallest);
  }
  return height;
}

/// Moves every vertex inside the square to a random place in the disc of radius fraction * spacing. With the spacing of
/// a vertex as sqrt(2) times its smallest height (the edge of a square), no cell inverts or loses its convexity while
/// 2 sqrt(2) fraction < 1.
void distort(Skeleton& s, double fraction, std::uint64_t seed) {
  if (fraction == 0) return;
  std::vector<bool> fixed(s.points.size(), false);
  for (const BoundaryEdge& edge : s.edges) fixed[edge.vertices[0]] = fixed[edge.vertices[1]] = true;
  const std::vector<double> height = smallest_heights(s);
  // The standard fixes the sequence of the engine but not that of its distributions.
  std::mt19937_64 engine(seed);
  const auto uniform = [&] { return double(engine() >> 11) * 0x1p-52 - 1; };
  for (std::size_t i = 0; i < s.points.size(); ++i) {
    double dx, dy;
    do {
      dx = uniform();
      dy = uniform();
    } while (dx * dx + dy * dy > 1);
    if (fixed[i]) continue;
    const double radius = fraction * std::numbers::sqrt2 * height[i];
    s.points[i] = {s.points[i][0] + radius * dx, s.points[i][1] + radius * dy};
  }
}

/// Curves the inside: either coordinate gains amplitude * side * sin(2 pi xi) sin(2 pi eta), with xi and eta from 0 to
/// 1 across the square. The sides stay in place; the map is one-to-one while 2 pi amplitude < 1.
void curve(Mesh2& mesh, const Rectangle& r, double amplitude) {
  if (amplitude == 0) return;
  const double a = r.xmax - r.xmin, b = r.ymax - r.ymin, wave = 2 * std::numbers::pi;
  for (auto& [x, y] : mesh.nodes) {
    // Sines of the rounded multiples of pi are not zero: leave the nodes of the sides exactly where they are.
    if (x == r.xmin || x == r.xmax || y == r.ymin || y == r.ymax) continue;
    const double bump = amplitude * std::sin(wave * (x - r.xmin) / a) * std::sin(wave * (y - r.ymin) / b);
    x += a * bump;
    y += b * bump;
  }
}

enum Kind { quads, triangles, unstructured, hybrid };

/// What the parameters say.
struct Square {
  Kind kind;
  Rectangle sides;
  double distortion, amplitude;
  int seed, order;
};

const std::string source = "mesh 'square'";

Square read_square(int level, const Parameters& parameters) {
  const auto kind = static_cast<Kind>(parameters.choice("kind", {"quads", "triangles", "unstructured", "hybrid"}));
  const int n = parameters.integer("n", 1, 1 << 20, 4 << level);
  const double far = 1e6;
  const Rectangle r{parameters.real("xmin", -far, far),      parameters.real("xmax", -far, far),
                    parameters.real("ymin", -far, far),      parameters.real("ymax", -far, far),
                    parameters.integer("nx", 1, 1 << 20, n), parameters.integer("ny", 1, 1 << 20, n)};
  if (r.xmax <= r.xmin) parameters.reject("xmax", "greater than xmin");
  if (r.ymax <= r.ymin) parameters.reject("ymax", "greater than ymin");
  return {kind,
          r,
          parameters.real("distortion", 0, 0.3),
          parameters.real("curved", 0, 0.1),
          parameters.integer("seed", 0, std::numeric_limits<int>::max()),
          parameters.integer("order", 1, max_geometry_order)};
}

Skeleton tiled(const Square& square) {
  const Rectangle& r = square.sides;
  switch (square.kind) {
    case quads:
      return structured_rectangle(r, Tiling::quadrilaterals);
    case triangles:
      return structured_rectangle(r, Tiling::triangles);
    case unstructured:
      return unstructured_rectangle(r);
    default:
      return structured_rectangle(r, Tiling::chequer);
  }
}

Mesh2 mesh_of(const Skeleton& skeleton, const Square& square) {
  Mesh2 mesh = elevated(skeleton, square.order, {}, source);
  curve(mesh, square.sides, square.amplitude);
  build_faces(mesh, skeleton.edges, source);
  return mesh;
}

Mesh2 make_square(int level, const Parameters& parameters) {
  const Square square = read_square(level, parameters);
  check_cell_count(2.0 * square.sides.nx * square.sides.ny, square.order, source);
  Skeleton skeleton = tiled(square);
  distort(skeleton, square.distortion, static_cast<std::uint64_t>(square.seed));
  return mesh_of(skeleton, square);
}

AnyGrid square_in_parts(int level, const Parameters& parameters) {
  const Square square = read_square(level, parameters);
  if (square.kind != quads && square.kind != triangles)
    parameters.reject("kind", "quads or triangles in a mesh that is made in parts");
  if (square.distortion > 0) parameters.reject("distortion", "0 in a mesh that is made in parts");
  const bool whole = square.kind == quads;
  const int cells = whole ? 1 : 2;
  const CellShape shape = whole ? CellShape::quadrilateral : CellShape::triangle;
  return Grid<2>{{square.sides.nx, square.sides.ny},
                 cells,
                 cells * node_count(shape, square.order),
                 [square, whole](const GridWindow<2>& window) {
                   const Tiling tiling = whole ? Tiling::quadrilaterals : Tiling::triangles;
                   return mesh_of(structured_rectangle(square.sides, tiling, window), square);
                 }};
}

}  // namespace

Generator square_generator() {
  return {{"square",
           "a square or rectangle with matching opposite sides; boundaries left, right, bottom, top",
           {{"kind", "triangles", "quads, triangles, unstructured, or hybrid (a chequer of squares and cut squares)"},
            {"n", "auto", "edges along each side; auto: 4 * 2^level"},
            {"nx", "auto", "edges along bottom and top; auto: n"},
            {"ny", "auto", "edges along left and right; auto: n"},
            {"xmin", "-10", "left end"},
            {"xmax", "10", "right end"},
            {"ymin", "-10", "lower end"},
            {"ymax", "10", "upper end"},
            {"distortion", "0", "random displacement of inner vertices, as a fraction of the local spacing, 0 to 0.3"},
            {"seed", "1", "seed of the displacements"},
            {"order", "1", "geometric order, 1 to 4"},
            {"curved", "0", "amplitude of a smooth curving of the inside, as a fraction of the side, 0 to 0.1"}}},
          make_square,
          Others::refused,
          square_in_parts};
}

}  // namespace dg
