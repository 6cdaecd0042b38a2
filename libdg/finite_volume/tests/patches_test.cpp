#include "libdg/finite_volume/patches.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "flows.hpp"
#include "libdg/finite_volume/cell_averages.hpp"
#include "libdg/finite_volume/gradient_stencil.hpp"
#include "libdg/finite_volume/patch_cells.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// Places that are not the numbers of the cells.
std::vector<Index> reversed_places(const Mesh2& mesh) {
  std::vector<Index> place(mesh.cell_count());
  std::iota(place.rbegin(), place.rend(), 0);
  return place;
}

Index cell_of(const Mesh2& mesh, Index place) { return mesh.cell_count() - 1 - place; }

/// What the sides of cell i of a patch say, by numbers of the mesh.
void check_sides(const Mesh2& mesh, const CellNeighbours<2>& neighbours, const PatchArrays& a, const PatchBounds& b,
                 Index i) {
  const Index cell = cell_of(mesh, a.place[b.cell_begin + i]);
  const auto stencil = gradient_stencil(mesh, neighbours, cell);
  const PatchSides& around = a.around[static_cast<std::size_t>(b.cell_group * patch_group + i)];
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    REQUIRE(around.stencil[f] < b.loaded);
    CHECK(cell_of(mesh, a.place[b.cell_begin + around.stencil[f]]) == (stencil[f] >= 0 ? stencil[f] : cell));
    REQUIRE(around.face[f] < 2 * a.most_faces);
    if (i >= b.owned && around.face[f] >= 2 * b.faces) continue;
    const int face = around.face[f] / 2;
    REQUIRE(face < b.faces);
    const auto normal = flat_normal(mesh, cell, f);
    const std::size_t first =
        static_cast<std::size_t>((b.face_group + face / patch_group) * 3 * patch_group + face % patch_group);
    const double sign = around.face[f] % 2 == 1 ? -1 : 1, length = a.of_faces[first + 2 * patch_group];
    CHECK(length * a.of_faces[first] == Approx(sign * normal[0]).margin(1e-12));
    CHECK(length * a.of_faces[first + patch_group] == Approx(sign * normal[1]).margin(1e-12));
    CHECK(length == Approx(std::hypot(normal[0], normal[1])));
    const Index boundary = neighbours.sides(cell)[f].boundary_face;
    CHECK((boundary >= 0) == (face >= b.inner));
    if (boundary >= 0) CHECK(a.boundary[b.boundary_begin + face - b.inner] == boundary_place(boundary));
  }
  for (int f = face_count(mesh.cell_shapes[cell]); f < 4; ++f) CHECK(around.face[f] >= 2 * b.faces);
}

PatchPlan plan(const Mesh2& mesh, Index size, bool straight) {
  return {size, mesh.cell_count(), mesh.cell_count(), most_sides_of(mesh), straight};
}

/// The pair of numbers k of cell i.
std::array<double, 2> pair_of(const PatchArrays& a, const PatchBounds& b, Index i, int k) {
  const auto at = static_cast<std::size_t>(pair_of_cell(b, i, k, patch_pairs(a.sides, a.straight)));
  return {a.of_cells[at], a.of_cells[at + 1]};
}

/// Gradients of linear functions are exact, in whatever way the weights were found.
void check_numbers(const Mesh2& mesh, const CellNeighbours<2>& neighbours, const PatchArrays& a, const PatchBounds& b,
                   Index i) {
  const Index cell = cell_of(mesh, a.place[b.cell_begin + i]);
  const PatchSides& around = a.around[static_cast<std::size_t>(b.cell_group * patch_group + i)];
  std::array<std::array<double, 2>, 2> of_coordinate{};
  for (int f = 0; f < a.sides; ++f) {
    const Index other = cell_of(mesh, a.place[b.cell_begin + around.stencil[f]]);
    for (int x = 0; x < 2; ++x)
      for (int d = 0; d < 2; ++d)
        of_coordinate[x][d] += pair_of(a, b, i, f)[d] * (neighbours.centroid(other)[x] - neighbours.centroid(cell)[x]);
  }
  for (int x = 0; x < 2; ++x)
    for (int d = 0; d < 2; ++d) CHECK(of_coordinate[x][d] == Approx(x == d ? 1 : 0).margin(1e-10));
  for (int f = 0; f < (a.straight ? 2 : face_count(mesh.cell_shapes[cell])); ++f)
    CHECK(pair_of(a, b, i, a.sides + f) == neighbours.sides(cell)[f].own_middle);
  const double area = cell_area(mesh, cell);
  const auto volume = pair_of(a, b, i, patch_pairs(a.sides, a.straight) - 1);
  CHECK(volume[0] * area * mean_of_mode(mesh.cell_shapes[cell]) == Approx(1));
  CHECK(volume[1] == Approx(std::pow(area, 1.5)));
}

TEST_CASE("Patches hold the geometry of their cells, of two ways where these give the others") {
  for (const std::string kind : {"triangles", "quads", "hybrid"}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 12, .distortion = 0, .periodic = false, .kind = kind});
    const CellNeighbours neighbours(mesh);
    const PatchArrays a = make_patches(mesh, neighbours, reversed_places(mesh), plan(mesh, 50, kind != "hybrid"));
    CHECK(a.sides == (kind == "triangles" ? 3 : 4));
    for (const PatchBounds& b : a.bounds)
      for (Index i = 0; i < b.sloped; ++i) check_numbers(mesh, neighbours, a, b, i);
  }
}

TEST_CASE("Patches own each cell once, and number what its stage reads") {
  for (const bool periodic : {true, false})
    for (const Index size : {1, 7, 64, 4096}) {
      const Mesh2 mesh = test::hybrid_mesh({.n = 12, .periodic = periodic});
      const CellNeighbours neighbours(mesh);
      const PatchArrays a = make_patches(mesh, neighbours, reversed_places(mesh), plan(mesh, size, false));
      CHECK(static_cast<Index>(a.bounds.size()) == (mesh.cell_count() + size - 1) / size);
      std::vector<int> owners(mesh.cell_count(), 0);
      for (const PatchBounds& b : a.bounds) {
        CHECK(b.owned <= size);
        CHECK(b.loaded <= a.most_loaded);
        CHECK(b.faces <= a.most_faces);
        const auto begin = a.place.begin() + b.cell_begin;
        CHECK(std::set<Index>(begin, begin + b.loaded).size() == static_cast<std::size_t>(b.loaded));
        for (Index i = 0; i < b.owned; ++i) ++owners[begin[i]];
        for (Index i = 0; i < b.sloped; ++i) check_sides(mesh, neighbours, a, b, i);
      }
      CHECK(std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; }));
    }
}

TEST_CASE("Patches are compact whatever the order of cells: few cells around them") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 64, .distortion = 0, .kind = "triangles"});
  const PatchArrays a = make_patches(mesh, CellNeighbours(mesh), reversed_places(mesh), plan(mesh, 256, true));
  double owned = 0, sloped = 0;
  for (const PatchBounds& b : a.bounds) owned += b.owned, sloped += b.sloped;
  CHECK(sloped / owned < 1.3);  // squares of 16 x 8 cut in two have 48 cells across their sides
}

}  // namespace
}  // namespace dg
