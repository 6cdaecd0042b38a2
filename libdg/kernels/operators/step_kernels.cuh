/// The __global__ functions that find and set the size of a step.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/cuda_rates.hpp"

namespace dg {

/// What collect_rate() finds of the first n cells of a zone.
template <class Eq>
__global__ void __launch_bounds__(cuda_block)
    find_step_kernel(const __grid_constant__ CellRate<Eq> kernel, Index n, typename Eq::Real* largest) {
  using Real = typename Eq::Real;
  const Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x);
  const Index cell = i < n ? i : n - 1;
  collect_rate<1>(largest, i / 32, kernel.template operator()<Real>(cell),
                  cell_number(kernel.context.zones.zone[kernel.zone_number], cell));
}

/// Ends a step and sets the next, by one warp; the places of `largest` begin again.
template <class Real>
__global__ void next_step_kernel(const __grid_constant__ StepLimits<Real> limits, Real* largest,
                                 StepControl<Real>* control) {
  const FoundRate<Real> rate = found_rate(largest);
  largest[threadIdx.x * rate_place_stride] = Real(0);
  if (threadIdx.x > 0) return;
  finish_step(*control);
  set_step(limits, rate, *control);
}

/// Leaves what all places hold together in the first, by one warp.
template <class Real>
__global__ void merge_rates_kernel(Real* largest) {
  auto* place = reinterpret_cast<BitsOf<Real>*>(largest + threadIdx.x * rate_place_stride);
  const BitsOf<Real> bits = largest_of_warp<1>(*place);
  *place = threadIdx.x == 0 ? bits : BitsOf<Real>(0);
}

/// Ends a step, by one warp.
template <class Real>
__global__ void end_step_kernel(const Real* largest, StepControl<Real>* control) {
  const Index bad_cell = found_rate(largest).bad_cell;
  if (threadIdx.x > 0) return;
  finish_step(*control);
  if (control->bad_cell < 0) control->bad_cell = bad_cell;
}

}  // namespace dg
