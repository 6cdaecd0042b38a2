/// The header of a set of equations, for the compiler that a run starts.
#pragma once

namespace dg {

/// The header that declares the equations, as an #include finds it; defined by what rkdg_add_solver() generates
/// (cmake/RkdgKernels.cmake), which also makes its text known.
template <class Eq>
const char* header_of_equations();

}  // namespace dg
