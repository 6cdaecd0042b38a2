/// A process that compiles kernels for a device that need not be there, and launches none: `rkdg compile`.
#pragma once

#include <string>

namespace dg {

/// From now on, every CUDA backend keeps its arrays in memory of the host, and launches do nothing. Kernels are
/// compiled into the user's cache for an architecture such as "sm_90". Precondition: there is no backend yet.
void compile_only(std::string architecture);

/// That architecture; empty in a process that runs kernels.
const std::string& compiled_architecture();

inline bool only_compiles() { return !compiled_architecture().empty(); }

}  // namespace dg
