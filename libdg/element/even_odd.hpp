/// The mirror that swaps the first two vertices of a line, triangle or tetrahedron. Under it a mode of the collapsed
/// basis is even or odd, and points of a symmetric rule come in pairs or lie on it.
///
/// Let e and o be the sums over even and odd modes. Then a polynomial is e + o at the first point of a pair, e - o at
/// the second and e on the mirror. That takes half the multiply-adds of a matrix over all points and modes. Projections
/// are the same the other way round: even modes take what two points have in common, odd ones what they differ by.
#pragma once

#include <array>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/element/element.hpp"
#include "libdg/element/simplex_patterns.hpp"
#include "quadrature/rule.hpp"

namespace dg {

/// Numbers of the even and of the odd modes up to degree P, in the order of element/basis.hpp. On a line the modes are
/// Legendre polynomials.
template <int Dim, int P>
struct EvenOddModes {
  static constexpr int count = modes_up_to<Dim>(P);
  int n_even = 0, n_odd = 0;
  short even[count], odd[count];

  constexpr EvenOddModes() : even{}, odd{} {
    short mode = 0;
    for (const ModeSums<Dim>& sums : mode_sums<Dim, P>()) {
      if (sums[0] % 2 == 0)
        even[n_even++] = mode++;
      else
        odd[n_odd++] = mode++;
    }
  }
};

template <int Dim, int P>
inline constexpr EvenOddModes<Dim, P> even_odd_modes{};

/// How many of the n points of a symmetric rule lie on the mirror. The rules are those of triangle_rule() and
/// tetrahedron_rule() for even degrees to 14 and 10, of triangle_rule() for odd ones, and Gauss-Legendre rules.
template <int Dim>
constexpr int points_on_mirror(int n) {
  if (Dim == 1) return n % 2;
  constexpr int of_triangles[][2] = {{1, 1},  {3, 1},  {6, 2},  {7, 3},  {12, 2}, {15, 1},
                                     {16, 4}, {19, 5}, {25, 3}, {28, 6}, {33, 5}, {42, 6}},
                of_tetrahedra[][2] = {{1, 1}, {4, 2}, {14, 6}, {24, 8}, {46, 14}, {81, 17}};
  if (Dim == 2)
    for (const auto& rule : of_triangles)
      if (rule[0] == n) return rule[1];
  if (Dim == 3)
    for (const auto& rule : of_tetrahedra)
      if (rule[0] == n) return rule[1];
  return -1;
}

/// Points and their weights: of each pair the first, then those on the mirror.
template <int Dim>
struct EvenOddPoints {
  using Point = std::array<double, Dim>;
  std::vector<Point> points;
  std::vector<double> weights;
  int pairs = 0;

  EvenOddPoints(std::span<const Point> all, std::span<const double> all_weights) {
    for (const bool on : {false, true})
      for (std::size_t i = 0; i < all.size(); ++i) {
        const double side = beside_mirror(all[i]);
        if (on ? std::abs(side) > 1e-12 : side < 1e-12) continue;
        points.push_back(all[i]);
        weights.push_back(all_weights[i]);
        if (!on) ++pairs;
      }
    assert(2 * points.size() - points_on_mirror<Dim>(static_cast<int>(all.size())) == all.size());
  }

  /// Difference of the first two barycentric coordinates, up to a factor.
  static double beside_mirror(const Point& x) {
    double sum = Dim - 1;
    for (const double c : x) sum += c;
    return sum + x[0];
  }
};

/// Volume points of a triangle or a tetrahedron at once: so many pairs, so many on the mirror.
template <int Dim, int P>
struct EvenOddBlocks {
  static constexpr int of_tetrahedron[6] = {1, 4, 14, 24, 46, 81};
  static constexpr int points = Dim == 2 ? reduced_point_count(FaceShape::triangle, P) : of_tetrahedron[P],
                       on_mirror = points_on_mirror<Dim>(points), pairs = (points - on_mirror) / 2,
                       pairs_at_once = Dim == 3 && pairs % 4 == 0 ? 4 : pairs,
                       on_mirror_at_once = Dim == 3 && on_mirror % 4 == 0 ? 4
                                           : on_mirror % 7 == 0           ? 7
                                                                          : on_mirror,
                       pair_blocks = pairs / pairs_at_once, mirror_blocks = on_mirror / on_mirror_at_once;
  static_assert(pair_blocks * pairs_at_once == pairs && mirror_blocks * on_mirror_at_once == on_mirror);
};

/// Matrices of the rule that is exact to degree 2P. Derivatives are `D_0 = d/dx_0`, which turns even into odd, and
/// `D_r = d/dx_r - 1/2 d/dx_0`, which do not. Of a vector f along the reference directions, D_0 takes
/// `f_0 + 1/2 sum_r f_r`, and D_r takes f_r. Columns [r][point], without those that vanish.
template <class Real, int Dim, int P>
struct EvenOddVolume {
  using B = EvenOddBlocks<Dim, P>;
  static constexpr auto modes = even_odd_modes<Dim, P>;
  static constexpr int NK = modes.count, NE = modes.n_even, NO = modes.n_odd, QP = B::pairs_at_once,
                       QM = B::on_mirror_at_once;

  struct PairBlock {
    Real value[QP][NK];             ///< of even modes, then of odd ones
    Real even_slope[NE][Dim * QP];  ///< weights times derivatives
    Real odd_slope[NO][Dim * QP];
    Real even_weight[NE][QP];  ///< weights times values
    Real odd_weight[NO][QP];
  };
  struct BlockOnMirror {
    Real value[QM][NE];
    Real even_slope[NE][(Dim - 1) * QM];  ///< of D_1 and so on
    Real odd_slope[NO][QM];               ///< of D_0
    Real even_weight[NE][QM];
  };
  PairBlock pairs[B::pair_blocks];
  BlockOnMirror on_mirror[B::mirror_blocks];
  Real derivative[Dim][derivative_pattern<Dim, P, Dim - 1>.count];  ///< d/dx_d of modes, see derivative_pattern

  EvenOddVolume() {
    const auto rule = [] {
      if constexpr (Dim == 2)
        return triangle_rule(2 * P);
      else
        return tetrahedron_rule(2 * P);
    }();
    const EvenOddPoints<Dim> all(rule.points, rule.weights);
    assert(all.pairs == B::pairs && static_cast<int>(rule.points.size()) == B::points);
    for (int i = 0; i < B::pairs; ++i) set_pair(pairs[i / QP], i % QP, all, static_cast<std::size_t>(i));
    for (int i = 0; i < B::on_mirror; ++i)
      set_on_mirror(on_mirror[i / QM], i % QM, all, static_cast<std::size_t>(B::pairs + i));
    std::vector<Values> at(rule.points.begin(), rule.points.end());
    set_derivative<0>(at, rule.weights);
  }

 private:
  struct Values {
    std::array<double, NK> value;
    std::array<std::array<double, NK>, Dim> slope;
    explicit Values(const std::array<double, Dim>& x) {
      std::array<std::span<double>, Dim> slopes;
      for (std::size_t d = 0; d < Dim; ++d) slopes[d] = slope[d];
      evaluate_basis<Dim>(Dim == 2 ? Space::triangle_P : Space::tetrahedron_P, P, x, value, slopes);
      for (std::size_t d = 1; d < Dim; ++d)
        for (std::size_t k = 0; k < NK; ++k) slope[d][k] -= 0.5 * slope[0][k];
    }
    double derivative(std::size_t d, std::size_t mode) const {
      return d == 0 ? slope[0][mode] : slope[d][mode] + 0.5 * slope[0][mode];
    }
  };

  template <int D>
  void set_derivative(const std::vector<Values>& at, const std::vector<double>& weights) {
    constexpr const auto& pattern = derivative_pattern<Dim, P, D>;
    for (std::size_t row = 0; row < pattern.rows; ++row)
      for (std::size_t column = 0; column < NK; ++column) {
        if (pattern.at[row][column] < 0) continue;
        double sum = 0;
        for (std::size_t q = 0; q < at.size(); ++q) sum += weights[q] * at[q].value[row] * at[q].derivative(D, column);
        derivative[D][pattern.at[row][column]] = static_cast<Real>(sum);
      }
    if constexpr (D + 1 < Dim) set_derivative<D + 1>(at, weights);
  }

  static void set_pair(PairBlock& b, int i, const EvenOddPoints<Dim>& all, std::size_t point) {
    const Values at(all.points[point]);
    const double w = all.weights[point];
    const auto set = [&](std::span<const short> list, Real* value, auto& slope, auto& weight) {
      for (std::size_t row = 0; row < list.size(); ++row) {
        const auto k = static_cast<std::size_t>(list[row]);
        value[row] = static_cast<Real>(at.value[k]);
        weight[row][i] = static_cast<Real>(w * at.value[k]);
        for (int d = 0; d < Dim; ++d)
          slope[row][d * QP + i] = static_cast<Real>(w * at.slope[static_cast<std::size_t>(d)][k]);
      }
    };
    set({modes.even, NE}, b.value[i], b.even_slope, b.even_weight);
    set({modes.odd, NO}, b.value[i] + NE, b.odd_slope, b.odd_weight);
  }

  static void set_on_mirror(BlockOnMirror& b, int i, const EvenOddPoints<Dim>& all, std::size_t point) {
    const Values at(all.points[point]);
    const double w = all.weights[point];
    for (int row = 0; row < NE; ++row) {
      const auto k = static_cast<std::size_t>(modes.even[row]);
      b.value[i][row] = static_cast<Real>(at.value[k]);
      b.even_weight[row][i] = static_cast<Real>(w * at.value[k]);
      for (int d = 1; d < Dim; ++d)
        b.even_slope[row][(d - 1) * QM + i] = static_cast<Real>(w * at.slope[static_cast<std::size_t>(d)][k]);
    }
    for (int row = 0; row < NO; ++row)
      b.odd_slope[row][i] = static_cast<Real>(w * at.slope[0][static_cast<std::size_t>(modes.odd[row])]);
  }
};

/// All that, found once.
template <class Real, int Dim, int P>
const EvenOddVolume<Real, Dim, P>& even_odd_volume() {
  static const EvenOddVolume<Real, Dim, P> tables;
  return tables;
}

}  // namespace dg
