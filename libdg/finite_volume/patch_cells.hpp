/// What kernels that work patch by patch share: where the numbers of a cell lie, and which places it stands for.
#pragma once

#include "libdg/finite_volume/patch_view.hpp"
#include "libdg/finite_volume/view.hpp"

namespace dg {

/// Where in FiniteVolumePatches::of_cells pair k of cell i of a patch lies.
RKDG_FN std::int64_t pair_of_cell(const PatchBounds& b, Index i, int k, int pairs) {
  const Index group = i / patch_group * (pairs * patch_group) + i % patch_group;
  return std::int64_t(b.cell_group) * (2 * pairs * patch_group) + 2 * (group + k * patch_group);
}

/// Calls visit(zone, cell) with a place; with the last one of a zone for its padding, too.
template <class Eq, class Visit>
RKDG_FN void with_padding(const FiniteVolumeView<Eq>& view, Index place, const Visit& visit) {
  int z = 0;
  while (z + 1 < view.count && place >= view.zone[z + 1].begin) ++z;
  const auto& zone = view.zone[z];
  const Index first = place - zone.begin, end = first + 1 == zone.cells ? zone.launched : first + 1;
  for (Index cell = first; cell < end; ++cell) visit(zone, cell);
}

}  // namespace dg
