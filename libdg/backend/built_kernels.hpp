/// Kernels for the CPU that were compiled ahead of time, in a library of their own: librkdg_kernels.so.
#pragma once

#include <string>

namespace dg {

/// The extern "C" function of that name in the library of kernels, which stays open. Null where the loader finds no
/// such library, where it was compiled from other headers than kernel_headers(), and where it has no such function.
void* built_function(const std::string& name);

/// The same of a library at this path, for tests.
void* built_function(const std::string& library, const std::string& name);

}  // namespace dg
