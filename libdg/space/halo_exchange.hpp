/// The exchange of the states of ghosts, which rotates the momentum of rotated copies of cells.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/rotated_exchange.hpp"
#include "libdg/space/halo_places.hpp"

namespace dg {

/// Of vectors whose components follow the first variable.
template <class Real, int Dim>
std::vector<RotatedPlaces> rotated_places(const Discretisation<Real, Dim>& space, const Halo& halo, int n_var) {
  std::vector<RotatedPlaces> result;
  for (const HaloNeighbour& n : halo.neighbours) {
    if (n.rotation.empty()) continue;
    RotatedPlaces& vectors = result.emplace_back(RotatedPlaces{n.rotation, {}});
    for (const Index cell : n.received) {
      const auto places = coefficient_places(space, std::span(&cell, 1), n_var);
      const std::size_t modes = places.size() / n_var;
      for (std::size_t k = 0; k < modes; ++k)
        for (int d = 0; d < Dim; ++d) vectors.places.push_back(places[(1 + d) * modes + k]);
    }
  }
  return result;
}

/// The backend and the communicator must outlive it.
template <class Real, int Dim>
std::unique_ptr<ArrayExchange<Real>> make_halo_exchange(Backend& backend, Communicator& communicator,
                                                        const Discretisation<Real, Dim>& space, const Halo& halo,
                                                        int n_var) {
  return make_rotated_exchange<Real>(backend, communicator, halo_places(space, halo, n_var),
                                     rotated_places(space, halo, n_var));
}

}  // namespace dg
