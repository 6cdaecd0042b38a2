#include "libdg/implicit/jacobian.hpp"

#include <algorithm>
#include <cmath>

namespace dg {
namespace {

/// Step of a difference, where states are of order one: balances rounding, some 1e-15 / step, and truncation.
constexpr double step = 1e-7;

}  // namespace

Jacobian::Jacobian(NonlinearSystem& system, const VectorOperations& vectors)
    : system_(system), vectors_(vectors), colours_(distance_two_colours(system.graph())) {
  moved_.resize(system.graph().unknowns());
  there_.resize(system.graph().unknowns());
}

void Jacobian::set_state(const std::vector<double>& x, const std::vector<double>& f) {
  x_ = x;
  f_ = f;
}

void Jacobian::multiply(const double* v, double* y) {
  double largest = 0;
  const std::size_t n = x_.size();
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(v[i]));
  if (largest == 0) return void(std::fill_n(y, n, 0.0));
  const double h = step / largest;
  vectors_.over_parts(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) moved_[i] = x_[i] + h * v[i];
  });
  system_.evaluate(moved_.data(), y);
  vectors_.over_parts(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) y[i] = (y[i] - f_[i]) / h;
  });
}

long Jacobian::evaluations_of_blocks() const {
  long count = 0;
  for (const std::vector<Index>& cells : colours_) {
    int most = 0;
    for (const Index cell : cells) most = std::max(most, system_.graph().size(cell));
    count += most;
  }
  return count;
}

void Jacobian::find_blocks(BlockMatrix& blocks) {
  const BlockGraph& graph = system_.graph();
  moved_ = x_;
  for (const std::vector<Index>& cells : colours_) {
    int most = 0;
    for (const Index cell : cells) most = std::max(most, graph.size(cell));
    for (int column = 0; column < most; ++column) {
      for (const Index cell : cells)
        if (column < graph.size(cell)) moved_[graph.begin[cell] + column] += step;
      system_.evaluate(moved_.data(), there_.data());
      const auto n = static_cast<std::ptrdiff_t>(cells.size());
#pragma omp parallel for schedule(static) num_threads(vectors_.threads())
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        const Index cell = cells[i];
        if (column >= graph.size(cell)) continue;
        write_column(blocks, cell, column, there_);
        moved_[graph.begin[cell] + column] = x_[graph.begin[cell] + column];
      }
    }
  }
}

void Jacobian::write_column(BlockMatrix& blocks, Index cell, int column, const std::vector<double>& there) const {
  const BlockGraph& graph = blocks.graph();
  const auto write = [&](float* block, Index row_cell) {
    const int rows = graph.size(row_cell);
    const std::size_t at = graph.begin[row_cell];
    for (int i = 0; i < rows; ++i) block[column * rows + i] = static_cast<float>((f_[at + i] - there[at + i]) / step);
  };
  write(blocks.diagonal(cell), cell);
  for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
    write(blocks.link(graph.reverse[link]), graph.neighbour[link]);
}

}  // namespace dg
