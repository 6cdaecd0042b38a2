/// One way to run finite volumes, and what it took.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "libdg/kernels/launch/pass_times.hpp"
#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"

namespace dg::finite_volume {

/// How kernels are compiled and launched on a device.
struct LaunchChoice {
  int block = 0;   ///< threads of a block; 0: as in the library
  int blocks = 1;  ///< of 512 threads that a multiprocessor must hold, which bounds the registers of a thread
  bool exact_division = false;  ///< divisions and roots of the language instead of improved approximations
};

/// What a kernel takes of a device, for a thread.
struct KernelResources {
  std::string kernel;
  int registers = 0, spilled_bytes = 0;
};

struct Variant {
  std::string name;
  SolverOptions options;
  LaunchChoice launch;
  bool recorded = true;        ///< steps are replayed from a recording
  bool step_on_device = true;  ///< the size of steps is found and kept where kernels run
};

struct Measurement {
  std::string device;
  Index cells = 0;
  int stages = 0;                 ///< of a step
  double seconds_per_step = 0.0;  ///< median of five samples
  double spread = 0.0;            ///< slowest less fastest, over the median
  std::vector<PassTime> passes;   ///< of a step
  std::vector<KernelResources> kernels;

  double rate() const { return stages * static_cast<double>(cells) / seconds_per_step; }
};

/// Steps from a smooth flow for about so many seconds in each sample, then the passes of a step by themselves.
Measurement measure(const Mesh2& mesh, const Variant& variant, double seconds);

}  // namespace dg::finite_volume
