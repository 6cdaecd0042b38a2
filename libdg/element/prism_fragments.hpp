/// Operator matrices of the triangle below a prism with triangle x line. The lanes of a warp hold them so for the
/// matrix units of a GPU (element/fragments.hpp). Products on prisms go triangle by triangle and line by line.
///
/// States are by StateBasis::triangle_modes (element/prism_modes.hpp). Volume points are those of a rule on the
/// triangle at each point of the line. Those of an upright face lie at the same places of the line. So a row of p + 1
/// of them is on an edge of the triangle.
#pragma once

#include <algorithm>
#include <vector>

#include "libdg/backend/config.hpp"
#include "libdg/element/fragments.hpp"

namespace dg {

/// Points of the rule on the triangle that is exact to 2p, which is what the matrices are made for.
constexpr int prism_triangle_points(int p) { return p == 1 ? 3 : p == 2 ? 6 : p == 3 ? 12 : 16; }

/// Upright faces of a prism. The rows of points on the edges of its triangle make one list. There, those of an edge
/// begin this far from those of the one before. Each edge has a slot, or more where it has more points.
inline constexpr int prism_edges = 3;
constexpr int prism_edge_stride(int p) { return std::max(p + 1, quarters); }
/// Slots of that list.
constexpr int prism_edge_slots(int p) { return slot_count(prism_edges * prism_edge_stride(p)); }

/// Whether prisms of the space have these matrices. At degree 1 dense ones are as fast, and beyond 4 shared memory has
/// no space for a warp's cells.
constexpr bool has_prism_fragments(Space space, int p) { return space == Space::prism_Q && p >= 2 && p <= 4; }

/// Read-only pointers to the fragments. T = slots of the triangle's modes, E = prism_edge_slots(), pairs are those of
/// slots. Entries beyond the last mode or point are zero. The last index is the one that a sum runs over.
template <class Real>
struct PrismFragmentsView {
  using Pointer = const FactorPair<Real>*;

  Pointer points;  ///< [pair of point slots]: as PrismPointFragments has them
  Pointer edge;    ///< [pair of modes][E]: weighted traces, to modes
  Pointer end[2];  ///< [pair of modes][slot of points]: of the triangular faces below and above, likewise
  /// For each view of a face (FaceTables::own_point), numbers of points as its minus side lists them, see
  /// PackedNumbers:
  const unsigned* edge_points;  ///< [view][word][slot of E][quarter]: of an upright face, for each place of the line
  const unsigned* end_points;  ///< [view][word][quarter]: of a triangular one, for each slot; beyond the last, the last
};

/// What the points of a pair of slots need lies together, so that a lane finds all of it from one address. Here is
/// where each begins, and the size of all, in pairs of factors. Of the second slot nothing is used where there is none.
template <int P>
struct PrismPointFragments {
  static constexpr int modes = factor_pairs(slot_count(total_degree_count(2, P)));  ///< pairs of slots
  static constexpr int edges = factor_pairs(prism_edge_slots(P));

  static constexpr int value = 0;                                                    ///< [T]
  static constexpr int slope(int slot) { return modes + slot * of_slot; }            ///< [T]: derivatives along xi_j
  static constexpr int edge_slope(int slot) { return slope(slot) + modes; }          ///< [E]: what jumps on edges add
  static constexpr int project_slope(int slot) { return edge_slope(slot) + edges; }  ///< [pair of modes][j]: weighted
  static constexpr int project(int slot) { return project_slope(slot) + modes; }     ///< [pair of modes]: weighted
  static constexpr int of_slot = 3 * modes + edges, size = modes + 2 * of_slot;
};

/// N numbers below 256, such as one for each place of a line, four in a word.
template <int N>
struct PackedNumbers {
  static constexpr int in_word = 4, words = (N + in_word - 1) / in_word;

  unsigned word[words] = {};

  RKDG_FN static constexpr int word_of(int i) { return words == 1 ? 0 : i / in_word; }
  /// Number i from the word that has it.
  RKDG_FN static constexpr int number(unsigned word, int i) { return word >> 8 * (i - word_of(i) * in_word) & 255u; }
  /// Not by an index among the words, which local memory would hold for it.
  RKDG_FN int number(int i) const {
    unsigned all = word[0];
    RKDG_UNROLL
    for (int w = 1; w < words; ++w)
      if (word_of(i) >= w) all = word[w];
    return number(all, i);
  }
  /// Number i was 0.
  RKDG_FN void set(int i, int number) {
    word[word_of(i)] |= static_cast<unsigned>(number) << 8 * (i - word_of(i) * in_word);
  }
};

/// The fragments themselves, each kind by itself.
struct PrismFragments {
  std::vector<double> value;          ///< [pair of point slots][T]
  std::vector<double> slope;          ///< [point slot][T]: derivatives along xi_j
  std::vector<double> edge_slope;     ///< [point slot][E]: what jumps on edges add to them
  std::vector<double> project_slope;  ///< [point slot][pair of modes][j]: weighted derivatives along xi_j
  std::vector<double> project;        ///< [point slot][pair of modes]: weighted values
  std::vector<double> edge, end[2];   ///< see PrismFragmentsView
  std::vector<Index> points;  ///< [place][slot of E][quarter]: own number of a point of an upright face; beyond the
                              ///< last of an edge, the last
};

/// Of tables with the volume rule that is exact to 2p.
PrismFragments make_prism_fragments(const Tables<double, 3>& tables);

}  // namespace dg
