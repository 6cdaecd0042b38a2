/// Where the modes that neighbouring ranks need lie in memory.
#pragma once

#include "libdg/backend/array_exchange.hpp"
#include "libdg/space/discretisation.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Where the coefficients of the cells of a halo lie in a state array, cell after cell, [variable][mode].
template <class Real, int Dim>
std::vector<ExchangedPlaces> halo_places(const Discretisation<Real, Dim>& space, const Halo& halo, int n_var) {
  const CellPlaces& places = space.places();
  const auto places_of_cells = [&](const std::vector<Index>& cells) {
    std::vector<std::int64_t> result;
    for (const Index cell : cells) {
      const ZoneView<Real>& zone = space.view().zones.zone[places.zone[cell]];
      const std::int64_t begin = zone.state_begin + zone.layout.cell(std::int64_t(places.local[cell]));
      for (int n = 0; n < n_var; ++n)
        for (int k = 0; k < zone.coefficients / n_var; ++k) result.push_back(begin + zone.layout.mode(n, k));
    }
    return result;
  };
  std::vector<ExchangedPlaces> result;
  for (const HaloNeighbour& n : halo.neighbours)
    result.push_back({n.rank, places_of_cells(n.sent), places_of_cells(n.received)});
  return result;
}

}  // namespace dg
