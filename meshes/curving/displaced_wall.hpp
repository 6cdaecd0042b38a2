/// How far the nodes of walls move, and what of that is left at a distance.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "meshes/curving/facet_tree.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The faces of the walls of a mesh, with displacements at the nodes of their lattice.
template <int Dim>
class DisplacedWall {
 public:
  /// `straight` has the nodes of the order that the faces are to have, and must outlive this. `moved` is by node;
  /// entries of nodes of no face do not count.
  DisplacedWall(const Mesh<Dim>& straight, std::vector<Index> faces, const std::vector<std::array<double, Dim>>& moved,
                double reach);

  /// The displacement of a point is that of the nearest place of the walls, times a factor. The factor falls from 1 to
  /// 0 over `reach` times the largest displacement near that place. Where cells at the wall are higher, it falls
  /// linearly over these. Within them the map then stays a polynomial of their order.
  std::array<double, Dim> at(const std::array<double, Dim>& point) const;

 private:
  struct Piece {
    Index face;                                     ///< in faces_
    std::array<std::array<double, 2>, Dim> places;  ///< of its corners in the face, as for SmoothWall::at()
  };

  double height_of(const Face& face) const;
  std::array<double, 2> place_in_face(const NearestFacet<Dim>& found, const std::array<double, Dim>& point) const;
  std::array<double, Dim> place_on_straight(const Face& face, const std::array<double, 2>& at) const;

  const Mesh<Dim>& mesh_;
  std::vector<Index> faces_;
  const std::vector<std::array<double, Dim>>& moved_;
  std::vector<Piece> pieces_;
  /// Of the corners of each piece: how far the displacement reaches, and whether it falls linearly, 0 or 1.
  std::vector<std::array<double, Dim>> reaches_, linear_;
  std::unique_ptr<FacetTree<Dim>> tree_;
  double longest_reach_ = 0;
};

}  // namespace dg
