/// Launches of the kernels of array_kernels.cuh.
#pragma once

#include <cstdint>

#include "libdg/backend/device_kernel.hpp"
#include "libdg/core/rotation.hpp"

namespace dg {

inline const KernelSource array_source{{"libdg/backend/array_kernels.cuh"}};
inline constexpr unsigned array_block = 256;

inline LaunchShape one_thread_each(std::size_t n) {
  return {static_cast<unsigned>((n + array_block - 1) / array_block), array_block};
}

/// Takes n numbers to other places of an array.
template <class Real>
using ArrayKernel = CudaKernel<std::size_t, const std::int64_t*, const Real*, Real*>;

/// to[i] = from[places[i]].
template <class Real>
void launch_gather(std::size_t n, const std::int64_t* places, const Real* from, Real* to, StreamHandle stream) {
  if (n == 0) return;
  static const ArrayKernel<Real> gather(template_name<Real>("dg::gather_kernel"));
  gather.launch(array_source, one_thread_each(n), stream, n, places, from, to);
}

/// to[places[i]] = from[i].
template <class Real>
void launch_scatter(std::size_t n, const std::int64_t* places, const Real* from, Real* to, StreamHandle stream) {
  if (n == 0) return;
  static const ArrayKernel<Real> scatter(template_name<Real>("dg::scatter_kernel"));
  scatter.launch(array_source, one_thread_each(n), stream, n, places, from, to);
}

/// Rotates n vectors whose components lie at places[vector][component].
template <class Real, int Dim>
void launch_rotation(std::size_t n, const std::int64_t* places, const Rotation<Real, Dim>& rotation, Real* array,
                     StreamHandle stream) {
  if (n == 0) return;
  static const CudaKernel<std::size_t, const std::int64_t*, Rotation<Real, Dim>, Real*> rotate(
      template_name<Rotation<Real, Dim>>("dg::rotate_kernel"));
  rotate.launch(array_source, one_thread_each(n), stream, n, places, rotation, array);
}

}  // namespace dg
