#include <catch2/catch.hpp>

#include "meshes/errors.hpp"
#include "reorder/metis_blocks.hpp"
#include "reorder/order.hpp"
#include "reorder/partition.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;

TEST_CASE("without METIS its ordering says so and what to do; the others work") {
  CHECK_FALSE(has_metis());
  const auto graph = make_graph(test::grid_mesh(4, 4));
  OrderingOptions options;
  options.method = OrderingMethod::metis;
  CHECK_THROWS_WITH(order(graph, options),
                    "ordering 'metis' needs METIS, and this build is without it: install libmetis-dev and configure "
                    "again, or choose another ordering");
  options.method = OrderingMethod::rcm;
  CHECK(is_permutation(order(graph, options).cells));
}
