#include "libdg/element/basis.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dg {
namespace {

constexpr int size = max_degree + 1;

/// A value with its derivatives.
template <std::size_t Dim>
struct Jet {
  double f = 0;
  std::array<double, Dim> d{};

  /// The coordinate x_i.
  static Jet coordinate(const std::array<double, Dim>& x, std::size_t i) {
    Jet jet{x[i], {}};
    jet.d[i] = 1;
    return jet;
  }
};

template <std::size_t Dim>
Jet<Dim> operator*(const Jet<Dim>& a, const Jet<Dim>& b) {
  Jet<Dim> c{a.f * b.f, {}};
  for (std::size_t i = 0; i < Dim; ++i) c.d[i] = a.d[i] * b.f + a.f * b.d[i];
  return c;
}
template <std::size_t Dim>
Jet<Dim> operator*(double c, Jet<Dim> a) {
  a.f *= c;
  for (double& d : a.d) d *= c;
  return a;
}
template <std::size_t Dim>
Jet<Dim> operator+(Jet<Dim> a, const Jet<Dim>& b) {
  a.f += b.f;
  for (std::size_t i = 0; i < Dim; ++i) a.d[i] += b.d[i];
  return a;
}
template <std::size_t Dim>
Jet<Dim> operator-(const Jet<Dim>& a, const Jet<Dim>& b) {
  return a + -1.0 * b;
}

template <std::size_t Dim>
using Jets = std::array<Jet<Dim>, size>;

/// Scaled Legendre polynomials t^i P_i(x / t): polynomials in x and t, free of the division.
template <std::size_t Dim>
Jets<Dim> scaled_legendre(int degree, const Jet<Dim>& x, const Jet<Dim>& t) {
  Jets<Dim> l{};
  l[0].f = 1;
  if (degree > 0) l[1] = x;
  const Jet<Dim> t2 = t * t;
  for (int i = 1; i < degree; ++i)
    l[static_cast<std::size_t>(i + 1)] =
        (1.0 / (i + 1)) * ((2.0 * i + 1) * (x * l[static_cast<std::size_t>(i)]) -
                           static_cast<double>(i) * (t2 * l[static_cast<std::size_t>(i - 1)]));
  return l;
}

/// Scaled Jacobi polynomials t^j P_j^(alpha, 0)(y / t).
template <std::size_t Dim>
Jets<Dim> scaled_jacobi(int degree, double alpha, const Jet<Dim>& y, const Jet<Dim>& t) {
  Jets<Dim> p{};
  p[0].f = 1;
  if (degree > 0) p[1] = 0.5 * ((alpha + 2) * y + alpha * t);
  const Jet<Dim> t2 = t * t;
  for (int j = 1; j < degree; ++j) {
    const double n = j + 1, c = 2 * n + alpha;
    const double a1 = 2 * n * (n + alpha) * (c - 2), a2 = (c - 1) * alpha * alpha, a3 = (c - 2) * (c - 1) * c,
                 a4 = 2 * (n + alpha - 1) * (n - 1) * c;
    p[static_cast<std::size_t>(j + 1)] = (1.0 / a1) * ((a3 * y + a2 * t) * p[static_cast<std::size_t>(j)] -
                                                       a4 * (t2 * p[static_cast<std::size_t>(j - 1)]));
  }
  return p;
}

template <std::size_t Dim>
Jet<Dim> constant(double c) {
  return {c, {}};
}

/// The modes (i, j) of a triangle in the coordinates r and s, by i and j.
template <std::size_t Dim>
std::array<Jets<Dim>, size> triangle_products(int degree, const Jet<Dim>& r, const Jet<Dim>& s) {
  const Jet<Dim> one = constant<Dim>(1), t = 0.5 * (one - s);
  const auto l = scaled_legendre(degree, r + 0.5 * (one + s), t);
  std::array<Jets<Dim>, size> modes;
  for (int i = 0; i <= degree; ++i) {
    const auto p = scaled_jacobi(degree - i, 2 * i + 1, s, one);
    for (int j = 0; i + j <= degree; ++j)
      modes[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          std::sqrt(0.5 * (2 * i + 1) * (i + j + 1)) *
          (l[static_cast<std::size_t>(i)] * p[static_cast<std::size_t>(j)]);
  }
  return modes;
}

/// Calls visit(mode, jet) for every mode.
template <class Visit>
void triangle_modes(int degree, const std::array<double, 2>& x, const Visit& visit) {
  const auto modes = triangle_products(degree, Jet<2>::coordinate(x, 0), Jet<2>::coordinate(x, 1));
  int k = 0;
  for (int q = 0; q <= degree; ++q)
    for (int j = 0; j <= q; ++j) visit(k++, modes[static_cast<std::size_t>(q - j)][static_cast<std::size_t>(j)]);
}

/// Calls mode({i, j}) or mode({i, j, k}) with the degrees of all products: P^p by total degree, Q^p by shells of the
/// largest degree, in an order that keeps derivatives strictly upper triangular.
template <class Mode>
void products_2d(bool tensor, int degree, const Mode& mode) {
  for (int q = 0; q <= degree; ++q) {
    if (!tensor) {
      for (int j = 0; j <= q; ++j) mode(std::array{q - j, j});
    } else {
      for (int j = 0; j < q; ++j) mode(std::array{q, j});
      for (int i = 0; i <= q; ++i) mode(std::array{i, q});
    }
  }
}
template <class Mode>
void products_3d(bool tensor, int degree, const Mode& mode) {
  for (int q = 0; q <= degree; ++q)
    for (int total = q; total <= (tensor ? 3 * q : q); ++total)
      for (int k = 0; k <= q; ++k)
        for (int j = 0; j <= q; ++j)
          if (const int i = total - k - j; i >= 0 && i <= q && (!tensor || std::max({i, j, k}) == q))
            mode(std::array{i, j, k});
}

/// Products of orthonormal Legendre polynomials in all coordinates.
template <std::size_t Dim, class Visit>
void legendre_modes(bool tensor, int degree, const std::array<double, Dim>& x, const Visit& visit) {
  std::array<Jets<Dim>, Dim> l;
  for (std::size_t d = 0; d < Dim; ++d) l[d] = scaled_legendre(degree, Jet<Dim>::coordinate(x, d), constant<Dim>(1));
  int mode = 0;
  const auto product = [&](const std::array<int, Dim>& of) {
    double square = 1;
    Jet<Dim> jet = constant<Dim>(1);
    for (std::size_t d = 0; d < Dim; ++d) {
      square *= of[d] + 0.5;
      jet = jet * l[d][static_cast<std::size_t>(of[d])];
    }
    visit(mode++, std::sqrt(square) * jet);
  };
  if constexpr (Dim == 2)
    products_2d(tensor, degree, product);
  else
    products_3d(tensor, degree, product);
}

/// With T2 = (1 - t) / 2 and T1 = -(s + t) / 2, the heights of the collapsed coordinates.
template <class Visit>
void tetrahedron_modes(int degree, const std::array<double, 3>& x, const Visit& visit) {
  const auto r = Jet<3>::coordinate(x, 0), s = Jet<3>::coordinate(x, 1), t = Jet<3>::coordinate(x, 2);
  const auto one = constant<3>(1), first = -0.5 * (s + t), second = 0.5 * (one - t);
  const auto l = scaled_legendre(degree, one + r - first, first);
  int mode = 0;
  for (int q = 0; q <= degree; ++q)
    for (int k = 0; k <= q; ++k)
      for (int j = 0; j + k <= q; ++j) {
        const int i = q - j - k;
        const auto b = scaled_jacobi(j, 2 * i + 1, one + s - second, second);
        const auto c = scaled_jacobi(k, 2 * (i + j) + 2, t, one);
        visit(mode++,
              std::sqrt(0.25 * (2 * i + 1) * (i + j + 1) * (2 * q + 3)) *
                  (l[static_cast<std::size_t>(i)] * (b[static_cast<std::size_t>(j)] * c[static_cast<std::size_t>(k)])));
      }
}

/// Those of total degree p, or by shells of the larger degree of triangle and line, each by total degree.
template <class Visit>
void prism_modes(bool products, int degree, const std::array<double, 3>& x, const Visit& visit) {
  const auto triangle = triangle_products(degree, Jet<3>::coordinate(x, 0), Jet<3>::coordinate(x, 1));
  const auto line = scaled_legendre(degree, Jet<3>::coordinate(x, 2), constant<3>(1));
  int mode = 0;
  const auto visit_all = [&](int in_triangle, int k) {
    for (int j = 0; j <= in_triangle; ++j)
      visit(mode++,
            std::sqrt(k + 0.5) * (triangle[static_cast<std::size_t>(in_triangle - j)][static_cast<std::size_t>(j)] *
                                  line[static_cast<std::size_t>(k)]));
  };
  for (int q = 0; q <= degree; ++q)
    for (int total = q; total <= (products ? 2 * q : q); ++total)
      for (int k = total - q; k <= q; ++k)
        if (!products || std::max(k, total - k) == q) visit_all(total - k, k);
}

/// In the collapsed coordinates a and b, with the powers of the height that make polynomials of the products.
template <class Visit>
void pyramid_modes(int degree, const std::array<double, 3>& x, const Visit& visit) {
  const auto r = Jet<3>::coordinate(x, 0), s = Jet<3>::coordinate(x, 1), t = Jet<3>::coordinate(x, 2);
  const auto one = constant<3>(1), height = 0.5 * (one - t);
  const auto a = scaled_legendre(degree, one + r - height, height),
             b = scaled_legendre(degree, one + s - height, height);
  int mode = 0;
  for (int q = 0; q <= degree; ++q)
    for (int k = 0; k <= q; ++k)
      for (int j = 0; j + k <= q; ++j) {
        const int i = q - j - k;
        const auto c = scaled_jacobi(k, 2 * (i + j) + 2, t, one);
        visit(mode++,
              std::sqrt(0.125 * (2 * i + 1) * (2 * j + 1) * (2 * q + 3)) *
                  (a[static_cast<std::size_t>(i)] * (b[static_cast<std::size_t>(j)] * c[static_cast<std::size_t>(k)])));
      }
}

template <std::size_t Dim, class Visit>
void visit_modes(Space space, int degree, const std::array<double, Dim>& x, const Visit& visit) {
  assert(degree >= 0 && degree <= max_degree && dim_of(space) == static_cast<int>(Dim));
  if constexpr (Dim == 2) {
    if (space == Space::triangle_P) return triangle_modes(degree, x, visit);
  } else {
    if (space == Space::tetrahedron_P) return tetrahedron_modes(degree, x, visit);
    if (shape_of(space) == CellShape::prism) return prism_modes(space == Space::prism_Q, degree, x, visit);
    if (space == Space::pyramid_P) return pyramid_modes(degree, x, visit);
  }
  legendre_modes(is_tensor(space), degree, x, visit);
}

}  // namespace

template <std::size_t Dim>
void evaluate_basis(Space space, int degree, const std::array<double, Dim>& x, std::span<double> values) {
  visit_modes(space, degree, x, [&](int k, const Jet<Dim>& phi) { values[static_cast<std::size_t>(k)] = phi.f; });
}

template <std::size_t Dim>
void evaluate_basis(Space space, int degree, const std::array<double, Dim>& x, std::span<double> values,
                    const std::array<std::span<double>, Dim>& derivatives) {
  visit_modes(space, degree, x, [&](int k, const Jet<Dim>& phi) {
    const auto i = static_cast<std::size_t>(k);
    values[i] = phi.f;
    for (std::size_t d = 0; d < Dim; ++d) derivatives[d][i] = phi.d[d];
  });
}

template void evaluate_basis<2>(Space, int, const std::array<double, 2>&, std::span<double>);
template void evaluate_basis<3>(Space, int, const std::array<double, 3>&, std::span<double>);
template void evaluate_basis<2>(Space, int, const std::array<double, 2>&, std::span<double>,
                                const std::array<std::span<double>, 2>&);
template void evaluate_basis<3>(Space, int, const std::array<double, 3>&, std::span<double>,
                                const std::array<std::span<double>, 3>&);

}  // namespace dg
