/// A SIMD register of cells: the lane type of kernel bodies on the CPU (compare backend/lanes.hpp).
///
/// Built on GCC's vector extensions, which every processor has; intrinsics of AVX-512 only where those have no word
/// (gather, table lookup, square root, min, max).
#pragma once

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <array>
#include <cstdint>
#include <cstring>
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

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN V load(const RealOf<V>* p) {
  V r;
  std::memcpy(&r.v, p, sizeof r.v);
  return r;
}

template <class T, int W>
RKDG_FN void store(T* p, Pack<T, W> x) {
  std::memcpy(p, &x.v, sizeof x.v);
}

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN V load_first(const RealOf<V>* p, int n) {
#if defined(__AVX512F__)
  using Native = typename V::Native;
  if constexpr (std::is_same_v<RealOf<V>, double>)
    return V((Native)_mm512_maskz_loadu_pd(static_cast<__mmask8>((1u << n) - 1), p));
  else
    return V((Native)_mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << n) - 1), p));
#else
  V r(0);
  for (int l = 0; l < n; ++l) r.v[l] = p[l];
  return r;
#endif
}

template <class T, int W>
RKDG_FN void store_first(T* p, Pack<T, W> x, int n) {
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<T, double>)
    _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1u << n) - 1), (__m512d)x.v);
  else
    _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1u << n) - 1), (__m512)x.v);
#else
  for (int l = 0; l < n; ++l) p[l] = x.v[l];
#endif
}

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN IndexOf<V> load_index(const Index* p) {
  std::conditional_t<sizeof(RealOf<V>) == 8, HalfRegister, Register<std::int32_t>::Type> n;
  std::memcpy(&n, p, sizeof n);
  return IndexOf<V>(__builtin_convertvector(n, typename IndexOf<V>::Native));
}

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN IndexOf<V> lane_numbers(Index i) {
  IndexOf<V> n;
  for (int l = 0; l < LaneTraits<V>::width; ++l) n.v[l] = i + l;
  return n;
}

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN V gather(const RealOf<V>* p, IndexOf<V> i) {
#if defined(__AVX512F__)
  using T = RealOf<V>;
  using Native = typename V::Native;
  if constexpr (std::is_same_v<T, double>)
    return V((Native)_mm512_i64gather_pd((__m512i)i.v, p, 8));
  else
    return V((Native)_mm512_i32gather_ps((__m512i)i.v, p, 4));
#else
  V r;
  for (int l = 0; l < LaneTraits<V>::width; ++l) r.v[l] = p[i.v[l]];
  return r;
#endif
}

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN V lookup(const RealOf<V>* table, IndexOf<V> slot) {
#if defined(__AVX512F__)
  using T = RealOf<V>;
  using Native = typename V::Native;
  if constexpr (std::is_same_v<T, double>)
    return V((Native)_mm512_permutexvar_pd((__m512i)slot.v, _mm512_broadcast_f64x4(_mm256_loadu_pd(table))));
  else
    return V((Native)_mm512_permutexvar_ps((__m512i)slot.v, _mm512_broadcast_f32x4(_mm_loadu_ps(table))));
#else
  V r;
  for (int l = 0; l < LaneTraits<V>::width; ++l) r.v[l] = table[slot.v[l]];
  return r;
#endif
}

template <class V>
requires(LaneTraits<V>::width > 1) RKDG_FN void lookup_pair(const RealOf<V>* table, IndexOf<V> slot, V& a, V& b) {
#if defined(__AVX512F__)
  using T = RealOf<V>;
  using Native = typename V::Native;
  const IndexOf<V> first = slot + slot, second = first + IndexOf<V>(1);
  if constexpr (std::is_same_v<T, double>) {
    const __m512d pairs = _mm512_loadu_pd(table);
    a = V((Native)_mm512_permutexvar_pd((__m512i)first.v, pairs));
    b = V((Native)_mm512_permutexvar_pd((__m512i)second.v, pairs));
  } else {
    const __m512 pairs = _mm512_castps256_ps512(_mm256_loadu_ps(table));
    a = V((Native)_mm512_permutexvar_ps((__m512i)first.v, pairs));
    b = V((Native)_mm512_permutexvar_ps((__m512i)second.v, pairs));
  }
#else
  for (int l = 0; l < LaneTraits<V>::width; ++l) {
    a.v[l] = table[2 * slot.v[l]];
    b.v[l] = table[2 * slot.v[l] + 1];
  }
#endif
}

template <class T, int W>
RKDG_FN Pack<T, W> select(PackMask<LaneInteger<T>, W> m, Pack<T, W> a, Pack<T, W> b) {
  return Pack<T, W>(m.v ? a.v : b.v);
}
template <class I, int W>
RKDG_FN PackIndex<I, W> select(PackMask<I, W> m, PackIndex<I, W> a, PackIndex<I, W> b) {
  return PackIndex<I, W>(m.v ? a.v : b.v);
}

template <class T, int W>
RKDG_FN Pack<T, W> square_root(Pack<T, W> x) {
#if defined(__AVX512F__)
  using Native = typename Pack<T, W>::Native;
  if constexpr (std::is_same_v<T, double>)
    return Pack<T, W>((Native)_mm512_sqrt_pd((__m512d)x.v));
  else
    return Pack<T, W>((Native)_mm512_sqrt_ps((__m512)x.v));
#else
  Pack<T, W> r;
  for (int l = 0; l < W; ++l) r.v[l] = square_root(x.v[l]);
  return r;
#endif
}

template <class T, int W>
RKDG_FN Pack<T, W> maximum(Pack<T, W> a, Pack<T, W> b) {
#if defined(__AVX512F__)
  using Native = typename Pack<T, W>::Native;
  if constexpr (std::is_same_v<T, double>)
    return Pack<T, W>((Native)_mm512_max_pd((__m512d)a.v, (__m512d)b.v));
  else
    return Pack<T, W>((Native)_mm512_max_ps((__m512)a.v, (__m512)b.v));
#else
  return Pack<T, W>(a.v > b.v ? a.v : b.v);
#endif
}

template <class T, int W>
RKDG_FN Pack<T, W> minimum(Pack<T, W> a, Pack<T, W> b) {
  return -maximum(-a, -b);
}

template <class T, int W>
RKDG_FN Pack<T, W> absolute(Pack<T, W> a) {
  return maximum(a, -a);
}

template <class I, int W>
RKDG_FN bool any(PackMask<I, W> m) {
#if defined(__AVX512F__)
  if constexpr (sizeof(I) == 8)
    return _mm512_test_epi64_mask((__m512i)m.v, (__m512i)m.v) != 0;
  else
    return _mm512_test_epi32_mask((__m512i)m.v, (__m512i)m.v) != 0;
#else
  I bits = 0;
  for (int l = 0; l < W; ++l) bits |= m.v[l];
  return bits != 0;
#endif
}
template <class I, int W>
RKDG_FN bool all(PackMask<I, W> m) {
  return !any(!m);
}
template <class I, int W>
RKDG_FN bool lane_of(PackMask<I, W> m, int lane) {
  return m.v[lane] != 0;
}
template <class I, int W>
RKDG_FN I lane_of(PackIndex<I, W> i, int lane) {
  return i.v[lane];
}
template <class T, int W>
RKDG_FN T lane_of(Pack<T, W> x, int lane) {
  return x.v[lane];
}
template <class T, int W>
RKDG_FN void set_lane(Pack<T, W>& x, int lane, std::type_identity_t<T> value) {
  x.v[lane] = value;
}

template <class T, int W>
RKDG_FN Pack<T, W> logarithm(Pack<T, W> x) {
  Pack<T, W> r;
  for (int l = 0; l < W; ++l) r.v[l] = logarithm(T(x.v[l]));
  return r;
}

/// The lane type the CPU backend runs kernels with.
template <class Real>
using SimdPack = Pack<Real, simd_bytes / static_cast<int>(sizeof(Real))>;

}  // namespace dg
