#include "apps/run/closed_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

bool loses_mass(const Case& c) { return c.solver.local_time_step && are_closed(c.solver.boundaries); }

template <int Dim>
bool heats_for_ever(const SolverOf<Dim>& solver, const Case& c) {
  const auto cools = [](const BoundaryCondition& b) { return exchanges_heat(b.type); };
  if (!c.time.steady || !c.solver.gas.viscous || c.source.kind != SourceKind::none || c.forcing.wanted ||
      c.sponge.wanted || std::ranges::any_of(c.solver.boundaries, cools))
    return false;
  const auto kept = solver.kept_quantities();
  const auto keeps = [&](const char* name) { return std::ranges::find(kept, name, &KeptQuantity::name) != kept.end(); };
  return keeps("mass") && !keeps("energy");
}

template <int Dim>
void require_balance(const SolverOf<Dim>& solver, const FlowScale& flow, const Case& c) {
  constexpr double rounding = 1e-9;
  for (const KeptQuantity& kept : solver.kept_quantities()) {
    const double residual = std::abs(kept.supply) * flow_time(solver.totals(), flow);
    if (!(residual > std::max(rounding, c.time.tolerance))) continue;
    throw InputError(fmt::format(
        "{}: there is no steady state: [source] adds {} for ever, at a rate that keeps the residual above {:.2g}, and "
        "no boundary lets it out; the integral of that source must be 0, or use 'mode = unsteady'",
        c.path, kept.name, residual));
  }
}

template bool heats_for_ever<2>(const SolverOf<2>&, const Case&);
template bool heats_for_ever<3>(const SolverOf<3>&, const Case&);
template void require_balance<2>(const SolverOf<2>&, const FlowScale&, const Case&);
template void require_balance<3>(const SolverOf<3>&, const FlowScale&, const Case&);

}  // namespace dg::app
