/// The lane type of kernel bodies on the CPU: what backend/lanes.hpp asks of it, for a SIMD register of cells.
///
/// Intrinsics of AVX-512 are taken only where GCC's vector extensions have no word (gather, table lookup, square root,
/// min, max).
#pragma once

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "libdg/backend/lanes.hpp"
#include "libdg/backend/simd_pack.hpp"

namespace dg {

template <class T, int W>
RKDG_FN void keep_in_register([[maybe_unused]] Pack<T, W>& x) {
#if defined(__AVX512F__)
  asm("" : "+v"(x.v));
#endif
}

template <class V>
requires is_pack<V> RKDG_FN V load(const RealOf<V>* p) {
  V r;
  std::memcpy(&r.v, p, sizeof r.v);
  return r;
}

template <class T, int W>
RKDG_FN void store(T* p, Pack<T, W> x) {
  std::memcpy(p, &x.v, sizeof x.v);
}

template <class V>
requires is_pack<V> RKDG_FN V load_first(const RealOf<V>* p, int n) {
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
requires is_pack<V> RKDG_FN IndexOf<V> load_index(const Index* p) {
  std::conditional_t<sizeof(RealOf<V>) == 8, HalfRegister, Register<std::int32_t>::Type> n;
  std::memcpy(&n, p, sizeof n);
  return IndexOf<V>(__builtin_convertvector(n, typename IndexOf<V>::Native));
}

template <class V>
requires is_pack<V> RKDG_FN IndexOf<V> lane_numbers(Index i) {
  IndexOf<V> n;
  for (int l = 0; l < LaneTraits<V>::width; ++l) n.v[l] = i + l;
  return n;
}

template <class V>
requires is_pack<V> RKDG_FN IndexOf<V> gather_index(const Index* p, IndexOf<V> i) {
#if defined(__AVX512F__)
  using Native = typename IndexOf<V>::Native;
  if constexpr (sizeof(RealOf<V>) == 8)
    return IndexOf<V>((Native)_mm512_cvtepi32_epi64(_mm512_i64gather_epi32((__m512i)i.v, p, 4)));
  else
    return IndexOf<V>((Native)_mm512_i32gather_epi32((__m512i)i.v, p, 4));
#else
  IndexOf<V> n;
  for (int l = 0; l < LaneTraits<V>::width; ++l) n.v[l] = p[i.v[l]];
  return n;
#endif
}

template <class V>
requires is_pack<V> RKDG_FN V gather(const RealOf<V>* p, IndexOf<V> i) {
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

/// p[place[lane]] of each lane, by loads of one number: what compilers make of a loop is a gather.
template <class V>
requires is_pack<V> RKDG_FN V load_each(const RealOf<V>* p, const std::int64_t (&place)[LaneTraits<V>::width]) {
#if defined(__AVX512F__)
  using Native = typename V::Native;
  if constexpr (std::is_same_v<RealOf<V>, double>) {
    const auto two = [&](int l) { return _mm_loadh_pd(_mm_load_sd(p + place[l]), p + place[l + 1]); };
    const auto four = [&](int l) { return _mm256_insertf128_pd(_mm256_castpd128_pd256(two(l)), two(l + 2), 1); };
    return V((Native)_mm512_insertf64x4(_mm512_castpd256_pd512(four(0)), four(4), 1));
  } else {
    const auto two = [&](int l) { return _mm_unpacklo_ps(_mm_load_ss(p + place[l]), _mm_load_ss(p + place[l + 1])); };
    const auto four = [&](int l) { return _mm_movelh_ps(two(l), two(l + 2)); };
    const auto eight = [&](int l) { return _mm256_insertf128_ps(_mm256_castps128_ps256(four(l)), four(l + 4), 1); };
    const auto half = [&](int l) { return _mm256_castps_pd(eight(l)); };
    return V((Native)_mm512_insertf64x4(_mm512_castpd256_pd512(half(0)), half(8), 1));
  }
#else
  V r;
  for (int l = 0; l < LaneTraits<V>::width; ++l) r.v[l] = p[place[l]];
  return r;
#endif
}

#if defined(__AVX512F__)
template <class T, int W>
inline constexpr bool permutes_at_once<Pack<T, W>> = true;
#endif

/// Lane l of the result is element index[l] of a, then of b.
template <class T, int W>
RKDG_FN Pack<T, W> permute(Pack<T, W> a, Pack<T, W> b, IndexOf<Pack<T, W>> index) {
#if defined(__AVX512F__)
  using Native = typename Pack<T, W>::Native;
  if constexpr (std::is_same_v<T, double>)
    return Pack<T, W>((Native)_mm512_permutex2var_pd((__m512d)a.v, (__m512i)index.v, (__m512d)b.v));
  else
    return Pack<T, W>((Native)_mm512_permutex2var_ps((__m512)a.v, (__m512i)index.v, (__m512)b.v));
#else
  Pack<T, W> r;
  for (int l = 0; l < W; ++l) r.v[l] = index.v[l] < W ? a.v[index.v[l]] : b.v[index.v[l] - W];
  return r;
#endif
}

template <class V>
requires is_pack<V> RKDG_FN V lookup(const RealOf<V>* table, IndexOf<V> slot) {
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
requires is_pack<V> RKDG_FN void lookup_pair(const RealOf<V>* table, IndexOf<V> slot, V& a, V& b) {
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

}  // namespace dg
