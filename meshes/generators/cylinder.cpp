#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "libdg/core/whole_number.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/generators/skeleton.hpp"
#include "meshes/generators/triangle_count.hpp"
#include "meshes/gmsh_io.hpp"

namespace dg {
namespace {

constexpr double wall_radius = 0.5;
constexpr double two_pi = 2 * std::numbers::pi;

enum Boundary : std::int16_t { wall, farfield };

/// The quadrilaterals around the cylinder: `layers` rings of `around` cells, whose heights grow geometrically.
struct Ring {
  int around, layers;
  double thickness, growth;  ///< growth: height of an infinitely thin layer outside over that of one at the wall

  double radius(int layer) const {
    const double s = double(layer) / layers;
    const double share = growth == 1 ? s : (std::pow(growth, s) - 1) / (growth - 1);
    return wall_radius + thickness * share;
  }
  double outer_radius() const { return wall_radius + thickness; }
  double outer_edge() const { return 2 * outer_radius() * std::sin(std::numbers::pi / around); }

  /// Point on circle `layer` at position `i` (not only a whole one) of `around`.
  Point at(double i, int layer) const {
    const double angle = two_pi * i / around, r = radius(layer);
    return {r * std::cos(angle), r * std::sin(angle)};
  }

  /// Number of a point on circle `layer`.
  Index number(int i, int layer) const { return static_cast<Index>(layer * around + i % around); }

  /// Edge i of circle `layer`, with its nodes on the circle.
  CurvedEdge arc(int i, int layer, int order) const {
    CurvedEdge edge{{number(i, layer), number(i + 1, layer)}, {}};
    for (int k = 1; k < order; ++k) edge.nodes[k - 1] = at(i + double(k) / order, layer);
    return edge;
  }
};

/// Wanted edge length outside the ring: that of the ring's outer edges there, growing with the distance; in the wake a
/// strip of slowly growing length. `scale` multiplies all but the first.
struct SizeField {
  Ring ring;
  double wake_length, scale;

  static constexpr double slope = 0.16, largest_scale = 3;  ///< beyond that neighbours differ too much

  double operator()(double x, double y) const {
    constexpr double wake_half_width = 2.2, wake_edge = 0.15, wake_slope = 0.008;
    const double body = ring.outer_edge() + scale * slope * std::max(0.0, std::hypot(x, y) - ring.outer_radius());
    if (wake_length == 0) return body;
    const double along = std::clamp(x, 0.0, wake_length);
    const double aside = std::hypot(x - along, std::max(0.0, std::abs(y) - wake_half_width));
    return std::min(body, scale * (wake_edge + wake_slope * along + slope * aside));
  }
};

/// Number of triangles that `size` asks for between the ring and the circle of `radius`.
double triangles_outside(const SizeField& size, double radius) {
  constexpr int rings = 400, sectors = 360;
  const double ratio = std::pow(radius / size.ring.outer_radius(), 1.0 / rings);
  double sum = 0;
  for (int i = 0; i < rings; ++i) {
    const double inner = size.ring.outer_radius() * std::pow(ratio, i), outer = inner * ratio;
    const double r = std::sqrt(inner * outer), area = (outer * outer - inner * inner) * std::numbers::pi / sectors;
    for (int j = 0; j < sectors; ++j) {
      const double angle = two_pi * (j + 0.5) / sectors, s = size(r * std::cos(angle), r * std::sin(angle));
      sum += area / (s * s);
    }
  }
  return expected_triangles(sum);
}

/// The scale at which `size` asks for `triangles`, by bisection; the count falls as the scale grows.
double fitted_scale(SizeField size, double radius, double triangles, const Parameters& parameters) {
  double low = 1e-3, high = SizeField::largest_scale;
  size.scale = high;
  const double fewest = triangles_outside(size, radius);
  if (fewest > 1.1 * triangles)
    parameters.reject("cells", "at least " + whole_text(size.ring.around * size.ring.layers + fewest) +
                                   ", or around and layers less");
  while (high / low > 1 + 1e-6) {
    size.scale = std::sqrt(low * high);
    (triangles_outside(size, radius) > triangles ? low : high) = size.scale;
  }
  return high;
}

/// Quadrilaterals from the wall to the far field. By default a cell at the far field is as long, and four times as high
/// for its length, as one at the wall would be if it had grown with the radius.
Ring rings_to_far_field(int level, double radius, const Parameters& parameters) {
  for (const char* key : {"ring", "wake", "cells"})
    if (parameters.given(key)) parameters.reject(key, "left out if kind = quads");
  return {parameters.integer("around", 8, 1 << 16, 32 << level), parameters.integer("layers", 1, 1 << 16, 40 << level),
          radius - wall_radius, parameters.real("growth", 1, 1e6, 4 * radius / wall_radius)};
}

void add_ring(const Ring& ring, Skeleton& s, std::vector<CurvedEdge>& curved, int order) {
  const int n = ring.around;
  for (int layer = 0; layer <= ring.layers; ++layer)
    for (int i = 0; i < n; ++i) s.points.push_back(ring.at(i, layer));
  for (int layer = 0; layer < ring.layers; ++layer)
    for (int i = 0; i < n; ++i) {
      // Counter-clockwise: out, on, and back in.
      s.cells.push_back(
          {ring.number(i, layer), ring.number(i, layer + 1), ring.number(i + 1, layer + 1), ring.number(i + 1, layer)});
      curved.push_back(ring.arc(i, layer, order));
    }
  for (int i = 0; i < n; ++i) s.edges.push_back({{ring.number(i, 0), ring.number(i + 1, 0)}, wall});
}

/// Names and bends the outermost edges of rings that reach the far field.
void add_far_field(const Ring& ring, Skeleton& s, std::vector<CurvedEdge>& curved, int order) {
  for (int i = 0; i < ring.around; ++i) {
    curved.push_back(ring.arc(i, ring.layers, order));
    s.edges.push_back({curved.back().vertices, farfield});
  }
}

/// Fills the space between the ring's straight outer edges and the far field with triangles.
void add_triangles(const SizeField& size, double radius, Skeleton& s) {
  double edges = 0;
  constexpr int sectors = 720;
  for (int j = 0; j < sectors; ++j) {
    const double angle = two_pi * (j + 0.5) / sectors;
    edges += two_pi * radius / sectors / size(radius * std::cos(angle), radius * std::sin(angle));
  }
  check_cell_count(edges, 1, "mesh 'cylinder'");
  const int outer_count = nearest_within(edges, 24, std::numeric_limits<int>::max());
  Loop outer, inner;
  for (int i = 0; i < outer_count; ++i) {
    const double angle = two_pi * i / outer_count;
    outer.points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  const int n = size.ring.around;
  inner.points.assign(s.points.end() - n, s.points.end());
  const Triangulation t = triangulate(outer, {inner}, size);

  const Index first = static_cast<Index>(s.points.size());
  const auto number = [&](Index i) {
    if (i < outer_count) return first + i;
    return i < outer_count + n ? first - n + i - outer_count : first + i - n;
  };
  s.points.insert(s.points.end(), t.points.begin(), t.points.begin() + outer_count);
  s.points.insert(s.points.end(), t.points.begin() + outer_count + n, t.points.end());
  for (const auto& [a, b, c] : t.triangles) s.cells.push_back({number(a), number(b), number(c), -1});
  for (Index i = 0; i < outer_count; ++i) s.edges.push_back({{first + i, first + (i + 1) % outer_count}, farfield});
}

/// Rings around the cylinder, and what triangles outside are to be.
SizeField rings_with_triangles(int level, double radius, int order, const Parameters& parameters) {
  if (!has_gmsh()) parameters.reject("kind", "quads, as a mesh with triangles needs Gmsh and this build has none");
  const Ring ring{parameters.integer("around", 8, 1 << 16, 39 << level),
                  parameters.integer("layers", 1, 1 << 16, 10 << level), parameters.real("ring", 0.05, 5),
                  parameters.real("growth", 1, 100, 3)};
  // The meshes of the published study and its next refinement; then four times as many.
  const int published[] = {5300, 21936, 79428, 300000};
  const double cells =
      parameters.real("cells", 100, 1e8, level < 4 ? published[level] : 300000 * std::pow(4.0, level - 3));
  check_cell_count(cells, order, "mesh 'cylinder'");
  const double triangles = cells - double(ring.around) * ring.layers;
  if (triangles < ring.around) parameters.reject("cells", "more than the around * layers quadrilaterals of the ring");
  SizeField size{ring, parameters.real("wake", 0, radius / 2, std::min(30.0, radius / 2)), 1};
  size.scale = fitted_scale(size, radius, triangles, parameters);
  return size;
}

Mesh2 make_cylinder(int level, const Parameters& parameters) {
  const std::string source = "mesh 'cylinder'";
  const int order = parameters.integer("order", 1, max_geometry_order);
  const double radius = parameters.real("radius", 10, 1e4);
  Skeleton skeleton;
  skeleton.boundary_names = {"wall", "farfield"};
  std::vector<CurvedEdge> curved;
  if (parameters.choice("kind", {"hybrid", "quads"}) == 1) {
    const Ring ring = rings_to_far_field(level, radius, parameters);
    check_cell_count(double(ring.around) * ring.layers, order, source);
    add_ring(ring, skeleton, curved, order);
    add_far_field(ring, skeleton, curved, order);
  } else {
    const SizeField size = rings_with_triangles(level, radius, order, parameters);
    add_ring(size.ring, skeleton, curved, order);
    add_triangles(size, radius, skeleton);
  }
  Mesh2 mesh = elevated(skeleton, order, curved, source);
  build_faces(mesh, skeleton.edges, source);
  return mesh;
}

}  // namespace

Generator cylinder_generator() {
  return {
      {"cylinder",
       "a circular cylinder of diameter 1 at the origin: curved quadrilaterals around it, triangles outside, finer in "
       "the wake, by Gmsh; boundaries wall, farfield",
       {{"kind", "hybrid", "hybrid, or quads: quadrilaterals up to the far field, which need no Gmsh"},
        {"order", "2", "geometric order, 1 (straight walls) to 4"},
        {"radius", "100", "radius of the far field"},
        {"around", "auto", "quadrilaterals around the cylinder; auto: 39 * 2^level, or 32 * 2^level if kind = quads"},
        {"layers", "auto", "layers of quadrilaterals; auto: 10 * 2^level, or 40 * 2^level"},
        {"ring", "0.9", "thickness of all layers of quadrilaterals"},
        {"growth", "auto",
         "growth of the height of the layers from the wall to their outer end; auto: 3, or 8 * radius"},
        {"wake", "auto", "length of the refined wake; 0 for none; auto: 30, or half of the radius if that is less"},
        {"cells", "auto",
         "wanted number of cells; auto: 5300, 21936, 79428, 300000, then four times as many a level"}}},
      make_cylinder};
}

}  // namespace dg
