/// Checks of CUDA calls and launches.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "libdg/core/errors.hpp"

namespace dg {

/// Throws RunError with the call's name and CUDA's own words if `status` is not success.
inline void check_cuda(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw RunError(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

/// To be called right after a kernel launch.
inline void check_launch(const char* kernel) { check_cuda(cudaGetLastError(), kernel); }

}  // namespace dg
