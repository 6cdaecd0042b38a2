/// Operator matrices of one (space, degree): interpolation, projection, derivatives and traces on the reference cell.
///
/// All are in the orthonormal basis of element/basis.hpp. `q` counts volume points (padded to whole blocks of
/// point_block() and to whole rounds of a team of threads with points of weight zero), `g` face points (Gauss-Legendre
/// on [-1, 1] along the face), `k`, `l` modes, `f` faces.
///
/// A gradient on a face is found from the derivative d_n along the face's unit normal n and the derivative d_t along
/// the face, whose values follow from the trace alone: grad_xi u = n d_n + t d_t, with t the tangent divided by its
/// length squared where the face is run through by [-1, 1].
#pragma once

#include <array>
#include <vector>

#include "libdg/element/element.hpp"

namespace dg {

/// Read-only pointers to the matrices, on the host or on the device.
template <class Real>
struct TablesView {
  int n_points = 0;           ///< volume points, in whole blocks
  int n_stored = 0;           ///< rows of the matrices over volume points, those beyond n_points of weight zero
  const Real* weights;        ///< [q], zero beyond n_points
  const Real* interpolate;    ///< [q][k]: phi_k(q)
  const Real* differentiate;  ///< [d][q][k]: d phi_k / d xi_d (q)
  const Real* project;        ///< [k][q][d]: w_q d phi_k / d xi_d (q)
  const Real* derivative;     ///< [d][k][l]: (phi_k, d phi_l / d xi_d), zero for l <= k
  const Real* trace;          ///< [f][g][k]: phi_k at point g of face f
  const Real* trace_normal;   ///< [f][g][k]: derivative of phi_k along the normal of face f of the reference cell
  const Real* tangential;     ///< [g][h]: derivative along a face at point g of the polynomial with values at points h
  const Real* frame;          ///< [i][slot f]: n_r, n_s, t_r, t_s of a face of the reference cell, see below
  const Real* lift;           ///< [f][k][g]: w_g phi_k at point g of face f
  const Real* face_lift;      ///< [g][h]: w_h sum_k phi_k(g) phi_k(h), the same on every face
  const Real* side[2];        ///< [g][k][slot f][2]: trace and trace_normal along the face's direction, and against it
  const Real* side_lift[2];   ///< [k][g][slot f]: w_g phi_k(g)
};

/// Slots of the tables indexed by the local face of each lane.
inline constexpr int face_slots = 4;

/// The matrices themselves.
template <class Real>
struct Tables {
  Space space = Space::triangle_P;
  int degree = 0;
  int n_points = 0, n_stored = 0;
  std::vector<std::array<double, 2>> points;                    ///< volume points, n_points of them
  std::vector<double> weights;                                  ///< and their weights
  std::vector<std::vector<std::array<double, 2>>> face_points;  ///< [f][g] in the reference cell
  std::vector<double> face_weights;
  std::vector<Real> interpolate, differentiate, project, derivative;
  std::vector<Real> trace, trace_normal, tangential, frame, lift, face_lift;
  std::vector<Real> side[2], side_lift[2];
};

/// What a volume rule has to be exact for: polynomials of a degree in each direction, as in curved quadrilaterals,
/// whose metric terms are such, or of that degree in total, which is enough for P^p on affine cells and takes fewer
/// points.
enum class Exactness { each_direction, total };

/// Builds the matrices with a volume rule exact to `volume_degree`.
template <class Real>
Tables<Real> make_tables(Space space, int degree, int volume_degree, Exactness exactness = Exactness::each_direction);

/// Vertices of the reference cell.
std::vector<std::array<double, 2>> reference_vertices(CellShape shape);

/// Points of the reference cell at the parameters t in [-1, 1] along local face f.
std::vector<std::array<double, 2>> points_on_face(CellShape shape, int f, const std::vector<double>& t);

}  // namespace dg
