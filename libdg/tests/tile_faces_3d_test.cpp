#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/space/storage_order.hpp"
#include "libdg/space/tile_faces_3d.hpp"
#include "libdg/space/zone.hpp"
#include "mesh_of_shapes.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

constexpr double eta = 4.0;

/// A polynomial of degree 2, and its gradient.
double field(const Point& x) { return 0.3 + x[0] * (1 + x[1]) - 0.7 * x[1] * x[2] + 0.4 * x[2] * x[2] - x[1] * x[1]; }
Point gradient(const Point& x) { return {1 + x[1], x[0] - 0.7 * x[2] - 2 * x[1], -0.7 * x[1] + 0.8 * x[2]}; }

std::vector<Point> places(const Mesh3& mesh, Index cell, const std::vector<Point>& reference) {
  std::vector<Point> x(reference.size());
  CellMap<3>(mesh.cell_shapes[cell], mesh.geometry_order, std::span<const Point>(reference))
      .evaluate(mesh, cell, x, {});
  return x;
}

/// The modes of the field in a straight cell, in whole slots.
std::vector<double> modes_of(const Mesh3& mesh, Index cell, int degree) {
  const CellShape shape = mesh.cell_shapes[cell];
  const Space space = space_of(shape, QuadSpace::P);
  const auto rule = shape == CellShape::tetrahedron ? tetrahedron_rule(degree + 2)
                    : shape == CellShape::prism     ? prism_rule(degree + 2)
                                                    : hexahedron_rule(degree + 2);
  const auto x = places(mesh, cell, rule.points);
  std::vector<double> modes(mode_count(space, degree)), phi(modes.size());
  for (std::size_t q = 0; q < x.size(); ++q) {
    evaluate_basis<3>(space, degree, rule.points[q], phi);
    for (std::size_t k = 0; k < phi.size(); ++k) modes[k] += rule.weights[q] * phi[k] * field(x[q]);
  }
  modes.resize(slot_count(static_cast<int>(modes.size())) * quarters, 0.0);
  return modes;
}

/// The zones of a mesh of straight cells, and tiles of the faces of a kind.
struct Tiles {
  std::vector<StoredZone> stored;
  std::vector<Tables<double, 3>> tables;
  std::vector<ZoneGeometry> geometry;
  std::vector<Fragments3D> fragments;
  std::vector<Index> faces;  ///< of the kind
  TileFaces tiles;

  Tiles(const Mesh3& mesh, int degree, int kind) : stored(stored_zones(mesh, {})) {
    for (const StoredZone& zone : stored) {
      tables.push_back(make_tables<double, 3>(space_of(zone.shape, QuadSpace::P), degree, 2 * degree));
      geometry.push_back(make_zone_geometry(mesh, zone.cells, zone.padded, false, tables.back(), MassInverse::exact));
      fragments.push_back(make_fragments_3d(tables.back(), eta));
    }
    std::vector<ZoneForFaces<3>> zones;
    for (std::size_t z = 0; z < stored.size(); ++z)
      zones.push_back({&tables[z], &geometry[z], stored[z].padded, false, eta});
    const FaceSides sides = face_sides(mesh, places_of(mesh, stored));
    std::vector<FaceSide> minus, plus;
    for (Index i = 0; i < mesh.face_count(); ++i) {
      if (kind_of_face(mesh.cell_shapes[mesh.faces[i].minus], mesh.faces[i].minus_face) != kind) continue;
      faces.push_back(i);
      minus.push_back(sides.minus[i]);
      plus.push_back(sides.plus[i]);
    }
    if (!faces.empty())
      tiles = make_tile_faces_3d(kind, minus, plus, std::vector(faces.size(), FaceValues::points), zones, {});
  }
};

/// Traces and derivatives across the face, at its points.
std::array<std::vector<double>, 2> at_points(const Tiles& t, int kind, int side, Index code,
                                             const std::vector<double>& modes) {
  const auto zone = static_cast<std::size_t>(zone_of<3>(code));
  const FaceTables<double, 3>& face = t.tables[zone].faces[kind];
  const FaceFragments3D& matrices = t.fragments[zone].faces[kind];
  const int slots = static_cast<int>(modes.size()) / quarters, pairs = factor_pairs(slot_count(face.n_points));
  const int orientation = static_cast<int>(code) / face_slots(3) % orientation_slots(3);
  const int number = face_of<3>(code) - face.range.first + face.range.count * orientation;
  std::array<std::vector<double>, 2> y;
  for (int i = 0; i < 2; ++i)
    for (int g = 0; g < face.n_points; ++g) {
      const int at = (number * pairs + g / quarters / 2) * slots * warp_lanes;
      const auto& list = i == 0 ? matrices.trace[side] : matrices.across[side];
      y[i].push_back(product(&list[at], modes, slots, g % quarters)[g / quarters % 2]);
    }
  return y;
}

/// The points of a side of a face, as the minus side lists them, in the cell of that side.
std::vector<Point> points_of(const Mesh3& mesh, const Tiles& t, int kind, const Face& face, int side) {
  const Index cell = side == 0 ? face.minus : face.plus;
  const int local = side == 0 ? face.minus_face : face.plus_face;
  const auto tables = std::find_if(t.tables.begin(), t.tables.end(),
                                   [&](const auto& of) { return shape_of(of.space) == mesh.cell_shapes[cell]; });
  const FaceTables<double, 3>& of_kind = tables->faces[kind];
  const auto listed = places(mesh, cell, of_kind.points[local - of_kind.range.first]);
  std::vector<Point> x(listed.size());
  const int view = side == 0 ? 0 : 1 + face.orientation;
  for (std::size_t g = 0; g < x.size(); ++g) x[g] = listed[of_kind.own_point[view * listed.size() + g]];
  return x;
}

TEST_CASE("Tiles of faces between 3-D cells have traces and gradients of both sides at the same points") {
  for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra,
                                Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra})
    for (const bool periodic : {true, false})
      for (int kind = 0; kind < 2; ++kind) {
        INFO(name_of(shapes) << ", kind " << kind);
        const int degree = periodic ? 2 : 3;
        const Mesh3 mesh = mesh_of_shapes(shapes, 3, periodic);
        const Tiles t(mesh, degree, kind);
        for (std::size_t i = 0; i < t.faces.size(); ++i) {
          const Face& face = mesh.faces[t.faces[i]];
          const Index place = t.tiles.place[i], tile = place / tile_rows;
          const double* numbers = &t.tiles.geometry[tile * face_numbers_3d * tile_rows + place % tile_rows];
          const auto number = [&](int k) { return numbers[k * tile_rows]; };
          for (int side = 0; side < (face.plus >= 0 ? 2 : 1); ++side) {
            const Index code = side == 0 ? t.tiles.minus_code[tile] : t.tiles.plus_code[tile];
            auto [trace, across] =
                at_points(t, kind, side, code, modes_of(mesh, side == 0 ? face.minus : face.plus, degree));
            const int points = static_cast<int>(trace.size()), G = slot_count(points);
            trace.resize(G * quarters, 0.0);
            const auto x = points_of(mesh, t, kind, face, side);
            const auto& tangential = t.fragments[zone_of<3>(code)].faces[kind].tangential;
            const int axes = side == 0 ? minus_axes_3d : plus_axes_3d;
            for (int g = 0; g < points; ++g) {
              CHECK(trace[g] == Approx(field(x[g])).margin(1e-11));
              const auto along = product(&tangential[g / quarters * G * warp_lanes], trace, G, g % quarters);
              const Point exact = gradient(x[g]);
              for (int d = 0; d < 3; ++d) {
                const double normal =
                    number(axes) * across[g] + number(axes + 1) * along[0] + number(axes + 2) * along[1];
                CHECK(number(normal_3d + d) * normal + number(tangents_3d + d) * along[0] +
                          number(tangents_3d + 3 + d) * along[1] ==
                      Approx(exact[d]).margin(1e-10));
              }
            }
          }
        }
      }
}

}  // namespace
}  // namespace dg::test
