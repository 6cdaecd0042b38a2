/// Compiles the solver of a user's equations, once, and keeps it in the user's cache.
#pragma once

#include <string>

#include "libdg/core/precision.hpp"
#include "libdg/user_equations/system_solver.hpp"

namespace dg {

/// Which equations, and for what.
struct EquationsSource {
  std::string header;  ///< path of the header
  std::string name;    ///< of the class template over the number type in it, such as "Burgers" or "dg::ShallowWater2D"
  Precision precision = Precision::double_precision;
  int device_degree = -1;  ///< the degree for which kernels of a GPU can be launched; -1: none
  bool limited = false;    ///< whether runs may have limiters, which take longer to compile
};

/// The equations of a header. The C++ compiler of the machine compiles their solver where the cache does not have it.
/// Throws InputError for a header that is not there, one that does not compile, or where there is no compiler.
const UserEquations& compiled_equations(const EquationsSource& source);

}  // namespace dg
