/// Operator matrices of one (space, degree): interpolation, projection, derivatives and traces on the reference cell.
///
/// All are in the orthonormal basis of element/basis.hpp. `q` counts volume points, padded to whole blocks of
/// point_block() and to whole rounds of a team of threads with points of weight zero. `g` counts face points, `k`, `l`
/// modes, `f` the faces of one kind.
///
/// The reference face of its shape runs through a face from its first vertex on. It is a line [-1, 1], a triangle
/// (-1,-1), (1,-1), (-1,1), or a square. Its points are listed in the cell's own order, or as the neighbour lists them.
/// There is one list for each orientation that two cells can have against each other (Face::orientation).
///
/// A gradient on a face follows from derivatives: d_n along the unit normal n, and d_a along the directions of the
/// reference face. The values of the latter follow from the trace alone. Then `grad_xi u = n d_n + sum_a t_a d_a`, with
/// the tangents t_a dual to those directions.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/element.hpp"

namespace dg {

/// In which order the points of a face are listed. The cell's own is that of the minus side of a face; the neighbour's
/// is for a cell on the plus side.
enum class PointOrder : int { own = 0, neighbour = 1 };
inline constexpr int point_orders = 2;

/// Read-only pointers to the matrices of the faces of one kind. A `slot` is code_slots() wide: face + face_slots() *
/// orientation, with PointOrder::own but the face.
template <class Real>
struct FaceTablesView {
  const Real* trace;                ///< [f][g][k]: phi_k at point g of face f
  const Real* trace_normal;         ///< [f][g][k]: derivative of phi_k along the normal of the reference cell's face
  const Real* tangential;           ///< [a][g][h]: derivative along direction a at point g of the polynomial with
                                    ///< values at points h
  const Real* normal;               ///< [f][d]: normal of a face of the reference cell times |J| of its map
  const Real* lift;                 ///< [f][k][g]: w_g phi_k at point g of face f
  const Real* face_lift;            ///< [g][h]: w_h sum_k phi_k(g) phi_k(h), the same on every face of the kind
  const Real* oriented_face_lift;   ///< [orientation / 2][g][h]: the same for points as neighbours list them with even
                                    ///< orientations, see oriented_liftings(); null without has_oriented_liftings()
  const Real* frame[point_orders];  ///< [i][slot]: n, then the tangents t_a, with d components each
  const Real* side_normal[point_orders];  ///< [d][slot]: `normal`, with PointOrder::neighbour into the cell
  const Real* side[point_orders];         ///< [g][k][slot][2]: trace and trace_normal
  const Real* side_lift[point_orders];    ///< [k][g][slot]: w_g phi_k(g)
  const Index* own_point;                 ///< [view][g]: the own point that is point g of the cell itself (0) or of its
                                          ///< neighbour (1 + orientation), and the inverse
  int weighted_points = 0;                ///< points before those of no weight
};

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
  FaceTablesView<Real> faces[max_face_kinds];  ///< [kind]
};

/// The matrices of the faces of one kind themselves.
template <class Real, int Dim>
struct FaceTables {
  FaceRange range{0, 0};  ///< local faces of the cell
  int n_points = 0, weighted_points = 0;
  std::vector<std::vector<std::array<double, Dim>>> points;  ///< [f][g] in the reference cell
  std::vector<double> weights;
  std::vector<Real> trace, trace_normal, tangential, normal, lift, face_lift, oriented_face_lift;
  std::array<std::vector<Real>, point_orders> frame, side_normal, side, side_lift;
  std::vector<Index> own_point;
};

/// The matrices themselves.
template <class Real, int Dim = 2>
struct Tables {
  Space space{};
  int degree = 0;
  int n_points = 0, n_stored = 0;
  std::vector<std::array<double, Dim>> points;  ///< volume points, n_points of them
  std::vector<double> weights;                  ///< and their weights
  std::vector<Real> interpolate, differentiate, project, derivative;
  std::array<FaceTables<Real, Dim>, face_kinds(Dim)> faces;
};

/// What a volume rule has to be exact for. Curved quadrilaterals need polynomials of a degree in each direction,
/// as their metric terms are such. For P^p on affine cells that degree in total is enough, and takes fewer
/// points.
enum class Exactness { each_direction, total };

/// Builds the matrices with a volume rule exact to `volume_degree`.
template <class Real, int Dim = 2>
Tables<Real, Dim> make_tables(Space space, int degree, int volume_degree,
                              Exactness exactness = Exactness::each_direction, FaceRule face_rule = FaceRule::full);

}  // namespace dg
