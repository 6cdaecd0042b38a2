/// Velocity fluctuations of a turbulent inflow, as a sum over synthetic eddies that a uniform velocity carries through
/// it. Jarrin, Benhamadouche, Laurence, Prosser, Int. J. Heat Fluid Flow 27 (2006) 585; stresses by Lund, Wu, Squires,
/// J. Comput. Phys. 140 (1998) 233.
///
///     u'_i = a_ij v_j,   a a^T = R,   v_j = sum over eddies e_j prod_d f((x_d - x_d^eddy) / s),   f(r) = sqrt(3/2) (1
///     - |r|) for |r| < 1
///
/// R is the tensor of Reynolds stresses, s the size of an eddy, and its three e_j are 1 or -1. One eddy lies in each
/// box, of side s, of a lattice that moves with the velocity of the eddies. Its place in the box and its signs are a
/// function of a seed and the number of the box. So the field is a function of place and time alone. What leaves
/// comes back with a new number. The variance of v_j is 1 and its integral length is 3 s / 4 in each direction.
#pragma once

#include <cmath>
#include <cstdint>

#include "libdg/backend/philox.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Integral length by size of an eddy: the integral from 0 on of the correlation, which is a cubic spline.
inline constexpr double length_of_eddies = 0.75;

/// Components of a symmetric tensor: those of the diagonal, then xy, (xz, yz).
template <int Dim>
inline constexpr int stress_count = Dim*(Dim + 1) / 2;

/// A point of an inflow.
template <int Dim>
struct InflowPoint {
  double x[Dim], mean[Dim];          ///< velocity
  double factor[stress_count<Dim>];  ///< a, row after row below the diagonal
  double size;                       ///< of eddies
};

/// Finds a with a a^T = R, lower triangular; false if R is the covariance of nothing. Where R is singular, what follows
/// from rounding alone is 0.
template <int Dim>
RKDG_CALL bool stress_factor(const double (&stresses)[stress_count<Dim>], double (&factor)[stress_count<Dim>]) {
  constexpr double rounding = 1e-12;
  double r[3][3] = {}, a[3][3] = {}, largest = 0;
  for (int d = 0; d < Dim; ++d) {
    r[d][d] = stresses[d];
    if (!(r[d][d] >= 0)) return false;
    largest = largest > r[d][d] ? largest : r[d][d];
  }
  for (int d = 0, at = Dim; d < Dim; ++d)
    for (int e = d + 1; e < Dim; ++e) r[e][d] = stresses[at++];
  for (int i = 0, at = 0; i < Dim; ++i)
    for (int j = 0; j <= i; ++j) {
      double rest = r[i][j];
      for (int k = 0; k < j; ++k) rest -= a[i][k] * a[j][k];
      const bool vanishes = std::fabs(rest) <= rounding * largest;
      if (i == j) {
        if (!(rest >= 0 || vanishes)) return false;
        a[i][i] = vanishes ? 0 : std::sqrt(rest);
      } else if (a[j][j] > 0) {
        a[i][j] = rest / a[j][j];
      } else if (!vanishes) {
        return false;
      }
      factor[at++] = a[i][j];
    }
  return true;
}

template <int Dim>
struct SyntheticEddies {
  const InflowPoint<Dim>* points;
  double convection[Dim];    ///< velocity of the eddies
  double size;               ///< the largest of an eddy, at level 0; that of level l is size / 2^l
  double box[Dim];           ///< sides of the boxes of level 0; `size`, or somewhat more where boxes fill a period
  std::int64_t period[Dim];  ///< boxes of level 0 after which all repeats; 0: never
  std::uint32_t seed;

  /// At point i. An eddy size between those of two levels takes eddies of both, so that variance and integral length
  /// are what they are to be.
  RKDG_CALL void velocity(Index i, double t, double (&u)[Dim]) const {
    const InflowPoint<Dim>& point = points[i];
    double level_size = size, v[Dim] = {};
    int level = 0;
    while (level < last_level && point.size <= level_size / 2) level_size /= 2, ++level;
    const double coarse = 2 * point.size / level_size - 1, part = coarse < 1 ? coarse : 1;
    if (part > 0) add_eddies(point.x, t, level, std::sqrt(part), v);
    if (part < 1) add_eddies(point.x, t, level + 1, std::sqrt(1 - (part > 0 ? part : 0)), v);
    for (int d = 0, at = 0; d < Dim; ++d) {
      u[d] = point.mean[d];
      for (int e = 0; e <= d; ++e) u[d] += point.factor[at++] * v[e];
    }
  }

 private:
  static constexpr int last_level = 24;

  /// Adds `part` times the sum over eddies of a level.
  RKDG_CALL void add_eddies(const double (&x)[Dim], double t, int level, double part, double (&v)[Dim]) const {
    const double halves = static_cast<double>(std::int64_t(1) << level);
    double place[Dim], reach[Dim], scale = part;  // in boxes; sizes of an eddy by those of its box
    std::int64_t first[Dim], boxes = 1;
    for (int d = 0; d < Dim; ++d) {
      place[d] = (x[d] - convection[d] * t) / box[d] * halves;
      reach[d] = size / box[d];
      scale *= std::sqrt(1.5 / reach[d]);
      first[d] = static_cast<std::int64_t>(std::floor(place[d])) - 1;
      boxes *= 3;
    }
    for (int n = 0; n < boxes; ++n) {
      std::uint32_t counter[4] = {0, 0, 0, static_cast<std::uint32_t>(level)}, words[4];
      double corner[Dim];
      for (int d = 0, rest = n; d < Dim; ++d, rest /= 3) {
        const std::int64_t number = first[d] + rest % 3;
        corner[d] = static_cast<double>(number);
        counter[d] = static_cast<std::uint32_t>(in_period(number, period[d] << level));
      }
      philox4x32(counter, {seed, 0}, words);
      double weight = scale;
      for (int d = 0; d < Dim; ++d) {
        const double within = ((words[d] >> 1) + 0.5) / 2147483648.0;
        const double distance = std::fabs(place[d] - corner[d] - within) / reach[d];
        weight *= distance < 1 ? 1 - distance : 0;
      }
      for (int d = 0; d < Dim; ++d) v[d] += (words[d] & 1U) != 0 ? weight : -weight;
    }
  }

  RKDG_CALL static std::int64_t in_period(std::int64_t number, std::int64_t count) {
    if (count == 0) return number;
    const std::int64_t rest = number % count;
    return rest < 0 ? rest + count : rest;
  }
};

}  // namespace dg
