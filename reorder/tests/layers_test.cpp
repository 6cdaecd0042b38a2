#include "reorder/layers.hpp"

#include <catch2/catch.hpp>

#include "meshes/errors.hpp"
#include "reorder/boundary_walk.hpp"
#include "reorder/order.hpp"
#include "reorder/tests/message_of.hpp"
#include "reorder/tests/sample_graphs.hpp"
#include "reorder/tiled_layers.hpp"

using namespace dg;
using List = std::vector<Index>;
using Names = std::vector<std::string>;

namespace {

Layering layers_from(const CellGraph& graph, const Names& starts) {
  return grow_layers(graph, start_boundaries(graph, starts));
}

List layer_of_cells(const Layering& layering) {
  List result(layering.cells.size());
  for (Index k = 0; k < layering.layer_count(); ++k)
    for (Index i = layering.layer_begin[k]; i < layering.layer_begin[k + 1]; ++i) result[layering.cells[i]] = k;
  return result;
}

bool opens_part(const Layering& layering, Index layer) {
  return std::find(layering.part_begin.begin(), layering.part_begin.end(), layer) != layering.part_begin.end();
}

}  // namespace

TEST_CASE("each cell of a layer has a neighbour in the layer before and none in an earlier one") {
  for (const auto& [name, start, graph] : test::sample_graphs()) {
    CAPTURE(name);
    const auto layering = layers_from(graph, {start});
    REQUIRE(is_permutation(layering.cells));
    REQUIRE(layering.layer_begin.back() == graph.cell_count());
    REQUIRE(std::is_sorted(layering.layer_begin.begin(), layering.layer_begin.end(), std::less_equal<>()));
    const auto layer = layer_of_cells(layering);
    for (Index cell = 0; cell < graph.cell_count(); ++cell) {
      Index lowest = layer[cell];
      for (const Index next : graph.neighbours_of(cell))
        if (next != -1) lowest = std::min(lowest, layer[next]);
      CHECK(lowest == (opens_part(layering, layer[cell]) ? layer[cell] : layer[cell] - 1));
    }
    // Cells of a layer stand in the order of their first neighbours in the layer before.
    const auto place = inverse(layering.cells);
    for (Index k = 1; k < layering.layer_count(); ++k) {
      if (opens_part(layering, k)) continue;
      List parents;
      for (Index i = layering.layer_begin[k]; i < layering.layer_begin[k + 1]; ++i) {
        Index first = graph.cell_count();
        for (const Index next : graph.neighbours_of(layering.cells[i]))
          if (next != -1 && layer[next] == k - 1) first = std::min(first, place[next]);
        parents.push_back(first);
      }
      CHECK(std::is_sorted(parents.begin(), parents.end()));
    }
  }
}

TEST_CASE("layers of a shuffled grid are its rows, in the direction of the walk") {
  const auto grid = make_graph(test::grid_mesh(7, 5));
  const auto mix = random_permutation(35, 9);
  const auto graph = permuted(grid, {mix, random_permutation(grid.face_count(), 10)});
  const auto in_grid = [&](const Layering& layering) { return composed(mix, layering.cells); };
  CHECK(in_grid(layers_from(graph, {"bottom"})) == identity_permutation(35));
  CHECK(layers_from(graph, {"bottom"}).layer_begin == List{0, 7, 14, 21, 28, 35});

  auto reversed = identity_permutation(35);
  std::reverse(reversed.begin(), reversed.end());
  CHECK(in_grid(layers_from(graph, {"top"})) == reversed);  // the walk keeps the cells on its left

  List columns;  // from the right, upwards
  for (Index i = 6; i >= 0; --i)
    for (Index j = 0; j < 5; ++j) columns.push_back(7 * j + i);
  CHECK(in_grid(layers_from(graph, {"right"})) == columns);
}

TEST_CASE("layers from a gap keep the direction of the walk, wherever the numbering of local faces starts") {
  // A row of 9 x 5 squares, of which only the middle one of the lowest row is on the start boundary; the layers are
  // arches.
  std::vector<test::Point> nodes;
  std::vector<List> cells;
  for (Index j = 0; j <= 5; ++j)
    for (Index i = 0; i <= 9; ++i) nodes.push_back({static_cast<double>(i), static_cast<double>(j)});
  for (Index j = 0; j < 5; ++j)
    for (Index i = 0; i < 9; ++i) {
      const Index a = 10 * j + i;
      cells.push_back({a, a + 1, a + 11, a + 10});
      std::rotate(cells.back().begin(), cells.back().begin() + (7 * i + 3 * j + 2) % 4, cells.back().end());
    }
  const auto boundary = [](test::Point p, test::Point q) { return p[1] + q[1] == 0 && p[0] + q[0] == 9 ? 0 : 1; };
  const auto mesh = test::mesh_of(nodes, cells, {"gap", "rest"}, boundary);
  const auto graph = test::shuffled(make_graph(mesh), 14);
  const auto layering = layers_from(graph, {"gap"});
  REQUIRE(layering.layer_count() == 9);
  for (Index k = 0; k < 9; ++k) {
    const Index begin = layering.layer_begin[k], end = layering.layer_begin[k + 1];
    for (Index i = begin; i < end; ++i) {
      const double x = graph.centroids[2 * layering.cells[i]], y = graph.centroids[2 * layering.cells[i] + 1];
      CHECK(std::abs(x - 4.5) + y - 0.5 == k);
      if (i > begin) CHECK(x > graph.centroids[2 * layering.cells[i - 1]]);
    }
  }
}

TEST_CASE("layers of a ring close and keep their sense") {
  const Index around = 12;
  const auto ring = make_graph(test::annulus_mesh(around, 3));
  const auto graph = test::shuffled(ring, 3);
  const auto layering = layers_from(graph, {"wall"});
  REQUIRE(layering.layer_count() == 6);
  for (Index k = 0; k < 6; ++k) CHECK(layering.layer_begin[k + 1] - layering.layer_begin[k] == around);
  // Each layer turns clockwise as the first does: neighbours in the layer are one step of the ring apart.
  for (Index k = 0; k < 6; ++k)
    for (Index i = 0; i + 1 < around; ++i) {
      const auto angle = [&](Index cell) {
        return std::atan2(graph.centroids[2 * cell + 1], graph.centroids[2 * cell]);
      };
      const double step =
          angle(layering.cells[layering.layer_begin[k] + i + 1]) - angle(layering.cells[layering.layer_begin[k] + i]);
      CHECK(std::remainder(step + 2 * std::numbers::pi / around, 2 * std::numbers::pi) == Approx(0).margin(1e-9));
    }
}

TEST_CASE("the first layer holds the cells on all start boundaries, in the order given") {
  const auto graph = make_graph(test::grid_mesh(4, 3));
  const auto layering = layers_from(graph, {"top", "bottom"});
  CHECK(List(layering.cells.begin(), layering.cells.begin() + 8) == List{11, 10, 9, 8, 0, 1, 2, 3});
  CHECK(layering.layer_begin == List{0, 8, 12});
  // A cell on two start boundaries comes once, at its first.
  const auto corner = layers_from(graph, {"left", "bottom"});
  CHECK(List(corner.cells.begin(), corner.cells.begin() + 6) == List{8, 4, 0, 1, 2, 3});
}

TEST_CASE("parts that no start reaches open at their ends, in the order of their lowest cells") {
  const auto ring = make_graph(test::annulus_mesh(8, 2));
  const auto strip = make_graph(test::grid_mesh(5, 1));
  const auto graph = test::apart(test::apart(strip, ring), strip);
  const auto layering = layers_from(graph, {"wall"});
  CHECK(layering.part_begin == List{0, 4, 9});
  CHECK(List(layering.cells.begin() + 32, layering.cells.end()) == List{4, 3, 2, 1, 0, 41, 40, 39, 38, 37});
  // Without boundary faces at all, the layers begin at the end too.
  const auto chain = build_graph(4, {{2, 0}, {0, 3}, {3, 1}}, {});
  CHECK(layers_from(chain, {}).cells == List{2, 0, 3, 1});
}

TEST_CASE("a boundary is walked in its natural order, whatever the order of the faces") {
  const auto grid = make_graph(test::grid_mesh(6, 4));
  const auto graph = test::shuffled(grid, 11);
  const auto x_of_faces = [&](Index boundary, int d) {
    std::vector<double> x;
    for (const Index f : walk_boundary(graph, boundary)) x.push_back(graph.centroids[2 * graph.faces[f].minus + d]);
    return x;
  };
  CHECK(x_of_faces(0, 0) == std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5, 5.5});
  CHECK(x_of_faces(1, 1) == std::vector<double>{0.5, 1.5, 2.5, 3.5});
  CHECK(x_of_faces(2, 0) == std::vector<double>{5.5, 4.5, 3.5, 2.5, 1.5, 0.5});

  const auto ring = test::shuffled(make_graph(test::annulus_mesh(9, 2)), 12);
  const auto walk = walk_boundary(ring, 0);
  REQUIRE(walk.size() == 9);
  CHECK(walk.front() == *std::min_element(walk.begin(), walk.end()));

  auto unlinked = grid;
  unlinked.boundary_link_begin.clear();
  unlinked.boundary_links.clear();
  const auto as_listed = walk_boundary(unlinked, 0);
  CHECK(as_listed.size() == 6);
  CHECK(std::is_sorted(as_listed.begin(), as_listed.end()));
}

TEST_CASE("a boundary on which one cannot walk is ordered breadth-first") {
  // Four cells, a boundary face each; the faces 4 to 7 all meet at one ridge: every walk from one of them is a choice.
  auto graph = build_graph(4, {{0, -1, 0}, {1, -1, 0}, {2, -1, 0}, {3, -1, 0}}, {"star"});
  graph.boundary_link_begin = {0, 3, 6, 9, 12};
  graph.boundary_links = {2, 1, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2};
  CHECK(walk_boundary(graph, 0) == List{0, 2, 1, 3});
}

TEST_CASE("start boundaries are found by name, or the one with the fewest faces is taken") {
  const auto graph = make_graph(test::grid_mesh(3, 2));
  CHECK(start_boundaries(graph, Names{"top", "left"}) == List{2, 3});
  CHECK(start_boundaries(graph, Names{}) == List{1});
  CHECK(test::message_of([&] { start_boundaries(graph, Names{"wal"}); }) ==
        "start boundary 'wal' is not in the mesh (it has: bottom, right, top, left)");
  CHECK(test::message_of([&] {
          start_boundaries(graph, Names{"top", "top"});
        }) == "start boundary 'top' is given twice");
  const auto periodic = build_graph(2, {{0, 1}, {1, 0}}, {"left"});
  CHECK(test::message_of([&] { start_boundaries(periodic, Names{"left"}); }) ==
        "start boundary 'left' has no faces, so no layer can start there; a periodic boundary is none");
  CHECK(start_boundaries(periodic, Names{}).empty());
  CHECK(test::message_of([] { start_boundaries(build_graph(1, {}, {}), Names{"wall"}); }) ==
        "start boundary 'wall' is not in the mesh (it has: none)");
  // Whatever the method, a name that is not there is an error.
  OrderingOptions options;
  options.method = OrderingMethod::random;
  options.starts = {"wal"};
  CHECK_FALSE(test::message_of([&] { order_cells(graph, options); }).empty());
}

TEST_CASE("tiles of a grid are blocks of its rows and columns") {
  // Layers are rows of 6; strips of 2 rows; tiles of 2 columns.
  const auto graph = make_graph(test::grid_mesh(6, 4));
  const auto tiling = tile_layers(graph, layers_from(graph, {"bottom"}), {2, 4});
  CHECK(tiling.cells == List{0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 12, 13, 18, 19, 14, 15, 20, 21, 16, 17, 22, 23});
  CHECK(tiling.tile_begin == List{0, 4, 8, 12, 16, 20, 24});
  OrderingOptions options;
  options.method = OrderingMethod::tiled_layers;
  options.layers_per_strip = 2;
  options.cells_per_tile = 4;
  options.starts = {"bottom"};
  CHECK(order_cells(graph, options) == tiling.cells);
}

TEST_CASE("tiles have equal sizes, lie in one strip and keep the layers in order") {
  for (const auto& [name, start, graph] : test::sample_graphs()) {
    CAPTURE(name);
    const auto layering = layers_from(graph, {start});
    const auto tiling = tile_layers(graph, layering, {4, 20});
    REQUIRE(is_permutation(tiling.cells));
    REQUIRE(tiling.tile_begin.back() == graph.cell_count());
    const auto layer = layer_of_cells(layering);
    const auto place = inverse(layering.cells);
    for (std::size_t t = 0; t + 1 < tiling.tile_begin.size(); ++t) {
      const List tile(tiling.cells.begin() + tiling.tile_begin[t], tiling.cells.begin() + tiling.tile_begin[t + 1]);
      REQUIRE(!tile.empty());
      CHECK(tile.size() < 30);  // a strip of 30 cells, one and a half tiles, is cut in two
      CHECK(std::is_sorted(tile.begin(), tile.end(), [&](Index a, Index b) { return place[a] < place[b]; }));
      CHECK(layer[tile.back()] - layer[tile.front()] < 4);
    }
  }
}

TEST_CASE("tiles need positive sizes") {
  const auto graph = make_graph(test::grid_mesh(2, 2));
  const auto layering = layers_from(graph, {"bottom"});
  CHECK(test::message_of([&] {
          tile_layers(graph, layering, {0, 8});
        }) == "tiled layers need at least 1 layer a strip and 1 cell a tile, not 0 and 8");
  CHECK_FALSE(test::message_of([&] { tile_layers(graph, layering, {8, 0}); }).empty());
}
