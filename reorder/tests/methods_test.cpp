#include <catch2/catch.hpp>
#include <limits>

#include "meshes/errors.hpp"
#include "reorder/hilbert.hpp"
#include "reorder/metis_blocks.hpp"
#include "reorder/metrics.hpp"
#include "reorder/order.hpp"
#include "reorder/partition.hpp"
#include "reorder/periphery.hpp"
#include "reorder/rcm.hpp"
#include "reorder/tests/message_of.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using List = std::vector<Index>;

namespace {

Index bandwidth(const CellGraph& graph, const List& cells) {
  const auto place = inverse(cells);
  Index result = 0;
  for (const auto& face : graph.faces)
    if (face.plus != -1) result = std::max(result, std::abs(place[face.minus] - place[face.plus]));
  return result;
}

List order_by(const CellGraph& graph, OrderingMethod method, const std::string& start) {
  OrderingOptions options;
  options.method = method;
  options.starts = {start};
  return order_cells(graph, options);
}

// Every integer point of a cube, as the digits of 0 .. 2^(bits * dimension) - 1.
std::vector<std::uint32_t> point_of(std::uint64_t number, int bits, int dimension) {
  std::vector<std::uint32_t> point;
  for (int d = 0; d < dimension; ++d) point.push_back(number >> (d * bits) & ((1u << bits) - 1));
  return point;
}

}  // namespace

TEST_CASE("a cell at the end of a part is found from anywhere in it") {
  const auto graph = test::shuffled(make_graph(test::grid_mesh(30, 2)), 5);
  PeripheryFinder finder(graph);
  for (const Index from : {0, 7, 33, 59}) {
    const double x = graph.centroids[2 * finder.find(from)];
    CHECK((x == 0.5 || x == 29.5));
  }
}

TEST_CASE("RCM numbers a chain along it, and a grid with the bandwidth of its shorter side") {
  // A chain of 50 cells in random order.
  const auto names = random_permutation(50, 1);
  std::vector<GraphFace> faces;
  for (Index i = 0; i + 1 < 50; ++i) faces.push_back({names[i], names[i + 1]});
  const auto chain = build_graph(50, std::move(faces), {});
  CHECK(bandwidth(chain, rcm_order(chain)) == 1);

  // No order of a 40 x 9 grid has a bandwidth below 9.
  const auto grid = test::shuffled(make_graph(test::grid_mesh(40, 9)), 2);
  CHECK(bandwidth(grid, rcm_order(grid)) <= 10);
}

TEST_CASE("RCM has a bandwidth at most half above that of layers from the best boundary") {
  for (const auto& [name, start, graph] : test::sample_graphs()) {
    CAPTURE(name);
    Index best = graph.cell_count();
    for (const auto& boundary : graph.boundary_names)
      best = std::min(best, bandwidth(graph, order_by(graph, OrderingMethod::layers, boundary)));
    CHECK(2 * bandwidth(graph, rcm_order(graph)) <= 3 * best);
  }
}

TEST_CASE("the Hilbert curve meets every point once and goes from point to neighbour") {
  for (const auto& [bits, dimension] : {std::pair{6, 1}, {1, 2}, {5, 2}, {1, 3}, {3, 3}, {2, 4}}) {
    CAPTURE(bits, dimension);
    const std::uint64_t count = std::uint64_t{1} << (bits * dimension);
    std::vector<std::vector<std::uint32_t>> curve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto point = point_of(i, bits, dimension);
      const auto key = hilbert_key(point, bits);
      REQUIRE(key < count);
      REQUIRE(curve[key].empty());
      curve[key] = point;
    }
    for (std::uint64_t key = 1; key < count; ++key) {
      std::uint32_t steps = 0;
      for (int d = 0; d < dimension; ++d) {
        const auto a = curve[key][d], b = curve[key - 1][d];
        steps += a > b ? a - b : b - a;
      }
      REQUIRE(steps == 1);
    }
  }
}

TEST_CASE("coarse boxes of the Hilbert curve hold consecutive points of the fine one") {
  for (std::uint64_t i = 0; i < 4096; ++i) {
    const auto point = point_of(i, 6, 2);
    const std::vector<std::uint32_t> box{point[0] / 4, point[1] / 4};
    // The curve may turn differently inside, but 16 consecutive keys make one box of 4 x 4.
    static std::map<std::uint64_t, std::vector<std::uint32_t>> box_of_keys;
    const auto [it, is_new] = box_of_keys.try_emplace(hilbert_key(point, 6) / 16, box);
    CHECK(it->second == box);
  }
}

TEST_CASE("consecutive cells along the Hilbert curve touch on a grid of 2^n cells a side") {
  const auto square = test::shuffled(make_graph(test::grid_mesh(16, 16)), 3);
  const auto cube = test::shuffled(test::box_graph(8, 8, 8), 4);
  for (const auto* graph : {&square, &cube}) {
    const auto cells = hilbert_order(*graph);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const auto around = graph->neighbours_of(cells[i]);
      CHECK(std::find(around.begin(), around.end(), cells[i - 1]) != around.end());
    }
  }
}

TEST_CASE("a long mesh keeps its shape under the Hilbert curve") {
  const auto graph = test::shuffled(make_graph(test::grid_mesh(32, 4)), 5);
  const auto cells = hilbert_order(graph);
  int jumps = 0;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const auto around = graph.neighbours_of(cells[i]);
    jumps += std::find(around.begin(), around.end(), cells[i - 1]) == around.end();
  }
  CHECK(jumps <= 7);  // at most one between consecutive squares of 4 x 4 cells
}

TEST_CASE("the Hilbert ordering needs finite centroids") {
  auto graph = make_graph(test::grid_mesh(2, 2));
  graph.centroids[5] = std::numeric_limits<double>::quiet_NaN();
  CHECK(test::message_of([&] { hilbert_order(graph); }) ==
        "the centroid of cell 2 is not finite, so it has no place on a Hilbert curve: check the nodes of the mesh");
  graph.dimension = 0;
  graph.centroids.clear();
  CHECK(test::message_of([&] { hilbert_order(graph); }) ==
        "the Hilbert ordering needs the coordinates of the cells, and this graph has none");
}

TEST_CASE("METIS blocks have the size asked for and few faces between them") {
  const auto graph = test::shuffled(make_graph(test::grid_mesh(64, 64)), 6);
  if (!has_metis()) {
    CHECK(test::message_of([&] { metis_blocks(graph, 64, 1); }) ==
          "ordering 'metis' needs METIS, and this build is without it: install libmetis-dev and configure again, or "
          "choose "
          "another ordering");
    return;
  }
  const auto blocks = metis_blocks(graph, 64, 1);
  REQUIRE(is_permutation(blocks.cells));
  REQUIRE(blocks.block_begin.size() == 65);
  std::vector<Index> block_of_cell(4096);
  for (Index b = 0; b < 64; ++b) {
    const Index size = blocks.block_begin[b + 1] - blocks.block_begin[b];
    CHECK(size >= 1);
    CHECK(size <= 66);  // 3 % over 64
    for (Index i = blocks.block_begin[b]; i < blocks.block_begin[b + 1]; ++i) block_of_cell[blocks.cells[i]] = b;
  }
  const auto between = std::count_if(graph.faces.begin(), graph.faces.end(), [&](const GraphFace& face) {
    return face.plus != -1 && block_of_cell[face.minus] != block_of_cell[face.plus];
  });
  CHECK(between < 2 * 64 * 7 * 5 / 4);  // squares of 8 x 8 cells have 896
  CHECK(metis_blocks(graph, 64, 1).cells == blocks.cells);
  CHECK(metis_blocks(graph, 64, 2).cells != blocks.cells);
  CHECK(metis_blocks(graph, 10000, 1).block_begin == List{0, 4096});
  CHECK(test::message_of([&] { metis_blocks(graph, 0, 1); }) == "METIS blocks need at least 1 cell, not 0");
}

TEST_CASE("METIS takes graphs with double faces and faces of a cell with itself") {
  if (!has_metis()) return;
  // A periodic ring of two cells that meet twice, each also its own neighbour across.
  const auto graph = build_graph(2, {{0, 1}, {1, 0}, {0, 0}, {1, 1}}, {});
  CHECK(is_permutation(metis_blocks(graph, 1, 1).cells));
}
