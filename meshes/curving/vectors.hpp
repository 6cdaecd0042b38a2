/// Arithmetic of points for the curving of walls.
#pragma once

#include <array>
#include <cmath>

namespace dg {

template <int Dim>
using Vector = std::array<double, Dim>;

template <std::size_t Dim>
std::array<double, Dim> sum(const std::array<double, Dim>& a, double factor, const std::array<double, Dim>& b) {
  std::array<double, Dim> s;
  for (std::size_t d = 0; d < Dim; ++d) s[d] = a[d] + factor * b[d];
  return s;
}

template <std::size_t Dim>
double inner(const std::array<double, Dim>& a, const std::array<double, Dim>& b) {
  double s = 0;
  for (std::size_t d = 0; d < Dim; ++d) s += a[d] * b[d];
  return s;
}

template <std::size_t Dim>
double length(const std::array<double, Dim>& a) {
  return std::sqrt(inner(a, a));
}

template <std::size_t Dim>
std::array<double, Dim> scaled(double factor, const std::array<double, Dim>& a) {
  return sum(std::array<double, Dim>{}, factor, a);
}

/// Of length 1; zero for zero.
template <std::size_t Dim>
std::array<double, Dim> direction(const std::array<double, Dim>& a) {
  const double l = length(a);
  return l > 0 ? scaled(1 / l, a) : a;
}

inline std::array<double, 3> cross(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A cubic from `a` to `b` that starts and ends in given directions: as long there as on the arc of a circle.
template <std::size_t Dim>
struct HermiteCurve {
  std::array<double, Dim> a, first, second, b;  ///< its control points

  HermiteCurve(const std::array<double, Dim>& from, const std::array<double, Dim>& start,
               const std::array<double, Dim>& end, const std::array<double, Dim>& to)
      : a(from), b(to) {
    const auto chord = sum(to, -1, from);
    const double l = length(chord);
    const auto reach = [&](const std::array<double, Dim>& d) { return 2 * l / 3 / (1 + inner(d, chord) / l); };
    first = sum(from, reach(start), start);
    second = sum(to, -reach(end), end);
  }

  std::array<double, Dim> at(double t) const {
    const double s = 1 - t;
    auto p = scaled(s * s * s, a);
    p = sum(p, 3 * s * s * t, first);
    p = sum(p, 3 * s * t * t, second);
    return sum(p, t * t * t, b);
  }
};

}  // namespace dg
