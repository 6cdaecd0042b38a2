#include "apps/run/explain_choices.hpp"

#include <fmt/format.h>

#include "apps/case/choices.hpp"

namespace dg::app {
namespace {

const char* const by_case = "as the case says";

std::string why_backend(const SolverOptions& options, const SolverInfo& info) {
  if (options.backend != BackendKind::automatic) return "as --backend says";
  if (info.backend == "cuda") return "auto uses a GPU where there is one";
  return has_cuda() ? "auto uses a GPU, but this machine has none" : "this build has no CUDA backend";
}

/// The choice is that of resolved() in libdg/solver.
std::string why_assembly(const SolverOptions& options, const SolverInfo& info) {
  if (options.assembly != Assembly::automatic) return by_case;
  const bool on_device = info.backend == "cuda";
  if (options.reconstruction != Reconstruction::none)
    return info.assembly == "patches" ? "auto chooses it for finite volumes on a GPU, from 200000 straight triangles on"
           : on_device ? "auto chooses it for finite volumes on a GPU, except with many straight triangles"
                       : "auto chooses it for finite volumes on a CPU, where it does the work on each face once";
  if (info.assembly == "blocks")
    return "auto chooses it on a CPU for meshes with straight cells that are faster in blocks";
  if (info.assembly == "tiles")
    return "auto chooses it on a GPU with matrix units for double precision that hold all cells";
  if (!on_device && options.shocks == ShockCapturing::viscosity)
    return "auto chooses it on a CPU with 'shocks = viscosity', which 'blocks' do not support";
  if (!on_device) return "auto chooses it on a CPU where no cells of the mesh are faster in 'blocks'";
  if (options.precision == Precision::single_precision && options.degree < 1)
    return "auto chooses it on a GPU at degree 0 in single precision";
  if (options.layout != Layout::automatic && options.layout != Layout::cellwise)
    return "auto chooses it on a GPU with this layout, which 'tiles' do not support";
  return "auto chooses it on a GPU where there are no matrix units for double precision or 'tiles' do not hold all "
         "cells";
}

std::string why_layout(const SolverOptions& options, const SolverInfo& info) {
  if (options.layout != Layout::automatic) return by_case;
  return info.layout == "cellwise" ? "auto chooses it with 'tiles'" : "auto chooses it with all but 'tiles'";
}

std::string time_step_rule(const SolverOptions& options) {
  if (options.newton) return "Newton's method grows its pseudo-time steps as the residual falls";
  if (options.fixed_dt > 0.0) return fmt::format("{:.6g}, {}", options.fixed_dt, by_case);
  if (is_implicit(options.scheme))
    return fmt::format("what keeps the estimated error of a step near 'tolerance' = {:.3g}", options.step_tolerance);
  const std::string limit = fmt::format("'cfl' = {:.3g} of the limit of linear stability", options.cfl);
  return options.local_time_step ? limit + " in each cell" : limit + ", the least of all cells";
}

}  // namespace

template <int Dim>
std::string explained_choices(const ProblemOf<Dim>& problem) {
  const SolverOptions& options = problem.c.solver;
  const SolverInfo& info = problem.solver->info();
  std::string text;
  const auto add = [&](const std::string& what, const std::string& why) {
    text += fmt::format("choice     {}: {}\n", what, why);
  };
  add("backend " + info.backend, why_backend(options, info));
  add("assembly " + info.assembly, why_assembly(options, info));
  add("layout " + info.layout, why_layout(options, info));
  const OrderingMethod ordering = problem.c.mesh.ordering.method;
  add(fmt::format("ordering {}", name_of(ordering)),
      ordering == OrderingMethod::none ? "by default cells keep the order of the mesh" : by_case);
  if (options.gas.viscous || options.shocks == ShockCapturing::viscosity)
    add(options.eta > 0 ? fmt::format("eta {:.6g}", options.eta) : "eta",
        options.eta > 0 ? by_case : "auto uses the number of faces of each cell");
  if (options.mass_inverse == MassInverse::automatic)
    add("mass_inverse", "auto uses weight-adjusted inverses for hexahedra with Q, exact ones for all other cells");
  if (options.degree > 0)
    add(options.keeps_positive() ? "positivity on" : "positivity off",
        options.positivity != Positivity::automatic ? by_case
                                                    : "auto turns it on with 'shocks', but not with implicit schemes");
  add("time step", time_step_rule(options));
  return text;
}

template std::string explained_choices(const ProblemOf<2>&);
template std::string explained_choices(const ProblemOf<3>&);

}  // namespace dg::app
