/// The tables of FilterView for the zones of a mesh, in the memory of a backend.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/element/basis_change.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/time/filters/filter_view.hpp"
#include "libdg/time/filters/line_basis.hpp"

namespace dg {

/// Where averages of cells lie. Lanes of a CPU load those of cells side by side. Threads of a GPU load all of one cell,
/// and of its neighbours, at once.
struct AveragePlaces {
  Index cell_stride, value_stride;

  /// For `cells` cells with up to `faces` faces.
  AveragePlaces(BackendKind backend, Index cells, int faces);
  Index operator()(Index cell, int value) const { return cell * cell_stride + value * value_stride; }
};

template <class Real>
class FilterTables {
 public:
  /// `bases`: of each zone, what its states are made of; empty ones for modes.
  template <int Dim>
  FilterTables(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& space,
               const std::vector<BasisChange>& bases);

  AveragePlaces places() const { return places_; }

  const ZoneFilterView<Real>& view(int zone) const { return views_[static_cast<std::size_t>(zone)]; }

 private:
  template <int Dim>
  void set_neighbours(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& space);

  const Real* keep(Backend& backend, const std::vector<double>& numbers);
  void set_lines(Backend& backend, ZoneFilterView<Real>& view, const LineBasis& lines);

  AveragePlaces places_;
  std::vector<Array<Real>> arrays_;
  std::vector<Array<Index>> indices_;
  std::vector<ZoneFilterView<Real>> views_;
};

}  // namespace dg
