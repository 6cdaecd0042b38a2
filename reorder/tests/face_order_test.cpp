#include "reorder/face_order.hpp"

#include <catch2/catch.hpp>
#include <tuple>

#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using List = std::vector<Index>;

TEST_CASE("faces follow their cells, boundary by boundary at the end") {
  for (const auto& [name, start, graph] : test::sample_graphs()) {
    CAPTURE(name);
    const auto cells = random_permutation(graph.cell_count(), 17);
    const auto place = inverse(cells);
    auto expected = identity_permutation(graph.face_count());
    const auto rank = [&](Index f) {
      const auto& face = graph.faces[f];
      if (face.plus == -1) return std::tuple{static_cast<Index>(face.boundary), place[face.minus], Index{-1}};
      const auto [low, high] = std::minmax(place[face.minus], place[face.plus]);
      return std::tuple{Index{-1}, Index{low}, Index{high}};
    };
    std::stable_sort(expected.begin(), expected.end(), [&](Index a, Index b) { return rank(a) < rank(b); });
    CHECK(order_faces(graph, cells) == expected);
  }
}

TEST_CASE("faces between the same two cells keep their order") {
  const auto graph = build_graph(2, {{1, 0}, {0, -1, 0}, {0, 1}}, {"wall"});
  CHECK(order_faces(graph, List{1, 0}) == List{0, 2, 1});
}
