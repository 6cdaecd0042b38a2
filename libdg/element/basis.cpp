#include "libdg/element/basis.hpp"

#include <array>
#include <cassert>
#include <cmath>

namespace dg {
namespace {

constexpr int size = max_degree + 1;

/// A value with its two derivatives.
struct Jet {
  double f = 0, r = 0, s = 0;
};
Jet operator*(Jet a, Jet b) { return {a.f * b.f, a.r * b.f + a.f * b.r, a.s * b.f + a.f * b.s}; }
Jet operator*(double c, Jet a) { return {c * a.f, c * a.r, c * a.s}; }
Jet operator+(Jet a, Jet b) { return {a.f + b.f, a.r + b.r, a.s + b.s}; }
Jet operator-(Jet a, Jet b) { return {a.f - b.f, a.r - b.r, a.s - b.s}; }

/// Scaled Legendre polynomials t^i P_i(x / t): polynomials in x and t, free of the division.
std::array<Jet, size> scaled_legendre(int degree, Jet x, Jet t) {
  std::array<Jet, size> l{};
  l[0] = {1, 0, 0};
  if (degree > 0) l[1] = x;
  const Jet t2 = t * t;
  for (int i = 1; i < degree; ++i)
    l[static_cast<std::size_t>(i + 1)] =
        (1.0 / (i + 1)) * ((2.0 * i + 1) * (x * l[static_cast<std::size_t>(i)]) -
                           static_cast<double>(i) * (t2 * l[static_cast<std::size_t>(i - 1)]));
  return l;
}

/// Jacobi polynomials P_j^(alpha, 0)(y).
std::array<Jet, size> jacobi(int degree, double alpha, Jet y) {
  std::array<Jet, size> p{};
  p[0] = {1, 0, 0};
  if (degree > 0) p[1] = 0.5 * ((alpha + 2) * y + Jet{alpha, 0, 0});
  for (int j = 1; j < degree; ++j) {
    const double n = j + 1, c = 2 * n + alpha;
    const double a1 = 2 * n * (n + alpha) * (c - 2), a2 = (c - 1) * alpha * alpha, a3 = (c - 2) * (c - 1) * c,
                 a4 = 2 * (n + alpha - 1) * (n - 1) * c;
    p[static_cast<std::size_t>(j + 1)] = (1.0 / a1) * ((a3 * y + Jet{a2, 0, 0}) * p[static_cast<std::size_t>(j)] -
                                                       a4 * p[static_cast<std::size_t>(j - 1)]);
  }
  return p;
}

/// Calls visit(mode, jet) for every mode.
template <class Visit>
void triangle_modes(int degree, double r, double s, Visit visit) {
  const Jet x{r + 0.5 * (1 + s), 1, 0.5}, t{0.5 * (1 - s), 0, -0.5}, y{s, 0, 1};
  const auto l = scaled_legendre(degree, x, t);
  std::array<std::array<Jet, size>, size> p;
  for (int i = 0; i <= degree; ++i) p[static_cast<std::size_t>(i)] = jacobi(degree - i, 2 * i + 1, y);
  int k = 0;
  for (int q = 0; q <= degree; ++q)
    for (int j = 0; j <= q; ++j, ++k) {
      const int i = q - j;
      visit(k, std::sqrt(0.5 * (2 * i + 1) * (q + 1)) *
                   (l[static_cast<std::size_t>(i)] * p[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]));
    }
}

template <class Visit>
void quadrilateral_modes(bool tensor, int degree, double r, double s, Visit visit) {
  const Jet one{1, 0, 0};
  const auto a = scaled_legendre(degree, {r, 1, 0}, one), b = scaled_legendre(degree, {s, 0, 1}, one);
  int k = 0;
  const auto mode = [&](int i, int j) {
    visit(k++, 0.5 * std::sqrt((2.0 * i + 1) * (2.0 * j + 1)) *
                   (a[static_cast<std::size_t>(i)] * b[static_cast<std::size_t>(j)]));
  };
  for (int q = 0; q <= degree; ++q) {
    if (!tensor) {
      for (int j = 0; j <= q; ++j) mode(q - j, j);
    } else {
      // Shell max(i, j) = q, in an order that keeps derivatives strictly upper triangular.
      for (int j = 0; j < q; ++j) mode(q, j);
      for (int i = 0; i <= q; ++i) mode(i, q);
    }
  }
}

template <class Visit>
void modes(Space space, int degree, double r, double s, Visit visit) {
  assert(degree >= 0 && degree <= max_degree);
  if (space == Space::triangle_P)
    triangle_modes(degree, r, s, visit);
  else
    quadrilateral_modes(space == Space::quadrilateral_Q, degree, r, s, visit);
}

}  // namespace

void evaluate_basis(Space space, int degree, double r, double s, std::span<double> values) {
  modes(space, degree, r, s, [&](int k, Jet phi) { values[static_cast<std::size_t>(k)] = phi.f; });
}

void evaluate_basis(Space space, int degree, double r, double s, std::span<double> values, std::span<double> d_dr,
                    std::span<double> d_ds) {
  modes(space, degree, r, s, [&](int k, Jet phi) {
    const auto i = static_cast<std::size_t>(k);
    values[i] = phi.f;
    d_dr[i] = phi.r;
    d_ds[i] = phi.s;
  });
}

}  // namespace dg
