/// The faces of one boundary: where their quadrature points lie, and the lists that kernels read.
#pragma once

#include <array>
#include <vector>

#include "libdg/kernels/boundary_list.hpp"
#include "libdg/kernels/integrands/boundary_flux_size.hpp"
#include "libdg/space/discretisation.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// A quadrature point on a boundary face; `weight` includes |J_f|.
template <int Dim = 2>
struct BoundaryPoint {
  std::array<double, Dim> x, normal;
  double weight;
};

/// How many points boundary_points() gives a face of cells of this degree.
template <int Dim>
int point_count(const Mesh<Dim>& mesh, const BoundaryFace& face, int degree);

/// Points of the faces `faces`, [face][point]; with FaceRule::reduced, the last of a face have no weight.
template <int Dim>
std::vector<BoundaryPoint<Dim>> boundary_points(const Mesh<Dim>& mesh, const std::vector<BoundaryFace>& faces,
                                                int degree, FaceRule rule);

/// Faces of one shape in a backend's memory.
struct BoundaryFaceList {
  BoundaryList view{};
  int points_per_face = 0;
  std::size_t points_before = 0;  ///< of the lists before, padding included
  Array<Index> cell, side, condition, number;

  std::size_t points() const { return std::size_t(points_per_face) * view.padded; }
  /// Where its part begins in the fluxes through all lists, [point][boundary_flux_size()][padded face] of each.
  std::size_t flux_begin(int n_var) const { return points_before * boundary_flux_size(n_var); }
};

/// The faces of one boundary in a backend's memory.
template <int Dim = 2>
class BoundaryFaces {
 public:
  /// `boundary` is an index into Mesh::boundary_names.
  template <class Real>
  BoundaryFaces(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation, int boundary);

  /// One list for each shape that the faces have.
  const std::vector<BoundaryFaceList>& lists() const { return lists_; }
  /// Numbers of the fluxes through all of them.
  std::size_t flux_size(int n_var) const {
    return lists_.empty() ? 0 : lists_.back().flux_begin(n_var) + lists_.back().points() * boundary_flux_size(n_var);
  }
  /// The points of all faces in the order of the mesh, face after face.
  const std::vector<BoundaryPoint<Dim>>& points() const { return points_; }

  /// Where a point of points() is found: in the list of this number, its face and its number there.
  struct Place {
    int list;
    Index face;
    int point;
  };
  const std::vector<Place>& places() const { return places_; }

 private:
  std::vector<BoundaryFaceList> lists_;
  std::vector<BoundaryPoint<Dim>> points_;
  std::vector<Place> places_;
};

}  // namespace dg
