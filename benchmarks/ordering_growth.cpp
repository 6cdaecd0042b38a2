/// Time to find an order of the cells and faces of meshes of growing size, on one core: is it linear?
///
/// ordering_growth [MOST_CELLS]: CSV on standard output. The meshes are squares of triangles, numbered row by row,
/// where the caches help, and in random order, where each neighbour has to come from memory; the time is the best of
/// three.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "meshes/generate.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/order.hpp"
#include "reorder/random_order.hpp"

namespace {

using namespace dg;

CellGraph square(double cells) {
  const auto n = std::lround(std::sqrt(cells / 2));
  return make_graph(generate_mesh("square", 0, {{"kind", "triangles"}, {"n", std::to_string(n)}, {"order", "1"}}));
}

CellGraph shuffled(const CellGraph& graph) {
  return permuted(graph, {random_permutation(graph.cell_count(), 1), random_permutation(graph.face_count(), 2)});
}

double seconds(const CellGraph& graph, const OrderingOptions& options, bool with_faces) {
  const auto start = std::chrono::steady_clock::now();
  const auto cells = with_faces ? order(graph, options).faces : order_cells(graph, options);
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return cells.empty() ? 0.0 : elapsed;
}

// One line for each method: the best of three times, for the cells and for cells and faces.
void time_methods(const char* numbering, const CellGraph& graph) {
  for (const auto method :
       {OrderingMethod::layers, OrderingMethod::tiled_layers, OrderingMethod::rcm, OrderingMethod::hilbert}) {
    OrderingOptions options;
    options.method = method;
    double best[2] = {1e300, 1e300};
    for (int run = 0; run < 3; ++run)
      for (const bool with_faces : {false, true})
        best[with_faces] = std::min(best[with_faces], seconds(graph, options, with_faces));
    fmt::print("{},{},{},{:.4f},{:.4f}\n", name_of(method), numbering, graph.cell_count(), best[0], best[1]);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double most = argc > 1 ? std::atof(argv[1]) : 1e7;
  fmt::print("method,numbering,cells,seconds_cells,seconds_cells_and_faces\n");
  for (const double cells : {1e5, 3e5, 1e6, 3e6, 1e7}) {
    if (cells > 1.01 * most) break;
    auto graph = square(cells);
    time_methods("row by row", graph);
    graph = shuffled(graph);
    time_methods("random", graph);
  }
}
