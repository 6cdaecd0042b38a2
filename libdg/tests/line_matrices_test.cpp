#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/tables.hpp"

namespace dg {
namespace {

/// Numbers [j][i] at points, or [b][a] of modes.
template <int N>
struct Field {
  double at[N][N];
};

template <int N, class Apply>
Field<N> along_x(Field<N> field, Apply apply) {
  for (int j = 0; j < N; ++j) apply(j, field.at[j]);
  return field;
}

template <int N>
Field<N> transposed(const Field<N>& field) {
  Field<N> out;
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) out.at[i][j] = field.at[j][i];
  return out;
}

template <int N, class Apply>
Field<N> along_y(const Field<N>& field, Apply apply) {
  return transposed(along_x(transposed(field), apply));
}

/// Deterministic numbers.
template <int N>
Field<N> numbers(double seed) {
  Field<N> x;
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) x.at[j][i] = std::sin(seed + 1.7 * i + 0.9 * j) + 0.3;
  return x;
}

/// Calls visit.operator()<N>() for each degree N - 1 > 0.
template <class Visit>
void for_each_size(Visit visit) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (visit.template operator()<I + 2>(), ...); }
  (std::make_integer_sequence<int, max_degree>{});
}

TEST_CASE("Along lines, modes of Q^p become values and derivatives as the dense matrices have them") {
  for_each_size([]<int N>() {
    INFO("degree " << N - 1);
    const auto t = make_tables<double>(Space::quadrilateral_Q, N - 1, 2 * (N - 1));
    const auto line = make_line_matrices<double, N>();
    const auto modes = numbers<N>(0.2);
    const auto to_points = [&](int, double(&x)[N]) { line.to_points(x); };
    const auto differentiate = [&](int, double(&x)[N]) {
      double y[N];
      line.derivative(x, 0.0, 0.0, y);
      for (int i = 0; i < N; ++i) x[i] = y[i];
    };
    const auto values = along_y(along_x(modes, to_points), to_points);
    const Field<N> derivatives[2] = {along_x(values, differentiate), along_y(values, differentiate)};
    for (int q = 0; q < N * N; ++q) {
      std::vector<double> v(N * N), d[2] = {std::vector<double>(N * N), std::vector<double>(N * N)};
      evaluate_basis(Space::quadrilateral_Q, N - 1, t.points[q][0], t.points[q][1], v, d[0], d[1]);
      double exact[3] = {};
      for (int b = 0; b < N; ++b)
        for (int a = 0; a < N; ++a) {
          const auto k = static_cast<std::size_t>(tensor_mode(a, b));
          exact[0] += modes.at[b][a] * v[k];
          for (int r = 0; r < 2; ++r) exact[1 + r] += modes.at[b][a] * d[r][k];
        }
      CHECK(values.at[q / N][q % N] == Approx(exact[0]).margin(1e-12));
      for (int r = 0; r < 2; ++r) CHECK(derivatives[r].at[q / N][q % N] == Approx(exact[1 + r]).margin(1e-10));
    }
  });
}

TEST_CASE("Along lines, fluxes at points and through faces become integrals with the modes of Q^p") {
  for_each_size([]<int N>() {
    INFO("degree " << N - 1);
    const auto t = make_tables<double>(Space::quadrilateral_Q, N - 1, 2 * (N - 1));
    const auto line = make_line_matrices<double, N>();
    const Field<N> flux[2] = {numbers<N>(0.4), numbers<N>(1.1)};
    // Through face f, at points in the order of the coordinates; the faces at the ends of lines along x and y.
    const auto through = [](int f, int i) { return std::cos(2.0 * f + 0.7 * i) + 0.3; };
    const int ends[2][2] = {{3, 1}, {0, 2}};
    const auto weak = [&](int direction) {
      return [&, direction](int l, double(&x)[N]) {
        double y[N];
        line.weak(x, through(ends[direction][0], l), through(ends[direction][1], l), y);
        for (int i = 0; i < N; ++i) x[i] = y[i];
      };
    };
    auto sum = along_x(flux[0], weak(0));
    const auto y = along_y(flux[1], weak(1));
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i) sum.at[j][i] += y.at[j][i];
    const auto to_modes = [&](int, double(&x)[N]) { line.to_modes(x); };
    const auto rate = along_y(along_x(sum, to_modes), to_modes);
    for (int b = 0; b < N; ++b)
      for (int a = 0; a < N; ++a) {
        const int k = tensor_mode(a, b);
        double exact = 0;
        for (int q = 0; q < N * N; ++q)
          for (int r = 0; r < 2; ++r) exact += t.project[(k * t.n_stored + q) * 2 + r] * flux[r].at[q / N][q % N];
        for (int f = 0; f < 4; ++f)
          for (int g = 0; g < N; ++g)
            exact += t.faces[0].lift[(f * N * N + k) * N + g] * through(f, f < 2 ? g : N - 1 - g);
        CHECK(rate.at[b][a] == Approx(exact).margin(1e-11));
      }
  });
}

TEST_CASE("A jump at an end of a line leaves its lifting there") {
  for_each_size([]<int N>() {
    INFO("degree " << N - 1);
    const auto line = make_line_matrices<double, N>();
    const auto rule = gauss_legendre(N);
    const double zero[N] = {};
    double lifted[N];
    line.derivative(zero, -0.7, 1.3, lifted);
    // The lifting r solves int r x^n dx = 1.3 - 0.7 (-1)^n for all powers up to p.
    for (int n = 0; n < N; ++n) {
      double integral = 0;
      for (int i = 0; i < N; ++i) integral += rule.weights[i] * lifted[i] * std::pow(rule.points[i][0], n);
      CHECK(integral == Approx(1.3 - 0.7 * (n % 2 == 0 ? 1 : -1)).margin(1e-12));
    }
  });
}

}  // namespace
}  // namespace dg
