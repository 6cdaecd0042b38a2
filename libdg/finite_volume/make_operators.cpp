#include "libdg/finite_volume/make_operators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "libdg/core/errors.hpp"
#include "libdg/finite_volume/gradient_stencil.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// Throws InputError for an own cell whose gradient needs the neighbours of a ghost.
template <int Dim>
void require_stencils(const Mesh<Dim>& mesh, const Halo& halo) {
  const CellNeighbours neighbours(mesh);
  for (Index cell = 0; cell < halo.own_cells; ++cell) {
    const auto& sides = neighbours.sides(cell);
    const bool beside_ghost =
        std::any_of(sides.begin(), sides.end(), [&](const auto& side) { return side.cell >= halo.own_cells; });
    if (!beside_ghost || !has_far_stencil(neighbours, cell)) continue;
    const auto x = cell_centroid(mesh, cell);
    throw InputError(
        fmt::format("the cell at x = {:.4g}, y = {:.4g}{} has too few neighbours for a reconstruction, and "
                    "cells behind them belong to other ranks; use another number of ranks",
                    x[0], x[1], Dim == 3 ? fmt::format(", z = {:.4g}", x[Dim - 1]) : ""));
  }
}

}  // namespace

template <class Real, int Dim>
std::unique_ptr<Operators<NavierStokes<Real, Dim>>> make_finite_volumes(
    Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation,
    const KernelContext<NavierStokes<Real, Dim>>& context, const ResidualSmoothing& smoothing,
    const FiniteVolumePart& part, unsigned zone_kinds) {
  if (!part.is_whole()) require_stencils(mesh, *part.halo);
  if (context.equations.viscous && discretisation.options().assembly == Assembly::patches)
    throw InputError("assembly 'patches' has no viscous terms; use 'fused' or 'gather'");
  const bool on_device = backend.kind() == BackendKind::cuda;
  // Of 3-D cells devices have no `fused`; what is asked of these operators is the same with any assembly.
  const Assembly assembly = Dim == 3 && on_device ? Assembly::gather : Assembly::fused;
  auto averages = make_operators<NavierStokes<Real, Dim>>(backend, context, 0,
                                                          {assembly, discretisation.state_size(), {}, {}, zone_kinds});
  return (on_device ? make_cuda_finite_volumes<Real, Dim>
                    : make_cpu_finite_volumes<Real, Dim>)(std::move(averages), backend, mesh, discretisation, context,
                                                          smoothing, part);
}

template std::unique_ptr<Operators<NavierStokes<float, 2>>> make_finite_volumes(
    Backend&, const Mesh<2>&, const Discretisation<float, 2>&, const KernelContext<NavierStokes<float, 2>>&,
    const ResidualSmoothing&, const FiniteVolumePart&, unsigned);
template std::unique_ptr<Operators<NavierStokes<float, 3>>> make_finite_volumes(
    Backend&, const Mesh<3>&, const Discretisation<float, 3>&, const KernelContext<NavierStokes<float, 3>>&,
    const ResidualSmoothing&, const FiniteVolumePart&, unsigned);
template std::unique_ptr<Operators<NavierStokes<double, 2>>> make_finite_volumes(
    Backend&, const Mesh<2>&, const Discretisation<double, 2>&, const KernelContext<NavierStokes<double, 2>>&,
    const ResidualSmoothing&, const FiniteVolumePart&, unsigned);
template std::unique_ptr<Operators<NavierStokes<double, 3>>> make_finite_volumes(
    Backend&, const Mesh<3>&, const Discretisation<double, 3>&, const KernelContext<NavierStokes<double, 3>>&,
    const ResidualSmoothing&, const FiniteVolumePart&, unsigned);

}  // namespace dg
