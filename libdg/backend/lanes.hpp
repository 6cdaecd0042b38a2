/// What a kernel body may do with a value of each cell it works on, for one cell at a time (a CUDA thread).
///
/// A body is written once for a lane type V. That is a plain Real here, or a Pack of as many cells as a SIMD register
/// holds (backend/simd.hpp). Both offer arithmetic, the functions of this file, and the same names of index and mask.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "libdg/backend/config.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Types that go with a lane type.
template <class V>
struct LaneTraits {
  using Real = V;
  using IndexLanes = std::int64_t;
  using Mask = bool;
  static constexpr int width = 1;
};

template <class V>
using RealOf = typename LaneTraits<V>::Real;
template <class V>
using IndexOf = typename LaneTraits<V>::IndexLanes;
template <class V>
using MaskOf = typename LaneTraits<V>::Mask;

/// Whether lanes V have a permutation of two registers that is one instruction: permute().
template <class V>
inline constexpr bool permutes_at_once = false;

/// What one lane holds, as lane_of() gives it; lanes without a derivative of what they hold. Then, where the lanes of a
/// state lie in memory. The first argument says the place, and the second is for lanes that also need to know how the
/// state moves. Only those of backend/dual.hpp differ from what is written here.
template <class V>
struct NumberOfLane {
  using Type = RealOf<V>;
};
template <class V>
using NumberOf = typename NumberOfLane<V>::Type;
template <class V>
struct ConstantOfLane {
  using Type = V;
};
template <class V>
using ConstantOf = typename ConstantOfLane<V>::Type;
template <class V>
struct StateOfLane {
  using Type = const RealOf<V>*;
  static RKDG_FN Type moving(const RealOf<V>* state, const RealOf<V>* /*direction*/) { return state; }
};
template <class V>
using StateOf = typename StateOfLane<V>::Type;

/// Keeps a compiler from reading x from memory again with each operation that takes it.
template <class V>
RKDG_FN void keep_in_register(V& /*x*/) {}

/// Lanes i, i+1, ... of an array.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN V load(const RealOf<V>* p) { return *p; }
RKDG_FN void store(float* p, float v) { *p = v; }
RKDG_FN void store(double* p, double v) { *p = v; }

/// The same for what threads read side by side and go on reading: a device then brings 256 bytes at once into its
/// second-level cache. Not for what the same kernel has written.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN V load_ahead(const RealOf<V>* p) {
#ifdef __CUDA_ARCH__
  V x;
  if constexpr (sizeof(V) == 8)
    asm volatile("ld.global.L2::256B.f64 %0, [%1];" : "=d"(x) : "l"(p));
  else
    asm volatile("ld.global.L2::256B.f32 %0, [%1];" : "=f"(x) : "l"(p));
  return x;
#else
  return *p;
#endif
}

/// The first n of the lanes; the others are 0 and, when stored, are left out.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN V load_first(const RealOf<V>* p, int n) { return n > 0 ? *p : V(0); }
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN void store_first(V* p, V v, int n) {
  if (n > 0) *p = v;
}

/// Integers of the lanes, widened to the index type.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN IndexOf<V> load_index(const Index* p) { return *p; }

/// One integer of an array for each lane.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN IndexOf<V> gather_index(const Index* p, IndexOf<V> i) { return p[i]; }

/// One element of an array for each lane.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN V gather(const RealOf<V>* p, IndexOf<V> i) { return p[i]; }

/// Entry `slot` (0..3) of a table of four, per lane.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN V lookup(const RealOf<V>* table, IndexOf<V> slot) { return table[slot]; }

/// Pair `slot` (0..3) of a table of four pairs, per lane. On a device, pairs must be aligned to their size.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN void lookup_pair(const RealOf<V>* table, IndexOf<V> slot, V& a, V& b) {
#ifdef __CUDA_ARCH__
  using Two = std::conditional_t<sizeof(V) == 8, double2, float2>;
  const Two pair = *reinterpret_cast<const Two*>(table + 2 * slot);
  a = pair.x;
  b = pair.y;
#else
  a = table[2 * slot];
  b = table[2 * slot + 1];
#endif
}

RKDG_FN float select(bool m, float a, float b) { return m ? a : b; }
RKDG_FN double select(bool m, double a, double b) { return m ? a : b; }
RKDG_FN std::int64_t select(bool m, std::int64_t a, std::int64_t b) { return m ? a : b; }

/// 1 / x, a / b and the square root are correctly rounded on a CPU. On a device they are within 2 ulp, at a small part
/// of the price. In double precision, a step of third order improves approximations of the hardware, which have 20
/// bits. NaN stays NaN, and so do roots of negative numbers; the root of 0 is 0. In single precision, 0 and infinity
/// give what they give elsewhere, and numbers below the normal ones count as 0. In double precision, the reciprocals of
/// all those and the root of infinity are NaN. Roots of numbers below 1e-280 are less than 1e-140. With
/// RKDG_EXACT_DIVISION, for benchmarks, a device takes what the language has.
#if defined(__CUDA_ARCH__) && !defined(RKDG_EXACT_DIVISION)
#define RKDG_APPROXIMATE
#endif
template <class V>
RKDG_FN V reciprocal(V x) {
  return V(RealOf<V>(1)) / x;
}
RKDG_FN float reciprocal(float x) {
#ifdef RKDG_APPROXIMATE
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1 / x;
#endif
}
RKDG_FN double reciprocal(double x) {
#ifdef RKDG_APPROXIMATE
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const double e = fma(-x, y, 1.0);
  return fma(y, fma(e, e, e), y);
#else
  return 1 / x;
#endif
}
template <class V>
RKDG_FN V divide(V a, V b) {
#ifdef RKDG_APPROXIMATE
  return a * reciprocal(b);
#else
  return a / b;
#endif
}
RKDG_FN float square_root(float x) {
#ifdef RKDG_APPROXIMATE
  float y;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return ::sqrtf(x);
#endif
}
RKDG_FN double square_root(double x) {
#ifdef RKDG_APPROXIMATE
  double y;  // of 0: finite, so that its product with 0 is 0
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x + 1e-300));
  const double s = x * y, e = fma(-s, y, 1.0);
  return fma(s * e, fma(0.375, e, 0.5), s);
#else
  return ::sqrt(x);
#endif
}
#undef RKDG_APPROXIMATE
RKDG_FN float absolute(float x) { return ::fabsf(x); }
RKDG_FN double absolute(double x) { return ::fabs(x); }
/// The natural logarithm; not for hot loops: lanes of SIMD registers are taken one by one.
RKDG_FN float logarithm(float x) { return ::logf(x); }
RKDG_FN double logarithm(double x) { return ::log(x); }
/// To a constant power; not for hot loops either.
template <class Real>
requires std::is_floating_point_v<Real> RKDG_FN Real power(Real base, Real exponent) {
  return static_cast<Real>(pow(base, exponent));
}
RKDG_FN float maximum(float a, float b) { return a > b ? a : b; }
RKDG_FN double maximum(double a, double b) { return a > b ? a : b; }
RKDG_FN float minimum(float a, float b) { return a < b ? a : b; }
RKDG_FN double minimum(double a, double b) { return a < b ? a : b; }

RKDG_FN bool any(bool m) { return m; }
RKDG_FN bool all(bool m) { return m; }
RKDG_FN bool lane_of(bool m, int) { return m; }
RKDG_FN float lane_of(float v, int) { return v; }
RKDG_FN double lane_of(double v, int) { return v; }
RKDG_FN std::int64_t lane_of(std::int64_t v, int) { return v; }
RKDG_FN float value_of(float v) { return v; }
RKDG_FN double value_of(double v) { return v; }
RKDG_FN void set_lane(float& v, int, float x) { v = x; }
RKDG_FN void set_lane(double& v, int, double x) { v = x; }

/// Numbers i, i+1, ... of the lanes.
template <class V>
requires std::is_arithmetic_v<V> RKDG_FN IndexOf<V> lane_numbers(Index i) { return i; }

}  // namespace dg
