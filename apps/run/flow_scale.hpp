/// What the residual of a run, and the limiter of finite volumes, are measured by.
#pragma once

#include "apps/case/case.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/solver/scaled_residual.hpp"

namespace dg::app {

/// The length of a case, or where it gives none that of its mesh, and the law of its gas; volume_of() is left. Where
/// each of several ranks has a part of the mesh, all of them call this together.
template <int Dim>
FlowScale flow_scale(const Case& c, const Mesh<Dim>& mesh, Communicator& ranks);

/// The volume of the cells of all ranks, the same on any number of them.
template <int Dim>
double volume_of(const OwnCells<Dim>& own);

}  // namespace dg::app
