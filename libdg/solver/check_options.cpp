#include "libdg/solver/check_options.hpp"

#include <fmt/format.h>

#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "libdg/time/stability.hpp"
#include "meshes/periodic.hpp"

namespace dg {
namespace {

void check_reconstruction(const RunOptions& o) {
  if (o.degree > 0)
    throw InputError(fmt::format("a reconstruction is one from cell means: it needs degree 0, not {}", o.degree));
  if (o.limiter_constant <= 0 || o.limiter_length <= 0)
    throw InputError("the constant of the limiter and the length that it is relative to must be positive");
  if (o.smoothing > 0 && o.sweeps < 1) throw InputError("smoothing of residuals needs at least one sweep");
  const bool known = o.assembly == Assembly::automatic || o.assembly == Assembly::fused ||
                     o.assembly == Assembly::gather || o.assembly == Assembly::atomic ||
                     o.assembly == Assembly::patches;
  if (!known) throw InputError("a reconstruction is assembled by 'fused', 'gather', 'atomic' or 'patches'");
}

void check_implicit_scheme(const RunOptions& o) {
  if (o.newton || o.local_time_step)
    throw InputError("an implicit scheme takes steps in time: neither local ones nor those of Newton's method");
  if (o.reconstruction != Reconstruction::none)
    throw InputError("an implicit scheme is made for the discontinuous Galerkin method, not for a reconstruction");
  if (o.step_tolerance <= 0) throw InputError(fmt::format("the error {} of a step must be positive", o.step_tolerance));
}

/// Filters change states after explicit stages; one that keeps states positive has a place in Newton's method, too.
void check_filters(const RunOptions& o) {
  if (o.shocks == ShockCapturing::none && o.positivity != Positivity::on) return;
  if (o.solves_systems() && o.shocks == ShockCapturing::damping)
    throw InputError(
        "damping at shocks works with explicit schemes; with Newton's method and implicit schemes take "
        "'shocks = viscosity'");
  if (is_implicit(o.scheme) && o.positivity == Positivity::on)
    throw InputError("positivity works with explicit schemes and Newton's method, not with implicit schemes");
  if (o.reconstruction != Reconstruction::none)
    throw InputError("a reconstruction has a limiter of its own; capturing of shocks needs a degree above 0");
}

/// What there is in two dimensions only.
void check_3d(const RunOptions& o) {
  if (o.assembly == Assembly::patches)
    throw InputError("assembly 'patches' works on 2-D meshes only; use 'fused' or 'gather'");
  if (!has_stability_limits(3, o.degree))
    throw InputError(fmt::format("degree {} has no known limits of the time step on 3-D meshes; use 0 to 5", o.degree));
}

}  // namespace

template <int Dim>
void check_options(const Mesh<Dim>& mesh, const RunOptions& o) {
  if (mesh.cell_count() == 0) throw InputError("the mesh has no cells");
  if (o.degree < 0 || o.degree > max_degree)
    throw InputError(fmt::format("degree {} is out of range; 0 to {} are possible", o.degree, max_degree));
  if (o.local_time_step && o.fixed_dt > 0) throw InputError("a fixed step and a local time step exclude each other");
  if (o.damping_width < 0 || (o.damping_width > 0 && !o.local_time_step))
    throw InputError("damping needs a local time step and a width of at least 1 step");
  if (o.time_step_spread < 1)
    throw InputError(fmt::format("the spread {} of local time steps must be at least 1", o.time_step_spread));
  if (o.newton && (o.local_time_step || o.fixed_dt > 0))
    throw InputError("Newton's method takes no steps in time: neither local ones nor a fixed one");
  if (o.newton && o.reconstruction != Reconstruction::none)
    throw InputError("Newton's method does not work with a reconstruction; use pseudo-time stepping (solver = march)");
  if (is_implicit(o.scheme)) check_implicit_scheme(o);
  if (o.products == JacobianProducts::exact && !o.solves_systems())
    throw InputError("exact products are for Newton's method and implicit schemes, not for explicit ones");
  if (o.cfl <= 0 && o.fixed_dt <= 0) throw InputError(fmt::format("cfl = {} must be positive", o.cfl));
  if (o.reconstruction != Reconstruction::none) check_reconstruction(o);
  if (o.reconstruction == Reconstruction::none && o.assembly == Assembly::patches)
    throw InputError("assembly 'patches' is made for a reconstruction; use 'auto'");
  if (o.smoothing < 0 || (o.smoothing > 0 && o.reconstruction == Reconstruction::none))
    throw InputError("smoothing of residuals needs a reconstruction and a strength that is not negative");
  if (o.scheme == TimeScheme::multistage4 && o.degree > 0)
    throw InputError(fmt::format("the time scheme 'multistage4' is made for degree 0, not {}; use 'ssprk3'", o.degree));
  check_filters(o);
  if (o.extra_quadrature < 0) throw InputError("extra_quadrature must not be negative");
  if constexpr (Dim == 3) check_3d(o);
}

template void check_options<2>(const Mesh<2>&, const RunOptions&);
template void check_options<3>(const Mesh<3>&, const RunOptions&);

void check_options_of_ranks(const RunOptions& o) {
  const auto refuse = [](const std::string& what, const std::string& instead) {
    throw InputError(what + " works on one rank only; " + instead);
  };
  const bool deterministic = o.assembly == Assembly::automatic || works_by_cells(o.assembly) ||
                             o.assembly == Assembly::gather || o.assembly == Assembly::tiles ||
                             o.assembly == Assembly::patches;
  if (!deterministic) refuse("an assembly that scatters", "use 'fused' or 'gather'");
}

template <int Dim>
void check_rotations(const Mesh<Dim>& mesh, const RunOptions& o, const Halo& halo, bool has_momentum) {
  if (halo.is_whole() && has_rotated_pairs(mesh))
    throw InputError("boundaries that match by a rotation need a mesh that is cut, see make_subdomain()");
  if (!halo.has_rotations()) return;
  const auto refuse = [](const std::string& what, const std::string& instead) {
    throw InputError("boundaries that match by a rotation do not work with " + what + "; " + instead);
  };
  if (o.assembly == Assembly::patches) refuse("assembly 'patches'", "use 'fused' or 'gather'");
  if (!has_momentum) refuse("these equations", "mesh the whole circle");
  if (o.shocks == ShockCapturing::damping) refuse("'shocks = damping'", "use 'shocks = viscosity'");
}
template void check_rotations<2>(const Mesh<2>&, const RunOptions&, const Halo&, bool);
template void check_rotations<3>(const Mesh<3>&, const RunOptions&, const Halo&, bool);

void check_subgrid_model(const SolverOptions& o, int dim) {
  if (dim == 2) throw InputError("a subgrid model needs a 3-D mesh; use 'none' for a 2-D one");
  if (!o.gas.viscous) throw InputError("a subgrid model needs the Navier-Stokes equations, not those of Euler");
  if (o.reconstruction != Reconstruction::none)
    throw InputError("a subgrid model needs a degree above 0, not a reconstruction");
  if (o.gas.subgrid.model == SubgridModel::given)
    throw InputError("a viscosity given for each cell is for shocks; use 'shocks = viscosity'");
  if (o.gas.subgrid.constant < 0 || o.gas.subgrid.prandtl <= 0)
    throw InputError("the turbulent Prandtl number must be positive and the constant of a model not negative");
  if (o.solves_systems())
    throw InputError("a subgrid model works with explicit schemes; use 'ssprk3', in steady flow with 'solver = march'");
}

void check_shock_viscosity(const SolverOptions& o) {
  if (o.gas.subgrid.model != SubgridModel::none)
    throw InputError("artificial viscosity at shocks and a subgrid model exclude each other; use 'shocks = damping'");
  if (o.products == JacobianProducts::exact)
    throw InputError("exact products do not support artificial viscosity; use 'products = differences'");
  if (o.assembly == Assembly::blocks)
    throw InputError("artificial viscosity is not assembled by 'blocks'; leave the assembly to the program");
}

void check_gas(const GasOptions& gas) {
  if (gas.gamma <= 1) throw InputError(fmt::format("gamma = {} must be greater than 1", gas.gamma));
  if (gas.viscous && (gas.prandtl <= 0 || gas.viscosity < 0))
    throw InputError("the Prandtl number must be positive and the viscosity not negative");
}

}  // namespace dg
