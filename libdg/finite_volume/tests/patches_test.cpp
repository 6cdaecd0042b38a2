#include "libdg/finite_volume/patches.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "flows.hpp"
#include "libdg/finite_volume/view.hpp"

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
void check_sides(const Mesh2& mesh, const CellNeighbours& neighbours, const PatchArrays& a, const PatchBounds& b,
                 Index i) {
  const Index cell = cell_of(mesh, a.place[b.cell_begin + i]);
  const auto stencil = gradient_stencil(mesh, neighbours, cell);
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    const auto at = static_cast<std::size_t>(b.side_begin + f * b.sloped + i);
    REQUIRE(a.stencil[at] < b.loaded);
    CHECK(cell_of(mesh, a.place[b.cell_begin + a.stencil[at]]) == (stencil[f] >= 0 ? stencil[f] : cell));
    if (i >= b.owned && a.face[at] == foreign_face) continue;
    const int face = a.face[at] / 2;
    REQUIRE(face < b.faces);
    const auto normal = chord_normal(mesh, cell, f);
    const std::size_t first = 2 * static_cast<std::size_t>(b.face_begin) + static_cast<std::size_t>(face);
    const double sign = a.face[at] % 2 == 1 ? -1 : 1;
    CHECK(a.normal[first] == Approx(sign * normal[0]).margin(1e-12));
    CHECK(a.normal[first + static_cast<std::size_t>(b.faces)] == Approx(sign * normal[1]).margin(1e-12));
    const Index boundary = neighbours.sides(cell)[f].boundary_face;
    CHECK((boundary >= 0) == (face >= b.inner));
    if (boundary >= 0) CHECK(a.boundary[b.boundary_begin + face - b.inner] == boundary_place(boundary));
  }
}

TEST_CASE("Patches own each cell once, and number what its stage reads") {
  for (const bool periodic : {true, false})
    for (const Index size : {1, 7, 64, 4096}) {
      const Mesh2 mesh = test::hybrid_mesh({.n = 12, .periodic = periodic});
      const CellNeighbours neighbours(mesh);
      const PatchArrays a = make_patches(mesh, neighbours, reversed_places(mesh), size);
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
  const PatchArrays a = make_patches(mesh, CellNeighbours(mesh), reversed_places(mesh), 256);
  double owned = 0, sloped = 0;
  for (const PatchBounds& b : a.bounds) owned += b.owned, sloped += b.sloped;
  CHECK(sloped / owned < 1.3);  // squares of 16 x 8 cut in two have 48 cells across their sides
}

}  // namespace
}  // namespace dg
