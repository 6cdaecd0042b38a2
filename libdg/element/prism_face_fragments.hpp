/// Operator matrices of the faces between prisms with triangle x line (element/prism_fragments.hpp). The lanes of a
/// warp hold them so for the matrix units of a GPU. Traces go by the triangle and by the line.
///
/// On an upright face, lane q holds the points of place q of the edge, one at each place of the line, which are slots.
/// Where the edge has one place more than lanes, its points are held by these in turns, in slots of their own.
#pragma once

#include "libdg/element/prism_fragments.hpp"

namespace dg {

/// How the plus side of an upright face lies in the order of the minus side, where both have their lines along each
/// other. It may run backward along the edge, and backward along the line.
enum PrismSideView : Index { prism_side_across = -1, prism_edge_backward = 1, prism_line_backward = 2 };

/// Read-only pointers to the fragments; see PrismFragmentsView. S = slots of the points of an edge.
template <class Real>
struct PrismFaceFragmentsView {
  using Pointer = const FactorPair<Real>*;

  Pointer end;      ///< [view][f][pair of points][T]: values on a triangular face as the cell itself lists its points
                    ///< (0), or its neighbour (1 + orientation)
  Pointer edge;     ///< [edge][forward, backward][S][T]: j = 0: values on an edge, j = 1: derivative along the outward
                    ///< normal of the face, over |N|
  Pointer on_edge;  ///< [edge][S]: j = 0: derivative along the edge, j = 1: eta times the lifting
  Pointer on_last;  ///< [edge][quarter][S]: the same at the last place of the edge, for that quarter alone; of edges
                    ///< that have more places than there are quarters
  const unsigned* points;  ///< [word][slot of E][quarter]: own number of a point for each place, see PackedNumbers
  const Index* side;       ///< [minus edge][plus edge][orientation]: PrismSideView
  int edge_direction;      ///< that of the reference face along the edge; the other is along the line
};

/// The fragments themselves.
struct PrismFaceFragments {
  std::vector<double> end, edge, on_edge, on_last;
  std::vector<Index> side;
  int edge_direction = 0;
  double line_sign = 1;  ///< -1 where the reference face runs down the line
};

/// Of tables with faces that have all of their points; `eta` is the stabilisation factor of the liftings.
PrismFaceFragments make_prism_face_fragments(const Tables<double, 3>& tables, double eta);

}  // namespace dg
