/// Smooth curves through chains of vertices: a wall in 2-D, or an edge of a wall in 3-D.
#pragma once

#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// Edges that meet at vertices. Where two meet and turn by less than an angle, the curve goes on; elsewhere it ends.
template <int Dim>
class Chains {
 public:
  using Edge = std::array<Index, 2>;

  /// `angle` is in degrees. The nodes must outlive this.
  Chains(std::span<const std::array<double, Dim>> nodes, const std::vector<Edge>& edges, double angle);

  bool has(Index a, Index b) const;

  /// Direction of the curve at vertex `at` on the edge from there to `to`: that of a polynomial through up to five
  /// vertices. Precondition: has(at, to).
  std::array<double, Dim> tangent(Index at, Index to) const;

 private:
  /// The vertex after `at` on the way from `from`; -1 where the curve ends at `at`.
  Index next(Index from, Index at) const;
  std::array<double, Dim> slope(const std::vector<Index>& chain, std::size_t at) const;

  std::span<const std::array<double, Dim>> nodes_;
  std::map<Index, std::vector<Index>> neighbours_;
  double least_cosine_;
};

}  // namespace dg
