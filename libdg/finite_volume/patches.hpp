/// Patches: some hundred cells near each other, with the cells around them of which their stage needs the means, and
/// the faces between them; made once, for PatchStage.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libdg/finite_volume/geometry.hpp"

namespace dg {

/// Where the parts of a patch lie in the arrays of all.
struct PatchBounds {
  Index cell_begin;      ///< in FiniteVolumePatches::place
  Index owned;           ///< cells that take their stage here: the first ones
  Index sloped;          ///< with the cells across their faces: of all these the slopes are found
  Index loaded;          ///< with all other cells of the stencils of those
  Index side_begin;      ///< in `stencil` and `face`, whose entries are [f < 4][cell < sloped]
  Index face_begin;      ///< twice that is the place in `normal`
  Index inner;           ///< faces of the cells owned that have a cell on both sides: the first ones
  Index faces;           ///< with those on the boundary
  Index boundary_begin;  ///< of the latter in `boundary`
};

/// An entry of FiniteVolumePatches::face where a face has no cell that is owned.
inline constexpr std::uint16_t foreign_face = 0xffff;

/// As kernels read them.
template <class Real>
struct FiniteVolumePatches {
  Index count = 0;
  int most_loaded = 0, most_faces = 0;
  const PatchBounds* bounds = nullptr;     ///< [patch]
  const Index* place = nullptr;            ///< of the cells loaded
  const std::uint16_t* stencil = nullptr;  ///< number among the cells loaded; of the cell itself without one
  const std::uint16_t* face = nullptr;     ///< 2 * number among the faces + (1 on its plus side), or foreign_face
  const Index* boundary = nullptr;         ///< boundary_place() of the faces there
  const Real* normal = nullptr;            ///< [2][face] of a patch, from minus to plus, as long as the chord
};

/// The same on the host.
struct PatchArrays {
  std::vector<PatchBounds> bounds;
  std::vector<Index> place, boundary;
  std::vector<std::uint16_t> stencil, face;
  std::vector<double> normal;
  int most_loaded = 0, most_faces = 0;
};

/// Cuts the mesh at coordinates until no part has more than `size` cells, so that parts are about as wide as high and
/// all but some are full. place(cell) is the place of any cell of the mesh. Precondition: 1 <= size <= 4096.
PatchArrays make_patches(const Mesh2& mesh, const CellNeighbours& neighbours, const std::vector<Index>& place,
                         Index size);

}  // namespace dg
