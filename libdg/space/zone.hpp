/// A zone: the cells of one shape and space, all affine or all curved, stored one after the other for the kernels.
///
/// Every array runs over cells fastest; zones are padded to whole blocks of `zone_padding` cells with copies of a
/// harmless cell. Affine zones keep one entry where curved zones keep one per quadrature point.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/element/fragments_3d.hpp"

namespace dg {

inline constexpr int zone_padding = 32;
inline constexpr int max_zones = 8;   ///< cells of four shapes in 3-D, straight and curved
inline constexpr int mode_group = 4;  ///< modes of a cell that Layout::cellwise keeps together

/// Codes of what lies behind a face. They say zone and slot of the neighbour, or a boundary condition. The slot is its
/// local face and, on the plus side of a face of 3-D cells, its orientation.
template <int Dim = 2>
constexpr Index neighbour_code(int zone, int face, int orientation = 0) {
  return static_cast<Index>((zone * orientation_slots(Dim) + orientation) * face_slots(Dim) + face);
}
/// The orientation of a face, counted from the first that there is: in 2-D there is one only.
template <int Dim>
constexpr int orientation_of(const Face& face) {
  return Dim == 2 ? 0 : face.orientation;
}
/// Of a code that is not a boundary's.
template <int Dim = 2>
constexpr int zone_of(Index code) {
  return static_cast<int>(static_cast<unsigned>(code) / code_slots(Dim));
}
template <int Dim = 2>
constexpr int face_of(Index code) {
  return static_cast<int>(static_cast<unsigned>(code) % face_slots(Dim));
}
/// The orientation of the face, of the same: counted from the first that there is.
template <int Dim>
constexpr int orientation_of_code(Index code) {
  return static_cast<int>(static_cast<unsigned>(code) / face_slots(Dim)) % orientation_slots(Dim);
}
constexpr Index boundary_code(int condition) { return static_cast<Index>(-1 - condition); }

/// How a cell sees a face that it shares: 0 from the minus side, 1 + orientation from the plus side. For each face,
/// ZoneView::face_number has so many numbers.
constexpr int view_slots(int dim) { return dim == 2 ? 2 : 8; }

/// Where the coefficients of the cells of a zone lie. There are blocks of 2^shift cells, in each of them variable by
/// variable, group of modes by group of modes. Within a group either cells or modes run fastest.
struct StateLayout {
  int shift;              ///< one block holds all cells in the flat layout
  Index block_stride;     ///< distance of two blocks; 0 where there is only one
  Index variable_stride;  ///< of two variables of a cell
  Index group_stride;     ///< of two groups of `mode_group` modes of a variable
  Index mode_stride;      ///< of two modes of a group
  Index cell_stride;      ///< of two cells of a block; 1 wherever lanes load neighbouring cells at once

  /// Offset of a cell's first coefficient.
  template <class I>
  RKDG_FN I cell(I c) const {
    return (c >> shift) * I(block_stride) + (c & I((1 << shift) - 1)) * I(cell_stride);
  }
  /// How much further mode k of a variable lies.
  RKDG_FN Index mode(int variable, int k) const {
    return Index(variable) * variable_stride + Index(k / mode_group) * group_stride +
           Index(k % mode_group) * mode_stride;
  }
  /// Calls visit(k, how much further mode k lies than the first of its variable) for so many modes, group by group.
  template <int Modes, class Visit>
  RKDG_FN void each_mode(const Visit& visit) const {
    constexpr int rest = Modes % mode_group;
    const std::int64_t step = mode_stride;
    std::int64_t group = 0;
    for (int k = 0; k < Modes - rest; k += mode_group, group += group_stride) {
      RKDG_UNROLL
      for (int j = 0; j < mode_group; ++j) visit(k + j, group + j * step);
    }
    RKDG_UNROLL
    for (int j = 0; j < rest; ++j) visit(Modes - rest + j, group + j * step);
  }
};

template <class Real>
struct ZoneView {
  Space space;
  bool curved;
  Index cells;             ///< own ones, without padding
  Index launched;          ///< those with padding: what kernels work on; ghosts lie behind
  Index interface;         ///< of those, cells before this one (a multiple of zone_padding) may have ghosts beside them
  Index padded;            ///< with padding and ghosts
  Index coefficients;      ///< modes x variables of a cell
  StateLayout layout;      ///< of this zone's part of a state array
  bool by_points = false;  ///< states are values at points, of hexahedra with Q: in stages with Assembly::blocks alone
  std::int64_t state_begin;  ///< of that part
  Index cell_begin;          ///< of this zone in an array of one number per cell
  const Index* number;       ///< [cell] by which cells of all ranks are told apart; null: cell_begin + cell
  TablesView<Real> tables;
  FragmentsView<Real> fragments;       ///< with Assembly::tiles, of 2-D cells
  FragmentsView3D<Real> fragments_3d;  ///< of 3-D cells

  const Real* metric;    ///< affine [r][d][cell]: d xi_r / d x_d; curved [q][r][d][cell]: the same times det J
  const Real* jacobian;  ///< affine [cell]: det J; curved [q][cell]: 1 / det J
  const Real* face;      ///< affine [f][d + 1][cell], curved [f][g][d + 1][cell]: unit normal, |J_f| (affine: / det J)
  const Real* face_metric;   ///< curved [f][g][r][d][cell]: inverse Jacobian at face points
  const Real* mass_inverse;  ///< curved [k(k+1)/2 + l][cell], l <= k; with Assembly::tiles null
  const Real* point_mass;    ///< curved [q][cell], where M^-1 is a factor at each point (space/space_options.hpp): that
                             ///< factor but for the weight; else null
  const Real* moments;       ///< curved [k][cell]: int phi_k dx
  const Real* inverse_length;  ///< [cell]: 1 / h of the stability limits (time/stability.hpp)
  const Real* cell_value;  ///< [cell]: what equations take that depend on the cell (DependsOnCell): filter_width(), or
                           ///< artificial viscosity
  const Index* neighbour;  ///< [f][cell]: cell in the neighbour's zone; on a boundary: number of the boundary face
  const Index* code;       ///< [f][cell]
  const Index* face_number;   ///< [f][cell], with Assembly::tiles [tile][f][row]: view_slots() * number in FaceList, or
                              ///< place in TileFaces, + how the cell sees it; only with face-wise assembly
  const Real* tile_geometry;  ///< only with Assembly::tiles, but for curved cells that go by sum factorisation: see
                              ///< space/tile_cells.hpp
  Index tile_numbers;         ///< of a cell in there
  const Real* sum_factorised_geometry;  ///< curved [cell], with TileFamily::sum_factorised: see
                                        ///< space/sum_factorised_cells.hpp; else null
};

/// The number of a cell among those of all zones, and all ranks.
template <class Real>
RKDG_FN Index cell_number(const ZoneView<Real>& zone, Index cell) {
  return zone.number ? zone.number[cell] : zone.cell_begin + cell;
}

/// All zones of a mesh and what they share.
template <class Real>
struct ZonesView {
  int count;
  ZoneView<Real> zone[max_zones];
};

}  // namespace dg
