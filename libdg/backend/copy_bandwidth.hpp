/// Bandwidth of a plain copy in the memory of the CUDA device: the measure that kernels which move memory are held
/// against.
#pragma once

namespace dg {

/// Best of several copies between two arrays far larger than the caches, in bytes read plus bytes written per second,
/// as STREAM counts (McCalpin 1995). It is 0 without a device, or if the device has no memory left for the arrays.
double cuda_copy_bandwidth();

}  // namespace dg
