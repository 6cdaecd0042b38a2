#include "meshes/generators/rectangle.hpp"

#include <algorithm>
#include <cmath>

#include "meshes/gmsh_io.hpp"

namespace dg {
namespace {

enum RectangleSide : std::int16_t { left, right, bottom, top, inside };
const std::vector<std::string> side_names{"left", "right", "bottom", "top"};

/// Point i of n+1 on [a, b], exact at both ends.
double spaced(double a, double b, int i, int n) { return i == n ? b : a + (b - a) * i / n; }

/// The points of the sides counter-clockwise from the lower left corner, and the side of the edge that starts at each.
struct Perimeter {
  std::vector<Point> points;
  std::vector<RectangleSide> sides;
};

Perimeter perimeter(const Rectangle& r) {
  Perimeter p;
  const auto add = [&](double x, double y, RectangleSide side) {
    p.points.push_back({x, y});
    p.sides.push_back(side);
  };
  for (int i = 0; i < r.nx; ++i) add(spaced(r.xmin, r.xmax, i, r.nx), r.ymin, bottom);
  for (int j = 0; j < r.ny; ++j) add(r.xmax, spaced(r.ymin, r.ymax, j, r.ny), right);
  for (int i = r.nx; i > 0; --i) add(spaced(r.xmin, r.xmax, i, r.nx), r.ymax, top);
  for (int j = r.ny; j > 0; --j) add(r.xmin, spaced(r.ymin, r.ymax, j, r.ny), left);
  return p;
}

}  // namespace

Skeleton structured_rectangle(const Rectangle& r, Tiling tiling) {
  Skeleton s = structured_rectangle(r, tiling, {{0, 0}, {r.nx, r.ny}});
  s.boundary_names = side_names;
  return s;
}

Skeleton structured_rectangle(const Rectangle& r, Tiling tiling, const GridWindow<2>& window) {
  Skeleton s;
  s.boundary_names = side_names;
  s.boundary_names.push_back("inside");
  const auto [ibegin, jbegin] = window.first;
  const auto [iend, jend] = window.last;
  const auto at = [&](int i, int j) {
    return static_cast<Index>((j - window.first[1]) * (window.along(0) + 1) + i - window.first[0]);
  };
  for (int j = jbegin; j <= jend; ++j)
    for (int i = ibegin; i <= iend; ++i)
      s.points.push_back({spaced(r.xmin, r.xmax, i, r.nx), spaced(r.ymin, r.ymax, j, r.ny)});
  for (int j = jbegin; j < jend; ++j)
    for (int i = ibegin; i < iend; ++i) {
      const Index a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      const bool whole = tiling == Tiling::quadrilaterals || (tiling == Tiling::chequer && (i + j) % 2 == 0);
      const bool falling = tiling == Tiling::chequer && j % 2 == 1;
      if (whole)
        s.cells.push_back({a, b, c, d});
      else if (falling)
        s.cells.insert(s.cells.end(), {{a, b, d, -1}, {b, c, d, -1}});
      else
        s.cells.insert(s.cells.end(), {{a, b, c, -1}, {a, c, d, -1}});
    }
  const auto side = [](bool is_end, RectangleSide of_grid) { return is_end ? of_grid : inside; };
  for (int i = ibegin; i < iend; ++i)
    s.edges.push_back({{at(i, jbegin), at(i + 1, jbegin)}, side(jbegin == 0, bottom)});
  for (int i = ibegin; i < iend; ++i) s.edges.push_back({{at(i, jend), at(i + 1, jend)}, side(jend == r.ny, top)});
  for (int j = jbegin; j < jend; ++j) s.edges.push_back({{at(ibegin, j), at(ibegin, j + 1)}, side(ibegin == 0, left)});
  for (int j = jbegin; j < jend; ++j) s.edges.push_back({{at(iend, j), at(iend, j + 1)}, side(iend == r.nx, right)});
  return s;
}

Skeleton unstructured_rectangle(const Rectangle& r) {
  const Perimeter around = perimeter(r);
  const Triangulation t = triangulate(Loop{around.points}, {}, {});
  Skeleton s;
  s.boundary_names = side_names;
  s.points = t.points;
  s.cells.reserve(t.triangles.size());
  for (const auto& [a, b, c] : t.triangles) s.cells.push_back({a, b, c, -1});
  const Index n = static_cast<Index>(around.points.size());
  for (Index i = 0; i < n; ++i) s.edges.push_back({{i, (i + 1) % n}, around.sides[i]});
  return s;
}

Skeleton mixed_rectangle(const Rectangle& r, double share) {
  if (share <= 0) return structured_rectangle(r, Tiling::triangles);
  if (share >= 1) return unstructured_rectangle(r);
  const double middle = r.xmax - share * (r.xmax - r.xmin);
  const int columns = std::max(1, static_cast<int>(std::lround((1 - share) * r.nx)));
  Skeleton s = structured_rectangle({r.xmin, middle, r.ymin, r.ymax, columns, r.ny}, Tiling::triangles);
  const int rest = std::max(1, r.nx - columns);
  const Skeleton other = unstructured_rectangle({middle, r.xmax, r.ymin, r.ymax, rest, r.ny});

  // The left side of the unstructured part is the last of its perimeter, from the top down; its points are there
  // already.
  std::vector<Index> number(other.points.size(), -1);
  const Index first = 2 * rest + r.ny;
  for (int j = 0; j <= r.ny; ++j)
    number[j == 0 ? 0 : first + r.ny - j] = static_cast<Index>(j * (columns + 1) + columns);
  for (std::size_t i = 0; i < other.points.size(); ++i)
    if (number[i] < 0) {
      number[i] = static_cast<Index>(s.points.size());
      s.points.push_back(other.points[i]);
    }
  for (const auto& [a, b, c, none] : other.cells) s.cells.push_back({number[a], number[b], number[c], none});
  std::erase_if(s.edges, [](const BoundaryEdge& edge) { return edge.boundary == right; });
  for (const auto& [vertices, side] : other.edges)
    if (side != left) s.edges.push_back({{number[vertices[0]], number[vertices[1]]}, side});
  return s;
}

}  // namespace dg
