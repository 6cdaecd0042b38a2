/// Operator matrices in the order in which the lanes of a warp hold them for the matrix units of a GPU.
///
/// A product `c (cells x columns) += a (cells x 4) b (4 x 8)` is one instruction of a warp. Lane `4 n + k` holds entry
/// (k, n) of b, a "fragment" of 32 numbers. Four lanes, the quarters q of a tile's row, share a cell. In `slot` s, lane
/// q holds the modes or points 4 s + q, as the row's entries of a and of c. A fragment has two columns for each
/// quarter: j = 0 and j = 1. See kernels/engines/matrix_tile.hpp.
#pragma once

#include <vector>

#include "libdg/backend/factor_pair.hpp"
#include "libdg/element/tables.hpp"

namespace dg {

inline constexpr int tile_dim = 2;  ///< of the cells that tiles hold

inline constexpr int quarters = 4;  ///< lanes that share a cell

inline constexpr int tile_rows = 8;  ///< groups of such lanes in a warp

/// Slots of each quarter for n modes or points.
constexpr int slot_count(int n) { return (n + quarters - 1) / quarters; }

/// Faces that share a row, where the points of one face do not fill it: quarter q has point q % points of face q /
/// points.
constexpr int faces_per_row(int points) { return points <= quarters / 2 ? quarters / points : 1; }

/// Pairs of so many fragments.
constexpr int factor_pairs(int slots) { return (slots + 1) / 2; }

/// Read-only pointers to the fragments. K = slots of the modes, M = slots of the face points of a cell: point g of face
/// f has number `f (p + 1) + g`. G = slots of the points of one face, R = faces that share a row. Entries beyond
/// the last are zero. The last index is the one that a sum runs over, in pairs (the last by itself, if need be).
template <class Real>
struct FragmentsView {
  using Pointer = const FactorPair<Real>*;

  int point_slots;     ///< of the volume points, of which those beyond the last have no weight
  Pointer volume;      ///< [pair of slots]: Fragments::value of both, then for each of them gradient and project
  Pointer lift;        ///< [pair of modes][M]: weighted traces, to modes
  Pointer trace[2];    ///< [f][G][R, K]: j = 0: trace; j = 1: derivative across the face, along the outward normal or
                       ///< against it, by half the length of the face. Points go along the face or against it.
                       ///< Each face of a row has modes, and columns, of its own
  Pointer tangential;  ///< [G out][G in, side]: derivative on the minus side (j = 0) or the plus side (j = 1), of each
                       ///< face of a row by itself
  Pointer face_lift;   ///< [G out][G in]: eta times the lifting, the same for j = 0 and 1, likewise
};

/// The fragments themselves. `gradient` turns the jump x(f, g) of all faces of an affine cell into the sum of their
/// liftings, in reference coordinates. There, the normal of a face times its length is that of the reference cell.
struct Fragments {
  int point_slots = 0;
  std::vector<double> value;     ///< [pair s][slot of modes K]: values at points of slot 2 s + j
  std::vector<double> gradient;  ///< [s][K + M]: derivative along xi_j at points of slot s, from modes; then from jumps
  std::vector<double> project;  ///< [s][pair of modes][d]: weighted derivatives along xi_d, to modes of slot 2 pair + j
  std::vector<double> lift, trace[2], tangential, face_lift;
};

/// `eta` is the stabilisation factor of the liftings on faces.
Fragments make_fragments(const Tables<double>& tables, double eta);

/// What FragmentsView::volume holds of a pair of slots of points, counted in numbers of a lane.
struct VolumeFragments {
  int value, gradient, project;  ///< how many: of the pair, of each slot

  constexpr VolumeFragments(int mode_slots, int jump_slots)
      : value(factor_pairs(mode_slots)),
        gradient(factor_pairs(mode_slots + jump_slots)),
        project(factor_pairs(mode_slots)) {}

  constexpr int gradient_begin(int j) const { return value + j * (gradient + project); }  ///< of slot j of the pair
  constexpr int project_begin(int j) const { return gradient_begin(j) + gradient; }
  constexpr int size() const { return gradient_begin(2); }
};

/// FragmentsView::volume; zeros stand for the last slot where there is none.
template <class Real>
std::vector<FactorPair<Real>> volume_factors(const Fragments& fragments, int mode_slots, int jump_slots);

/// Fragments as the matrix units take them, where sums run over `slots` of them.
template <class Real>
std::vector<FactorPair<Real>> pair_factors(const std::vector<double>& fragments, int slots);

}  // namespace dg
