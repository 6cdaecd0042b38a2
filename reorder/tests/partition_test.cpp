#include "reorder/partition.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "reorder/tests/sample_graphs.hpp"

namespace dg {
namespace {

TEST_CASE("Parts of a cell graph have about the same weight and few faces between them") {
  if (!has_metis()) return;
  const CellGraph graph = make_graph(test::grid_mesh(40, 40));
  std::vector<int> weights(graph.cell_count(), 10);
  for (Index c = 0; c < graph.cell_count() / 4; ++c) weights[c] = 30;
  for (const int parts : {1, 2, 5, 8}) {
    const std::vector<int> part = partition_cells(graph, parts, weights, 1);
    REQUIRE(part.size() == weights.size());
    std::vector<long> sums(parts);
    for (std::size_t c = 0; c < part.size(); ++c) sums.at(part[c]) += weights[c];
    const long mean = std::accumulate(sums.begin(), sums.end(), 0L) / parts;
    for (const long sum : sums) CHECK(std::abs(sum - mean) <= 0.05 * mean);
    const auto cut = std::count_if(graph.faces.begin(), graph.faces.end(),
                                   [&](const GraphFace& f) { return f.plus >= 0 && part[f.minus] != part[f.plus]; });
    CHECK(cut <= 50 * (parts - 1));  // strips would cut 40 for each, and a random partition half of all 3120 or more
    CHECK(partition_cells(graph, parts, weights, 1) == part);
  }
}

}  // namespace
}  // namespace dg
