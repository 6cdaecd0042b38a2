/// Kernels that start while the one before them in their stream comes to its end: what they do before await_previous()
/// overlaps with it (programmatic dependent launch, compute capability 9.0); for .cu files only.
#pragma once

#include "libdg/backend/cuda_check.hpp"

namespace dg {

/// What the kernels launched before have written can be read from here on. Every block that reads or writes what other
/// kernels do must call it.
__device__ __forceinline__ void await_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The next kernel may start to take the places of blocks that end.
__device__ __forceinline__ void allow_next() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/// Whether the device can.
inline bool has_dependent_launch() {
  int device = 0, major = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
  return major >= 9;
}

/// Launches a kernel that calls await_previous(); early, if it and the one before are all that the device works on.
template <class... Parameters, class... Arguments>
void launch_dependent(const char* name, bool early, void (*kernel)(Parameters...), int blocks, int threads, int shared,
                      cudaStream_t stream, const Arguments&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = early && has_dependent_launch() ? 1 : 0;
  check_cuda(cudaLaunchKernelEx(&config, kernel, arguments...), name);
}

}  // namespace dg
