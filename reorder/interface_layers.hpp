/// The multi-layer ordering of the cells of one rank, from the cells that other ranks need.
#pragma once

#include "meshes/subdomain.hpp"
#include "reorder/ordering.hpp"

namespace dg {

/// An order of the cells and faces of a subdomain. Cells of the interface are the first layer, and those of the
/// interior follow layer by layer, see grow_layers(). Faces inherit their order from the cells. Ghosts stay where they
/// are. Faces between an own cell and a ghost lie behind all others, by the number of the own cell.
template <int Dim>
Ordering layers_from_interface(const Subdomain<Dim>& part);

}  // namespace dg
