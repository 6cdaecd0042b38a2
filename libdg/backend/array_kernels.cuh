/// The __global__ functions of the backend itself: sums and permutations of arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "libdg/core/rotation.hpp"

namespace dg {

/// y = a x + b y for n numbers.
template <class Real>
__global__ void axpby_kernel(std::size_t n, Real a, const Real* x, Real b, Real* y) {
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * blockDim.x)
    y[i] = a * x[i] + b * y[i];
}

/// to[i] = from[places[i]] for n numbers.
template <class Real>
__global__ void gather_kernel(std::size_t n, const std::int64_t* places, const Real* from, Real* to) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[places[i]];
}

/// to[places[i]] = from[i] for n numbers.
template <class Real>
__global__ void scatter_kernel(std::size_t n, const std::int64_t* places, const Real* from, Real* to) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) to[places[i]] = from[i];
}

/// Rotates n vectors whose components lie at places[vector][component] of an array.
template <class AnyRotation>
__global__ void rotate_kernel(std::size_t n, const std::int64_t* places, AnyRotation rotation,
                              typename AnyRotation::Number* array) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) rotation.rotate([&](int d) -> auto& { return array[places[i * AnyRotation::dim + d]]; });
}

}  // namespace dg
