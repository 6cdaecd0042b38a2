#include "libdg/element/even_odd.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/kernels/engines/even_odd_gemm.hpp"

namespace dg {
namespace {

template <int Dim>
using ReferencePoint = std::array<double, Dim>;

/// With the first two barycentric coordinates swapped.
template <int Dim>
ReferencePoint<Dim> beyond_mirror(ReferencePoint<Dim> x) {
  double sum = Dim - 1;  // l_0 = -(sum of x + Dim - 2) / 2 becomes l_1 = (x_0 + 1) / 2
  for (const double c : x) sum += c;
  x[0] = -sum;
  return x;
}

template <int Dim, int P>
std::array<double, EvenOddModes<Dim, P>::count> modes_at_point(const ReferencePoint<Dim>& x) {
  std::array<double, EvenOddModes<Dim, P>::count> phi;
  if constexpr (Dim == 1)
    for (std::size_t e = 0; e < phi.size(); ++e)
      phi[e] = std::sqrt(static_cast<double>(e) + 0.5) * std::legendre(static_cast<unsigned>(e), x[0]);
  else
    evaluate_basis<Dim>(Dim == 2 ? Space::triangle_P : Space::tetrahedron_P, P, x, phi);
  return phi;
}

/// Calls visit.operator()<Dim, P>() for the cells and degrees that kernels are built for.
template <class Visit>
void each_element(const Visit& visit) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (visit.template operator()<2, I + 1>(), ...); }
  (std::make_integer_sequence<int, max_degree>{});
  [&]<int... I>(std::integer_sequence<int, I...>) { (visit.template operator()<3, I + 1>(), ...); }
  (std::make_integer_sequence<int, 4>{});
}

TEST_CASE("Modes are even or odd under the mirror") {
  const auto check = []<int Dim, int P>() {
    constexpr const auto& parts = even_odd_modes<Dim, P>;
    REQUIRE(parts.n_even + parts.n_odd == parts.count);
    ReferencePoint<Dim> x;
    for (std::size_t d = 0; d < Dim; ++d) x[d] = -0.75 + 0.3 * static_cast<double>(d);
    const auto here = modes_at_point<Dim, P>(x), there = modes_at_point<Dim, P>(beyond_mirror<Dim>(x));
    for (int i = 0; i < parts.n_even; ++i) {
      const auto k = static_cast<std::size_t>(parts.even[i]);
      CHECK(there[k] == Approx(here[k]).margin(1e-13));
    }
    for (int i = 0; i < parts.n_odd; ++i) {
      const auto k = static_cast<std::size_t>(parts.odd[i]);
      CHECK(there[k] == Approx(-here[k]).margin(1e-13));
    }
  };
  each_element(check);
  check.operator()<1, 4>();
}

/// f(x) = (sin(x_0 + 2 x_1 + ...), cos(...), ...), which no mode is.
template <int Dim>
ReferencePoint<Dim> some_vector(const ReferencePoint<Dim>& x) {
  double s = 0.3;
  for (std::size_t d = 0; d < Dim; ++d) s += static_cast<double>(d + 1) * x[d];
  ReferencePoint<Dim> f;
  for (std::size_t d = 0; d < Dim; ++d) f[d] = std::sin(s + 1.3 * static_cast<double>(d));
  return f;
}

template <int Dim>
auto rule_of(int degree) {
  if constexpr (Dim == 2)
    return triangle_rule(degree);
  else
    return tetrahedron_rule(degree);
}

/// What the matrices make of modes and of the vector at the points of the rule.
template <int Dim, int P>
struct ByEvenOdd {
  using Tables = EvenOddVolume<double, Dim, P>;
  static constexpr int NK = Tables::NK, NE = Tables::NE, NO = Tables::NO, QP = Tables::QP, QM = Tables::QM;
  double rate[NK][1] = {}, weighted[NK][1] = {};

  ByEvenOdd() {
    const Tables& t = even_odd_volume<double, Dim, P>();
    const auto rule = rule_of<Dim>(2 * P);
    const EvenOddPoints<Dim> all(rule.points, rule.weights);
    for (int b = 0; b < EvenOddBlocks<Dim, P>::pair_blocks; ++b)
      add_pairs(t.pairs[b], &all.points[std::size_t(b * QP)]);
    for (int b = 0; b < EvenOddBlocks<Dim, P>::mirror_blocks; ++b)
      add_on_mirror(t.on_mirror[b], &all.points[std::size_t(EvenOddBlocks<Dim, P>::pairs + b * QM)]);
  }

 private:
  static constexpr const auto& parts = even_odd_modes<Dim, P>;
  static double along_first(const ReferencePoint<Dim>& f) {
    double sum = f[0];
    for (std::size_t r = 1; r < Dim; ++r) sum += 0.5 * f[r];
    return sum;
  }

  void add_pairs(const typename Tables::PairBlock& t, const ReferencePoint<Dim>* points) {
    double modes[NK][1], first[QP][1], second[QP][1], f[2][Dim][QP][1], weigh[2][QP][1];
    for (int k = 0; k < NK; ++k) modes[k][0] = std::sin(1.0 + k);
    values_at_pairs<Dim, P, QP>(t.value[0], t.value[0] + NE, NK, modes, first, second);
    for (int i = 0; i < QP; ++i)
      for (int h = 0; h < 2; ++h) {
        const auto x = h == 0 ? points[i] : beyond_mirror<Dim>(points[i]);
        const auto phi = modes_at_point<Dim, P>(x);
        double sum = 0;
        for (int k = 0; k < NK; ++k) sum += phi[std::size_t(k)] * modes[k][0];
        CHECK((h == 0 ? first : second)[i][0] == Approx(sum).margin(1e-13));
        const auto at = some_vector<Dim>(x);
        for (int d = 0; d < Dim; ++d) f[h][d][i][0] = d == 0 ? along_first(at) : at[std::size_t(d)];
        weigh[h][i][0] = at[0];
      }
    fold_pairs<true>(f[0][0], f[1][0]);
    for (int d = 1; d < Dim; ++d) fold_pairs<false>(f[0][d], f[1][d]);
    fold_pairs<false>(weigh[0], weigh[1]);
    multiply_to_listed<true, NE, Dim * QP>(t.even_slope[0], parts.even, f[0][0], rate);
    multiply_to_listed<true, NO, Dim * QP>(t.odd_slope[0], parts.odd, f[1][0], rate);
    multiply_to_listed<true, NE, QP>(t.even_weight[0], parts.even, weigh[0], weighted);
    multiply_to_listed<true, NO, QP>(t.odd_weight[0], parts.odd, weigh[1], weighted);
  }

  void add_on_mirror(const typename Tables::BlockOnMirror& t, const ReferencePoint<Dim>* points) {
    double modes[NK][1], value[QM][1], f[Dim][QM][1], weigh[QM][1];
    for (int k = 0; k < NK; ++k) modes[k][0] = std::sin(1.0 + k);
    values_on_mirror<Dim, P, QM>(t.value[0], NE, modes, value);
    for (int i = 0; i < QM; ++i) {
      const auto phi = modes_at_point<Dim, P>(points[i]);
      double sum = 0;
      for (int k = 0; k < NK; ++k) sum += phi[std::size_t(k)] * modes[k][0];
      CHECK(value[i][0] == Approx(sum).margin(1e-13));
      const auto at = some_vector<Dim>(points[i]);
      for (int d = 0; d < Dim; ++d) f[d][i][0] = d == 0 ? along_first(at) : at[std::size_t(d)];
      weigh[i][0] = at[0];
    }
    multiply_to_listed<true, NE, (Dim - 1) * QM>(t.even_slope[0], parts.even, f[1], rate);
    multiply_to_listed<true, NO, QM>(t.odd_slope[0], parts.odd, f[0], rate);
    multiply_to_listed<true, NE, QM>(t.even_weight[0], parts.even, weigh, weighted);
  }
};

TEST_CASE("By the mirror, modes have their values at points, and what is at points is projected, as without it") {
  each_element([]<int Dim, int P>() {
    INFO("dimension " << Dim << ", degree " << P);
    const auto rule = rule_of<Dim>(2 * P);
    constexpr int n = EvenOddModes<Dim, P>::count;
    std::array<double, n> rate{}, weighted{};
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      std::array<double, n> phi;
      std::array<std::array<double, n>, Dim> slope;
      std::array<std::span<double>, Dim> slopes;
      for (std::size_t d = 0; d < Dim; ++d) slopes[d] = slope[d];
      evaluate_basis<Dim>(Dim == 2 ? Space::triangle_P : Space::tetrahedron_P, P, rule.points[q], phi, slopes);
      const auto f = some_vector<Dim>(rule.points[q]);
      for (std::size_t k = 0; k < n; ++k) {
        weighted[k] += rule.weights[q] * phi[k] * f[0];
        for (std::size_t d = 0; d < Dim; ++d) rate[k] += rule.weights[q] * slope[d][k] * f[d];
      }
    }
    const ByEvenOdd<Dim, P> by_even_odd;
    for (std::size_t k = 0; k < n; ++k) {
      CHECK(by_even_odd.rate[k][0] == Approx(rate[k]).margin(1e-12));
      CHECK(by_even_odd.weighted[k][0] == Approx(weighted[k]).margin(1e-12));
    }
  });
}

TEST_CASE("A volume rule with as many points as that of degree 2p is that rule") {
  each_element([]<int Dim, int P>() {
    const auto rule = rule_of<Dim>(2 * P);
    for (int degree = 2 * P + 1; degree <= (Dim == 2 ? max_triangle_degree : max_symmetric_tetrahedron_degree);
         ++degree) {
      const auto other = rule_of<Dim>(degree);
      constexpr std::size_t block = point_block(Dim == 2 ? Space::triangle_P : Space::tetrahedron_P, P);
      if ((other.points.size() + block - 1) / block == (rule.points.size() + block - 1) / block)
        CHECK(other.points == rule.points);
    }
  });
}

}  // namespace
}  // namespace dg
