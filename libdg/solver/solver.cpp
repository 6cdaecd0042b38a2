#include "libdg/solver/solver.hpp"

#include "libdg/solver/added_viscosity_solver.hpp"
#include "libdg/solver/gas_solver.hpp"

namespace dg {

template <int Dim>
ForceOf<Dim> force_of(const std::vector<SurfacePointOf<Dim>>& points, const ForceReference& reference) {
  ForceOf<Dim> force;
  for (const SurfacePointOf<Dim>& p : points) {
    std::array<double, Dim> total, arm;
    for (int d = 0; d < Dim; ++d) {
      const double pressure = p.weight * (p.convective[d] - reference.pressure * p.normal[d]),
                   viscous = p.weight * p.traction[d];
      force.pressure[d] += pressure;
      force.viscous[d] += viscous;
      total[d] = pressure + viscous;
      arm[d] = p.x[d] - reference.center[d];
    }
    const auto moment = [&](int a, int b) { return arm[a] * total[b] - arm[b] * total[a]; };
    if constexpr (Dim == 2)
      force.moment += moment(0, 1);
    else
      for (int d = 0; d < 3; ++d) force.moment[d] += moment((d + 1) % 3, (d + 2) % 3);
  }
  return force;
}

template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_solver(const Mesh<Dim>& mesh, const SolverOptions& options) {
  static SelfCommunicator self;
  return make_solver(Subdomain<Dim>{mesh, {}}, options, self);
}

template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_solver(Subdomain<Dim> part, const SolverOptions& options,
                                           Communicator& communicator) {
  check_gas(options.gas);
  if (options.shocks == ShockCapturing::viscosity && options.degree > 0) {
    check_shock_viscosity(options);
    return make_added_viscosity_solver(std::move(part), options, communicator);
  }
  if (options.gas.subgrid.model != SubgridModel::none) {
    check_subgrid_model(options, Dim);
    return make_added_viscosity_solver(std::move(part), options, communicator);
  }
  if (options.precision == Precision::double_precision)
    return std::make_unique<GasSolver<NavierStokes<double, Dim>>>(std::move(part), options, communicator);
  return std::make_unique<GasSolver<NavierStokes<float, Dim>>>(std::move(part), options, communicator);
}

template ForceOf<2> force_of<2>(const std::vector<SurfacePointOf<2>>&, const ForceReference&);
template ForceOf<3> force_of<3>(const std::vector<SurfacePointOf<3>>&, const ForceReference&);
template std::unique_ptr<SolverOf<2>> make_solver<2>(const Mesh<2>&, const SolverOptions&);
template std::unique_ptr<SolverOf<3>> make_solver<3>(const Mesh<3>&, const SolverOptions&);
template std::unique_ptr<SolverOf<2>> make_solver<2>(Subdomain<2>, const SolverOptions&, Communicator&);
template std::unique_ptr<SolverOf<3>> make_solver<3>(Subdomain<3>, const SolverOptions&, Communicator&);

Assembly resolved_assembly(const SolverOptions& options, int dim) {
  const auto backend = make_backend(options.backend, options.threads);
  return resolved(options, *backend, options.precision, dim + 2, dim).assembly;
}

}  // namespace dg
