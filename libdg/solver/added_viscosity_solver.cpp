#include "libdg/solver/added_viscosity_solver.hpp"

#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "libdg/solver/gas_solver.hpp"

namespace dg {
namespace {

/// A gas without viscosity gets that at shocks alone, and keeps to slip along all walls.
SolverOptions with_added_viscosity(SolverOptions options) {
  if (options.shocks != ShockCapturing::viscosity) return options;
  if (!options.gas.viscous) {
    options.gas.viscosity = 0.0;
    for (BoundaryCondition& b : options.boundaries)
      if (is_no_slip(b.type)) b.type = BoundaryType::wall_slip;
  }
  options.gas.viscous = true;
  options.gas.subgrid = {.model = SubgridModel::given, .constant = 0.0, .prandtl = shock_prandtl};
  return options;
}

}  // namespace

template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_added_viscosity_solver(Subdomain<Dim> part, const SolverOptions& options,
                                                           Communicator& communicator) {
  const SolverOptions added = with_added_viscosity(options);
  if (options.precision == Precision::double_precision)
    return std::make_unique<GasSolver<AddedViscosityGas<double, Dim>>>(std::move(part), added, communicator);
  return std::make_unique<GasSolver<AddedViscosityGas<float, Dim>>>(std::move(part), added, communicator);
}

template std::unique_ptr<SolverOf<2>> make_added_viscosity_solver<2>(Subdomain<2>, const SolverOptions&, Communicator&);
template std::unique_ptr<SolverOf<3>> make_added_viscosity_solver<3>(Subdomain<3>, const SolverOptions&, Communicator&);

}  // namespace dg
