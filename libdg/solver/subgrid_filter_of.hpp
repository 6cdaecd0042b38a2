/// The filter of a subgrid model in each cell of a mesh, see SubgridFilter.
#pragma once

#include "libdg/equations/equations.hpp"
#include "libdg/solver/solver.hpp"
#include "libdg/space/cell_length.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

/// None for a gas without a model.
template <class Eq>
SubgridFilter subgrid_filter_of(const SubgridOptions& options, const Mesh<Eq::dim>& mesh, int degree) {
  SubgridFilter filter;
  if (DependsOnCell<Eq> && options.model != SubgridModel::given) {
    filter.options = options;
    for (Index cell = 0; cell < mesh.cell_count(); ++cell)
      filter.width.push_back(filter_width<Eq::dim>(cell_volume(mesh, cell), degree));
  }
  return filter;
}

}  // namespace dg
