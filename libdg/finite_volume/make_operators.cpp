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
std::unique_ptr<Operators<Gas2<Real>>> make_finite_volumes(Backend& backend, const Mesh2& mesh,
                                                           const Discretisation<Real>& discretisation,
                                                           const Scheme<Gas2<Real>>& scheme,
                                                           const ResidualSmoothing& smoothing,
                                                           const FiniteVolumePart& part) {
  if (!part.is_whole()) require_stencils(mesh, *part.halo);
  auto means = make_operators<Gas2<Real>>(backend, scheme, 0, {Assembly::fused, discretisation.state_size(), {}});
  const bool on_device = backend.kind() == BackendKind::cuda;
  return (on_device ? make_cuda_finite_volumes<Real> : make_cpu_finite_volumes<Real>)(std::move(means), backend, mesh,
                                                                                      discretisation, scheme, smoothing,
                                                                                      part);
}

template std::unique_ptr<Operators<Gas2<float>>> make_finite_volumes(Backend&, const Mesh2&,
                                                                     const Discretisation<float>&,
                                                                     const Scheme<Gas2<float>>&,
                                                                     const ResidualSmoothing&, const FiniteVolumePart&);
template std::unique_ptr<Operators<Gas2<double>>> make_finite_volumes(Backend&, const Mesh2&,
                                                                      const Discretisation<double>&,
                                                                      const Scheme<Gas2<double>>&,
                                                                      const ResidualSmoothing&,
                                                                      const FiniteVolumePart&);

}  // namespace dg
