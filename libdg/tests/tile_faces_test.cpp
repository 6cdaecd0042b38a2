#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <utility>

#include "libdg/element/reference_face.hpp"
#include "libdg/space/tile_cells.hpp"
#include "libdg/space/tile_faces.hpp"
#include "libdg/space/zone.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"
#include "support.hpp"

namespace dg {
namespace {

constexpr double eta = 3.0;

/// The zones of a mesh and the sides of its faces, as a discretisation has them.
struct Sides {
  std::vector<Tables<double>> tables;
  std::vector<ZoneGeometry> geometry;
  std::vector<std::vector<Index>> cells;  ///< [zone]
  std::vector<bool> curved;
  std::vector<FaceSide> minus, plus;

  Sides(const Mesh2& mesh, int degree) {
    std::vector<FaceSide> place(mesh.cell_count());
    for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral})
      for (const bool bent : {false, true}) {
        std::vector<Index> members;
        for (Index c = 0; c < mesh.cell_count(); ++c)
          if (mesh.cell_shapes[c] == shape && is_affine(mesh, c) != bent) {
            place[c] = {static_cast<Index>(members.size()), static_cast<Index>(cells.size())};
            members.push_back(c);
          }
        if (members.empty()) continue;
        tables.push_back(make_tables<double>(space_of(shape, QuadSpace::P), degree, 2 * degree + 2));
        geometry.push_back(make_zone_geometry(mesh, members, static_cast<Index>(members.size()), bent, tables.back(),
                                              MassInverse::exact));
        cells.push_back(members);
        curved.push_back(bent);
      }
    Index boundaries = 0;
    for (const Face& f : mesh.faces) {
      const auto side = [&](Index cell, int face) {
        return FaceSide{place[cell].cell, neighbour_code(place[cell].code, face)};
      };
      minus.push_back(side(f.minus, f.minus_face));
      plus.push_back(f.plus >= 0 ? side(f.plus, f.plus_face) : FaceSide{boundaries++, boundary_code(f.boundary)});
    }
  }

  TileFaces tiles() const {
    std::vector<ZoneForFaces<>> zones;
    for (std::size_t z = 0; z < tables.size(); ++z)
      zones.push_back({&tables[z], &geometry[z], static_cast<Index>(cells[z].size()), curved[z], eta});
    return make_tile_faces(minus, plus, zones, {});
  }

  FaceClass class_of(std::size_t face) const {
    const auto bent = [&](Index code) { return code >= 0 && curved[code / face_slots(2)]; };
    return face_class(bent(minus[face].code) || bent(plus[face].code), plus[face].code < 0);
  }
};

std::array<double, 2> vertex(const Mesh2& mesh, Index cell, int v) { return mesh.nodes[vertex_node(mesh, cell, v)]; }

TEST_CASE("Every face has one place, in a tile of its class whose faces lie alike") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 20, .order = 2, .curved = 0.0, .distortion = 0.1, .periodic = false});
  const Mesh2 bent = test::hybrid_mesh({.n = 6, .order = 2, .curved = 0.03, .periodic = false});
  for (const auto& [m, degree] : {std::pair(mesh, 2), std::pair(bent, 2), std::pair(bent, 1), std::pair(bent, 0)}) {
    const Index size = tile_faces(face_point_count(degree));
    const Sides sides(m, degree);
    const TileFaces t = sides.tiles();
    REQUIRE(t.minus.size() == std::size_t(t.tiles()) * size);
    REQUIRE(t.begin.front() == 0);
    REQUIRE(t.begin.back() == t.tiles());
    std::set<Index> taken;
    for (std::size_t i = 0; i < m.faces.size(); ++i) {
      const Index place = t.place[i], tile = place / size;
      CHECK(taken.insert(place).second);
      const auto c = static_cast<std::size_t>(sides.class_of(i));
      CHECK((t.begin[c] <= tile && tile < t.begin[c + 1]));
      CHECK(t.minus_code[tile] == sides.minus[i].code);
      CHECK(t.plus_code[tile] == sides.plus[i].code);
      CHECK(t.minus[place] == sides.minus[i].cell);
      CHECK(t.plus[place] == sides.plus[i].cell);
    }
    // Copies fill up the last tile of each kind, in meshes of less than a window of faces.
    std::set<std::pair<Index, Index>> kinds;
    for (std::size_t i = 0; i < m.faces.size(); ++i) kinds.emplace(sides.minus[i].code, sides.plus[i].code);
    CHECK(m.faces.size() < 4096);
    CHECK(t.minus.size() - m.faces.size() <= kinds.size() * std::size_t(size - 1));
  }
}

TEST_CASE("The geometry of a tile's straight faces is that of their vertices") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 5, .distortion = 0, .periodic = false});
  const int degree = GENERATE(1, 2);
  const Index size = tile_faces(face_point_count(degree));
  const Sides sides(mesh, degree);
  const TileFaces t = sides.tiles();
  REQUIRE(t.begin[static_cast<std::size_t>(FaceClass::curved_inner)] == t.tiles());
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const Face& f = mesh.faces[i];
    const Index tile = t.place[i] / size, row = t.place[i] % size;
    const auto number = [&](int n) { return t.geometry[(tile * affine_face_numbers + n) * size + row]; };
    const auto a = vertex(mesh, f.minus, f.minus_face), b = vertex(mesh, f.minus, f.minus_face + 1);
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    CHECK(number(unit_normal) == Approx((b[1] - a[1]) / length).margin(1e-13));
    CHECK(number(unit_normal + 1) == Approx((a[0] - b[0]) / length).margin(1e-13));
    CHECK(number(inverse_length) == Approx(2 / length));
    for (int side = 0; side < (f.plus >= 0 ? 2 : 1); ++side) {
      const Index cell = side == 0 ? f.minus : f.plus;
      const bool triangle = mesh.cell_shapes[cell] == CellShape::triangle;
      const double det = cell_area(mesh, cell) / (triangle ? 2 : 4);
      const int axes = side == 0 ? minus_axes : plus_axes;
      CHECK(number(axes + axis_across) == Approx(0.5 * length / det));
      // The parameter along the face does not change where the reference cell is crossed at a right angle to the face;
      // its gradient is (n skew + t / |J_f|).
      const int face = side == 0 ? f.minus_face : f.plus_face;
      const auto from = reference_vertices(mesh.cell_shapes[cell]);
      const auto &r = from[face], &s = from[(face + 1) % from.size()];
      const std::array<double, 2> crossing{s[1] - r[1], r[0] - s[0]};  // at a right angle, in the reference cell
      const auto x0 = vertex(mesh, cell, 0), x1 = vertex(mesh, cell, 1), x2 = vertex(mesh, cell, triangle ? 2 : 3);
      std::array<double, 2> step{};  // the same in the mesh
      for (int d = 0; d < 2; ++d) step[d] = 0.5 * ((x1[d] - x0[d]) * crossing[0] + (x2[d] - x0[d]) * crossing[1]);
      const double nx = number(unit_normal), ny = number(unit_normal + 1), skew = number(axes + axis_skew);
      CHECK(skew * (nx * step[0] + ny * step[1]) + number(inverse_length) * (nx * step[1] - ny * step[0]) ==
            Approx(0.0).margin(1e-12));
    }
  }
}

TEST_CASE("The geometry of a tile's straight cells is that of their vertices") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 9, .distortion = 0, .periodic = false});
  const Sides sides(mesh, 2);
  for (std::size_t z = 0; z < sides.cells.size(); ++z) {
    const std::vector<Index>& cells = sides.cells[z];
    const bool triangle = mesh.cell_shapes[cells[0]] == CellShape::triangle;
    const int faces = triangle ? 3 : 4, numbers = affine_cell_numbers(2, faces);
    const Index padded = static_cast<Index>(cells.size()) / tile_rows * tile_rows;  // of whole tiles
    REQUIRE(padded > tile_rows);
    const std::vector<Index> first(cells.begin(), cells.begin() + padded);
    const ZoneGeometry geometry = make_zone_geometry(mesh, first, padded, false, sides.tables[z], MassInverse::exact);
    const std::vector<double> tiles = tile_cell_geometry(geometry, padded, 2, faces);
    REQUIRE(tiles.size() == std::size_t(padded) * numbers);
    for (Index i = 0; i < padded; ++i) {
      const auto number = [&](int n) { return tiles[(i / tile_rows * numbers + n) * tile_rows + i % tile_rows]; };
      const auto x0 = vertex(mesh, cells[i], 0), x1 = vertex(mesh, cells[i], 1),
                 x2 = vertex(mesh, cells[i], triangle ? 2 : 3);
      // From the first vertex to its neighbours, one reference coordinate grows by 2, the other by none.
      for (int r = 0; r < 2; ++r) {
        const double dx = number(cell_metric + 2 * r), dy = number(cell_metric + 2 * r + 1);
        CHECK(dx * (x1[0] - x0[0]) + dy * (x1[1] - x0[1]) == Approx(r == 0 ? 2.0 : 0.0).margin(1e-12));
        CHECK(dx * (x2[0] - x0[0]) + dy * (x2[1] - x0[1]) == Approx(r == 1 ? 2.0 : 0.0).margin(1e-12));
      }
      const double det = cell_area(mesh, cells[i]) / (triangle ? 2 : 4);
      for (int f = 0; f < faces; ++f)
        CHECK(number(cell_lengths(2) + f) == Approx(0.5 * face_length(mesh, cells[i], f) / det));
      CHECK(number(numbers - 1) == geometry.inverse_length[i]);
    }
  }
}

TEST_CASE("The geometry of a tile's curved cells is that of their maps") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .order = 2, .curved = 0.03, .periodic = false});
  const Sides sides(mesh, 3);
  for (std::size_t z = 0; z < sides.cells.size(); ++z) {
    if (!sides.curved[z]) continue;
    const Tables<double>& tables = sides.tables[z];
    const CellShape shape = shape_of(tables.space);
    const int faces = face_count(shape), points = static_cast<int>(tables.points.size()),
              modes = mode_count(tables.space, tables.degree), numbers = curved_cell_numbers(2, faces, points, modes),
              of_point = curved_cell_point_numbers(2);
    const Index padded = static_cast<Index>(sides.cells[z].size()) / tile_rows * tile_rows;  // of whole tiles
    REQUIRE(padded > tile_rows);
    const std::vector<Index> cells(sides.cells[z].begin(), sides.cells[z].begin() + padded);
    const ZoneGeometry geometry = make_zone_geometry(mesh, cells, padded, true, tables, MassInverse::exact);
    const std::vector<double> tiles = curved_tile_cell_geometry(geometry, padded, tables);
    REQUIRE(tiles.size() == std::size_t(padded) * numbers);
    const CellMap map(shape, mesh.geometry_order, tables.points);
    std::vector<JacobianMatrix<2>> jacobian(tables.points.size());
    for (Index i = 0; i < padded; ++i) {
      const double* tile = &tiles[std::size_t(i / tile_rows) * numbers * tile_rows];
      const Index row = i % tile_rows;
      // |J_f| is that of a reference face of length 2.
      for (int f = 0; f < faces; ++f)
        CHECK(tile[f * tile_rows + row] == Approx(0.5 * face_length(mesh, cells[i], f)).epsilon(1e-5));
      // The adjugate times J is det J.
      map.evaluate(mesh, cells[i], {}, jacobian);
      for (int q = 0; q < points; ++q) {
        const double* point = tile + (curved_cell_points(faces) + q * of_point) * tile_rows;
        const double det = 1 / point[4 * tile_rows + row];
        for (int r = 0; r < 2; ++r)
          for (int s = 0; s < 2; ++s) {
            double sum = 0;
            for (int d = 0; d < 2; ++d) sum += point[(r * tile_rows + row) * 2 + d] * jacobian[q][d][s];
            CHECK(sum == Approx(r == s ? det : 0.0).margin(1e-13));
          }
      }
      // The inverse takes the moments of a cell to the modes of 1.
      const double* mass = tile + curved_cell_mass(2, faces, points) * tile_rows + row;
      for (int k = 0; k < modes; ++k) {
        double sum = 0;
        for (int l = 0; l < modes; ++l) {
          const int entry = l <= k ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
          sum += mass[entry * tile_rows] * geometry.moments[std::size_t(l) * padded + i];
        }
        CHECK(sum == Approx(k == 0 ? std::sqrt(shape == CellShape::triangle ? 2.0 : 4.0) : 0.0).margin(1e-11));
      }
    }
  }
}

TEST_CASE("The faces of a tile's cells lie together") {
  constexpr int faces = 3;
  constexpr Index padded = 32;
  std::vector<Index> number(faces * padded);
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = static_cast<Index>(7 * i + 1);
  const std::vector<Index> tiles = tile_cell_faces(number, padded);
  REQUIRE(tiles.size() == number.size());
  for (int f = 0; f < faces; ++f)
    for (Index cell = 0; cell < padded; ++cell)
      CHECK(tiles[(cell / tile_rows * faces + f) * tile_rows + cell % tile_rows] == number[f * padded + cell]);
}

}  // namespace
}  // namespace dg
