/// The volume of a domain, an area in two dimensions.
#pragma once

#include <span>

#include "libdg/backend/communicator.hpp"
#include "libdg/backend/reduce.hpp"
#include "libdg/core/exact_sum.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Of all ranks, which call it together; the same on any number of them.
template <int Dim>
double domain_volume(const Mesh<Dim>& mesh, const Halo& halo, Communicator& communicator) {
  const Index own = halo.is_whole() ? mesh.cell_count() : halo.own_cells;
  ExactSum sum;
  for (Index cell = 0; cell < own; ++cell) sum.add(cell_volume(mesh, cell));
  if (!halo.is_whole()) reduce_sums(communicator, std::span(&sum, 1));
  return sum.value();
}

}  // namespace dg
