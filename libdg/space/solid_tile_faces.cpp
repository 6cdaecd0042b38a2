#include "libdg/space/solid_tile_faces.hpp"

#include <cassert>

#include "libdg/backend/parallel.hpp"
#include "libdg/space/face_axes.hpp"
#include "libdg/space/zone.hpp"

namespace dg {
namespace {

constexpr int dim = 3;

/// Geometry of one side of a face.
class SolidSide {
 public:
  SolidSide(const ZoneForFaces<dim>& zone, int kind, const FaceSide& side, PointOrder order)
      : zone_(zone), kind_(kind), side_(side), order_(order) {}

  /// Entry i of ZoneView::face.
  double entry(int i) const { return at(zone_.geometry->face, face_of<dim>(side_.code) * (dim + 1) + i); }

  /// Axes of the derivatives on the face.
  FaceAxes<dim, double> axes() const {
    const auto& table = zone_.tables->faces[static_cast<std::size_t>(kind_)].frame[static_cast<std::size_t>(order_)];
    const int slot = static_cast<int>(static_cast<unsigned>(side_.code) % code_slots(dim));
    double m[dim * dim], frame[dim * dim];
    for (int i = 0; i < dim * dim; ++i) {
      m[i] = at(zone_.geometry->metric, i);
      frame[i] = table[static_cast<std::size_t>(i * code_slots(dim) + slot)];
    }
    return FaceAxes<dim, double>(m, frame);
  }

 private:
  double at(const std::vector<double>& array, int row) const {
    return array[std::size_t(row) * static_cast<std::size_t>(zone_.padded) + static_cast<std::size_t>(side_.cell)];
  }

  const ZoneForFaces<dim>& zone_;
  int kind_;
  const FaceSide& side_;
  PointOrder order_;
};

double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Writes the numbers of a face, which lie tile_rows apart.
void set_geometry(const SolidSide& minus, const SolidSide& plus, double* to) {
  const auto set = [to](int number, double value) { to[number * tile_rows] = value; };
  const double n[dim] = {minus.entry(0), minus.entry(1), minus.entry(2)};
  const FaceAxes<dim, double> inner = minus.axes(), outer = plus.axes();
  for (int d = 0; d < dim; ++d) set(solid_normal + d, n[d]);
  for (int a = 0; a + 1 < dim; ++a) {
    const double skew = dot(inner.tangent[a], n);
    for (int d = 0; d < dim; ++d) set(solid_tangents + dim * a + d, inner.tangent[a][d] - skew * n[d]);
    set(solid_minus_axes + 1 + a, skew);
    set(solid_plus_axes + 1 + a, dot(outer.tangent[a], n));
  }
  set(solid_minus_axes, minus.entry(dim));
  set(solid_plus_axes, plus.entry(dim));
}

}  // namespace

TileFaces make_solid_tile_faces(int kind, const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                                const std::vector<ZoneForFaces<3>>& zones, Index own) {
  std::vector<Index> face;
  const int points = face_point_count(face_shape_of_kind(dim, kind), zones.front().tables->degree);
  assert(tile_faces(points) == tile_rows);
  TileFaces t = lay_out_tiles<dim>(minus, plus, zones, points, own, face);
  t.geometry.resize(face.size() * solid_face_numbers);
  parallel_for(static_cast<Index>(face.size()), [&](std::ptrdiff_t i) {
    const FaceSide& a = minus[face[i]];
    const bool boundary = plus[face[i]].code < 0;
    const FaceSide& b = boundary ? a : plus[face[i]];
    const SolidSide inner(zones[zone_of<dim>(a.code)], kind, a, PointOrder::own);
    const SolidSide outer(zones[zone_of<dim>(b.code)], kind, b, boundary ? PointOrder::own : PointOrder::neighbour);
    const std::ptrdiff_t tile = i / tile_rows, row = i % tile_rows;
    set_geometry(inner, outer, &t.geometry[tile * solid_face_numbers * tile_rows + row]);
  });
  return t;
}

}  // namespace dg
