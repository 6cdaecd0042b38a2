/// What the filters of a gas read beside its state: values of modes at points, averages over faces, degrees of modes.
#pragma once

#include "libdg/space/zone.hpp"

namespace dg {

template <class Real>
struct ZoneFilterView {
  int modes = 0, points = 0, faces = 0;
  const Real* values;        ///< [point][k]: phi_k at the quadrature points of the volume and of all faces
  const Real* largest;       ///< [k]: the largest |phi_k| at these points
  const Real* face_average;  ///< [f][k]: the average of phi_k over face f of the reference cell
  const Real* degree;        ///< [k]: the degree of the polynomial phi_k
  const Index*
      cell_behind;  ///< [f][cell]: which of FilterView::averages is that of the neighbour, at boundaries the own
  const Index* face_behind;  ///< [f][cell]: which is that of the same face as the neighbour sees it
};

/// Arrays of one number per cell are as ZoneView::cell_begin says, those of all zones `cells` long.
template <class Real>
struct FilterView {
  ZoneFilterView<Real> zone[max_zones];
  Index cells;
  Real* averages;  ///< [1 + f][cell] of the density: over the cell, and over each of its faces
  Real* strength;  ///< [cell]: how strongly the last stage was damped, 0 to 1
  Real gate_begin, gate_end;
  bool damps, keeps_positive;
};

}  // namespace dg
