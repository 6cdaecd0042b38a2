/// Where the modes that neighbouring ranks need lie in memory.
#pragma once

#include "libdg/backend/array_exchange.hpp"
#include "libdg/space/coefficient_places.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Where the coefficients of the cells of a halo lie in a state array.
template <class Real, int Dim>
std::vector<ExchangedPlaces> halo_places(const Discretisation<Real, Dim>& space, const Halo& halo, int n_var) {
  std::vector<ExchangedPlaces> result;
  for (const HaloNeighbour& n : halo.neighbours)
    result.push_back({n.rank, coefficient_places(space, n.sent, n_var), coefficient_places(space, n.received, n_var)});
  return result;
}

}  // namespace dg
