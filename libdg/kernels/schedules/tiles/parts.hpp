/// The tiles of a part of a stage: those of the interface, or of the interior, as if they were all.
#pragma once

#include <algorithm>

#include "libdg/kernels/kernel_context.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/space/sum_factorised_cells.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// Tiles of faces of a class, counted from the first of the class.
template <class Real>
Range tiles_of(const TileFacesView<Real>& faces, FaceClass of, Part part) {
  const auto c = static_cast<int>(of);
  return {part == Part::interface ? faces.own[c] : 0,
          part == Part::interior ? faces.own[c] : faces.begin[c + 1] - faces.begin[c]};
}

/// Cells from `begin` on and before `end`, both multiples of zone_padding, as if they were the zone.
template <int Dim, class Real>
ZoneView<Real> cells_of(ZoneView<Real> zone, Index begin, Index end) {
  const int faces = face_count(shape_of(zone.space));
  const auto skip = [begin](auto*& array, Index numbers = 1) {
    if (array) array += std::int64_t(begin) * numbers;
  };
  for (const Real** array : {&zone.metric, &zone.jacobian, &zone.face, &zone.face_metric, &zone.mass_inverse,
                             &zone.moments, &zone.inverse_length, &zone.cell_value})
    skip(*array);
  skip(zone.neighbour);
  skip(zone.code);
  skip(zone.number);
  skip(zone.face_number, faces);
  skip(zone.tile_geometry, zone.tile_numbers);
  skip(zone.sum_factorised_geometry, sum_factorised_cell_numbers(points_on_line(zone.tables.n_points)));
  zone.cells = std::clamp(zone.cells, begin, end) - begin;
  zone.launched = end - begin;
  zone.cell_begin += begin;
  zone.state_begin += zone.layout.cell(std::int64_t(begin));
  return zone;
}

/// The cells of a part of the stage as if they were the zone.
template <int Dim, class Real>
ZoneView<Real> part_of(const ZoneView<Real>& zone, Part part) {
  if (part == Part::all) return zone;
  return part == Part::interface ? cells_of<Dim>(zone, 0, zone.interface)
                                 : cells_of<Dim>(zone, zone.interface, zone.launched);
}

/// The stage, where the states of the zone begin.
template <class Real>
Stage<Real> stage_of(const ZoneView<Real>& zone, Stage<Real> stage) {
  stage.in += zone.state_begin;
  stage.out += zone.state_begin;
  for (int i = 0; i < stage.n_history; ++i) stage.history[i] += zone.state_begin;
  if (stage.source) stage.source += zone.state_begin;
  if (stage.local_dt) stage.dt += zone.cell_begin;
  return stage;
}

}  // namespace dg
