/// What the kernels of finite volumes read: neighbours and geometry of all cells, and the laws that hold there.
///
/// A place counts cells through all zones of the discretisation, padding included: ZoneView::cell_begin plus the cell
/// in its zone. One StateLayout serves the states of all zones, another one the slopes.
#pragma once

#include "libdg/core/vocabulary.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// Boundary faces stand among the neighbours of a cell as numbers below 0.
constexpr Index boundary_place(Index boundary_face) { return -1 - boundary_face; }

/// The cells of one zone: arrays run over its cells fastest, [f][...][cell].
template <class Real>
struct FiniteVolumeZone {
  Index begin;                 ///< place of the first cell
  Index launched;              ///< own cells with padding: those that kernels work on
  Index padded;                ///< with ghosts behind them
  Index cells;                 ///< without it
  int faces;                   ///< of a cell
  Real mean;                   ///< the mean of a cell over its coefficient: the value of mode 0
  bool affine;                 ///< with straight sides, and nothing but parallels to them
  bool straight;               ///< in 2-D: triangles with straight sides, or parallelograms
  const Index* neighbour;      ///< [f][cell] place, or boundary_place()
  const Index* stencil;        ///< [f][cell] place of a cell from which the gradient is found
  const Real* gradient;        ///< [f][d][cell] what the difference to that cell adds to the gradient; 0 without one
  const Real* other_middle;    ///< [f][d][cell] from the centroid of the neighbour to the middle; 0 on a boundary
  const Real* normal;          ///< [f][d][cell] outward normal of the face, as long as it is large; straight: of f < 2
  const Real* own_middle;      ///< [f][d][cell] from the centroid to the middle of the face; null if straight
  const Real* inverse_volume;  ///< [cell] 1 / (volume mean); null if straight
  const Index* face_number;    ///< [f][cell] 2 * number among the faces + (1 on its plus side); null without them
};

/// All faces, for assemblies that work face by face: arrays run over faces fastest, padded with copies of the last one.
template <class Real>
struct FiniteVolumeFaces {
  Index count = 0, padded = 0;  ///< 0: there are none
  const Index* minus;           ///< [face] place
  const Index* plus;            ///< [face] place, or boundary_place()
  const Real* middle;           ///< [side][d][face] from the centroids to the middle of the face; 0 behind a boundary
  const Real* normal;           ///< [d][face] from minus to plus, as long as the face is large
};

/// Everything, but for the state.
template <class Eq>
struct FiniteVolumeView {
  using Real = typename Eq::Real;
  static constexpr int shapes = Eq::dim == 2 ? 2 : 4;  ///< that cells can have: CellShape from the first of a dimension

  int count;
  FiniteVolumeZone<Real> zone[max_zones];
  FiniteVolumeFaces<Real> faces;
  StateLayout layout;         ///< of a state: one mode of each variable
  StateLayout slope_layout;   ///< of the slopes: as many "variables" for each of a cell as there are coordinates
  Index shape_begin[shapes];  ///< the first place that holds a cell of this shape or of a later one
  Real mean[shapes];          ///< FiniteVolumeZone::mean of each shape
  Limiter limiter;
  Real smooth_volume;                ///< see limit_smoothly(): (K / L)^3
  const Index* conditions_of_faces;  ///< [boundary face] number of its condition
  Eq equations;
  typename Eq::Flux riemann;
  const typename Eq::Condition* conditions;  ///< [condition]
  const Real* boundary_data;                 ///< [boundary face][variable], conservative
};

}  // namespace dg
