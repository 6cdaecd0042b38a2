/// Which sides of cells share an edge, found in linear time by bucketing the sides at their lower vertex.
#pragma once

#include <array>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// A local face of a cell, packed: 4 * cell + local face.
using Side = Index;

inline constexpr Index max_cell_count = 1 << 29;  ///< beyond it a Side overflows

constexpr Side make_side(Index cell, int face) { return 4 * cell + face; }
constexpr Index side_cell(Side side) { return side / 4; }
constexpr int side_face(Side side) { return side % 4; }

/// The sides of all cells by their two vertices.
class EdgeTable {
 public:
  /// Precondition: node numbers of `mesh` are in range and the vertices of a cell differ.
  explicit EdgeTable(const Mesh2& mesh);

  /// The sides between two vertices, in ascending order, as a range of pointers.
  struct Range {
    const Side *first, *last;
    const Side* begin() const { return first; }
    const Side* end() const { return last; }
    auto size() const { return last - first; }
  };
  Range sides(std::array<Index, 2> vertices) const;

  /// Calls `visit(Range)` once for every edge, in the order of their lower, then of their higher vertex.
  template <class Visitor>
  void for_each_edge(Visitor visit) const {
    for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
      for (Index i = begin_[v]; i < begin_[v + 1];) {
        const Index first = i;
        while (i < begin_[v + 1] && higher_[i] == higher_[first]) ++i;
        visit(Range{sides_.data() + first, sides_.data() + i});
      }
    }
  }

 private:
  void sort_bucket(Index first, Index last);

  std::vector<Index> begin_;   // by lower vertex: its first entry in the arrays below
  std::vector<Index> higher_;  // the other vertex of a side, ascending within a bucket
  std::vector<Side> sides_;
};

}  // namespace dg
