#include "libdg/solver/large_eddy_solver.hpp"

#include "libdg/equations/navier_stokes/large_eddy_gas.hpp"
#include "libdg/solver/gas_solver.hpp"

namespace dg {

std::unique_ptr<SolverOf<3>> make_large_eddy_solver(Subdomain<3> part, const SolverOptions& options,
                                                    Communicator& communicator) {
  if (options.precision == Precision::double_precision)
    return std::make_unique<GasSolver<LargeEddyGas<double>>>(std::move(part), options, communicator);
  return std::make_unique<GasSolver<LargeEddyGas<float>>>(std::move(part), options, communicator);
}

}  // namespace dg
