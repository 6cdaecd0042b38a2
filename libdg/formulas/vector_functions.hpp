/// Elementary functions of many numbers at once, by the vector functions of the C library where it has them.
#pragma once

#include <cstddef>

#include "libdg/formulas/operation.hpp"

namespace dg {

/// result[i] = f(a[i]), or f(a[i], b[i]), for i < n; `result` may be `a` or `b`. A value depends on its arguments
/// alone, not on n or its place. It is exact to 4 units in the last place, as the C library promises. In these it may
/// differ from one width of vectors to another, that is, from one kind of processor to another.
using VectorFunction = void (*)(const double* a, const double* b, double* result, std::size_t n);

/// The function for an operation, or null where the library has none.
VectorFunction vector_function(Operation operation);

}  // namespace dg
