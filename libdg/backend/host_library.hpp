/// Functions for the CPU that a run compiles, since the build lacks them, and that the user's cache keeps.
#pragma once

#include <string>
#include <vector>

#include "libdg/backend/kernel_source.hpp"

namespace dg {

struct HostProgram {
  std::string what;      ///< what it holds, for the user who waits: "kernels of degree 4 in 3-D"
  std::string text;      ///< C++; its #includes name kernel_headers(), these or the standard library
  std::string function;  ///< the name of an extern "C" function in it
  std::vector<SourceFile> headers{};
};

/// The function, compiled or from the cache, in a library that stays open as long as the process lives. It may call
/// what the program exports. Throws RunError. Precondition: there is a compiler (host_compiler_version()).
void* host_function(const HostProgram& program);

}  // namespace dg
