/// Geometry of finite volumes on the host: polygons between the vertices of the cells, whose states are means over the
/// cells themselves.
///
/// A curved side is replaced by its chord for the flux through it: one normal, one point in its middle. Volumes and
/// centroids are those of the curved cells, so that integrals are the same as anywhere else in the program.
#pragma once

#include <array>
#include <vector>

#include "libdg/space/discretisation.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The arrays of FiniteVolumeZone of the same names.
struct FiniteVolumeGeometry {
  std::vector<Index> neighbour, stencil;
  std::vector<double> gradient, own_middle, other_middle, normal, volume;
};

/// Where a cell and its faces lie, and what is behind them.
class CellNeighbours {
 public:
  explicit CellNeighbours(const Mesh2& mesh);

  struct Side {
    Index cell = -1;                                     ///< behind the face; -1 on a boundary
    Index boundary_face = -1;                            ///< its number in the order of Mesh::faces, or -1
    std::array<double, 2> own_middle{}, other_middle{};  ///< of the face, from the centroids on both sides
  };

  const std::array<Side, 4>& sides(Index cell) const { return sides_[cell]; }
  const std::array<double, 2>& centroid(Index cell) const { return centroids_[cell]; }

 private:
  std::vector<std::array<Side, 4>> sides_;
  std::vector<std::array<double, 2>> centroids_;
};

/// The normal of the chord of a face, out of the cell and as long as the chord.
std::array<double, 2> chord_normal(const Mesh2& mesh, Index cell, int face);

/// The cells from whose means the gradient of a cell is found, by its faces; -1 where there is none.
std::array<Index, 4> gradient_stencil(const Mesh2& mesh, const CellNeighbours& neighbours, Index cell);

/// Whether that stencil has cells beyond the neighbours, which are too few or lie along a line.
bool has_far_stencil(const CellNeighbours& neighbours, Index cell);

/// What the difference to each cell of that stencil adds to the gradient; 0 where there is none.
std::array<std::array<double, 2>, 4> gradient_weights(const Mesh2& mesh, const CellNeighbours& neighbours, Index cell);

/// For `cells`, all of one shape; place[cell] is the place of any cell of the mesh.
FiniteVolumeGeometry make_finite_volumes(const Mesh2& mesh, const CellNeighbours& neighbours,
                                         const std::vector<Index>& cells, const std::vector<Index>& place);

}  // namespace dg
