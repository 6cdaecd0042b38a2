#include "meshes/generators/plane_spline.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dg {
namespace {

/// Right-hand sides of one tridiagonal system: x, y, and the correction that makes it cyclic.
using Columns = std::array<double, 3>;

/// Solves lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1] = x[i] in place (Thomas). Diagonally dominant.
void solve_tridiagonal(const std::vector<double>& lower, std::vector<double> diagonal, const std::vector<double>& upper,
                       std::vector<Columns>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    for (int c = 0; c < 3; ++c) x[i][c] -= factor * x[i - 1][c];
  }
  for (std::size_t i = n; i-- > 0;)
    for (int c = 0; c < 3; ++c) x[i][c] = (x[i][c] - (i + 1 < n ? upper[i] * x[i + 1][c] : 0)) / diagonal[i];
}

/// Second derivatives at all points of the natural spline, or at all but the last of the periodic one: continuity of
/// the slope gives h[i-1] M[i-1] + 2 (h[i-1] + h[i]) M[i] + h[i] M[i+1] = 6 (slope[i] - slope[i-1]).
std::vector<Point> second_derivatives(const std::vector<Point>& points, const std::vector<double>& knots,
                                      bool periodic) {
  const std::size_t intervals = points.size() - 1, n = periodic ? intervals : intervals + 1;
  std::vector<double> lower(n, 0), diagonal(n, 1), upper(n, 0);
  std::vector<Columns> x(n, Columns{});
  for (std::size_t i = periodic ? 0 : 1; i < intervals; ++i) {
    const std::size_t before = i == 0 ? intervals - 1 : i - 1;
    lower[i] = knots[before + 1] - knots[before];
    upper[i] = knots[i + 1] - knots[i];
    diagonal[i] = 2 * (lower[i] + upper[i]);
    for (int d = 0; d < 2; ++d)
      x[i][d] =
          6 * ((points[i + 1][d] - points[i][d]) / upper[i] - (points[before + 1][d] - points[before][d]) / lower[i]);
  }
  double last = 0;  // the entry of the last unknown in the correction vector v = (1, 0, ..., last)
  if (periodic) {   // Sherman, Morrison: the corners become a rank-one term u v^T with u = (gamma, 0, ..., upper[n-1])
    const double gamma = -diagonal[0];
    last = lower[0] / gamma;
    diagonal[0] -= gamma;
    diagonal[n - 1] -= upper[n - 1] * last;
    x[0][2] = gamma;
    x[n - 1][2] = upper[n - 1];
  }
  solve_tridiagonal(lower, diagonal, upper, x);
  std::vector<Point> second(n);
  for (int d = 0; d < 2; ++d) {
    const double factor = periodic ? (x[0][d] + last * x[n - 1][d]) / (1 + x[0][2] + last * x[n - 1][2]) : 0;
    for (std::size_t i = 0; i < n; ++i) second[i][d] = x[i][d] - factor * x[i][2];
  }
  return second;
}

}  // namespace

PlaneSpline::PlaneSpline(std::vector<Point> points, Ends ends) : points_(std::move(points)), knots_{0} {
  const bool periodic = ends == Ends::periodic;
  assert(points_.size() >= (periodic ? 4 : 2));
  for (std::size_t i = 1; i < points_.size(); ++i)
    knots_.push_back(knots_.back() + std::hypot(points_[i][0] - points_[i - 1][0], points_[i][1] - points_[i - 1][1]));
  second_ = second_derivatives(points_, knots_, periodic);
  if (periodic) second_.push_back(second_.front());
}

std::size_t PlaneSpline::interval(double s) const {
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s);
  return static_cast<std::size_t>(after - knots_.begin()) - 1;
}

Point PlaneSpline::at(double s) const {
  const std::size_t i = interval(s);
  const double h = knots_[i + 1] - knots_[i], b = (s - knots_[i]) / h, a = 1 - b;
  Point p;
  for (int d = 0; d < 2; ++d)
    p[d] = a * points_[i][d] + b * points_[i + 1][d] +
           ((a * a * a - a) * second_[i][d] + (b * b * b - b) * second_[i + 1][d]) * h * h / 6;
  return p;
}

double PlaneSpline::curvature(double s) const {
  const std::size_t i = interval(s);
  const double h = knots_[i + 1] - knots_[i], b = (s - knots_[i]) / h, a = 1 - b;
  Point first, second;
  for (int d = 0; d < 2; ++d) {
    first[d] = (points_[i + 1][d] - points_[i][d]) / h +
               ((3 * b * b - 1) * second_[i + 1][d] - (3 * a * a - 1) * second_[i][d]) * h / 6;
    second[d] = a * second_[i][d] + b * second_[i + 1][d];
  }
  return std::abs(first[0] * second[1] - first[1] * second[0]) / std::pow(std::hypot(first[0], first[1]), 3);
}

}  // namespace dg
