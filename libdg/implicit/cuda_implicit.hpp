/// The implicit solver's parts on a CUDA device. Without CUDA, cuda_implicit_none.cpp answers.
#pragma once

#include "libdg/implicit/preconditioner.hpp"
#include "libdg/implicit/state_transfer.hpp"

namespace dg {

/// Precondition of all: a CUDA backend, which must outlive what is made.
/// `ranks` are those whose vectors are summed together, null for this one alone.
std::unique_ptr<VectorOperations> make_cuda_vectors(Backend& backend, Communicator* ranks, int threads);
std::unique_ptr<Preconditioner> make_cuda_multigrid(const std::vector<BlockGraph>& levels,
                                                    const VectorOperations& vectors, const MultigridOptions& options);
template <class Real>
std::unique_ptr<StateTransfer<Real>> make_cuda_transfer(Backend& backend, const BlockGraph& graph, StateTables tables);

/// Compiles all kernels that these launch, for states of this precision, on all cores.
template <class Real>
void compile_cuda_implicit(Backend& backend);

}  // namespace dg
