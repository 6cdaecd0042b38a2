/// Where the coefficients of cells lie in a state array.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libdg/space/discretisation.hpp"

namespace dg {

/// Those of these cells (numbers of the mesh), cell after cell, [variable][mode].
template <class Real, int Dim>
std::vector<std::int64_t> coefficient_places(const Discretisation<Real, Dim>& space, std::span<const Index> cells,
                                             int n_var) {
  const CellPlaces& places = space.places();
  std::vector<std::int64_t> result;
  for (const Index cell : cells) {
    const ZoneView<Real>& zone = space.view().zones.zone[places.zone[cell]];
    const std::int64_t begin = zone.state_begin + zone.layout.cell(std::int64_t(places.local[cell]));
    for (int n = 0; n < n_var; ++n)
      for (int k = 0; k < zone.coefficients / n_var; ++k) result.push_back(begin + zone.layout.mode(n, k));
  }
  return result;
}

}  // namespace dg
