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
    static const CudaKernel<Body> kernel(source, "dg::run_group<" + type_name<Body>() + ">");
    kernel.launch({static_cast<unsigned>(items), static_cast<unsigned>(threads)}, cudaStreamPerThread, body);
  }
};

}  // namespace dg
