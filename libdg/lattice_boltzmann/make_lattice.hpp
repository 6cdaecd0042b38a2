/// Lattices of each backend; make_lattice() chooses among them.
#pragma once

#include <memory>

#include "libdg/lattice_boltzmann/lattice.hpp"

namespace dg::lbm {

std::unique_ptr<Lattice> make_cpu_lattice(const LatticeOptions& options);

/// Throws InputError if CUDA is not built in or no device is there.
std::unique_ptr<Lattice> make_cuda_lattice(const LatticeOptions& options);

}  // namespace dg::lbm
