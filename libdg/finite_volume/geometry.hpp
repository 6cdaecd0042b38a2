/// Geometry of finite volumes on the host: flat faces between the vertices of the cells, whose states are means over
/// the cells themselves.
///
/// For the flux, a chord replaces a curved side, and in 3-D what its vertices span. That has one normal, the integral
/// over any surface between the edges, and one point in its middle. The normals of a cell add up to zero.
/// Volumes and centroids are those of the curved cells, so that integrals are the same as anywhere else in the program.
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

/// The most faces of a cell.
template <int Dim>
inline constexpr int most_sides = Dim == 2 ? 4 : 6;

/// Where a cell and its faces lie, and what is behind them.
template <int Dim>
class CellNeighbours {
 public:
  using Vector = std::array<double, Dim>;

  explicit CellNeighbours(const Mesh<Dim>& mesh);

  struct Side {
    Index cell = -1;                      ///< behind the face; -1 on a boundary
    Index boundary_face = -1;             ///< its number in the order of Mesh::faces, or -1
    Vector own_middle{}, other_middle{};  ///< of the face, from the centroids on both sides
  };
  using Sides = std::array<Side, most_sides<Dim>>;

  const Sides& sides(Index cell) const { return sides_[cell]; }
  const Vector& centroid(Index cell) const { return centroids_[cell]; }

 private:
  std::vector<Sides> sides_;
  std::vector<Vector> centroids_;
};

template <int Dim>
CellNeighbours(const Mesh<Dim>&) -> CellNeighbours<Dim>;

/// The normal of a face between its vertices, out of the cell and as long as the face is large.
template <int Dim>
std::array<double, Dim> flat_normal(const Mesh<Dim>& mesh, Index cell, int face);

/// For `cells`, all of one shape; place[cell] is the place of any cell of the mesh.
template <int Dim>
FiniteVolumeGeometry make_finite_volumes(const Mesh<Dim>& mesh, const CellNeighbours<Dim>& neighbours,
                                         const std::vector<Index>& cells, const std::vector<Index>& place);

}  // namespace dg
