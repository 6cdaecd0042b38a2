#include "libdg/formulas/vector_functions.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#if defined(__x86_64__) && defined(__GLIBC__)
#define RKDG_HAS_LIBMVEC
// Names of the vector ABI of x86-64: the letter is the instruction set, the number that of lanes, and there is a v for
// each argument.
#if defined(__AVX512F__)
#define RKDG_VECTOR_NAME(arguments, function) _ZGVeN8##arguments##_##function
inline constexpr int vector_width = 8;
#elif defined(__AVX2__)
#define RKDG_VECTOR_NAME(arguments, function) _ZGVdN4##arguments##_##function
inline constexpr int vector_width = 4;
#else
#define RKDG_VECTOR_NAME(arguments, function) _ZGVbN2##arguments##_##function
inline constexpr int vector_width = 2;
#endif
#endif

#ifdef RKDG_HAS_LIBMVEC
using Doubles = double __attribute__((vector_size(vector_width * sizeof(double))));

extern "C" {
Doubles RKDG_VECTOR_NAME(v, sin)(Doubles);
Doubles RKDG_VECTOR_NAME(v, cos)(Doubles);
Doubles RKDG_VECTOR_NAME(v, exp)(Doubles);
Doubles RKDG_VECTOR_NAME(v, log)(Doubles);
Doubles RKDG_VECTOR_NAME(vv, pow)(Doubles, Doubles);
#if __GLIBC_PREREQ(2, 35)
Doubles RKDG_VECTOR_NAME(v, tanh)(Doubles);
#endif
}
#endif

namespace dg {

#ifdef RKDG_HAS_LIBMVEC
namespace {

Doubles load(const double* from) {
  Doubles x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

/// The numbers that do not fill a vector any more, with the last one again and again behind them.
Doubles load_tail(const double* from, std::size_t n) {
  std::array<double, vector_width> x;
  std::copy_n(from, n, x.begin());
  std::fill(x.begin() + n, x.end(), from[n - 1]);
  return load(x.data());
}

/// Calls take(load, i, count) for each vector of n numbers.
template <class Take>
void for_each_vector(std::size_t n, const Take& take) {
  std::size_t i = 0;
  for (; i + vector_width <= n; i += vector_width)
    take([](const double* p, std::size_t) { return load(p); }, i, vector_width);
  if (i < n) take(load_tail, i, n - i);
}

template <Doubles (*F)(Doubles)>
void of_one(const double* a, const double*, double* result, std::size_t n) {
  for_each_vector(n, [&](auto load_some, std::size_t i, std::size_t count) {
    const Doubles y = F(load_some(a + i, count));
    std::memcpy(result + i, &y, count * sizeof(double));
  });
}

template <Doubles (*F)(Doubles, Doubles)>
void of_two(const double* a, const double* b, double* result, std::size_t n) {
  for_each_vector(n, [&](auto load_some, std::size_t i, std::size_t count) {
    const Doubles y = F(load_some(a + i, count), load_some(b + i, count));
    std::memcpy(result + i, &y, count * sizeof(double));
  });
}

}  // namespace

VectorFunction vector_function(Operation operation) {
  switch (operation) {
    case Operation::sine:
      return of_one<RKDG_VECTOR_NAME(v, sin)>;
    case Operation::cosine:
      return of_one<RKDG_VECTOR_NAME(v, cos)>;
    case Operation::exponential:
      return of_one<RKDG_VECTOR_NAME(v, exp)>;
    case Operation::logarithm:
      return of_one<RKDG_VECTOR_NAME(v, log)>;
    case Operation::power:
      return of_two<RKDG_VECTOR_NAME(vv, pow)>;
#if __GLIBC_PREREQ(2, 35)
    case Operation::hyperbolic_tangent:
      return of_one<RKDG_VECTOR_NAME(v, tanh)>;
#endif
    default:
      return nullptr;
  }
}
#else
VectorFunction vector_function(Operation) { return nullptr; }
#endif

}  // namespace dg
