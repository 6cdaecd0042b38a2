#include "reference_volumes.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>

#include "flows.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::test {
namespace {

using State = std::array<double, 4>;
using Vector = Eigen::Vector2d;
using Gradient = Eigen::Matrix<double, 4, 2>;

/// One cell as the definition sees it: sides with what is behind them and the way there.
struct Side {
  Index neighbour = -1;
  int boundary = -1;
  Vector middle, normal;  ///< from the centroid; outward, as long as the chord
  Vector other_middle;    ///< from the centroid of the neighbour
};

struct Volumes {
  std::vector<std::vector<Side>> sides;
  std::vector<State> w;
  std::vector<Gradient> slopes;
  std::vector<double> area;
};

/// Vertex `f` of a cell in counter-clockwise order, from its corner on the reference cell.
Vector vertex(const Mesh2& mesh, Index cell, int f) {
  const bool triangle = mesh.cell_shapes[cell] == CellShape::triangle;
  const std::array<std::array<double, 2>, 4> corners{
      {{-1, -1}, {1, -1}, {triangle ? -1.0 : 1.0, 1}, {-1, triangle ? -1.0 : 1.0}}};
  const std::array<double, 2> corner = corners[f];
  std::array<double, 2> x;
  CellMap(mesh.cell_shapes[cell], mesh.geometry_order, std::span(&corner, 1))
      .evaluate(mesh, cell, std::span(&x, 1), {});
  return {x[0], x[1]};
}

Vector centroid(const Mesh2& mesh, Index cell) {
  const auto x = cell_centroid(mesh, cell);
  return {x[0], x[1]};
}

Volumes make_volumes(const Mesh2& mesh, const std::vector<double>& coefficients) {
  Volumes v;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    v.area.push_back(cell_area(mesh, c));
    const int n = face_count(mesh.cell_shapes[c]);
    auto& sides = v.sides.emplace_back(n);
    for (int f = 0; f < n; ++f) {
      const Vector a = vertex(mesh, c, f), b = vertex(mesh, c, (f + 1) % n);
      sides[f].middle = 0.5 * (a + b) - centroid(mesh, c);
      sides[f].normal = Vector(b[1] - a[1], a[0] - b[0]);
    }
    State u;
    for (int k = 0; k < 4; ++k) u[k] = coefficients[4 * c + k] * mean_over_coefficient(mesh.cell_shapes[c]);
    v.w.push_back({u[0], u[1] / u[0], u[2] / u[0], 0.4 * (u[3] - 0.5 * (u[1] * u[1] + u[2] * u[2]) / u[0])});
  }
  for (const Face& face : mesh.faces) {
    Side& minus = v.sides[face.minus][face.minus_face];
    if (face.plus < 0) {
      minus.boundary = face.boundary;
      continue;
    }
    Side& plus = v.sides[face.plus][face.plus_face];
    minus.neighbour = face.plus;
    plus.neighbour = face.minus;
    minus.other_middle = plus.middle;
    plus.other_middle = minus.middle;
  }
  return v;
}

/// The neighbours of a cell and the ways to them; in a corner with one neighbour, those of the neighbour as well.
std::vector<std::pair<Index, Vector>> stencil(const Volumes& v, Index c) {
  std::vector<std::pair<Index, Vector>> list;
  for (const Side& s : v.sides[c])
    if (s.neighbour >= 0) list.emplace_back(s.neighbour, s.middle - s.other_middle);
  if (list.size() != 1) return list;
  const auto [near, way] = list[0];
  for (const Side& s : v.sides[near])
    if (s.neighbour >= 0 && s.neighbour != c && list.size() < v.sides[c].size())
      list.emplace_back(s.neighbour, way + s.middle - s.other_middle);
  return list;
}

/// phi of Venkatakrishnan's paper, for a change d2 != 0 and the space d1 that it has, of the same sign.
double venkatakrishnan(double d1, double d2, double epsilon2) {
  return ((d1 * d1 + epsilon2) * d2 + 2 * d2 * d2 * d1) / (d2 * (d1 * d1 + 2 * d2 * d2 + d1 * d2 + epsilon2));
}

double limited(const SolverOptions& o, double d1, double d2, double scale, double area) {
  if (o.limiter == Limiter::none || d2 == 0) return 1;
  if (o.limiter == Limiter::barth_jespersen) return std::min(1.0, d1 / d2);
  const double h = std::sqrt(area) * o.limiter_constant / o.limiter_length;
  return venkatakrishnan(d1, d2, scale * scale * h * h * h);
}

Gradient find_slopes(const Volumes& v, Index c, const SolverOptions& o) {
  const auto cells = stencil(v, c);
  Eigen::MatrixXd ways(cells.size(), 2), differences(cells.size(), 4);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ways.row(static_cast<Eigen::Index>(i)) = cells[i].second.transpose();
    for (int k = 0; k < 4; ++k) differences(static_cast<Eigen::Index>(i), k) = v.w[cells[i].first][k] - v.w[c][k];
  }
  Gradient g = ways.colPivHouseholderQr().solve(differences).transpose();
  const double sound = std::sqrt(1.4 * v.w[c][3] / v.w[c][0]);
  const State scale{v.w[c][0], sound, sound, v.w[c][3]};
  for (int k = 0; k < 4; ++k) {
    const double low = std::min(0.0, differences.col(k).minCoeff()),
                 high = std::max(0.0, differences.col(k).maxCoeff());
    double part = 1;
    for (const Side& s : v.sides[c]) {
      const double change = g.row(k).dot(s.middle);
      part = std::min(part, limited(o, change > 0 ? high : low, change, scale[k], v.area[c]));
    }
    g.row(k) *= part;
  }
  return g;
}

State trace(const State& w, const Gradient& g, const Vector& way) {
  State t;
  for (int k = 0; k < 4; ++k) t[k] = w[k] + g.row(k).dot(way);
  return t[0] > 0 && t[3] > 0 ? t : w;
}

void copy(const State& from, double (&to)[4]) { std::copy(from.begin(), from.end(), to); }

}  // namespace

std::vector<double> reference_volume_rate(const Mesh2& mesh, const SolverOptions& o,
                                          const std::vector<double>& coefficients, const FieldFunction& data) {
  Volumes v = make_volumes(mesh, coefficients);
  for (Index c = 0; c < mesh.cell_count(); ++c) v.slopes.push_back(find_slopes(v, c, o));
  const Gas<double> gas(o.gas);
  std::vector<double> rate;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    State sum{};
    for (const Side& s : v.sides[c]) {
      double n[2] = {s.normal[0] / s.normal.norm(), s.normal[1] / s.normal.norm()}, a[4], b[4], u_b[4] = {}, flux[4];
      copy(to_conservative(trace(v.w[c], v.slopes[c], s.middle)), a);
      if (s.neighbour >= 0) {
        copy(to_conservative(trace(v.w[s.neighbour], v.slopes[s.neighbour], s.other_middle)), b);
      } else {
        const auto condition = std::find_if(o.boundaries.begin(), o.boundaries.end(),
                                            [&](const auto& x) { return x.name == mesh.boundary_names[s.boundary]; });
        double given[4] = {};
        const Vector x = centroid(mesh, c) + s.middle;
        if (data) copy(to_conservative(data(x[0], x[1], 0)), given);
        boundary_states(boundary_parameters<double, 2>(*condition, gas), gas, a, n, given, b, u_b);
      }
      riemann_flux(o.riemann, gas, a, b, n, flux);
      for (int k = 0; k < 4; ++k) sum[k] += s.normal.norm() * flux[k];
    }
    for (const double x : sum) rate.push_back(-x / v.area[c]);
  }
  return rate;
}

}  // namespace dg::test
