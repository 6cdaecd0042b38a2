#include "libdg/finite_volume/make_operators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "libdg/core/errors.hpp"
#include "libdg/finite_volume/geometry.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// Throws InputError for an own cell whose gradient needs the neighbours of a ghost.
void require_stencils(const Mesh2& mesh, const Halo& halo) {
  const CellNeighbours neighbours(mesh);
  for (Index cell = 0; cell < halo.own_cells; ++cell) {
    const auto& sides = neighbours.sides(cell);
    const bool beside_ghost =
        std::any_of(sides.begin(), sides.end(), [&](const auto& side) { return side.cell >= halo.own_cells; });
    if (!beside_ghost || !has_far_stencil(neighbours, cell)) continue;
    const auto [x, y] = cell_centroid(mesh, cell);
    throw InputError(
        fmt::format("the cell at x = {:.4g}, y = {:.4g} has too few neighbours for a reconstruction, and "
                    "cells behind them belong to other ranks; take another number of ranks",
                    x, y));
  }
}

}  // namespace

template <class Real>
std::unique_ptr<Operators<NavierStokes2D<Real>>> make_finite_volumes(Backend& backend, const Mesh2& mesh,
                                                                     const Discretisation<Real>& discretisation,
                                                                     const KernelContext<NavierStokes2D<Real>>& context,
                                                                     const ResidualSmoothing& smoothing,
                                                                     const FiniteVolumePart& part) {
  if (!part.is_whole()) require_stencils(mesh, *part.halo);
  auto averages =
      make_operators<NavierStokes2D<Real>>(backend, context, 0, {Assembly::fused, discretisation.state_size(), {}});
  const bool on_device = backend.kind() == BackendKind::cuda;
  return (on_device ? make_cuda_finite_volumes<Real> : make_cpu_finite_volumes<Real>)(std::move(averages), backend,
                                                                                      mesh, discretisation, context,
                                                                                      smoothing, part);
}

template std::unique_ptr<Operators<NavierStokes2D<float>>> make_finite_volumes(
    Backend&, const Mesh2&, const Discretisation<float>&, const KernelContext<NavierStokes2D<float>>&,
    const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<NavierStokes2D<double>>> make_finite_volumes(
    Backend&, const Mesh2&, const Discretisation<double>&, const KernelContext<NavierStokes2D<double>>&,
    const ResidualSmoothing&, const FiniteVolumePart&);

}  // namespace dg
