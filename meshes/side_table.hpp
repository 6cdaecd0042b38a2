/// Which sides of cells share a face, found in linear time by bucketing the sides at their lowest vertex.
#pragma once

#include <array>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// A local face of a cell, packed with the number of the cell.
using Side = Index;

/// Space for the local faces of a cell in a Side.
template <int Dim>
inline constexpr int sides_per_cell = Dim == 2 ? 4 : 8;

/// Beyond this number of cells a Side overflows.
template <int Dim>
inline constexpr Index max_cell_count = (Index{1} << 30) / (sides_per_cell<Dim> / 2);

template <int Dim>
constexpr Side make_side(Index cell, int face) {
  return sides_per_cell<Dim> * cell + face;
}
template <int Dim>
constexpr Index side_cell(Side side) {
  return side / sides_per_cell<Dim>;
}
template <int Dim>
constexpr int side_face(Side side) {
  return side % sides_per_cell<Dim>;
}

/// The sides of all cells by the lowest Dim of their vertices, which no two faces of a conforming mesh have in common.
template <int Dim>
class SideTable {
 public:
  /// Precondition: node numbers of `mesh` are in range and the vertices of a cell differ.
  explicit SideTable(const Mesh<Dim>& mesh);

  /// Sides with the same lowest vertices, in ascending order, as a range of pointers.
  struct Range {
    const Side *first, *last;
    const Side* begin() const { return first; }
    const Side* end() const { return last; }
    auto size() const { return last - first; }
  };

  /// The sides with the lowest Dim of these vertices.
  Range sides(const FaceVertices<Index>& vertices) const;

  /// Nodes of the mesh, any of which may be the lowest vertex of a face.
  Index node_count() const { return static_cast<Index>(begin_.size()) - 1; }

  /// Calls `visit(Range)` once for every face whose lowest vertex is one of `first_node` ... `last_node - 1`. Faces
  /// come in the order of their lowest, then of their higher vertices.
  template <class Visitor>
  void for_each_face(Index first_node, Index last_node, Visitor visit) const {
    for (Index v = first_node; v < last_node; ++v) {
      for (Index i = begin_[v]; i < begin_[v + 1];) {
        const Index first = i;
        while (i < begin_[v + 1] && higher_[i] == higher_[first]) ++i;
        visit(Range{sides_.data() + first, sides_.data() + i});
      }
    }
  }

  /// The same for all faces.
  template <class Visitor>
  void for_each_face(Visitor visit) const {
    for_each_face(0, node_count(), visit);
  }

 private:
  using Higher = std::array<Index, Dim - 1>;

  struct Key {
    Index lowest;
    Higher higher;
  };
  static Key key_of(FaceVertices<Index> vertices);

  void sort_bucket(Index first, Index last);

  std::vector<Index> begin_;    // by lowest vertex: its first entry in the arrays below
  std::vector<Higher> higher_;  // the vertices that follow it, ascending within a bucket
  std::vector<Side> sides_;
};

}  // namespace dg
