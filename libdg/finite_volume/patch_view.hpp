/// Patches of finite volumes as kernels read them; see patches.hpp.
#pragma once

#include <cstdint>

#include "libdg/backend/config.hpp"
#include "libdg/core/index.hpp"

// A compiler fuses products and sums as those around them ask for. Slopes that one rank sends must have the bits of
// those that another finds.
#ifdef __CUDACC__
#define RKDG_ON_ITS_OWN RKDG_FN
#else
#define RKDG_ON_ITS_OWN __attribute__((noinline, noclone))
#endif

namespace dg {

/// Cells and faces of a patch lie in groups of so many, with all numbers of a group in a row. Threads find theirs at
/// one address and at distances from it that the compiler knows.
inline constexpr Index patch_group = 32;

/// Where the parts of a patch lie in the arrays of all.
struct PatchBounds {
  Index cell_begin;      ///< in FiniteVolumePatches::place
  Index owned;           ///< cells that take their stage here: the first ones
  Index found;           ///< with the cells across their faces that are no ghosts: of all these the slopes are found
  Index sloped;          ///< with ghosts there, whose slopes are given
  Index loaded;          ///< with all other cells of the stencils of those
  Index cell_group;      ///< the first group of the cells with slopes
  Index face_group;      ///< of the faces
  Index inner;           ///< faces of the cells owned that have a cell on both sides: the first ones
  Index faces;           ///< with those on the boundary
  Index boundary_begin;  ///< of the latter in `boundary`
};

/// What stands around a cell of a patch, by its faces. Faces that it has not, or of which no cell is owned, are
/// foreign. They have numbers of their own, so that traces can be left there as anywhere else.
struct alignas(16) PatchSides {
  std::uint16_t stencil[4];  ///< number among the cells loaded; of the cell itself without one
  std::uint16_t face[4];  ///< 2 * number among the faces + (1 on its plus side); foreign from 2 * PatchBounds::faces on
};

/// Numbers of cells come in pairs. They are weights of the gradient for each face, and ways from the centroid to the
/// middles of the faces, two for straight sides. Last: `(1 / (area mean), area^(3/2))`, see FiniteVolumeZone::mean.
constexpr int patch_pairs(int faces, bool straight) { return faces + (straight ? 2 : faces) + 1; }

/// As kernels read them.
template <class Real>
struct FiniteVolumePatches {
  Index count = 0;
  int most_loaded = 0, most_faces = 0;  ///< of any patch, the latter with foreign ones
  int sides = 0;                        ///< 4 if any cell has so many, else 3
  bool straight = false;                ///< all cells are triangles with straight sides, or parallelograms
  const PatchBounds* bounds = nullptr;  ///< [patch]
  const Index* place = nullptr;         ///< of the cells loaded
  const PatchSides* around = nullptr;   ///< [group][cell]
  const Index* boundary = nullptr;      ///< boundary_place() of the faces there
  const Real* of_cells = nullptr;       ///< [group][patch_pairs()][cell][2]
  const Real* of_faces = nullptr;       ///< [group][x, y of the unit normal from minus to plus, length][face]
};

/// Slopes of cells that other ranks need, or have sent: gradients before the limiter, and the part that it leaves.
/// Gradients lie in memory as slopes do, parts as a state does.
template <class Number>
struct PatchSlopes {
  Number *gradients = nullptr, *parts = nullptr;
};

}  // namespace dg
