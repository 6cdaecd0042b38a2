#include "apps/run/wall_resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/ranks.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/rank_call.hpp"
#include "libdg/output/boundary_traces.hpp"
#include "libdg/solver/boundary_kinds.hpp"

namespace dg::app {

double laminar_plate_friction(double reynolds) { return 0.664 / std::sqrt(reynolds); }
double turbulent_plate_friction(double reynolds) { return 0.027 / std::pow(reynolds, 1.0 / 7.0); }

template <int Dim>
std::vector<std::string> wall_resolution(const ProblemOf<Dim>& problem) {
  const SolverOptions& options = problem.c.solver;
  const ReferenceSection& reference = problem.c.reference;
  std::vector<std::string> lines;
  if (!options.gas.viscous || reference.mach <= 0.0) return lines;
  const double reynolds = reference.mach * reference.length / options.gas.viscosity;
  // y+ = y u_tau / nu with u_tau = U sqrt(cf / 2).
  const auto wall_units = [&](double friction, double height) {
    return height / (options.degree + 1) * reynolds / reference.length * std::sqrt(0.5 * friction);
  };
  for (const BoundaryCondition& b : options.boundaries) {
    if (!has_friction(b.type)) continue;
    double heights[]{-std::numeric_limits<double>::infinity(), 0.0};  // minus the least, and the largest
    for (const auto& trace :
         boundary_traces(problem.own_cells().mesh, own_solver(problem), options.degree, b.name, options.face_rule)) {
      heights[0] = std::max(heights[0], -trace.height);
      heights[1] = std::max(heights[1], trace.height);
    }
    all_ranks().reduce(std::span(heights), Reduction::largest);
    const auto range = [&](double friction) {
      const std::string least = fmt::format("{:.2g}", wall_units(friction, -heights[0])),
                        most = fmt::format("{:.2g}", wall_units(friction, heights[1]));
      return least == most ? most : least + " to " + most;
    };
    lines.push_back(
        fmt::format("{}: y+ of {} if the flow is laminar, {} if turbulent, by the friction of a flat plate at "
                    "Re = {:.4g}",
                    printable_name(b.name), range(laminar_plate_friction(reynolds)),
                    range(turbulent_plate_friction(reynolds)), reynolds));
  }
  return lines;
}

template std::vector<std::string> wall_resolution(const ProblemOf<2>&);
template std::vector<std::string> wall_resolution(const ProblemOf<3>&);

}  // namespace dg::app
