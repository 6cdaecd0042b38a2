/// What kernels use of the C++ standard library, for NVRTC, which brings none: every standard header that a kernel's
/// headers include is this one (backend/device_compiler.cpp).
///
/// Types that only the host uses are in backend/host_types.cuh. Semantics are those of the standard. Compiling against
/// libcu++ takes a second more for each program, and needs its headers where the program runs.
#pragma once

namespace std {

using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using nullptr_t = decltype(nullptr);
using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned;
#ifdef _WIN32
using int64_t = long long;
using uint64_t = unsigned long long;
#else
using int64_t = long;  // the type of the host, whose names of kernels hold it
using uint64_t = unsigned long;
#endif
enum class byte : unsigned char {};

template <class T, T Value>
struct integral_constant {
  using value_type = T;
  using type = integral_constant;
  static constexpr T value = Value;
  constexpr operator T() const { return value; }
  constexpr T operator()() const { return value; }
};
template <bool Value>
using bool_constant = integral_constant<bool, Value>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <bool Condition, class A, class B>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool Condition, class A, class B>
using conditional_t = typename conditional<Condition, A, B>::type;

template <bool Condition, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  using type = T;
};
template <bool Condition, class T = void>
using enable_if_t = typename enable_if<Condition, T>::type;

template <class T>
struct type_identity {
  using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

template <class T>
struct remove_reference : type_identity<T> {};
template <class T>
struct remove_reference<T&> : type_identity<T> {};
template <class T>
struct remove_reference<T&&> : type_identity<T> {};
template <class T>
using remove_reference_t = typename remove_reference<T>::type;
template <class T>
struct remove_cv : type_identity<T> {};
template <class T>
struct remove_cv<const T> : type_identity<T> {};
template <class T>
struct remove_cv<volatile T> : type_identity<T> {};
template <class T>
struct remove_cv<const volatile T> : type_identity<T> {};
template <class T>
using remove_cv_t = typename remove_cv<T>::type;
template <class T>
using remove_const_t = remove_cv_t<T>;
template <class T>
using remove_cvref_t = remove_cv_t<remove_reference_t<T>>;
template <class T>
struct remove_cvref : remove_cv<remove_reference_t<T>> {};
template <class T>
struct add_const : type_identity<const T> {};
template <class T>
using add_const_t = const T;

template <class A, class B>
inline constexpr bool is_same_v = false;
template <class A>
inline constexpr bool is_same_v<A, A> = true;
template <class A, class B>
struct is_same : bool_constant<is_same_v<A, B>> {};
template <class T>
inline constexpr bool is_floating_point_v = is_same_v<remove_cv_t<T>, float> || is_same_v<remove_cv_t<T>, double>;
template <class T>
inline constexpr bool is_integral_of = false;
template <>
inline constexpr bool is_integral_of<bool> = true;
template <>
inline constexpr bool is_integral_of<char> = true;
template <>
inline constexpr bool is_integral_of<signed char> = true;
template <>
inline constexpr bool is_integral_of<unsigned char> = true;
template <>
inline constexpr bool is_integral_of<short> = true;
template <>
inline constexpr bool is_integral_of<unsigned short> = true;
template <>
inline constexpr bool is_integral_of<int> = true;
template <>
inline constexpr bool is_integral_of<unsigned> = true;
template <>
inline constexpr bool is_integral_of<long> = true;
template <>
inline constexpr bool is_integral_of<unsigned long> = true;
template <>
inline constexpr bool is_integral_of<long long> = true;
template <>
inline constexpr bool is_integral_of<unsigned long long> = true;
template <class T>
inline constexpr bool is_integral_v = is_integral_of<remove_cv_t<T>>;
template <class T>
inline constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <class T>
inline constexpr bool is_const_v = false;
template <class T>
inline constexpr bool is_const_v<const T> = true;
template <class T>
inline constexpr bool is_empty_v = __is_empty(T);
template <class From, class To>
inline constexpr bool is_convertible_v = __is_convertible_to(From, To);
template <class From, class To>
concept convertible_to = is_convertible_v<From, To>;
template <class A, class B>
concept same_as = is_same_v<A, B>;
template <class T>
concept floating_point = is_floating_point_v<T>;
template <class T>
concept integral = is_integral_v<T>;
template <class T>
T&& declval() noexcept;

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

template <class T, T... I>
struct integer_sequence {
  static constexpr size_t size() { return sizeof...(I); }
};
template <size_t... I>
using index_sequence = integer_sequence<size_t, I...>;
template <class A, class B>
struct joined_sequence;
template <class T, T... I, T... J>
struct joined_sequence<integer_sequence<T, I...>, integer_sequence<T, J...>>
    : type_identity<integer_sequence<T, I..., (T(sizeof...(I)) + J)...>> {};
template <class T, size_t N>
struct made_sequence
    : joined_sequence<typename made_sequence<T, N / 2>::type, typename made_sequence<T, N - N / 2>::type> {};
template <class T>
struct made_sequence<T, 0> : type_identity<integer_sequence<T>> {};
template <class T>
struct made_sequence<T, 1> : type_identity<integer_sequence<T, 0>> {};
template <class T, T N>
using make_integer_sequence = typename made_sequence<T, size_t(N)>::type;
template <size_t N>
using make_index_sequence = make_integer_sequence<size_t, N>;

template <class T, size_t N>
struct array {
  using value_type = T;
  T elements[N];

  constexpr T& operator[](size_t i) { return elements[i]; }
  constexpr const T& operator[](size_t i) const { return elements[i]; }
  constexpr size_t size() const { return N; }
  constexpr bool empty() const { return false; }
  constexpr T* data() { return elements; }
  constexpr const T* data() const { return elements; }
  constexpr T* begin() { return elements; }
  constexpr const T* begin() const { return elements; }
  constexpr T* end() { return elements + N; }
  constexpr const T* end() const { return elements + N; }
  constexpr T& front() { return elements[0]; }
  constexpr const T& front() const { return elements[0]; }
  constexpr T& back() { return elements[N - 1]; }
  constexpr const T& back() const { return elements[N - 1]; }
  constexpr void fill(const T& x) {
    for (T& e : elements) e = x;
  }
  constexpr bool operator==(const array& other) const {
    for (size_t i = 0; i < N; ++i)
      if (!(elements[i] == other.elements[i])) return false;
    return true;
  }
};
template <class T>
struct array<T, 0> {
  constexpr size_t size() const { return 0; }
  constexpr bool empty() const { return true; }
  constexpr T* data() const { return nullptr; }
  constexpr T* begin() const { return nullptr; }
  constexpr T* end() const { return nullptr; }
};
template <class T, class... Others>
array(T, Others...) -> array<T, 1 + sizeof...(Others)>;

template <class T>
class span {
 public:
  constexpr span() = default;
  constexpr span(T* data, size_t size) : data_(data), size_(size) {}
  template <class U, size_t N>
  constexpr span(array<U, N>& a) : data_(a.data()), size_(N) {}
  template <class U, size_t N>
  constexpr span(const array<U, N>& a) : data_(a.data()), size_(N) {}
  template <size_t N>
  constexpr span(T (&a)[N]) : data_(a), size_(N) {}
  constexpr T& operator[](size_t i) const { return data_[i]; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* data() const { return data_; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
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
