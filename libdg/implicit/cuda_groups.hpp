/// Launches bodies of groups on a CUDA device, a block for each item.
#pragma once

#include "libdg/backend/device_kernel.hpp"
#include "libdg/implicit/group.hpp"

namespace dg {

struct CudaGroups {
  template <class Body>
  static void run(const Body& body, Index items, int threads, const char*) {
    if (items <= 0) return;
    static const KernelSource source{{"libdg/implicit/group_kernel.cuh"}};
    static const CudaKernel<Body> kernel(template_name<Body>("dg::run_group"));
    kernel.launch(source, {static_cast<unsigned>(items), static_cast<unsigned>(threads)}, cudaStreamPerThread, body);
  }
};

}  // namespace dg
