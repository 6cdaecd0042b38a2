/// The __global__ functions for products and sums of vectors.
#pragma once

#include <cstddef>

#include "libdg/implicit/vector_list.hpp"

namespace dg {

/// The sum, or the largest value, of all threads' x, in thread 0; the same bits each time.
template <Fold kind>
__device__ double reduce_block(double x) {
  __shared__ double shared[vector_block];
  shared[threadIdx.x] = x;
  __syncthreads();
  for (int half = vector_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      const double other = shared[threadIdx.x + half];
      shared[threadIdx.x] = kind == Fold::dot ? shared[threadIdx.x] + other : fmax(shared[threadIdx.x], other);
    }
    __syncthreads();
  }
  return shared[0];
}

/// partial[j][part] of the products of vectors j with w, or of their largest absolute values.
template <Fold kind>
__global__ void reduce_parts(const __grid_constant__ VectorList list, const double* w, std::size_t n, double* partial) {
  const double* v = list.numbers[blockIdx.y];
  double result = 0;
  for (std::size_t i = std::size_t(blockIdx.x) * vector_block + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * vector_block)
    result = kind == Fold::dot ? result + v[i] * w[i] : fmax(result, fabs(v[i]));
  result = reduce_block<kind>(result);
  if (threadIdx.x == 0) partial[blockIdx.y * gridDim.x + blockIdx.x] = result;
}

template <Fold kind>
__global__ void reduce_partial(const double* partial, int count, double* results) {
  double result = 0;
  for (int i = threadIdx.x; i < count; i += vector_block) {
    const double x = partial[blockIdx.x * count + i];
    result = kind == Fold::dot ? result + x : fmax(result, x);
  }
  result = reduce_block<kind>(result);
  if (threadIdx.x == 0) results[blockIdx.x] = result;
}

__global__ void add_vectors(const __grid_constant__ VectorList list, double* y, std::size_t n) {
  for (std::size_t i = std::size_t(blockIdx.x) * vector_block + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * vector_block) {
    double sum = y[i];
    for (int j = 0; j < list.count; ++j) sum += list.weights[j] * list.numbers[j][i];
    y[i] = sum;
  }
}

__global__ void set_vector(const __grid_constant__ VectorList list, double factor, double* y, std::size_t n) {
  for (std::size_t i = std::size_t(blockIdx.x) * vector_block + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * vector_block) {
    double sum = list.weights[0] * list.numbers[0][i];
    for (int j = 1; j < list.count; ++j) sum += list.weights[j] * list.numbers[j][i];
    y[i] = factor * sum;
  }
}

}  // namespace dg
