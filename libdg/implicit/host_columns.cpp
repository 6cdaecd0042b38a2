#include "libdg/implicit/host_columns.hpp"

namespace dg {

void HostColumns::perturb(int colour, int column, double step, const double* x, double* moved) {
  const BlockGraph& graph = blocks_.graph();
  for (const Index cell : colours_[colour])
    if (graph.has_row(cell) && column < graph.size(cell))
      moved[graph.begin[cell] + column] = x[graph.begin[cell] + column] + step;
}

void HostColumns::write(int colour, int column, double step, const double* f, const double* there) {
  const BlockGraph& graph = blocks_.graph();
  const auto write = [&](float* block, Index cell) {
    const int rows = graph.size(cell);
    const std::size_t at = graph.begin[cell];
    for (int i = 0; i < rows; ++i) block[column * rows + i] = static_cast<float>((f[at + i] - there[at + i]) / step);
  };
  const std::vector<Index>& cells = colours_[colour];
  const auto n = static_cast<std::ptrdiff_t>(cells.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const Index cell = cells[i];
    if (column >= graph.size(cell)) continue;
    if (graph.has_row(cell)) write(blocks_.diagonal(cell), cell);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      if (graph.has_row(graph.neighbour[link])) write(blocks_.link(graph.reverse[link]), graph.neighbour[link]);
  }
}

}  // namespace dg
