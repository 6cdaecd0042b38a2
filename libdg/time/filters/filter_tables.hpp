/// The tables of FilterView for the zones of a mesh, in the memory of a backend.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/time/filters/filter_view.hpp"

namespace dg {

template <class Real>
class FilterTables {
 public:
  template <int Dim>
  FilterTables(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& space);

  const ZoneFilterView<Real>& view(int zone) const { return views_[static_cast<std::size_t>(zone)]; }

 private:
  template <int Dim>
  void set_neighbours(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& space);

  std::vector<Array<Real>> arrays_;
  std::vector<Array<Index>> neighbours_;
  std::vector<ZoneFilterView<Real>> views_;
};

}  // namespace dg
