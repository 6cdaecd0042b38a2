/// What filters read beside the state: values of its basis at points, averages over faces, degrees.
#pragma once

#include "libdg/space/zone.hpp"

namespace dg {

/// A state is made of coefficients u_i of the functions psi_i, modes or others (Operators::has_own_basis). Coefficient
/// i belongs to group i % groups. Of modes each is a group for itself, and point values are one group. Of prisms by
/// triangle and line, the coefficients of a mode of the triangle are one. The function 1 has the coefficients `one` in
/// group 0, and zeros in others.
template <class Real>
struct ZoneFilterView {
  int coefficients = 0, groups = 0, points = 0, faces = 0;
  Real one;
  const Real* values;        ///< [point][entry]: psi_i at the quadrature points of the volume and of all faces
  const Index* columns;      ///< [point][entry]: i; null: the entry is i
  int entries;               ///< of a point: those that are not zero
  const Real* largest;       ///< [group]: the largest sum of |psi_i| over the group at one of these points
  const Real* face_average;  ///< [f][i]: the average of psi_i over face f of the reference cell
  const Real* weight;  ///< affine [i], curved [i][cell]: the average of psi_i over the cell; affine: 0 outside group 0
  const Real* degree;  ///< [i]: the degree of the polynomial psi_i; with lines those of modes in tensor order
  int line_points = 0, line_directions = 0, line_inner = 1;  ///< of a LineBasis; 0: each psi_i is of one degree
  const Real *line_to_modes, *line_from_modes;
  const Index* line_place;
  const Index*
      cell_behind;  ///< [f][cell]: where in FilterView::averages that of the neighbour is; at boundaries the own
  const Index* face_behind;  ///< [f][cell]: where it has that of the same face as the neighbour sees it
};

/// Arrays of one number per cell are as ZoneView::cell_begin says, those of all zones `cells` long.
template <class Real>
struct FilterView {
  ZoneFilterView<Real> zone[max_zones];
  Real* averages;                   ///< of the sensed variable: over each cell, and each of its faces
  Index cell_stride, value_stride;  ///< of two cells there, and of two averages of a cell; lanes of cells need 1
  Real* strength;                   ///< [cell]: how strongly the last stage was changed, 0 to 1
  Real gate_begin, gate_end;
  bool damps, keeps_positive;
};

}  // namespace dg
