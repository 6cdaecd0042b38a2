/// Traces, fluxes and jumps on triangles by their values at the nodes of P^p, of which there are fewer than points of
/// the rule. Straight tetrahedra need of them only their projection to P^p of the face.
///
/// Integrals of a flux against traces, and the lifting of a jump, depend on that projection alone. The jump of two
/// traces is in P^p already. Orientations permute the nodes, as they permute the points.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/fragments.hpp"
#include "libdg/element/state_basis.hpp"

namespace dg {

/// Nodes of P^p on a triangle.
constexpr int face_node_count(int p) { return (p + 1) * (p + 2) / 2; }

/// That take values at nodes to the points of two slots, see FaceNodesView::point.
inline constexpr int face_point_matrices = 4;

/// Whether a space of degree p has traces with slopes, for which this pays.
constexpr bool face_nodes_pay(int p) { return p >= 1; }

/// Fragments as in FaceFragmentsView3D, N = slots of the nodes, G = slots of the points, K = slots of a cell's
/// modes. Entries beyond the last node are zero; points beyond the last have the values of the first, and no weight.
template <class Real>
struct FaceNodesView {
  using Pointer = const FactorPair<Real>*;

  Pointer trace[2] = {};      ///< [f + faces * orientation][pair of 2 N slots][K]: on the minus side, on the plus side,
                              ///< traces at the nodes and, N slots further, FaceFragmentsView3D::across
  Pointer point = nullptr;    ///< [pair of slots of points][face_point_matrices][N], from the nodes: at the points of
                              ///< each slot, values and derivatives along the first direction of the reference face.
                              ///< Then, at those of both, derivatives along the second; and values
  Pointer project = nullptr;  ///< [pair of nodes][G]: the projection of what has values at the points
  Pointer face_lift = nullptr;      ///< [pair of nodes][N]: eta times the lifting
  Pointer lift = nullptr;           ///< [f][pair of modes][N]: integrals of traces times what has values at the nodes
  const Index* own_node = nullptr;  ///< [view][node], see FaceTablesView::own_point
};

/// The matrices themselves.
struct FaceNodes {
  std::array<std::vector<double>, 2> trace;
  std::vector<double> point, project, face_lift, lift;
  std::vector<Index> own_node;
};

/// Whether a thread takes a face of straight tetrahedra alone, and has space for it.
template <class Real>
constexpr bool face_terms_pay(int p) {
  return p == 1 || (p == 2 && sizeof(Real) == 4);
}

/// What is of degree p on a face has a term for each x^i y^j, in coordinates of the reference face. This is the place
/// of a term, ordered by degree and then by j.
constexpr int face_term(int i, int j) { return (i + j) * (i + j + 1) / 2 + j; }

/// How many numbers FaceTermsView has, in whole pieces of 16 bytes. They are of the modes in a row, a side, a point,
/// all faces (nodes from `node` on), and a lifting.
struct FaceTermNumbers {
  int terms, slopes;  ///< of degree p, and of a derivative
  int modes, row, side, point, node, face, lift;

  constexpr explicit FaceTermNumbers(int p)
      : terms(face_node_count(p)),
        slopes(face_node_count(p - 1)),
        modes((p + 1) * (p + 2) * (p + 3) / 6),
        row(whole(modes)),
        side((terms + slopes) * row),
        point(whole(2 * terms - 1)),
        node(terms * terms),
        face(whole(node + terms * (terms - 1))),
        lift(modes * terms) {}

 private:
  static constexpr int whole(int numbers) { return (numbers + 3) / 4 * 4; }
};

/// Plain numbers for such a thread; there are as many nodes as terms.
template <class Real>
struct FaceTermsView {
  const Real* side[2] = {};  ///< [f + faces * orientation]: on the minus side, on the plus side, the terms of a trace,
                             ///< and those of FaceFragmentsView3D::across, [term][mode]
  const Real* point = nullptr;  ///< [point]: x^i y^j but for the first, which is 1; [node] the projection to the nodes
  const Real* face = nullptr;  ///< the terms of eta times the lifting, [term][node]; x^i y^j at the nodes, [node][term]
  const Real* lift = nullptr;  ///< [f][view][mode][node]: integrals of traces times what has values at the nodes as
                               ///< they are stored, see view_slots()
};

struct FaceTerms {
  std::array<std::vector<double>, 2> side;
  std::vector<double> point, face, lift;
};
/// Of degrees whose states are by modes.
FaceTerms make_face_terms(const Tables<double, 3>& tables, double eta);

/// Of the triangles of tetrahedra. `eta` is the stabilisation factor of the liftings on faces. Traces are of states in
/// the basis, lift is of modes.
FaceNodes make_face_nodes(const Tables<double, 3>& tables, double eta, StateBasis basis = StateBasis::modes);

/// Of one local face of a tetrahedron: its nodes in the reference cell, and as in FaceNodesView own_node and, as
/// [mode][node], lift.
struct NodesOfFace {
  std::vector<std::array<double, 3>> points;
  std::vector<Index> own_node;
  std::vector<double> lift;
};
NodesOfFace nodes_of_face(const Tables<double, 3>& tables, int f);

}  // namespace dg
