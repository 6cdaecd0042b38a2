#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/space/solid_tile_faces.hpp"
#include "libdg/space/storage_order.hpp"
#include "libdg/space/zone.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"
#include "solid_mesh.hpp"

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
  const auto rule = tetrahedron_rule(degree + 2);
  const auto x = places(mesh, cell, rule.points);
  std::vector<double> modes(mode_count(Space::tetrahedron_P, degree)), phi(modes.size());
  for (std::size_t q = 0; q < x.size(); ++q) {
    evaluate_basis<3>(Space::tetrahedron_P, degree, rule.points[q], phi);
    for (std::size_t k = 0; k < phi.size(); ++k) modes[k] += rule.weights[q] * phi[k] * field(x[q]);
  }
  modes.resize(slot_count(static_cast<int>(modes.size())) * quarters, 0.0);
  return modes;
}

/// Traces or derivatives at the points of a face, by the fragments of a side.
std::vector<double> at_points(const std::vector<double>& matrices, Index code, int points,
                              const std::vector<double>& modes) {
  const int slots = static_cast<int>(modes.size()) / quarters, pairs = factor_pairs(slot_count(points));
  const int slot = static_cast<int>(code) % code_slots(3);
  const int number = slot % face_slots(3) + 4 * (slot / face_slots(3));
  std::vector<double> y;
  for (int g = 0; g < points; ++g) {
    const int at = (number * pairs + g / quarters / 2) * slots * warp_lanes;
    y.push_back(product(&matrices[at], modes, slots, g % quarters)[g / quarters % 2]);
  }
  return y;
}

TEST_CASE("Tiles of triangles between tetrahedra have traces and gradients of both sides at the same points") {
  for (const bool periodic : {true, false})
    for (const int degree : {2, 3}) {
      const Mesh3 mesh = solid_mesh(Solid::tetrahedra, 3, periodic);
      const auto stored = stored_zones(mesh, {});
      REQUIRE(stored.size() == 1);
      const auto tables = make_tables<double, 3>(Space::tetrahedron_P, degree, 2 * degree);
      const auto geometry =
          make_zone_geometry(mesh, stored[0].cells, stored[0].padded, false, tables, MassInverse::exact);
      const SolidFragments f = make_solid_fragments(tables, eta);
      const CellPlaces at = places_of(mesh, stored);
      const FaceSides sides = face_sides(mesh, at);
      const TileFaces t = make_solid_tile_faces(
          sides.minus, sides.plus, {{&tables, &geometry, stored[0].padded, false, eta}}, mesh.face_count());
      const int points = tables.faces[0].n_points, G = slot_count(points);
      std::array<int, 3> turns{};
      for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const Face& face = mesh.faces[i];
        const Index place = t.place[i], tile = place / tile_rows;
        REQUIRE(t.minus_code[tile] == sides.minus[i].code);
        REQUIRE(t.plus_code[tile] == sides.plus[i].code);
        REQUIRE(t.minus[place] == sides.minus[i].cell);
        REQUIRE(t.plus[place] == sides.plus[i].cell);
        const double* numbers = &t.geometry[tile * solid_face_numbers * tile_rows + place % tile_rows];
        const auto number = [&](int k) { return numbers[k * tile_rows]; };
        if (face.plus >= 0) ++turns[face.turn];
        const auto own_places = places(mesh, face.minus, tables.faces[0].points[face.minus_face]);
        for (int side = 0; side < (face.plus >= 0 ? 2 : 1); ++side) {
          const Index cell = side == 0 ? face.minus : face.plus;
          const Index code = side == 0 ? t.minus_code[tile] : t.plus_code[tile];
          const auto modes = modes_of(mesh, cell, degree);
          auto trace = at_points(f.trace[side], code, points, modes);
          const auto across = at_points(f.across[side], code, points, modes);
          trace.resize(G * quarters, 0.0);
          auto x = own_places;
          if (side == 1) {  // across a periodic boundary, the points of the other cell
            const Index* own = &tables.faces[0].own_point[(1 + face.turn) * points];
            const auto listed = places(mesh, cell, tables.faces[0].points[face.plus_face]);
            for (int g = 0; g < points; ++g) x[g] = listed[own[g]];
            if (!periodic)
              for (int g = 0; g < points; ++g)
                for (int d = 0; d < 3; ++d) CHECK(x[g][d] == Approx(own_places[g][d]).margin(1e-12));
          }
          const int axes = side == 0 ? solid_minus_axes : solid_plus_axes;
          for (int g = 0; g < points; ++g) {
            CHECK(trace[g] == Approx(field(x[g])).margin(1e-11));
            const auto along = product(&f.tangential[g / quarters * G * warp_lanes], trace, G, g % quarters);
            const Point exact = gradient(x[g]);
            for (int d = 0; d < 3; ++d) {
              const double normal =
                  number(axes) * across[g] + number(axes + 1) * along[0] + number(axes + 2) * along[1];
              CHECK(number(solid_normal + d) * normal + number(solid_tangents + d) * along[0] +
                        number(solid_tangents + 3 + d) * along[1] ==
                    Approx(exact[d]).margin(1e-10));
            }
          }
        }
      }
      for (const int count : turns) CHECK(count > 0);
    }
}

}  // namespace
}  // namespace dg::test
