/// Of the C++ standard library for NVRTC (standard_library.cuh): integer types, type traits and their concepts,
/// sequences of integers.
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

}  // namespace std
