#include "libdg/space/slabs.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "libdg/solver/solver.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"

namespace dg {
namespace {

/// n^3 cubes of six tetrahedra each, layer upon layer, with boundaries.
Mesh3 tetrahedra(int n) {
  return std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "tetrahedra"}, {"n", std::to_string(n)}}));
}

struct Stored {
  std::vector<StoredZone> zones;
  CellPlaces places;
  explicit Stored(const Mesh3& mesh) : zones(stored_zones(mesh)), places(places_of(mesh, zones)) {}
};

TEST_CASE("Slabs of a zone follow each other, of whole blocks, and hold all cells") {
  for (const Index launched : {32, 320, 992})
    for (const int slabs : {1, 2, 3, 7}) {
      CHECK(slab_begin(launched, 0, slabs) == 0);
      CHECK(slab_begin(launched, slabs, slabs) == launched);
      for (int s = 0; s < slabs; ++s) {
        CHECK(slab_begin(launched, s, slabs) % 32 == 0);
        CHECK(slab_begin(launched, s, slabs) <= slab_begin(launched, s + 1, slabs));
      }
    }
}

TEST_CASE("A large mesh is taken in slabs that are layers of it, whose faces share their workspace") {
  constexpr int n = 28, slabs = 4, layers = n / slabs;
  const Mesh3 mesh = tetrahedra(n);
  const Stored stored(mesh);
  REQUIRE(choose_slabs(mesh, stored.zones, stored.places) == slabs);
  const FaceGroups groups = slab_groups(mesh, stored.zones, stored.places, slabs);
  // Two triangles for each square of the grid: between slabs, on top or below, and around a slab.
  constexpr int between = 2 * n * n, around = 4 * 2 * n * layers, cells = 6 * n * n * layers;
  constexpr int first = (4 * cells - between + between + around) / 2, second = (4 * cells - 2 * between + around) / 2;
  const auto faces_of = [&](int group) { return std::count(groups.begin(), groups.end(), group); };
  CHECK(faces_of(0) == (slabs - 1) * between);
  CHECK(faces_of(1) == first);
  CHECK(faces_of(2) == second);
  CHECK(faces_of(3) == second);
  CHECK(faces_of(4) == first);
  CHECK(workspace_of(groups, slabs) == Approx(double((slabs - 1) * between + 2 * first) / mesh.face_count()));
  CHECK(workspace_of({}, 1) == 1);
}

TEST_CASE("Slabs of a mesh of two shapes hold twice as many cells at least") {
  const auto slabs = [](const char* n) {
    const Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "layers"}, {"n", n}}));
    const Stored stored(mesh);
    REQUIRE(stored.zones.size() == 2);
    return choose_slabs(mesh, stored.zones, stored.places);
  };
  CHECK(slabs("28") == 1);  // 175 616 cells
  CHECK(slabs("36") == 4);  // 373 248
}

TEST_CASE("Faces of straight tetrahedra need workspace on a device for values at their nodes, not at their points") {
  const Mesh3 mesh = tetrahedra(4);
  for (const auto precision : {Precision::double_precision, Precision::single_precision}) {
    SolverOptions nodes;
    nodes.backend = BackendKind::cuda;
    nodes.precision = precision;
    nodes.degree = 2;
    nodes.slabs = 1;
    SolverOptions points = nodes;
    points.tile_products = TileProducts::matrices;
    // Fluxes and jumps of five variables at 6 nodes, in single precision as 8 pieces of 4; at points, space for 9.
    const bool single = precision == Precision::single_precision;
    const std::size_t bytes = single ? 2 * 4 * (5 * 9 - 32) : 2 * 8 * (5 * 9 - 30);
    CHECK(estimate_memory(mesh, points) - estimate_memory(mesh, nodes) == mesh.face_count() * bytes);
  }
}

TEST_CASE("Where prisms lie beside tetrahedra, their faces need workspace for values at points and at nodes") {
  const Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "layers"}, {"n", "4"}}));
  std::size_t nodes = 0, both = 0;  // faces
  for (const Face& f : mesh.faces) {
    const auto is_tetrahedron = [&](Index c) { return mesh.cell_shapes[c] == CellShape::tetrahedron; };
    const bool minus = is_tetrahedron(f.minus), plus = is_tetrahedron(f.plus < 0 ? f.minus : f.plus);
    nodes += minus && plus;
    both += minus != plus;
  }
  REQUIRE(both == 2 * 4 * 4);
  SolverOptions some_nodes;
  some_nodes.backend = BackendKind::cuda;
  some_nodes.degree = 2;
  some_nodes.slabs = 1;
  SolverOptions points = some_nodes;
  points.tile_products = TileProducts::matrices;
  CHECK(estimate_memory(mesh, points) - estimate_memory(mesh, some_nodes) ==
        8 * 2 * (nodes * 5 * (9 - 6) - both * 5 * 6));
}

TEST_CASE("A mesh that is small, or numbered at random, is taken all at once") {
  const Mesh3 small = tetrahedra(20);
  const Stored of_small(small);
  CHECK(choose_slabs(small, of_small.zones, of_small.places) == 1);
  const Mesh3 mesh = tetrahedra(28);
  std::vector<Index> order(mesh.cell_shapes.size());
  // Every 1009th cell: neighbours lie far apart.
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i * 1009 % order.size());
  std::vector<Index> faces(mesh.faces.size());
  std::iota(faces.begin(), faces.end(), 0);
  const Mesh3 mixed = permuted(mesh, order, faces);
  const Stored of_mixed(mixed);
  CHECK(choose_slabs(mixed, of_mixed.zones, of_mixed.places) == 1);
}

}  // namespace
}  // namespace dg
