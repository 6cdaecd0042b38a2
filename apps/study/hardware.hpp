/// The machine and the compilers that a measured time belongs to.
#pragma once

#include <string>

namespace dg::app {

struct Hardware {
  std::string cpu;       ///< model; "unknown" if the system does not tell
  int cores = 0;         ///< hardware threads that this process may use
  std::string gpu;       ///< empty if there is none or CUDA is not in this build
  std::string compiler;  ///< compilers with the flags of the kernels
};

Hardware this_machine();

}  // namespace dg::app
