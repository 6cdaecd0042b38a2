#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

#include "libdg/core/whole_number.hpp"
#include "meshes/errors.hpp"
#include "meshes/generators/distance_field.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/generators/triangle_count.hpp"
#include "meshes/generators/wall_curve.hpp"
#include "meshes/gmsh_io.hpp"

namespace dg {
namespace {

constexpr const char* source = "mesh 'airfoils'";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Profile> read_all(const Parameters& parameters) {
  std::vector<Profile> profiles;
  for (const std::string& path : split(parameters.text("coordinates"), ','))
    for (Profile& profile : read_profiles(path)) {
      const bool taken =
          profile.name == "farfield" ||
          std::any_of(profiles.begin(), profiles.end(), [&](const Profile& p) { return p.name == profile.name; });
      if (taken || profile.name.empty())
        throw InputError(path + ": the profile name '" + profile.name + "' is taken; every wall should have its own");
      profiles.push_back(std::move(profile));
    }
  if (profiles.empty())
    parameters.reject("coordinates", "one or more files of profile coordinates, separated by commas");
  return profiles;
}

/// Moves profiles as the parameter shift says: NAME:DX:DY, separated by commas.
void shift(std::vector<Profile>& profiles, const Parameters& parameters) {
  for (const std::string& entry : split(parameters.text("shift"), ',')) {
    const std::vector<std::string> parts = split(entry, ':');
    const auto profile = std::find_if(profiles.begin(), profiles.end(),
                                      [&](const Profile& p) { return !parts.empty() && p.name == parts[0]; });
    std::istringstream numbers(parts.size() == 3 ? parts[1] + " " + parts[2] : "");
    double dx, dy;
    if (profile == profiles.end() || !(numbers >> dx >> dy) || !(numbers >> std::ws).eof())
      parameters.reject("shift", "NAME:DX:DY of a profile, several separated by commas");
    for (Point& p : profile->points) p = {p[0] + dx, p[1] + dy};
  }
}

/// Distance from a point to a closed polygon.
double distance(Point p, const std::vector<Point>& polygon) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double ux = b[0] - a[0], uy = b[1] - a[1];
    const double t = std::clamp(((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (ux * ux + uy * uy), 0.0, 1.0);
    least = std::min(least, std::hypot(a[0] + t * ux - p[0], a[1] + t * uy - p[1]));
  }
  return least;
}

/// The far field: a circle around the box of all profiles.
struct Circle {
  Point centre;
  double radius;

  Point at(double angle) const { return {centre[0] + radius * std::cos(angle), centre[1] + radius * std::sin(angle)}; }
  Loop divided(const DistanceField& size, double slope) const {
    constexpr int sectors = 720;
    constexpr double sector = 2 * std::numbers::pi / sectors;
    double edges = 0;
    for (int i = 0; i < sectors; ++i) edges += radius * sector / size(at(sector * i), slope);
    check_cell_count(edges, 1, "mesh 'airfoils'");
    const int n = nearest_within(edges, 16, std::numeric_limits<int>::max());
    Loop loop;
    for (int i = 0; i < n; ++i) loop.points.push_back(at(2 * std::numbers::pi * i / n));
    return loop;
  }
};

Circle far_field(const std::vector<Profile>& profiles, double chords) {
  Point low = profiles[0].points[0], high = low;
  double chord = 0;
  for (const Profile& profile : profiles) {
    Point own_low = profile.points[0], own_high = own_low;
    for (const Point& p : profile.points)
      for (int d = 0; d < 2; ++d) {
        own_low[d] = std::min(own_low[d], p[d]);
        own_high[d] = std::max(own_high[d], p[d]);
      }
    chord = std::max(chord, std::hypot(own_high[0] - own_low[0], own_high[1] - own_low[1]));
    for (int d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], own_low[d]);
      high[d] = std::max(high[d], own_high[d]);
    }
  }
  return {{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}, chords * chord};
}

/// Number of triangles of edge length size(., slope) over the region that `coarse` covers.
double triangles_over(const Triangulation& coarse, const DistanceField& size, double slope) {
  double sum = 0;
  for (const auto& triangle : coarse.triangles) {
    const Point a = coarse.points[triangle[0]], b = coarse.points[triangle[1]], c = coarse.points[triangle[2]];
    const double area = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
    for (const auto& [p, q] : {std::pair{a, b}, {b, c}, {c, a}}) {
      const double s = size({(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}, slope);
      sum += std::abs(area) / 3 / (s * s);
    }
  }
  return expected_triangles(sum);
}

/// Growth of the edges with the distance from the walls that gives `cells` triangles, by bisection over a coarse mesh.
double fitted_slope(const Circle& circle, const std::vector<Loop>& walls, const DistanceField& size,
                    const Parameters& parameters, double cells) {
  constexpr double steepest = 0.5;
  const auto at_slope = [&](double slope) {
    return [&size, slope](double x, double y) { return size({x, y}, slope); };
  };
  const Triangulation coarse = triangulate(circle.divided(size, steepest), walls, at_slope(steepest));
  const double fewest = triangles_over(coarse, size, steepest);
  if (fewest > 1.1 * cells) parameters.reject("cells", "at least " + whole_text(fewest) + ", or points less");
  double low = 1e-3, high = steepest;
  while (high / low > 1 + 1e-4) {
    const double slope = std::sqrt(low * high);
    (triangles_over(coarse, size, slope) > cells ? low : high) = slope;
  }
  return high;
}

struct Walls {
  std::vector<WallCurve::Edges> edges;
  std::vector<Loop> loops;
  std::vector<SizedPoint> sizes;
};

Walls divide_walls(const std::vector<Profile>& profiles, int count, int order, double corner, bool sharpen) {
  Walls walls;
  for (const Profile& profile : profiles) {
    const auto clearance = [&](Point p) {
      double least = std::numeric_limits<double>::infinity();
      for (const Profile& other : profiles)
        if (&other != &profile) least = std::min(least, distance(p, other.points));
      return least;
    };
    walls.edges.push_back(WallCurve(profile, corner, sharpen).divided(count, order, clearance));
    const std::vector<Point>& v = walls.edges.back().vertices;
    walls.loops.push_back({v});
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Point a = v[i], b = v[(i + 1) % v.size()];
      walls.sizes.push_back({{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}, std::hypot(b[0] - a[0], b[1] - a[1])});
    }
  }
  return walls;
}

Mesh2 make_airfoils(int level, const Parameters& parameters) {
  std::vector<Profile> profiles = read_all(parameters);
  shift(profiles, parameters);
  const int order = parameters.integer("order", 1, max_geometry_order);
  const int count = parameters.integer("points", 12, 1 << 20, 64 << level);
  const bool sharpen = parameters.choice("trailing_edge", {"blunt", "sharp"}) == 1;
  const int published[] = {5030, 19850, 78370, 314704};
  const double usual = level < 4 ? published[level] : 314704 * std::pow(4.0, level - 3);
  const double cells = parameters.real("cells", 100, 1e8, usual);
  check_cell_count(cells, order, source);
  const Circle circle = far_field(profiles, parameters.real("radius", 2, 1e4));
  const Walls walls = divide_walls(profiles, count, order, parameters.real("corner", 5, 170), sharpen);
  const DistanceField size(walls.sizes);
  const double slope = fitted_slope(circle, walls.loops, size, parameters, cells);
  const Loop outer = circle.divided(size, slope);
  const Triangulation t = triangulate(outer, walls.loops, [&](double x, double y) { return size({x, y}, slope); });

  Skeleton skeleton;
  skeleton.points = t.points;
  for (const auto& [a, b, c] : t.triangles) skeleton.cells.push_back({a, b, c, -1});
  std::vector<CurvedEdge> curved;
  Index first = 0;
  const auto close = [&](std::size_t n, std::size_t i) { return first + static_cast<Index>(i % n); };
  const auto add_edge = [&](std::size_t n, std::size_t i, std::size_t boundary) {
    skeleton.edges.push_back({{close(n, i), close(n, i + 1)}, static_cast<std::int16_t>(boundary)});
  };
  for (std::size_t i = 0; i < outer.points.size(); ++i) add_edge(outer.points.size(), i, profiles.size());
  first = static_cast<Index>(outer.points.size());
  for (std::size_t w = 0; w < profiles.size(); ++w) {
    const std::size_t n = walls.edges[w].vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
      add_edge(n, i, w);
      curved.push_back({skeleton.edges.back().vertices, walls.edges[w].nodes[i]});
    }
    first += static_cast<Index>(n);
    skeleton.boundary_names.push_back(profiles[w].name);
  }
  skeleton.boundary_names.push_back("farfield");
  Mesh2 mesh = elevated(skeleton, order, curved, source);
  build_faces(mesh, skeleton.edges, source);
  return mesh;
}

}  // namespace

Generator airfoils_generator() {
  return {
      {"airfoils",
       "triangles around closed profiles from coordinate files, with curved walls; boundaries named after the "
       "profiles, "
       "and farfield",
       {{"coordinates", "", "files of profile coordinates, separated by commas (required)"},
        {"order", "3", "geometric order, 1 (straight walls) to 4"},
        {"points", "auto", "edges on each profile; auto: 64 * 2^level"},
        {"cells", "auto", "wanted number of cells; auto: 5030, 19850, 78370, 314704, then four times as many a level"},
        {"radius", "100", "radius of the far field in chords of the longest profile"},
        {"trailing_edge", "blunt", "blunt as given, or sharp: both sides meet in the middle of a blunt one's base"},
        {"corner", "60", "turns of the coordinates by more than this angle in degrees are corners"},
        {"shift", "", "displacements NAME:DX:DY of profiles, separated by commas"}}},
      make_airfoils};
}

}  // namespace dg
