/// A SIMD register of cells and its arithmetic, by GCC's vector extensions, which every processor has.
#pragma once

#include <cstdint>
#include <type_traits>

#include "libdg/backend/lanes.hpp"

namespace dg {

#if defined(__AVX512F__)
inline constexpr int simd_bytes = 64;
#elif defined(__AVX__)
inline constexpr int simd_bytes = 32;
#else
inline constexpr int simd_bytes = 16;
#endif

/// A whole register of T as the compiler knows it. GCC takes the size of a vector type only from a constant that does
/// not depend on a template parameter.
template <class T>
struct Register;
template <>
struct Register<double> {
  typedef double Type __attribute__((vector_size(simd_bytes)));
};
template <>
struct Register<float> {
  typedef float Type __attribute__((vector_size(simd_bytes)));
};
template <>
struct Register<std::int64_t> {
  typedef std::int64_t Type __attribute__((vector_size(simd_bytes)));
};
template <>
struct Register<std::int32_t> {
  typedef std::int32_t Type __attribute__((vector_size(simd_bytes)));
};
typedef std::int32_t HalfRegister __attribute__((vector_size(simd_bytes / 2)));

/// W values of type T, one for each of W cells.
template <class T, int W>
struct Pack {
  static_assert(W * sizeof(T) == simd_bytes);
  using Native = typename Register<T>::Type;
  Native v;

  Pack() = default;
  RKDG_FN Pack(T x) : v(x - Native{}) {}
  RKDG_FN explicit Pack(Native x) : v(x) {}

  friend RKDG_FN Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
  friend RKDG_FN Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
  friend RKDG_FN Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
  friend RKDG_FN Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
  friend RKDG_FN Pack operator-(Pack a) { return Pack(-a.v); }
  RKDG_FN Pack& operator+=(Pack b) { return v += b.v, *this; }
  RKDG_FN Pack& operator-=(Pack b) { return v -= b.v, *this; }
  RKDG_FN Pack& operator*=(Pack b) { return v *= b.v, *this; }
};

template <class V>
inline constexpr bool is_pack = false;
template <class T, int W>
inline constexpr bool is_pack<Pack<T, W>> = true;

/// W indices; 64 bits each beside doubles, 32 bits beside floats, so that both fill one register.
template <class I, int W>
struct PackIndex {
  using Native = typename Register<I>::Type;
  Native v;

  PackIndex() = default;
  RKDG_FN PackIndex(I x) : v(x - Native{}) {}
  RKDG_FN explicit PackIndex(Native x) : v(x) {}
  friend RKDG_FN PackIndex operator+(PackIndex a, PackIndex b) { return PackIndex(a.v + b.v); }
  friend RKDG_FN PackIndex operator-(PackIndex a, PackIndex b) { return PackIndex(a.v - b.v); }
  friend RKDG_FN PackIndex operator*(PackIndex a, PackIndex b) { return PackIndex(a.v * b.v); }
  friend RKDG_FN PackIndex operator&(PackIndex a, PackIndex b) { return PackIndex(a.v & b.v); }
  friend RKDG_FN PackIndex operator>>(PackIndex a, int n) { return PackIndex(a.v >> n); }
  friend RKDG_FN PackIndex operator<<(PackIndex a, int n) { return PackIndex(a.v << n); }
};

/// W truth values, all bits set or none.
template <class I, int W>
struct PackMask {
  typename PackIndex<I, W>::Native v;
  friend RKDG_FN PackMask operator&(PackMask a, PackMask b) { return {a.v & b.v}; }
  friend RKDG_FN PackMask operator|(PackMask a, PackMask b) { return {a.v | b.v}; }
  friend RKDG_FN PackMask operator!(PackMask a) { return {~a.v}; }
};

template <class T>
using LaneInteger = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

template <class T, int W>
struct LaneTraits<Pack<T, W>> {
  using Real = T;
  using IndexLanes = PackIndex<LaneInteger<T>, W>;
  using Mask = PackMask<LaneInteger<T>, W>;
  static constexpr int width = W;
};

#define RKDG_COMPARE(op)                                                                     \
  template <class T, int W>                                                                  \
  RKDG_FN PackMask<LaneInteger<T>, W> operator op(Pack<T, W> a, Pack<T, W> b) {              \
    return {a.v op b.v};                                                                     \
  }                                                                                          \
  template <class T, int W>                                                                  \
  RKDG_FN PackMask<LaneInteger<T>, W> operator op(Pack<T, W> a, std::type_identity_t<T> b) { \
    return {a.v op Pack<T, W>(b).v};                                                         \
  }                                                                                          \
  template <class I, int W>                                                                  \
  RKDG_FN PackMask<I, W> operator op(PackIndex<I, W> a, PackIndex<I, W> b) {                 \
    return {a.v op b.v};                                                                     \
  }                                                                                          \
  template <class I, int W>                                                                  \
  RKDG_FN PackMask<I, W> operator op(PackIndex<I, W> a, std::type_identity_t<I> b) {         \
    return {a.v op PackIndex<I, W>(b).v};                                                    \
  }
RKDG_COMPARE(<)
RKDG_COMPARE(>)
RKDG_COMPARE(<=)
RKDG_COMPARE(>=)
RKDG_COMPARE(==)
#undef RKDG_COMPARE

/// The lane type the CPU backend runs kernels with.
template <class Real>
using SimdPack = Pack<Real, simd_bytes / static_cast<int>(sizeof(Real))>;

}  // namespace dg
