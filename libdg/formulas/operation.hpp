/// What a formula may compute: operations on doubles, as the host evaluates them and as CUDA C++ writes them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dg {

enum class Operation : std::uint8_t {
  number,
  variable,
  parameter,
  negate,
  absolute,
  sign,
  round,
  root,
  exponential,
  logarithm,
  logarithm2,
  logarithm10,
  sine,
  cosine,
  tangent,
  arcsine,
  arccosine,
  arctangent,
  hyperbolic_sine,
  hyperbolic_cosine,
  hyperbolic_tangent,
  area_sine,
  area_cosine,
  area_tangent,
  add,
  subtract,
  multiply,
  divide,
  power,
  arctangent2,
  minimum,
  maximum,
  less,
  less_equal,
  equal,
  not_equal,
  both,
  either,
  select
};

/// How many arguments an operation takes, and its text in CUDA C++, {0} {1} {2} being the arguments. Comparisons give 1
/// or 0; `select` takes its second argument where the first is not 0, and the third elsewhere.
struct OperationFacts {
  int arguments;
  const char* text;
};

inline constexpr int operation_count = static_cast<int>(Operation::select) + 1;

inline constexpr std::array<OperationFacts, operation_count> operation_facts{{
    {0, ""},
    {0, ""},
    {0, ""},
    {1, "-{0}"},
    {1, "fabs({0})"},
    {1, "(double)(({0} > 0.0) - ({0} < 0.0))"},
    {1, "rint({0})"},
    {1, "sqrt({0})"},
    {1, "exp({0})"},
    {1, "log({0})"},
    {1, "log2({0})"},
    {1, "log10({0})"},
    {1, "sin({0})"},
    {1, "cos({0})"},
    {1, "tan({0})"},
    {1, "asin({0})"},
    {1, "acos({0})"},
    {1, "atan({0})"},
    {1, "sinh({0})"},
    {1, "cosh({0})"},
    {1, "tanh({0})"},
    {1, "asinh({0})"},
    {1, "acosh({0})"},
    {1, "atanh({0})"},
    {2, "{0} + {1}"},
    {2, "{0} - {1}"},
    {2, "{0} * {1}"},
    {2, "{0} / {1}"},
    {2, "pow({0}, {1})"},
    {2, "atan2({0}, {1})"},
    {2, "{1} < {0} ? {1} : {0}"},
    {2, "{0} < {1} ? {1} : {0}"},
    {2, "{0} < {1} ? 1.0 : 0.0"},
    {2, "{0} <= {1} ? 1.0 : 0.0"},
    {2, "{0} == {1} ? 1.0 : 0.0"},
    {2, "{0} != {1} ? 1.0 : 0.0"},
    {2, "{0} != 0.0 && {1} != 0.0 ? 1.0 : 0.0"},
    {2, "{0} != 0.0 || {1} != 0.0 ? 1.0 : 0.0"},
    {3, "{0} != 0.0 ? {1} : {2}"},
}};

constexpr int argument_count(Operation o) { return operation_facts[static_cast<int>(o)].arguments; }

/// The value of an operation with arguments.
template <Operation O>
double apply(double a, [[maybe_unused]] double b, [[maybe_unused]] double c) {
  using enum Operation;
  if constexpr (O == negate) return -a;
  if constexpr (O == absolute) return std::abs(a);
  if constexpr (O == sign) return static_cast<double>((a > 0) - (a < 0));
  if constexpr (O == Operation::round) return std::rint(a);
  if constexpr (O == root) return std::sqrt(a);
  if constexpr (O == exponential) return std::exp(a);
  if constexpr (O == logarithm) return std::log(a);
  if constexpr (O == logarithm2) return std::log2(a);
  if constexpr (O == logarithm10) return std::log10(a);
  if constexpr (O == sine) return std::sin(a);
  if constexpr (O == cosine) return std::cos(a);
  if constexpr (O == tangent) return std::tan(a);
  if constexpr (O == arcsine) return std::asin(a);
  if constexpr (O == arccosine) return std::acos(a);
  if constexpr (O == arctangent) return std::atan(a);
  if constexpr (O == hyperbolic_sine) return std::sinh(a);
  if constexpr (O == hyperbolic_cosine) return std::cosh(a);
  if constexpr (O == hyperbolic_tangent) return std::tanh(a);
  if constexpr (O == area_sine) return std::asinh(a);
  if constexpr (O == area_cosine) return std::acosh(a);
  if constexpr (O == area_tangent) return std::atanh(a);
  if constexpr (O == add) return a + b;
  if constexpr (O == subtract) return a - b;
  if constexpr (O == multiply) return a * b;
  if constexpr (O == divide) return a / b;
  if constexpr (O == power) return std::pow(a, b);
  if constexpr (O == arctangent2) return std::atan2(a, b);
  if constexpr (O == minimum) return b < a ? b : a;
  if constexpr (O == maximum) return a < b ? b : a;
  if constexpr (O == less) return a < b ? 1 : 0;
  if constexpr (O == less_equal) return a <= b ? 1 : 0;
  if constexpr (O == equal) return a == b ? 1 : 0;
  if constexpr (O == not_equal) return a != b ? 1 : 0;
  if constexpr (O == both) return a != 0 && b != 0 ? 1 : 0;
  if constexpr (O == either) return a != 0 || b != 0 ? 1 : 0;
  if constexpr (O == select) return a != 0 ? b : c;
  return std::numeric_limits<double>::quiet_NaN();
}

/// Calls visit.operator()<O>() with a run-time operation that has arguments.
template <int First = static_cast<int>(Operation::negate), class Visit>
auto with_operation(Operation o, const Visit& visit) {
  if constexpr (First + 1 == operation_count) {
    return visit.template operator()<static_cast<Operation>(First)>();
  } else {
    if (static_cast<int>(o) == First) return visit.template operator()<static_cast<Operation>(First)>();
    return with_operation<First + 1>(o, visit);
  }
}

}  // namespace dg
