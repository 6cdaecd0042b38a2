#include "reorder/colouring.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <variant>

#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "reorder/block_colouring.hpp"
#include "reorder/order.hpp"
#include "reorder/tests/message_of.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using List = std::vector<Index>;

namespace {

std::set<Index> cells_of(const CellGraph& graph, Index first, Index last) {
  std::set<Index> cells;
  for (Index f = first; f < last; ++f)
    for (const Index cell : {graph.faces[f].minus, graph.faces[f].plus})
      if (cell != -1) cells.insert(cell);
  return cells;
}

// No two of the faces share a cell.
bool race_free(const CellGraph& graph, const List& faces) {
  std::set<Index> cells;
  for (const Index f : faces)
    for (const Index cell : cells_of(graph, f, f + 1))
      if (!cells.insert(cell).second) return false;
  return true;
}

List colour_of(const FaceColouring& colouring, int c) {
  return {colouring.faces.begin() + colouring.colour_begin[c], colouring.faces.begin() + colouring.colour_begin[c + 1]};
}

int most_faces_of(const CellGraph& graph) {
  const auto sizes = sizes_of(graph.cell_begin);
  return static_cast<int>(*std::max_element(sizes.begin(), sizes.end()));
}

// A cell in the middle of `count` others, each with one face to it.
CellGraph star(Index count) {
  std::vector<GraphFace> faces;
  for (Index i = 1; i <= count; ++i) faces.push_back({0, i});
  return build_graph(count + 1, std::move(faces), {});
}

}  // namespace

TEST_CASE("faces of one colour share no cell") {
  for (const auto rule : {ColouringRule::greedy, ColouringRule::balanced, ColouringRule::few})
    for (const auto& [name, start, graph] : test::sample_graphs()) {
      CAPTURE(name);
      const auto colouring = colour_faces(graph, rule);
      REQUIRE(is_permutation(colouring.faces));
      REQUIRE(colouring.faces.size() == graph.faces.size());
      REQUIRE(colouring.colour_begin.back() == graph.face_count());
      for (int c = 0; c < colouring.colour_count(); ++c) {
        const List faces = colour_of(colouring, c);
        CHECK_FALSE(faces.empty());
        CHECK(race_free(graph, faces));
        CHECK(std::is_sorted(faces.begin(), faces.end()));
      }
    }
}

TEST_CASE("greedy colours are the lowest free ones, and at most the neighbouring faces plus one") {
  for (const auto& [name, start, graph] : test::sample_graphs()) {
    CAPTURE(name);
    const auto colouring = colour_faces(graph);
    List colour(graph.faces.size());
    for (int c = 0; c < colouring.colour_count(); ++c)
      for (Index i = colouring.colour_begin[c]; i < colouring.colour_begin[c + 1]; ++i) colour[colouring.faces[i]] = c;
    for (Index f = 0; f < graph.face_count(); ++f) {
      std::set<Index> lower;
      for (const Index cell : cells_of(graph, f, f + 1))
        for (const Index other : graph.faces_of(cell))
          if (colour[other] < colour[f]) lower.insert(colour[other]);
      CHECK(static_cast<Index>(lower.size()) == colour[f]);
    }
  }
  CHECK(colour_faces(test::shuffled(make_graph(test::annulus_mesh(50, 20)), 1)).colour_count() <= 5);
  CHECK(colour_faces(test::shuffled(make_graph(test::grid_mesh(50, 20)), 1)).colour_count() <= 7);
}

TEST_CASE("balanced colours have the same number and nearly equal sizes") {
  for (const auto& graph : {make_graph(test::annulus_mesh(60, 30)), make_graph(test::grid_mesh(40, 50)),
                            make_graph(test::grid_mesh(40, 50, test::Cut::upper)), test::box_graph(12, 11, 10)}) {
    const auto mixed = test::shuffled(graph, 8);
    const auto greedy = colour_faces(mixed), balanced = colour_faces(mixed, ColouringRule::balanced);
    CHECK(balanced.colour_count() == greedy.colour_count());
    const auto sizes = sizes_of(balanced.colour_begin);
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    CHECK(*most - *least <= *most / 50);
    const auto greedy_sizes = sizes_of(greedy.colour_begin);
    CHECK(*std::min_element(greedy_sizes.begin(), greedy_sizes.end()) < *least);
  }
}

TEST_CASE("few colours are at most one more than a cell has faces") {
  for (const auto& [name, start, graph] : test::sample_graphs()) {
    CAPTURE(name);
    CHECK(colour_faces(graph, ColouringRule::few).colour_count() <= most_faces_of(graph) + 1);
  }
  // Complete graphs, of which those with an odd number of cells have no colouring with fewer, in every order of faces.
  for (Index n = 3; n <= 12; ++n)
    for (unsigned seed = 0; seed < 40; ++seed) {
      std::vector<GraphFace> faces;
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < i; ++j) faces.push_back({j, i});
      std::shuffle(faces.begin(), faces.end(), std::mt19937(seed));
      const CellGraph graph = build_graph(n, faces, {});
      const auto colouring = colour_faces(graph, ColouringRule::few);
      CHECK(colouring.colour_count() >= n - 1 + n % 2);
      CHECK(colouring.colour_count() <= n);
      for (int c = 0; c < colouring.colour_count(); ++c) CHECK(race_free(graph, colour_of(colouring, c)));
    }
  // Petersen's graph: three faces a cell, four colours.
  std::vector<GraphFace> petersen;
  for (Index i = 0; i < 5; ++i)
    petersen.insert(petersen.end(), {{i, (i + 1) % 5}, {i, i + 5}, {i + 5, (i + 2) % 5 + 5}});
  CHECK(colour_faces(build_graph(10, petersen, {}), ColouringRule::few).colour_count() == 4);
}

TEST_CASE("few colours of meshes in 3-D: six with prisms, five of tetrahedra, where greedy ones are more") {
  const auto graph_of = [](const char* kind, const char* numbering) {
    return make_graph(
        std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "8"}, {"numbering", numbering}})));
  };
  for (const char* numbering : {"grid", "random"}) {
    const CellGraph layers = graph_of("layers", numbering), tetrahedra = graph_of("tetrahedra", numbering);
    CHECK(colour_faces(layers, ColouringRule::few).colour_count() <= 6);
    CHECK(colour_faces(tetrahedra, ColouringRule::few).colour_count() <= 5);
    if (numbering == std::string("random")) {
      CHECK(colour_faces(layers).colour_count() > 6);
      CHECK(colour_faces(tetrahedra).colour_count() > 5);
    }
  }
}

TEST_CASE("few colours where cells share several faces are right, whatever their number") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const Index n = 3 + static_cast<Index>(random() % 6);
    std::vector<GraphFace> faces;
    for (int f = 0; f < 20; ++f) {
      const Index a = static_cast<Index>(random() % n), b = static_cast<Index>(random() % n);
      faces.push_back({std::min(a, b), std::max(a, b)});
    }
    const CellGraph graph = build_graph(n, faces, {});
    const auto colouring = colour_faces(graph, ColouringRule::few);
    CHECK(is_permutation(colouring.faces));
    for (int c = 0; c < colouring.colour_count(); ++c) CHECK(race_free(graph, colour_of(colouring, c)));
  }
}

TEST_CASE("blocks of one colour share no cell, nor do faces of one colour in a block") {
  for (const auto& [name, start, graph] : test::sample_graphs())
    for (const Index size : {1, 7, 64}) {
      CAPTURE(name, size);
      const auto ordered = test::in_order(graph, OrderingMethod::layers);
      const auto colouring = colour_blocks(ordered, size);
      REQUIRE(colouring.block_begin.front() == 0);
      REQUIRE(colouring.block_begin.back() == ordered.face_count());
      REQUIRE(is_permutation(colouring.blocks));
      REQUIRE(colouring.blocks.size() == static_cast<std::size_t>(colouring.block_count()));
      REQUIRE(colouring.colour_begin.back() == colouring.block_count());
      for (int c = 0; c < colouring.colour_count(); ++c) {
        std::set<Index> cells;
        std::size_t sum = 0;
        for (Index i = colouring.colour_begin[c]; i < colouring.colour_begin[c + 1]; ++i) {
          const Index b = colouring.blocks[i];
          const auto of_block = cells_of(ordered, colouring.block_begin[b], colouring.block_begin[b + 1]);
          cells.insert(of_block.begin(), of_block.end());
          sum += of_block.size();
        }
        CHECK(cells.size() == sum);
      }
      for (Index b = 0; b < colouring.block_count(); ++b) {
        const Index first = colouring.block_begin[b], last = colouring.block_begin[b + 1];
        REQUIRE(last - first >= 1);
        REQUIRE(last - first <= size);
        std::map<Index, List> by_colour;
        for (Index f = first; f < last; ++f) {
          by_colour[colouring.face_colours[f]].push_back(f);
          CHECK(ordered.faces[f].boundary == ordered.faces[first].boundary);
        }
        CHECK(by_colour.begin()->first == 0);
        CHECK(by_colour.rbegin()->first == colouring.block_colours[b] - 1);
        for (const auto& [colour, faces] : by_colour) CHECK(race_free(ordered, faces));
      }
    }
}

TEST_CASE("blocks end only where they are full or the boundary changes") {
  const auto graph =
      test::in_order(make_graph(test::grid_mesh(4, 4)), OrderingMethod::layers);  // 24 interior faces, 4 a side
  CHECK(colour_blocks(graph, 10).block_begin == List{0, 10, 20, 24, 28, 32, 36, 40});
}

TEST_CASE("64 colours are enough for a star of 64 and not of 65") {
  CHECK(colour_faces(star(64)).colour_count() == 64);
  CHECK(colour_faces(star(64), ColouringRule::balanced).colour_count() == 64);
  CHECK(colour_blocks(star(64), 1).colour_count() == 64);
  CHECK(colour_blocks(star(64), 64).block_colours == List{64});
  CHECK(test::message_of([] { colour_faces(star(65)); }) ==
        "face 64 finds all 64 colours taken by the faces of its cells: this mesh needs an assembly without colours");
  CHECK(test::message_of([] { colour_blocks(star(65), 65); }) ==
        "face 64 finds all 64 colours of its block taken: this mesh needs an assembly without colours");
  CHECK(test::message_of([] { colour_blocks(star(65), 1); }) ==
        "blocks of 1 faces need more than 64 colours, as block 64 shares cells with blocks of all of them: put the "
        "mesh in "
        "order first (layers, tiled-layers, hilbert)");
  CHECK(test::message_of([] { colour_blocks(star(5), 0); }) == "blocks of faces need at least 1 face, not 0");
}

TEST_CASE("blocks of a mesh in random order are refused, of the same mesh in order coloured") {
  const auto graph = make_graph(test::grid_mesh(200, 200, test::Cut::all));
  CHECK_THROWS_AS(colour_blocks(test::in_order(graph, OrderingMethod::random)), InputError);
  CHECK(colour_blocks(test::in_order(graph, OrderingMethod::layers)).colour_count() <= 8);
  CHECK(colour_blocks(test::in_order(graph, OrderingMethod::tiled_layers)).colour_count() <= 16);
}

TEST_CASE("a face of a cell with itself has a colour of its own there") {
  const auto graph = build_graph(2, {{0, 0}, {0, 1}, {1, 0}}, {});
  for (const auto rule : {ColouringRule::greedy, ColouringRule::balanced})
    CHECK(colour_faces(graph, rule).colour_count() == 3);
  CHECK(colour_blocks(graph, 8).block_colours == List{3});
}
