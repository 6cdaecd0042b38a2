#include "libdg/space/tile_faces_3d.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "libdg/backend/large_pages.hpp"
#include "libdg/backend/parallel.hpp"
#include "libdg/space/face_axes.hpp"
#include "libdg/space/tile_cells.hpp"
#include "libdg/space/zone.hpp"

namespace dg {
namespace {

constexpr int dim = 3;

/// Geometry of one side of a face, points counted along the minus side.
class Side3D {
 public:
  Side3D(const ZoneForFaces<dim>& zone, int kind, const FaceSide& side, PointOrder order)
      : zone_(zone),
        faces_(zone.tables->faces[static_cast<std::size_t>(kind)]),
        first_row_(first_face_row(shape_of(zone.tables->space), kind, zone.tables->degree)),
        side_(side),
        slot_(static_cast<int>(static_cast<unsigned>(side.code) % code_slots(dim))),
        order_(order) {}

  int points() const { return faces_.n_points; }
  bool is_curved() const { return zone_.curved; }

  /// Entry i of ZoneView::face at a point.
  double entry(int g, int i) const { return at(zone_.geometry->face, row(g) * (dim + 1) + i); }
  /// The mean of |J_f| over the face of a curved cell.
  double mean_length() const {
    return mean_face_length(*zone_.geometry, zone_.padded, side_.cell, *zone_.tables, face_of<dim>(side_.code));
  }

  /// Axes of the derivatives on the face.
  FaceAxes<dim, double> axes(int g) const {
    const auto& table = faces_.frame[static_cast<std::size_t>(order_)];
    const std::vector<double>& metric = zone_.curved ? zone_.geometry->face_metric : zone_.geometry->metric;
    double m[dim * dim], frame[dim * dim];
    for (int i = 0; i < dim * dim; ++i) {
      m[i] = at(metric, (zone_.curved ? row(g) * dim * dim : 0) + i);
      frame[i] = table[static_cast<std::size_t>(i * code_slots(dim) + slot_)];
    }
    return FaceAxes<dim, double>(m, frame);
  }

  /// What turns FaceFragmentsView3D::across to the derivative along the unit normal of the reference cell.
  double across() const {
    const double* n = &faces_.normal[static_cast<std::size_t>((face_of<dim>(side_.code) - faces_.range.first) * dim)];
    return (order_ == PointOrder::own ? 1 : -1) * std::hypot(n[0], n[1], n[2]);
  }

 private:
  int orientation() const { return slot_ / face_slots(dim); }
  int own_point(int g) const {
    const int view = order_ == PointOrder::own ? 0 : 1 + orientation();
    return faces_.own_point[static_cast<std::size_t>(view * faces_.n_points + g)];
  }
  /// Of the arrays over the points of all faces, or over faces.
  int row(int g) const {
    const int f = face_of<dim>(side_.code);
    return zone_.curved ? f * faces_.n_points + first_row_ + own_point(g) : f;
  }
  double at(const std::vector<double>& array, int row) const {
    return array[std::size_t(row) * static_cast<std::size_t>(zone_.padded) + static_cast<std::size_t>(side_.cell)];
  }

  const ZoneForFaces<dim>& zone_;
  const FaceTables<double, dim>& faces_;
  int first_row_;
  const FaceSide& side_;
  int slot_;
  PointOrder order_;
};

double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Writes numbers that lie so far apart.
class Column3D {
 public:
  explicit Column3D(double* first, int distance = tile_rows) : first_(first), distance_(distance) {}
  void set(int number, double value) const { first_[number * distance_] = value; }

 private:
  double* first_;
  int distance_;
};

void set_geometry(const Side3D& minus, const Side3D& plus, Column3D to) {
  const double n[dim] = {minus.entry(0, 0), minus.entry(0, 1), minus.entry(0, 2)};
  const FaceAxes<dim, double> inner = minus.axes(0), outer = plus.axes(0);
  for (int d = 0; d < dim; ++d) to.set(normal_3d + d, n[d]);
  for (int a = 0; a + 1 < dim; ++a) {
    const double skew = dot(inner.tangent[a], n);
    for (int d = 0; d < dim; ++d) to.set(tangents_3d + dim * a + d, inner.tangent[a][d] - skew * n[d]);
    to.set(minus_axes_3d + 1 + a, skew);
    to.set(plus_axes_3d + 1 + a, dot(outer.tangent[a], n));
  }
  to.set(minus_axes_3d, minus.entry(0, dim));
  to.set(plus_axes_3d, plus.entry(0, dim));
}

/// Where the numbers of a point of a curved face go.
struct PointNumbers {
  int normal, tangents, minus_axes, plus_axes;
};

void set_point(const Side3D& minus, const Side3D& plus, int g, const PointNumbers& at, Column3D to) {
  for (int d = 0; d < dim; ++d) to.set(at.normal + d, minus.entry(g, d));
  const FaceAxes<dim, double> inner = minus.axes(g), outer = plus.axes(g);
  double t[dim - 1][dim];
  for (int a = 0; a + 1 < dim; ++a) {
    const double skew = dot(inner.tangent[a], inner.normal) / dot(inner.normal, inner.normal);
    for (int d = 0; d < dim; ++d) t[a][d] = inner.tangent[a][d] - skew * inner.normal[d];
    for (int d = 0; d < dim; ++d) to.set(at.tangents + dim * a + d, t[a][d]);
  }
  const double n[dim] = {t[0][1] * t[1][2] - t[0][2] * t[1][1], t[0][2] * t[1][0] - t[0][0] * t[1][2],
                         t[0][0] * t[1][1] - t[0][1] * t[1][0]};
  const double square = dot(n, n);
  const auto set_axes = [&](int number, const Side3D& side, const FaceAxes<dim, double>& axes) {
    to.set(number, dot(axes.normal, n) / square * side.across());
    for (int a = 0; a + 1 < dim; ++a) to.set(number + 1 + a, dot(axes.tangent[a], n) / square);
  };
  set_axes(at.minus_axes, minus, inner);
  set_axes(at.plus_axes, plus, outer);
}

/// The side of a curved face that tells |J_f| at its points: a curved one.
const Side3D& curved_side(const Side3D& minus, const Side3D& plus) { return minus.is_curved() ? minus : plus; }

/// Of the face of a row in the tile whose geometry is `to`.
void set_curved_geometry(const Side3D& minus, const Side3D& plus, double* to, int row) {
  const Side3D& curved = curved_side(minus, plus);
  const double mean = curved.mean_length();
  for (int g = 0; g < minus.points(); ++g) {
    double numbers[point_numbers_3d];
    const Column3D of_point(numbers, 1);
    set_point(minus, plus, g, {point_normal_3d, point_tangents_3d, point_minus_axes_3d, point_plus_axes_3d}, of_point);
    of_point.set(point_length_3d, curved.entry(g, dim) / mean);
    for (int i = 0; i < point_numbers_3d; ++i)
      to[((g * point_numbers_3d + i) / 2 * tile_rows + row) * 2 + i % 2] = numbers[i];
  }
}

void set_sum_factorised_geometry(const Side3D& minus, const Side3D& plus, double* to) {
  const int points = minus.points();
  const Side3D& curved = curved_side(minus, plus);
  const double mean = curved.mean_length();
  for (int g = 0; g < points; ++g) {
    const Column3D of_point(to + g, points);
    set_point(minus, plus, g, {normal_3d, tangents_3d, minus_axes_3d, plus_axes_3d}, of_point);
    of_point.set(line_length, curved.entry(g, dim) / mean);
  }
}

/// Space for a face with curved cells in a mesh whose faces leave such values.
Index curved_numbers(const std::vector<FaceValues>& values, int points) {
  const bool all_lines = std::all_of(values.begin(), values.end(), [](FaceValues v) { return v == FaceValues::lines; });
  return all_lines ? curved_sum_factorised_face_numbers(points) : curved_face_numbers_3d(points);
}

}  // namespace

TileFaces make_tile_faces_3d(int kind, const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                             const std::vector<FaceValues>& values, const std::vector<ZoneForFaces<3>>& zones,
                             const FaceGroups& groups) {
  std::vector<Index> face;
  const int points = face_point_count(face_shape_of_kind(dim, kind), zones.front().tables->degree);
  assert(tile_faces(points) == tile_rows);
  TileFaces t = lay_out_tiles<dim>(minus, plus, zones, points, groups, face);
  TileFacesView<double> view;
  std::copy(t.begin.begin(), t.begin.end(), view.begin);
  view.curved_numbers = t.curved_numbers = curved_numbers(values, points);
  const Index straight = view.begin[static_cast<int>(FaceClass::curved_inner)];
  const bool is_curved = t.tiles() > straight;
  const auto numbers = static_cast<std::size_t>(curved_tile_begin(view, t.tiles()) +
                                                (is_curved ? curved_sum_factorised_face_numbers(points) : 0));
  t.geometry.reserve(numbers);
  prefer_large_pages(t.geometry.data(), numbers * sizeof(double));
  t.geometry.resize(numbers);
  parallel_for(static_cast<Index>(face.size()), [&](std::ptrdiff_t i) {
    const FaceSide& a = minus[face[i]];
    const bool boundary = plus[face[i]].code < 0;
    const FaceSide& b = boundary ? a : plus[face[i]];
    const Side3D inner(zones[zone_of<dim>(a.code)], kind, a, PointOrder::own);
    const Side3D outer(zones[zone_of<dim>(b.code)], kind, b, boundary ? PointOrder::own : PointOrder::neighbour);
    const auto tile = static_cast<Index>(i / tile_rows);
    const std::ptrdiff_t row = i % tile_rows;
    if (tile < straight)
      return set_geometry(inner, outer,
                          Column3D(&t.geometry[std::ptrdiff_t(tile) * face_numbers_3d * tile_rows + row]));
    double* const to = &t.geometry[curved_tile_begin(view, tile)];
    if (values[face[i]] == FaceValues::lines)
      set_sum_factorised_geometry(inner, outer, to + row * curved_sum_factorised_face_numbers(points));
    else
      set_curved_geometry(inner, outer, to, static_cast<int>(row));
  });
  return t;
}

}  // namespace dg
