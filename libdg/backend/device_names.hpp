/// What kernels use of a device, declared for a host compiler, which reads kernels only to fill in their arguments.
///
/// Nothing here is defined: bodies of kernels are compiled by NVRTC alone. Tests that run kernels on a warp of host
/// threads bring a header of their own in its place (tests/warp).
#pragma once

#ifndef __CUDACC__

#include <algorithm>
#include <cstddef>
#include <cstdint>

// A run compiles operators where the headers of CUDA may not be installed. What these say to a compiler of the host
// stands here.
#ifndef RKDG_WITHOUT_CUDA_HEADERS
#include <vector_types.h>
#else
#define __host__
#define __device__
#define __forceinline__ inline
struct alignas(16) double2 {
  double x, y;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
#endif

namespace dg {
struct DevicePlace {
  unsigned x, y, z;
};
}  // namespace dg

extern const dg::DevicePlace threadIdx, blockIdx, blockDim, gridDim;

void __syncthreads();
void __syncwarp(unsigned mask = 0xffffffffu);
template <class T>
T __shfl_sync(unsigned mask, T x, int lane);
template <class T>
T __shfl_xor_sync(unsigned mask, T x, int lanes);
template <class T>
T __ldg(const T* address);
template <class T>
T atomicMax(T* address, T x);
template <class T>
T atomicAdd(T* address, T x);
unsigned __float_as_uint(float x);
float __uint_as_float(unsigned bits);
long long __double_as_longlong(double x);
double __longlong_as_double(long long bits);
unsigned __byte_perm(unsigned x, unsigned y, unsigned which);
std::size_t __cvta_generic_to_shared(const void* address);
std::size_t __cvta_generic_to_global(const void* address);
void* __cvta_shared_to_generic(std::size_t address);
void* __cvta_global_to_generic(std::size_t address);

namespace dg {
using std::max;
using std::min;
}  // namespace dg

#endif
