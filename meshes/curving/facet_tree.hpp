/// Finds the facet of a wall that is nearest to a point.
#pragma once

#include <array>
#include <vector>

#include "meshes/bounding_box.hpp"
#include "meshes/index.hpp"

namespace dg {

/// A segment in 2-D or a triangle in 3-D: Dim corners.
template <int Dim>
using Facet = std::array<std::array<double, Dim>, Dim>;

template <int Dim>
struct NearestFacet {
  Index facet = -1;  ///< -1 if none lies as near as asked for
  double distance = 0;
  std::array<double, Dim> weights;  ///< of the corners, for the nearest point of the facet
};

/// A tree of boxes around facets.
template <int Dim>
class FacetTree {
 public:
  explicit FacetTree(std::vector<Facet<Dim>> facets);

  /// The nearest facet within `reach` of a point.
  NearestFacet<Dim> nearest(const std::array<double, Dim>& point, double reach) const;

  std::array<double, Dim> place(const NearestFacet<Dim>& found) const;

 private:
  struct Box {
    BoundingBox<Dim> box;
    Index first, last;  ///< of the facets in order_
    Index left = -1, right = -1;
  };

  Index build(Index first, Index last);
  void search(Index box, const std::array<double, Dim>& point, NearestFacet<Dim>& best) const;

  std::vector<Facet<Dim>> facets_;
  std::vector<Index> order_;
  std::vector<Box> boxes_;
};

}  // namespace dg
