#include "libdg/element/prism_modes.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/line_matrices.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {
namespace {

constexpr double of_line = 0.70710678118654752440;  // the first polynomial of the line

std::vector<double> basis_at(int degree, double x, double y, double z) {
  std::vector<double> values(static_cast<std::size_t>(mode_count(Space::prism_Q, degree)));
  evaluate_basis<3>(Space::prism_Q, degree, {x, y, z}, values);
  return values;
}

template <int P>
void check_modes() {
  const auto number = prism_modes_by_line(P);
  const int modes = total_degree_count(2, P);
  const auto low = basis_at(P, -0.4, 0.1, -0.3), high = basis_at(P, -0.4, 0.1, 0.7);
  double at_low[P + 1], at_high[P + 1], slopes[P + 1];
  evaluate_legendre(-0.3, at_low, slopes);
  evaluate_legendre(0.7, at_high, slopes);
  for (int c = 0; c <= P; ++c)
    for (int t = 0; t < modes; ++t) {
      const double of_triangle = low[number[t]] / of_line;
      CHECK(low[number[c * modes + t]] == Approx(of_triangle * at_low[c]).margin(1e-13));
      CHECK(high[number[c * modes + t]] == Approx(of_triangle * at_high[c]).margin(1e-13));
    }
}

TEST_CASE("Modes of prisms with triangle x line are found by line and triangle") {
  check_modes<2>();
  check_modes<3>();
  check_modes<4>();
}

TEST_CASE("A polynomial on a prism has modes on the triangle at each point of the line") {
  for (const int p : {2, 3, 4}) {
    INFO("degree " << p);
    const BasisChange basis_change = prism_basis_change(p);
    const auto number = prism_modes_by_line(p);
    const auto n = static_cast<int>(basis_change.size());
    const int of_triangle = total_degree_count(2, p);
    REQUIRE(n == mode_count(Space::prism_Q, p));
    const auto c = numbers(n, 0.3);
    std::vector<double> state(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) state[k] += basis_change.from_modes[k * n + l] * c[l];
    const auto line = gauss_legendre(p + 1);
    for (int i = 0; i <= p; ++i) {
      const auto phi = basis_at(p, -0.2, -0.5, line.points[i][0]);
      double exact = 0, sum = 0;
      for (int l = 0; l < n; ++l) exact += c[l] * phi[l];
      for (int t = 0; t < of_triangle; ++t) sum += state[place_of_triangle_mode(p, i, t)] * phi[number[t]] / of_line;
      CHECK(sum == Approx(exact).margin(1e-12));
    }
    for (int l = 0; l < n; ++l) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += basis_change.to_modes[l * n + k] * state[k];
      CHECK(sum == Approx(c[l]).margin(1e-13));
    }
  }
}

}  // namespace
}  // namespace dg::test
