/// Functions for the CPU that a run compiles, since the build lacks them, and that the user's cache keeps.
#pragma once

#include <string>

namespace dg {

struct HostProgram {
  std::string what;      ///< what it holds, for the user who waits: "kernels of degree 4 in 3-D"
  std::string text;      ///< C++; its #includes name kernel_headers() or the standard library
  std::string function;  ///< the name of an extern "C" function in it
};

/// The function, compiled or from the cache, in a library that stays open as long as the process lives. It may call
/// what the program exports. Throws RunError. Precondition: there is a compiler (host_compiler_version()).
void* host_function(const HostProgram& program);

}  // namespace dg
