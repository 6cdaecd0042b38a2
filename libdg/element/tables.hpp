/// Operator matrices of one (space, degree): interpolation, projection, derivatives and traces on the reference cell.
///
/// All are in the orthonormal basis of element/basis.hpp. `q` counts volume points (padded to whole blocks of
/// point_block() with points of weight zero), `g` face points (Gauss-Legendre on [-1, 1] along the face), `k`, `l`
/// modes, `f` faces.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/element.hpp"

namespace dg {

/// Read-only pointers to the matrices, on the host or on the device.
template <class Real>
struct TablesView {
  int n_points = 0;                ///< volume points, padded
  const Real* interpolate;         ///< [q][k]: phi_k(q)
  const Real* project;             ///< [k][q][d]: w_q d phi_k / d xi_d (q)
  const Real* derivative;          ///< [d][k][l]: (phi_k, d phi_l / d xi_d), zero for l <= k
  const Real* trace;               ///< [f][g][k]: phi_k at point g of face f
  const Real* lift;                ///< [f][k][g]: w_g phi_k at point g of face f
  const Real* face_lift;           ///< [g][h]: w_h sum_k phi_k(g) phi_k(h), the same on every face
  const Real* side[2];             ///< [g][k][slot f]: trace in the direction of the face, and against it
  const Real* side_derivative[2];  ///< [d][g][k][slot f]
  const Real* side_lift[2];        ///< [k][g][slot f]: w_g phi_k(g)
};

/// Slots of the tables indexed by the local face of each lane.
inline constexpr int face_slots = 4;

/// The matrices themselves.
template <class Real>
struct Tables {
  Space space = Space::triangle_P;
  int degree = 0;
  int n_points = 0;
  std::vector<std::array<double, 2>> points;                    ///< volume points
  std::vector<double> weights;                                  ///< and their weights
  std::vector<std::vector<std::array<double, 2>>> face_points;  ///< [f][g] in the reference cell
  std::vector<double> face_weights;
  std::vector<Real> interpolate, project, derivative, trace, lift, face_lift;
  std::vector<Real> side[2], side_derivative[2], side_lift[2];
};

/// Builds the matrices with a volume rule exact to `volume_degree`.
template <class Real>
Tables<Real> make_tables(Space space, int degree, int volume_degree);

/// Vertices of the reference cell.
std::vector<std::array<double, 2>> reference_vertices(CellShape shape);

/// Points of the reference cell at the parameters t in [-1, 1] along local face f.
std::vector<std::array<double, 2>> points_on_face(CellShape shape, int f, const std::vector<double>& t);

}  // namespace dg
