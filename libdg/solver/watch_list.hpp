/// What a history asks again and again of a state beside its sums: boundaries, and the coefficients of some cells.
/// Keeps the memory for it, as making some would wait for a device.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "libdg/backend/read_back.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "libdg/space/coefficient_places.hpp"

namespace dg {

template <class Real, int Dim>
class WatchList {
 public:
  /// `boundaries` must outlive this object; `cells` are numbers of the mesh. `basis` is that at the points of cells.
  WatchList(Backend& backend, const Discretisation<Real, Dim>& space, int n_var,
            std::vector<const BoundaryFaces<Dim>*> boundaries, std::span<const Index> cells, BasisOfShapes<Dim> basis)
      : backend_(backend),
        boundaries_(std::move(boundaries)),
        cells_(cells.begin(), cells.end()),
        basis_(std::move(basis)),
        places_(backend, coefficient_places(space, cells, n_var)),
        coefficients_(backend) {
    for (std::size_t i = 0; i < boundaries_.size(); ++i) fluxes_.emplace_back(backend);
  }

  const std::vector<const BoundaryFaces<Dim>*>& boundaries() const { return boundaries_; }
  /// Where the fluxes through each of them go.
  std::deque<ReadBack<Real>>& fluxes() { return fluxes_; }

  const std::vector<Index>& cells() const { return cells_; }
  const BasisOfShapes<Dim>& basis() const { return basis_; }

  void fetch_coefficients(const Real* state) {
    backend_.gather(places_.size(), places_.data(), state, coefficients_.prepare(places_.size()));
  }
  /// Cell after cell, [component][mode]; waits.
  std::span<const Real> coefficients() const { return coefficients_.values(); }

 private:
  Backend& backend_;
  std::vector<const BoundaryFaces<Dim>*> boundaries_;
  std::deque<ReadBack<Real>> fluxes_;
  std::vector<Index> cells_;
  BasisOfShapes<Dim> basis_;
  Array<std::int64_t> places_;
  ReadBack<Real> coefficients_;
};

}  // namespace dg
