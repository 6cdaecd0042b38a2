/// A smooth curve or surface through the vertices of a wall of straight faces, with the sharp edges that it has.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "meshes/curving/chains.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Faces of a mesh of order 1, by their number in a list.
template <int Dim>
class SmoothWall {
 public:
  /// Neighbours that turn by less than `angle`, in degrees, are of one smooth piece. The mesh must outlive this.
  SmoothWall(const Mesh<Dim>& mesh, std::vector<Index> faces, double angle);

  /// The place at u along the edge from the face's vertex 0 to vertex 1, and v from there towards the last one. Both
  /// are 0 to 1, on triangles u + v <= 1.
  std::array<double, Dim> at(Index face, double u, double v) const;

 private:
  using Vertices = FaceVertices<Index>;
  using Edge = std::array<Index, 2>;

  Vertices vertices_of(Index face) const;
  std::vector<Edge> sharp_edges(double angle);
  void find_normals();
  std::array<double, Dim> tangent(Index face, Index at, Index to) const;

  const Mesh<Dim>& mesh_;
  std::vector<Index> faces_;
  std::vector<std::array<double, Dim>> facet_normals_;                  ///< times the area
  std::map<Edge, std::vector<Index>> faces_at_;                         ///< by edge, its smaller vertex first
  std::map<Index, std::vector<Index>> faces_around_;                    ///< by vertex
  std::map<std::pair<Index, Index>, std::array<double, Dim>> normals_;  ///< by face and vertex
  std::unique_ptr<Chains<Dim>> chains_;
};

}  // namespace dg
