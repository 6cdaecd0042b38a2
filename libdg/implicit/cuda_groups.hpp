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
    kernel.launch(source, {static_cast<unsigned>(items), static_cast<unsigned>(threads)}, thread_stream(), body);
  }

  /// One launch for items that wait for each other.
  template <class Body>
  static void run_in_order(const Body& body, Index items, int threads, DoneItems done, const char*) {
    if (items <= 0) return;
    static const KernelSource source{{"libdg/implicit/group_kernel.cuh"}};
    static const CudaKernel<Body, DoneItems> kernel(template_name<Body>("dg::run_in_order"));
    kernel.launch(source, {static_cast<unsigned>(items), static_cast<unsigned>(threads)}, thread_stream(), body, done);
  }
};

}  // namespace dg
