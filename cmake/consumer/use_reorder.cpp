/// Five cells in a row, numbered at random: layers from the wall at one end must number them along the row.
#include <cstdio>
#include <vector>

#include "reorder/order.hpp"

int main() {
  const std::vector<dg::Index> row = {3, 0, 4, 1, 2};
  std::vector<dg::GraphFace> faces = {{.minus = row[0], .boundary = 0}};
  for (int i = 0; i + 1 < 5; ++i) faces.push_back({.minus = row[i], .plus = row[i + 1]});
  const dg::CellGraph graph = dg::build_graph(5, faces, {"wall"});

  const std::vector<dg::Index> cells =
      dg::order_cells(graph, {.method = dg::OrderingMethod::layers, .starts = {"wall"}});
  for (const dg::Index cell : cells) std::printf("%d ", cell);
  return cells == row ? 0 : 1;
}
