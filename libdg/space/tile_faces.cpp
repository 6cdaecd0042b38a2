#include "libdg/space/tile_faces.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/space/face_axes.hpp"
#include "libdg/space/tile_cells.hpp"
#include "libdg/space/tile_places.hpp"
#include "libdg/space/zone.hpp"

namespace dg {
namespace {

/// Geometry of one side at a point of a face, points counted along the minus side.
class SideGeometry {
 public:
  SideGeometry(const ZoneForFaces<>& zone, const FaceSide& side, PointOrder order)
      : zone_(zone),
        cell_(side.cell),
        face_(face_of(side.code)),
        order_(order),
        n_points_(face_point_count(zone.tables->degree)) {}

  double determinant() const { return zone_.geometry->jacobian[cell_]; }  ///< affine cells

  /// Entry i of ZoneView::face.
  double entry(int g, int i) const {
    const int row = zone_.curved ? face_ * n_points_ + point(g) : face_;
    return at(zone_.geometry->face, row * (tile_dim + 1) + i);
  }
  double length(int g) const { return entry(g, tile_dim) * (zone_.curved ? 1.0 : determinant()); }
  /// |J_f| at a point of a curved cell's face over its mean.
  double relative_length(int g) const {
    return length(g) / mean_face_length(*zone_.geometry, zone_.padded, cell_, *zone_.tables, face_);
  }
  bool is_curved() const { return zone_.curved; }

  /// Of the derivatives across the face, as FragmentsView::trace has them, and along it.
  FaceAxes<tile_dim, double> axes(int g) const {
    const auto& table = zone_.tables->faces[0].frame[static_cast<std::size_t>(order_)];
    const auto frame_entry = [&](int i) { return table[i * code_slots(tile_dim) + face_]; };
    const double half_length = 1 / std::hypot(frame_entry(tile_dim), frame_entry(tile_dim + 1));
    const double side_sign = order_ == PointOrder::neighbour ? -1.0 : 1.0;
    double m[tile_dim * tile_dim], frame[tile_dim * tile_dim];
    for (int i = 0; i < tile_dim * tile_dim; ++i) {
      m[i] = zone_.curved ? at(zone_.geometry->face_metric, (face_ * n_points_ + point(g)) * tile_dim * tile_dim + i)
                          : at(zone_.geometry->metric, i);
      frame[i] = (i < tile_dim ? side_sign * half_length : 1.0) * frame_entry(i);
    }
    return FaceAxes<tile_dim, double>(m, frame);
  }

 private:
  int point(int g) const { return order_ == PointOrder::own ? g : n_points_ - 1 - g; }
  double at(const std::vector<double>& array, int row) const {
    return array[std::size_t(row) * static_cast<std::size_t>(zone_.padded) + static_cast<std::size_t>(cell_)];
  }

  const ZoneForFaces<>& zone_;
  Index cell_;
  int face_;
  PointOrder order_;
  int n_points_;
};

/// Writes numbers of one face of a tile.
class Column2D {
 public:
  Column2D(double* first, std::size_t distance) : first_(first), distance_(distance) {}
  void set(int number, double value) { first_[static_cast<std::size_t>(number) * distance_] = value; }
  void set_axes(int number, const FaceAxes<tile_dim, double>& axes) {
    for (int d = 0; d < tile_dim; ++d) {
      set(number + d, axes.normal[d]);
      set(number + tile_dim + d, axes.tangent[0][d]);
    }
  }

 private:
  double* first_;
  std::size_t distance_;  ///< of two numbers
};

void set_affine(const SideGeometry& minus, const SideGeometry& plus, Column2D to) {
  const double n[tile_dim] = {minus.entry(0, 0), minus.entry(0, 1)};
  for (int d = 0; d < tile_dim; ++d) to.set(unit_normal + d, n[d]);
  to.set(inverse_length, 1 / minus.length(0));
  const auto set_axes = [&](int number, const FaceAxes<tile_dim, double>& axes) {
    const StraightAxes<double> straight(axes, n);
    to.set(number + axis_across, straight.normal);
    to.set(number + axis_skew, straight.skew);
  };
  set_axes(minus_axes, minus.axes(0));
  set_axes(plus_axes, plus.axes(0));
}

void set_curved(const SideGeometry& minus, const SideGeometry& plus, int n_points, Column2D to) {
  const SideGeometry& curved = minus.is_curved() ? minus : plus;
  for (int g = 0; g < n_points; ++g) {
    const int first = g * curved_point_numbers;
    for (int d = 0; d < tile_dim; ++d) to.set(first + point_normal + d, minus.entry(g, d));
    to.set_axes(first + point_minus_axes, minus.axes(g));
    to.set_axes(first + point_plus_axes, plus.axes(g));
    to.set(first + point_length, curved.relative_length(g));
  }
}

}  // namespace

template <int Dim>
TileFaces lay_out_tiles(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                        const std::vector<ZoneForFaces<Dim>>& zones, int points, const FaceGroups& groups,
                        std::vector<Index>& faces) {
  TileFaces t;
  const std::size_t per_tile = tile_faces(points);
  std::vector<bool> curved;
  for (const ZoneForFaces<Dim>& zone : zones) curved.push_back(zone.curved);
  TilePlaces places = place_in_tiles<Dim>(minus, plus, curved, points, groups);
  for (std::size_t c = 0; c <= face_classes; ++c) t.begin[c] = places.begin[c] / static_cast<Index>(per_tile);
  for (std::size_t c = 0; c < face_classes; ++c)
    for (const Index begin : places.group_begin[c]) t.group_begin[c].push_back(begin / static_cast<Index>(per_tile));
  faces = std::move(places.face);
  t.place.resize(minus.size());
  t.minus.resize(faces.size());
  t.plus.resize(faces.size());
  t.minus_code.resize(faces.size() / per_tile);
  t.plus_code.resize(t.minus_code.size());
  parallel_for(t.tiles(), [&](std::ptrdiff_t tile) {
    const std::size_t first = static_cast<std::size_t>(tile) * per_tile;
    t.minus_code[tile] = minus[faces[first]].code;
    t.plus_code[tile] = plus[faces[first]].code;
    for (std::size_t i = first; i < first + per_tile; ++i) {
      if (faces[i] >= 0)
        t.place[faces[i]] = static_cast<Index>(i);
      else
        faces[i] = faces[i - 1];
      t.minus[i] = minus[faces[i]].cell;
      t.plus[i] = plus[faces[i]].cell;
    }
  });
  return t;
}

template TileFaces lay_out_tiles<3>(const std::vector<FaceSide>&, const std::vector<FaceSide>&,
                                    const std::vector<ZoneForFaces<3>>&, int, const FaceGroups&, std::vector<Index>&);

TileFaces make_tile_faces(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                          const std::vector<ZoneForFaces<>>& zones, const FaceGroups& groups) {
  const int n_points = face_point_count(zones.front().tables->degree);
  const std::size_t per_tile = tile_faces(n_points);
  std::vector<Index> face;
  TileFaces t = lay_out_tiles<2>(minus, plus, zones, n_points, groups, face);

  const std::size_t affine_tiles = t.begin[static_cast<std::size_t>(FaceClass::curved_inner)];
  const std::size_t affine_places = affine_tiles * per_tile;
  const std::size_t curved_numbers = curved_face_numbers(n_points), curved_places = face.size() - affine_places;
  t.geometry.resize(affine_places * affine_face_numbers + curved_places * curved_numbers);
  parallel_for(static_cast<Index>(face.size()), [&](std::ptrdiff_t i) {
    const FaceSide &a = minus[face[i]], &b = plus[face[i]].code < 0 ? a : plus[face[i]];
    const SideGeometry inner(zones[zone_of(a.code)], a, PointOrder::own);
    const SideGeometry outer(zones[zone_of(b.code)], b,
                             plus[face[i]].code < 0 ? PointOrder::own : PointOrder::neighbour);
    const std::size_t tile = i / per_tile, row = i % per_tile;
    if (tile < affine_tiles)
      return set_affine(inner, outer, Column2D(&t.geometry[tile * affine_face_numbers * per_tile + row], per_tile));
    const std::size_t first = affine_places * affine_face_numbers + (tile - affine_tiles) * curved_numbers * per_tile;
    set_curved(inner, outer, n_points, Column2D(&t.geometry[first + row], per_tile));
  });
  return t;
}

}  // namespace dg
