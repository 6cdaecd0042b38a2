/// Rate of multiply-adds of the CPU's vector units: the ceiling that kernels which compute are held against.
#pragma once

namespace dg::roofline {

/// Best of several runs, in operations per second, a multiply-add counting as two; `threads` 0: all.
template <class Real>
double measure_host_fma_rate(int threads);

}  // namespace dg::roofline
