/// Bandwidth of a plain copy on the CPU: the measure that kernels which move memory are held against.
#pragma once

namespace dg::app {

/// Best of several passes b[i] = a[i] over arrays far larger than the caches, in bytes read plus bytes written per
/// second. STREAM counts so, too (McCalpin 1995). `threads` 0: all.
double measure_host_copy_bandwidth(int threads);

}  // namespace dg::app
