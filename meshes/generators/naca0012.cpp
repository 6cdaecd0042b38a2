#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "meshes/build.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/generators/skeleton.hpp"

// The grid is a sheared parabolic C-grid (Jameson 1974). The square root w = X + iY of z - z0, with z0 half a nose
// radius inside the nose, unfolds the plane cut along the airfoil and its wake into the upper half plane, and the
// surface into a shallow bump Y = S(X). Grid lines are X = const and a shift of Y = const by the bump that dies out
// with the distance; the map is conformal but for that shift, so the lines meet the wall within about 8 degrees of the
// normal.

namespace dg {
namespace {

using Complex = std::complex<double>;

/// Half of the nose radius (0.6 * 0.2969)^2 / 2.
constexpr double z0 = 0.6 * 0.2969 * 0.6 * 0.2969 / 4;

/// Upper surface at x = t^2, and its derivative in t. Closed at t = 1.
Complex surface(double t) {
  const double x = t * t;
  const double y = 0.6 * (0.2969 * t + x * (-0.1260 + x * (-0.3516 + x * (0.2843 - 0.1036 * x))));
  return {x, t == 1 ? 0 : y};
}
Complex surface_slope(double t) {
  const double x = t * t;
  return {2 * t, 0.6 * (0.2969 + 2 * t * (-0.1260 + x * (-2 * 0.3516 + x * (3 * 0.2843 - 4 * 0.1036 * x))))};
}

/// Unfolded upper half: the principal root, taken as i sqrt(z0) at the nose, where z - z0 is negative.
Complex unfolded(Complex z) {
  const Complex w = std::sqrt(z - z0);
  return w.imag() < 0 ? -w : w;
}

/// The point of the upper surface that unfolds to abscissa `x`, by Newton's method: the abscissa is close to linear in
/// t.
Complex surface_point(double x, double x_end) {
  if (x >= x_end) return surface(1);
  double t = x / x_end;
  for (int i = 0; i < 50; ++i) {
    const Complex w = unfolded(surface(t));
    const double step = (w.real() - x) / (surface_slope(t) / (2.0 * w)).real();
    t = std::clamp(t - step, 0.0, 1.0);
    if (std::abs(step) < 1e-15) break;
  }
  return surface(t);
}

/// The b of the stretching (exp(b s) - 1) / (exp(b) - 1) over s = 0..1 whose slope at 0 is `slope` <= 1.
double stretching(double slope) {
  if (slope >= 1) return 0;
  double low = 0, high = 50;
  for (int i = 0; i < 100; ++i) {
    const double b = (low + high) / 2;
    (b / std::expm1(b) > slope ? low : high) = b;
  }
  return (low + high) / 2;
}

double stretched(double b, double s) { return b == 0 ? s : std::expm1(b * s) / std::expm1(b); }

struct Layout {
  int ni, nj, wall, order;
  double radius, height;

  int wake() const { return (ni - wall) / 2; }
  int columns() const { return order * ni; }  ///< of the lattice of nodes, less one
  int rows() const { return order * nj; }
};

/// Abscissas X >= 0 of the columns from the nose to the upper end of the wake. On the airfoil the spacing falls
/// smoothly to 0.3 of the mean at the trailing edge; the wake continues with that.
std::vector<double> abscissas(const Layout& layout) {
  const double x_wall = std::sqrt(1 - z0), x_end = std::sqrt(layout.radius);
  const int wall = layout.order * layout.wall / 2, wake = layout.order * layout.wake();
  const double last_slope = 0.3 * x_wall * wake / wall;
  const double b = stretching(last_slope / (x_end - x_wall));
  std::vector<double> x;
  for (int i = 0; i < wall; ++i) {
    const double s = double(i) / wall;
    x.push_back(x_wall * s * (1.25 - s * s * (0.15 + s * s * 0.1)));
  }
  for (int i = 0; i <= wake; ++i) x.push_back(x_wall + (x_end - x_wall) * stretched(b, double(i) / wake));
  return x;
}

/// The lattice of nodes. The wake cut is one line of nodes: on row 0 those of its lower side are those of the upper.
class Lattice {
 public:
  explicit Lattice(const Layout& layout) : layout_(layout), cut_(layout.order * layout.wake()) {}

  Index number(int column, int row) const {
    const int last = layout_.columns(), row_0 = last - cut_;
    if (row > 0) return static_cast<Index>(row_0 + (row - 1) * (last + 1) + column);
    return (column <= cut_ ? last - column : column) - cut_ - 1;
  }

  std::vector<std::array<double, 2>> nodes() const {
    const int last = layout_.columns(), nose = last / 2, rows = layout_.rows();
    const std::vector<double> x = abscissas(layout_);
    const double x_wall = std::sqrt(1 - z0), height = std::sqrt(layout_.radius);
    const double b = stretching(layout_.height / (2 * x_wall) * layout_.nj / height);
    std::vector<std::array<double, 2>> points(number(last, rows) + std::size_t(1));
    for (int i = 0; i <= last - nose; ++i) {
      const bool wake = i > layout_.order * layout_.wall / 2;
      const Complex foot = wake ? z0 + x[i] * x[i] : surface_point(x[i], x_wall);
      const double bump = wake ? 0 : unfolded(foot).imag();
      for (int j = 0; j <= rows; ++j) {
        const double eta = height * stretched(b, double(j) / rows);
        const Complex w{x[i], eta + bump * std::exp(-2 * eta)};
        const Complex z = j == 0 ? foot : z0 + w * w;
        points[number(nose - i, j)] = {z.real(), -z.imag()};
        points[number(nose + i, j)] = {z.real(), z.imag()};
      }
    }
    return points;
  }

 private:
  Layout layout_;
  int cut_;  // lattice columns of the wake on either side
};

std::vector<BoundaryEdge> boundary_edges(const Layout& layout, const Lattice& lattice) {
  enum : std::int16_t { wall, farfield };
  const int m = layout.order;
  std::vector<BoundaryEdge> edges;
  const auto add = [&](int i0, int j0, int i1, int j1, std::int16_t boundary) {
    edges.push_back({{lattice.number(m * i0, m * j0), lattice.number(m * i1, m * j1)}, boundary});
  };
  for (int i = layout.wake(); i < layout.ni - layout.wake(); ++i) add(i, 0, i + 1, 0, wall);
  for (int j = 0; j < layout.nj; ++j) add(0, j, 0, j + 1, farfield);
  for (int i = 0; i < layout.ni; ++i) add(i, layout.nj, i + 1, layout.nj, farfield);
  for (int j = 0; j < layout.nj; ++j) add(layout.ni, j, layout.ni, j + 1, farfield);
  return edges;
}

Layout read_layout(int level, const Parameters& parameters) {
  const bool fine = parameters.choice("layout", {"70x32", "170x30"}) == 1;
  Layout layout;
  layout.ni = parameters.integer("ni", 8, 1 << 16, (fine ? 170 : 70) << level);
  layout.nj = parameters.integer("nj", 2, 1 << 16, (fine ? 30 : 32) << level);
  if (layout.ni % 2 != 0) parameters.reject("ni", "even");
  const int usual =
      parameters.given("ni") ? 2 * static_cast<int>(std::lround(layout.ni * 2 / 7.0)) : (fine ? 98 : 40) << level;
  layout.wall = parameters.integer("wall", 4, 1 << 16, usual);
  if (layout.wall % 2 != 0 || layout.wall > layout.ni - 2) parameters.reject("wall", "even and at most ni - 2");
  layout.order = parameters.integer("order", 1, max_geometry_order);
  layout.radius = parameters.real("radius", 4, 1e6);
  layout.height = parameters.real("height", 1e-8, 1, 0.011 * 32 / layout.nj);
  check_cell_count(double(layout.ni) * layout.nj, layout.order, "mesh 'naca0012'");
  return layout;
}

Mesh2 make_naca0012(int level, const Parameters& parameters) {
  const Layout layout = read_layout(level, parameters);
  const Lattice lattice(layout);
  const int m = layout.order;
  Mesh2 mesh;
  mesh.geometry_order = m;
  mesh.boundary_names = {"wall", "farfield"};
  mesh.nodes = lattice.nodes();
  for (int j = 0; j < layout.nj; ++j)
    for (int i = 0; i < layout.ni; ++i) {
      for (int l = 0; l <= m; ++l)
        for (int k = 0; k <= m; ++k) mesh.cell_nodes.push_back(lattice.number(m * i + k, m * j + l));
      mesh.cell_shapes.push_back(CellShape::quadrilateral);
      mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
    }
  build_faces(mesh, boundary_edges(layout, lattice), "mesh 'naca0012'");
  return mesh;
}

}  // namespace

Generator naca0012_generator() {
  return {{"naca0012",
           "a C-grid of curved quadrilaterals around the closed NACA 0012 airfoil of chord 1 from (0, 0) to (1, 0); "
           "boundaries wall, farfield",
           {{"layout", "70x32",
             "cells along and across the C at level 0: 70x32 (40 on the airfoil) or 170x30 (98); a level "
             "doubles all"},
            {"order", "4", "geometric order, 1 to 4; the nodes of the wall lie on the airfoil"},
            {"ni", "auto", "cells along the C, even"},
            {"nj", "auto", "cells from the wall to the far field"},
            {"wall", "auto", "cells along the airfoil, even; auto with ni given: about 4/7 of ni"},
            {"height", "auto", "height of the first cells at the trailing edge (less forward); auto: 0.352 / nj"},
            {"radius", "200", "distance of the far field from the airfoil's nose, at least"}}},
          make_naca0012};
}

}  // namespace dg
