/// What beside a solver is linked where the fake one is: estimates of it, and refusals of what it cannot do.
#include <memory>

#include "libdg/core/errors.hpp"
#include "libdg/output/tests/fake_solver.hpp"
#include "libdg/parallel/ranked_solver.hpp"

namespace dg {

template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> make_ranked_solver(Subdomain<Dim>, const SolverOptions&, Communicator&) {
  throw InputError("the fake solver works on one rank only");
}
template std::unique_ptr<RankedSolver> make_ranked_solver<2>(Subdomain<2>, const SolverOptions&, Communicator&);
template std::unique_ptr<RankedSolverOf<3>> make_ranked_solver<3>(Subdomain<3>, const SolverOptions&, Communicator&);

Assembly resolved_assembly(const SolverOptions& options, int) {
  return options.assembly == Assembly::automatic ? Assembly::fused : options.assembly;
}

template <>
std::size_t estimate_memory<2>(const Mesh2& mesh, const SolverOptions& options, const DataNeeds&) {
  return static_cast<std::size_t>(mesh.cell_count()) * 64 * (options.degree + 1);
}

template <>
std::size_t estimate_newton_memory<2>(const Mesh2&, const SolverOptions&) {
  return 0;
}

template <>
std::size_t estimate_host_memory<2>(const Mesh2& mesh, const SolverOptions& options) {
  return estimate_memory(mesh, options, {});
}

// Only what is linked: in 3-D there is no fake.
template <>
std::unique_ptr<SolverOf<3>> make_solver<3>(const Mesh3&, const SolverOptions&) {
  throw InputError("the fake solver is one of the plane");
}
template <>
std::size_t estimate_memory<3>(const Mesh3&, const SolverOptions&, const DataNeeds&) {
  return 0;
}
template <>
std::size_t estimate_newton_memory<3>(const Mesh3&, const SolverOptions&) {
  return 0;
}
template <>
std::size_t estimate_host_memory<3>(const Mesh3&, const SolverOptions&) {
  return 0;
}

}  // namespace dg
