/// What kernels for the CPU call that a run compiles, and that the program must therefore hold.
#pragma once

#include <vector>

namespace dg {

/// Addresses of these functions. Whoever opens such kernels asks for them: the linker leaves out what nobody refers to.
std::vector<const void*> functions_of_kernels();

}  // namespace dg
