/// What kernels use of the C++ standard library, for NVRTC, which brings none: every standard header that a kernel's
/// headers include is this one (backend/device_compiler.cpp).
///
/// Types and containers are in files of their own; those that only the host uses are in backend/host_types.cuh.
/// Semantics are those of the standard. Compiling against libcu++ takes a second more for each program, and needs its
/// headers where the program runs.
#pragma once

#include "libdg/backend/standard_containers.cuh"
#include "libdg/backend/standard_types.cuh"

namespace std {

constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }

template <class T>
constexpr const T& as_const(T& x) {
  return x;
}
template <class T>
constexpr void swap(T& a, T& b) {
  T kept = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(kept);
}
template <class T, class U = T>
constexpr T exchange(T& x, U&& y) {
  T old = static_cast<T&&>(x);
  x = static_cast<U&&>(y);
  return old;
}
template <class A, class B>
struct pair {
  A first;
  B second;
};

template <class T>
constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
constexpr T min(initializer_list<T> list) {
  const T* least = list.begin();
  for (const T* x = list.begin() + 1; x < list.end(); ++x)
    if (*x < *least) least = x;
  return *least;
}
template <class T>
constexpr T max(initializer_list<T> list) {
  const T* largest = list.begin();
  for (const T* x = list.begin() + 1; x < list.end(); ++x)
    if (*largest < *x) largest = x;
  return *largest;
}
template <class T>
constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class From, class Size, class To>
constexpr To copy_n(From from, Size n, To to) {
  for (Size i = 0; i < n; ++i) *to++ = *from++;
  return to;
}
/// Insertion sort: for the few numbers that constants are made of.
template <class Iterator>
constexpr void sort(Iterator begin, Iterator end) {
  for (Iterator i = begin; i != end; ++i)
    for (Iterator j = i; j != begin && *j < *(j - 1); --j) swap(*j, *(j - 1));
}
template <class A, class B>
constexpr auto gcd(A a, B b) -> decltype(a + b) {
  return b == 0 ? a : gcd(b, a % b);
}
template <class To, class From>
constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

template <class T>
struct numeric_limits;
template <>
struct numeric_limits<float> {
  static constexpr float max() { return 3.402823466e+38f; }
  static constexpr float min() { return 1.175494351e-38f; }
  static constexpr float lowest() { return -max(); }
  static constexpr float epsilon() { return 1.192092896e-07f; }
  static constexpr float infinity() { return __builtin_bit_cast(float, 0x7f800000); }
  static constexpr float quiet_NaN() { return __builtin_bit_cast(float, 0x7fc00000); }
};
template <>
struct numeric_limits<double> {
  static constexpr double max() { return 1.7976931348623158e+308; }
  static constexpr double min() { return 2.2250738585072014e-308; }
  static constexpr double lowest() { return -max(); }
  static constexpr double epsilon() { return 2.2204460492503131e-16; }
  static constexpr double infinity() { return __builtin_bit_cast(double, 0x7ff0000000000000); }
  static constexpr double quiet_NaN() { return __builtin_bit_cast(double, 0x7ff8000000000000); }
};
template <>
struct numeric_limits<int> {
  static constexpr int max() { return 0x7fffffff; }
  static constexpr int min() { return -max() - 1; }
};

using ::abs;
using ::ceil;
using ::cos;
using ::exp;
using ::fabs;
using ::floor;
using ::fma;
using ::hypot;
using ::isfinite;
using ::isnan;
using ::ldexp;
using ::log;
using ::pow;
using ::sin;
using ::sqrt;

}  // namespace std

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::ptrdiff_t;
using std::size_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

#include "libdg/backend/host_types.cuh"
