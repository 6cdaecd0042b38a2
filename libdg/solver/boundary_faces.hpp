/// The faces of one boundary: where their quadrature points lie, and the lists that kernels read.
#pragma once

#include <array>
#include <vector>

#include "libdg/kernels/boundary_list.hpp"
#include "libdg/space/discretisation.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// A quadrature point on a boundary face; `weight` includes |J_f|.
struct BoundaryPoint {
  std::array<double, 2> x, normal;
  double weight;
};

/// Points of the faces `faces`, [face][point].
std::vector<BoundaryPoint> boundary_points(const Mesh2& mesh, const std::vector<BoundaryFace>& faces, int degree);

/// The faces of one boundary in a backend's memory.
class BoundaryFaces {
 public:
  /// `boundary` is an index into Mesh::boundary_names.
  template <class Real>
  BoundaryFaces(Backend& backend, const Mesh2& mesh, const Discretisation<Real>& discretisation, int boundary);

  Index count() const { return count_; }
  const BoundaryList& list() const { return list_; }
  const std::vector<BoundaryPoint>& points() const { return points_; }

 private:
  Index count_ = 0;
  BoundaryList list_{};
  Array<Index> cell_, side_, condition_, number_;
  std::vector<BoundaryPoint> points_;
};

}  // namespace dg
