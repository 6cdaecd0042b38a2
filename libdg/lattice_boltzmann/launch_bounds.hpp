/// Threads of a block of lattice Boltzmann kernels on a device.
#pragma once

namespace dg::lbm {

/// 1024 bytes of each population, which reached more of the memory's bandwidth than half or twice
/// that. In single precision four blocks to a multiprocessor, with the 64 registers that this leaves a thread, gained
/// one percent more. In double precision such a limit would spill.
template <class Real>
inline constexpr int largest_block = 1024 / sizeof(Real);
template <class Real>
inline constexpr int least_blocks = sizeof(Real) == 4 ? 4 : 1;

}  // namespace dg::lbm
