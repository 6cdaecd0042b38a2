#include "reorder/ordering.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "meshes/errors.hpp"
#include "reorder/metis_blocks.hpp"
#include "reorder/order.hpp"
#include "reorder/partition.hpp"
#include "reorder/tests/message_of.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using List = std::vector<Index>;

TEST_CASE("permutations are told from other lists") {
  CHECK(is_permutation(List{}));
  CHECK(is_permutation(List{2, 0, 1}));
  CHECK_FALSE(is_permutation(List{0, 0, 1}));
  CHECK_FALSE(is_permutation(List{0, 3, 1}));
  CHECK_FALSE(is_permutation(List{0, -1, 1}));
}

TEST_CASE("inverse and composition follow their definitions") {
  CHECK(identity_permutation(3) == List{0, 1, 2});
  CHECK(inverse(List{2, 0, 1}) == List{1, 2, 0});
  // First order: c a b. Second, of that: its items 1, 2, 0, which are a, b, c.
  CHECK(composed(List{2, 0, 1}, List{1, 2, 0}) == List{0, 1, 2});
  CHECK(composed(List{1, 0, 2}, List{0, 2, 1}) == List{1, 2, 0});
}

TEST_CASE("every ordering of every graph is a permutation with its inverse, found again on each call") {
  for (const auto& [name, start, graph] : test::sample_graphs())
    for (const auto method : ordering_methods()) {
      if (method == OrderingMethod::metis && !has_metis()) continue;
      CAPTURE(name, std::string(name_of(method)));
      OrderingOptions options;
      options.method = method;
      options.starts = {start};
      options.cells_per_tile = options.cells_per_block = 40;
      const auto ordering = order(graph, options);
      REQUIRE(ordering.cells.size() == static_cast<std::size_t>(graph.cell_count()));
      REQUIRE(ordering.faces.size() == graph.faces.size());
      REQUIRE(is_permutation(ordering.cells));
      REQUIRE(is_permutation(ordering.faces));
      const Ordering nothing{identity_permutation(graph.cell_count()), identity_permutation(graph.face_count())};
      CHECK(composed(ordering, inverse(ordering)) == nothing);
      CHECK(composed(inverse(ordering), ordering) == nothing);
      CHECK(order(graph, options) == ordering);

      const auto there = permuted(graph, ordering);
      const auto back = permuted(there, inverse(ordering));
      CHECK(back.faces == graph.faces);
      CHECK(back.cell_neighbours == graph.cell_neighbours);
      CHECK(back.cell_faces == graph.cell_faces);
      CHECK(back.boundary_faces == graph.boundary_faces);
      CHECK(back.boundary_links == graph.boundary_links);
      CHECK(back.centroids == graph.centroids);
    }
}

TEST_CASE("a permuted graph joins the same cells") {
  const auto graph = make_graph(test::grid_mesh(5, 4, test::Cut::upper));
  const Ordering ordering{random_permutation(graph.cell_count(), 7), random_permutation(graph.face_count(), 8)};
  const auto result = permuted(graph, ordering);
  for (Index f = 0; f < graph.face_count(); ++f) {
    const auto &now = result.faces[f], &before = graph.faces[ordering.faces[f]];
    CHECK((now.plus == -1 || now.minus < now.plus));
    auto in_old_numbers = now;
    in_old_numbers.minus = ordering.cells[now.minus];
    if (now.plus != -1) in_old_numbers.plus = ordering.cells[now.plus];
    auto reversed = before;
    std::swap(reversed.minus, reversed.plus);
    std::swap(reversed.minus_face, reversed.plus_face);
    CHECK(in_old_numbers == (in_old_numbers.minus == before.minus ? before : reversed));
  }
  for (Index cell = 0; cell < graph.cell_count(); ++cell)
    for (int d = 0; d < 2; ++d) CHECK(result.centroids[2 * cell + d] == graph.centroids[2 * ordering.cells[cell] + d]);
}

TEST_CASE("a graph refuses an order that is not of its cells and faces") {
  const auto graph = make_graph(test::grid_mesh(2, 1));
  CHECK(test::message_of([&] {
          permuted(graph, {{0}, identity_permutation(7)});
        }) == "the ordering has 1 cells, the mesh has 2");
  CHECK(test::message_of([&] { permuted(graph, {{0, 1}, {0, 1}}); }) == "the ordering has 2 faces, the mesh has 7");
  CHECK(test::message_of([&] {
          permuted(graph, {{1, 1}, identity_permutation(7)});
        }) == "the ordering of the cells does not hold each of 0 to 1 once");
}

TEST_CASE("methods are known by their names") {
  for (const auto method : ordering_methods()) CHECK(parse_ordering_method(name_of(method)) == method);
  CHECK(ordering_methods().size() == 7);
  CHECK(test::message_of([] { parse_ordering_method("zigzag"); }) ==
        "ordering 'zigzag' is not known (there are: layers, tiled-layers, rcm, hilbert, metis, random, none)");
}

TEST_CASE("an empty graph is refused by every method") {
  for (const auto method : ordering_methods()) {
    OrderingOptions options;
    options.method = method;
    CHECK(test::message_of([&] { order(CellGraph{}, options); }) == "the mesh has no cells: there is nothing to order");
  }
}

TEST_CASE("no ordering keeps cells and faces as they are") {
  const auto graph = test::shuffled(make_graph(test::grid_mesh(4, 4)), 1);
  OrderingOptions options;
  options.method = OrderingMethod::none;
  CHECK(order(graph, options) == Ordering{identity_permutation(16), identity_permutation(40)});
}

TEST_CASE("random orders are uniform, and the seed alone decides them") {
  CHECK(random_permutation(100, 3) == random_permutation(100, 3));
  CHECK(random_permutation(100, 3) != random_permutation(100, 4));
  std::map<List, int> counts;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) ++counts[random_permutation(3, seed)];
  REQUIRE(counts.size() == 6);
  for (const auto& [permutation, count] : counts) CHECK(std::abs(count - 1000) < 5 * 29);  // 5 standard deviations
}
