/// How much work measures the arithmetic units of a device.
#pragma once

namespace dg::arithmetic {

inline constexpr int threads = 256, rounds = 4096;

/// Independent sums a thread, or a warp with matrix units, works on, so that latencies overlap.
inline constexpr int chains = 8;

}  // namespace dg::arithmetic
