/// Traces, fluxes and jumps on triangles by their values at the nodes of P^p, of which there are fewer than points of
/// the rule: what straight tetrahedra need of them is their projection to P^p of the face.
///
/// Integrals of a flux against traces, and the lifting of a jump, depend on that projection alone, and the jump of two
/// traces is in P^p already. Turned faces permute the nodes, as they permute the points.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/fragments.hpp"
#include "libdg/element/state_basis.hpp"

namespace dg {

/// Nodes of P^p on a triangle.
constexpr int face_node_count(int p) { return (p + 1) * (p + 2) / 2; }

/// That take values at nodes to the points of two slots, see FaceNodesView::point.
inline constexpr int face_point_matrices = 3;

/// Whether a space of degree p has traces with slopes, for which this pays.
constexpr bool face_nodes_pay(int p) { return p >= 1; }

/// Fragments as in SolidFaceFragmentsView, N = slots of the nodes, G = slots of the points, K = slots of a cell's
/// modes. Entries beyond the last node are zero; points beyond the last have the values of the first, and no weight.
template <class Real>
struct FaceNodesView {
  using Pointer = const FactorPair<Real>*;

  Pointer trace[2] = {};      ///< [f + faces * turn][pair of 2 N slots][K]: on the minus side, on the plus side, traces
                              ///< at the nodes and, N slots further, SolidFaceFragmentsView::across
  Pointer point = nullptr;    ///< [pair of slots of points][face_point_matrices][N], from the nodes: at the points of
                              ///< each slot, values and derivatives along the first direction of the reference face;
                              ///< then, at those of both, derivatives along the second
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
