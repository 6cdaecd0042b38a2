/// The largest rate of all cells, found by many warps at once; device code.
#pragma once

#include "libdg/backend/device_names.hpp"
#include "libdg/kernels/integrands/stable_rate.hpp"

namespace dg {

/// Warps leave what they find at one of several places, so that few wait for each other.
inline constexpr int rate_places = 32, rate_place_stride = 16;
inline constexpr int rate_numbers = rate_places * rate_place_stride;

/// A rate, or the number of a cell without one, as an integer of the same size of which the largest counts. Numbers
/// that are not negative order as their bits do. Above them lie those with the sign, of which lower cells have
/// larger.
template <class Real>
struct RateBits;

template <>
struct RateBits<float> {
  using Bits = unsigned;
  static __device__ Bits of(float rate) { return __float_as_uint(rate); }
  static __device__ float rate(Bits bits) { return __uint_as_float(bits); }
};

template <>
struct RateBits<double> {
  using Bits = unsigned long long;
  static __device__ Bits of(double rate) { return static_cast<Bits>(__double_as_longlong(rate)); }
  static __device__ double rate(Bits bits) { return __longlong_as_double(static_cast<long long>(bits)); }
};

template <class Real>
using BitsOf = typename RateBits<Real>::Bits;
template <class Real>
inline constexpr BitsOf<Real> sign_bit = BitsOf<Real>(1) << (8 * sizeof(Real) - 1);
inline constexpr Index last_cell = 0x7fffffff;

template <class Real>
__device__ BitsOf<Real> rate_bits(Real rate, Index cell) {
  return is_rate(rate) ? RateBits<Real>::of(rate) : sign_bit<Real> | BitsOf<Real>(last_cell - cell);
}

/// The largest of the bits of lanes that are multiples of `Step`, in all lanes.
template <int Step, class Bits>
__device__ Bits largest_of_warp(Bits bits) {
#pragma unroll
  for (int offset = 16; offset >= Step; offset /= 2) {
    const Bits other = __shfl_xor_sync(0xffffffffu, bits, offset);
    bits = other > bits ? other : bits;
  }
  return bits;
}

/// Takes the rates of the cells of a warp, of lanes that are multiples of `Step`, to the place for a warp of that
/// number. The number of the lane's cell among all zones is `cell`.
template <int Step, class Real>
__device__ void collect_rate(Real* largest, Index warp, Real rate, Index cell) {
  const BitsOf<Real> bits = largest_of_warp<Step>(rate_bits(rate, cell));
  if (threadIdx.x % 32 == 0)
    atomicMax(reinterpret_cast<BitsOf<Real>*>(largest + warp % rate_places * rate_place_stride), bits);
}

/// The same of the cells of a zone that `count` and are none of its padding. The coefficients of mode 0 are u, the
/// length is `1 / inverse_h`. The lane's cell is `cell`.
template <int Step, class Eq>
__device__ void collect_rate_of_cell(typename Eq::Real* largest, Index warp, const ZoneView<typename Eq::Real>& zone,
                                     const Eq& equations, const StepLimits<typename Eq::Real>& limits, int zone_number,
                                     Index cell, bool counts, const typename Eq::Real (&u)[Eq::n_var],
                                     typename Eq::Real inverse_h) {
  using Real = typename Eq::Real;
  const Real rate =
      counts && cell < zone.cells ? stable_rate<Real>(zone, equations, limits, zone_number, u, inverse_h) : Real(0);
  collect_rate<Step>(largest, warp, rate, cell_number(zone, cell));
}

/// What all places hold together; for one warp.
template <class Real>
__device__ FoundRate<Real> found_rate(const Real* largest) {
  const BitsOf<Real> bits = largest_of_warp<1>(RateBits<Real>::of(largest[threadIdx.x * rate_place_stride]));
  if (bits < sign_bit<Real>) return {RateBits<Real>::rate(bits), -1};
  return {Real(0), last_cell - static_cast<Index>(bits & BitsOf<Real>(last_cell))};
}

}  // namespace dg
