/// Patches are some hundred cells near each other, the faces between them, and the cells around them of which their
/// stage needs the means. They are made once, for PatchStage.
#pragma once

#include <vector>

#include "libdg/finite_volume/geometry.hpp"
#include "libdg/finite_volume/patch_view.hpp"

namespace dg {

/// FiniteVolumePatches on the host.
struct PatchArrays {
  std::vector<PatchBounds> bounds;
  std::vector<Index> place, boundary;
  std::vector<PatchSides> around;
  std::vector<double> of_cells, of_faces;
  int most_loaded = 0, most_faces = 0, sides = 3;
  bool straight = false;
};

/// Cuts the mesh at coordinates until no part has more than `size` cells. So parts are about as wide as high and all
/// but some are full. `place(cell)` is the place of any cell of the mesh. Preconditions: 1 <= size <= 4096; cells are
/// straight only if they are all of one shape.
PatchArrays make_patches(const Mesh2& mesh, const CellNeighbours<2>& neighbours, const std::vector<Index>& place,
                         Index size, bool straight);

}  // namespace dg
