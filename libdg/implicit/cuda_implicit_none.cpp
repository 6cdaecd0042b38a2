#include "libdg/core/errors.hpp"
#include "libdg/implicit/cuda_implicit.hpp"

namespace dg {
namespace {

[[noreturn]] void refuse() { throw InputError("this build has no CUDA backend; use --backend cpu"); }

}  // namespace

std::unique_ptr<VectorOperations> make_cuda_vectors(Backend&, Communicator*, int) { refuse(); }
std::unique_ptr<Preconditioner> make_cuda_multigrid(const std::vector<BlockGraph>&, const VectorOperations&,
                                                    const MultigridOptions&) {
  refuse();
}
template <class Real>
std::unique_ptr<StateTransfer<Real>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables) {
  refuse();
}
template <class Real>
void compile_cuda_implicit(Backend&) {
  refuse();
}
template void compile_cuda_implicit<float>(Backend&);
template void compile_cuda_implicit<double>(Backend&);
template std::unique_ptr<StateTransfer<float>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables);
template std::unique_ptr<StateTransfer<double>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables);

}  // namespace dg
