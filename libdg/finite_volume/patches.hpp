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

/// Which cells are in patches, and how their numbers lie.
struct PatchPlan {
  Index size;       ///< cells of a patch at most
  Index cells;      ///< in patches: the first ones of the mesh
  Index own_cells;  ///< which are no ghosts: the first ones
  int sides;        ///< of a cell at most, on any rank
  bool straight;    ///< all cells are triangles with straight sides, or parallelograms, on all ranks
};

/// Cuts the cells at coordinates until no part has more than `size`. So parts are about as wide as high and all but
/// some are full. `place(cell)` is the place of any cell of the mesh. Preconditions: 1 <= size <= 4096; cells are
/// straight only if they are all of one shape.
PatchArrays make_patches(const Mesh2& mesh, const CellNeighbours<2>& neighbours, const std::vector<Index>& place,
                         const PatchPlan& plan);

/// The most sides of a cell.
int most_sides_of(const Mesh2& mesh);

}  // namespace dg
