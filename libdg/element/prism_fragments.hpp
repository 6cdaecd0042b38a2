/// Operator matrices of the triangle below a prism with triangle x line, as the lanes of a warp hold them for the
/// matrix units of a GPU (element/fragments.hpp): products on prisms go triangle by triangle and line by line.
///
/// With the orthonormal polynomials T_t of the triangle and phi_c of the line (element/line_matrices.hpp), mode (t, c)
/// is T_t phi_c. Volume points are those of a rule on the triangle at each point of the line, and those of an upright
/// face lie at the same places of the line: a row of p + 1 of them is on an edge of the triangle.
#pragma once

#include <vector>

#include "libdg/backend/config.hpp"
#include "libdg/element/fragments.hpp"

namespace dg {

/// Points of the rule on the triangle that is exact to 2p, which is what the matrices are made for.
constexpr int prism_triangle_points(int p) { return p == 1 ? 3 : p == 2 ? 6 : 12; }

/// Upright faces of a prism, whose rows of points take a slot each.
inline constexpr int prism_edges = 3;

/// Whether straight prisms of the space have these matrices: at degree 1 dense ones are as fast, and beyond 3 an edge
/// has more points than a slot.
constexpr bool has_prism_fragments(Space space, int p) { return space == Space::prism_Q && p >= 2 && p <= 3; }

/// Read-only pointers to the fragments. T = slots of the triangle's modes, pairs are those
/// of slots. Entries beyond the last mode or point are zero. The last index is the one that a sum runs over.
template <class Real>
struct PrismFragmentsView {
  using Pointer = const FactorPair<Real>*;

  Pointer value;           ///< [pair of point slots][T]
  Pointer slope;           ///< [point slot][T]: derivatives along xi_j
  Pointer edge_slope;      ///< [point slot][edge]: what jumps on edges add to them
  Pointer project_slope;   ///< [point slot][pair of modes][j]: weighted derivatives along xi_j
  Pointer project;         ///< [point slot][pair of modes]: weighted values
  Pointer edge;            ///< [pair of modes][edge]: weighted traces, to modes
  Pointer end[2];          ///< [pair of modes][slot of points]: of the triangular faces below and above, likewise
  const unsigned* modes;   ///< [slot][quarter]: number of mode (t, c) for each place c; beyond the last t, of the last
  const unsigned* points;  ///< [edge][quarter]: own number of a point of an upright face for each place
};

/// Up to four numbers below 256, such as one for each place of a line.
struct PackedNumbers {
  unsigned all = 0;

  RKDG_FN int number(int i) const { return all >> 8 * i & 255u; }
  /// Number i was 0.
  RKDG_FN void set(int i, int number) { all |= static_cast<unsigned>(number) << 8 * i; }
};

/// The fragments themselves.
struct PrismFragments {
  std::vector<double> value, slope, edge_slope, project_slope, project, edge, end[2];
  std::vector<Index> modes;   ///< [place c][slot][quarter]: number of mode (t, c); beyond the last t, that of the last
  std::vector<Index> points;  ///< [edge][place][quarter]: own number of a point of an upright face; beyond the last,
                              ///< the last
};

/// Of tables with the volume rule that is exact to 2p.
PrismFragments make_prism_fragments(const Tables<double, 3>& tables);

}  // namespace dg
