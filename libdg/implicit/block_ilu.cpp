#include "libdg/implicit/block_ilu.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>

#include "libdg/backend/flush_denormals.hpp"
#include "libdg/implicit/block_product.hpp"

namespace dg {
namespace {

using Matrix = Eigen::MatrixXf;
using Block = Eigen::Map<Matrix>;
using ConstBlock = Eigen::Map<const Matrix>;

}  // namespace

std::vector<std::vector<Index>> wavefronts(const BlockGraph& graph, Smoother smoother) {
  if (smoother == Smoother::block_jacobi) {
    std::vector<Index> all(graph.cells());
    std::iota(all.begin(), all.end(), 0);
    return {std::move(all)};
  }
  std::vector<std::vector<Index>> levels;
  std::vector<Index> level(graph.cells(), 0);
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      if (graph.neighbour[link] < cell) level[cell] = std::max(level[cell], level[graph.neighbour[link]] + 1);
    if (level[cell] >= static_cast<Index>(levels.size())) levels.resize(level[cell] + 1);
    levels[level[cell]].push_back(cell);
  }
  return levels;
}

BlockIlu::BlockIlu(const BlockGraph& graph, int threads, Smoother smoother)
    : graph_(graph), couples_(smoother == Smoother::ilu), levels_(wavefronts(graph, smoother)), threads_(threads) {
  inverse_begin_.push_back(0);
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    const std::size_t n = graph.size(cell);
    inverse_begin_.push_back(inverse_begin_.back() + n * n);
  }
  inverse_.resize(inverse_begin_.back());
}

void BlockIlu::factor(const BlockMatrix& a, float shift) {
  a_ = &a;
#pragma omp parallel num_threads(threads_)
  {
    const FlushDenormals flush;
    for (const std::vector<Index>& cells : levels_) {
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < cells.size(); ++i) factor_cell(cells[i], shift);
    }
  }
}

void BlockIlu::factor_cell(Index cell, float shift) {
  const int n = graph_.size(cell);
  Matrix diagonal = ConstBlock(a_->diagonal(cell), n, n);
  diagonal.diagonal().array() += shift;
  for (Index link = graph_.first[cell]; link < end_of_links(cell); ++link) {
    const Index other = graph_.neighbour[link];
    if (other > cell) continue;
    const int m = graph_.size(other);
    const ConstBlock there(a_->link(link), n, m), back(a_->link(graph_.reverse[link]), m, n);
    const ConstBlock inverse(inverse_.data() + inverse_begin_[other], m, m);
    const Matrix product = inverse * back;
    diagonal.noalias() -= there * product;
  }
  Block(inverse_.data() + inverse_begin_[cell], n, n) = diagonal.partialPivLu().inverse();
}

void BlockIlu::solve(const float* b, float* z) const {
#pragma omp parallel num_threads(threads_)
  {
    const FlushDenormals flush;
    for (const std::vector<Index>& cells : levels_) {
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < cells.size(); ++i) forward(cells[i], b, z);
    }
    for (auto cells = levels_.rbegin() + 1; cells < levels_.rend(); ++cells) {
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < cells->size(); ++i) backward((*cells)[i], z);
    }
  }
}

void BlockIlu::forward(Index cell, const float* b, float* z) const {
  float rest[most_unknowns];
  const int n = graph_.size(cell);
  float* own = z + graph_.begin[cell];
  std::copy_n(b + graph_.begin[cell], n, rest);
  for (Index link = graph_.first[cell]; link < end_of_links(cell); ++link) {
    const Index other = graph_.neighbour[link];
    if (other < cell) add_product<-1>(a_->link(link), n, graph_.size(other), z + graph_.begin[other], rest);
  }
  std::fill_n(own, n, 0.0f);
  add_product<1>(inverse_.data() + inverse_begin_[cell], n, n, rest, own);
}

void BlockIlu::backward(Index cell, float* z) const {
  float sum[most_unknowns];
  const int n = graph_.size(cell);
  bool any = false;
  std::fill_n(sum, n, 0.0f);
  for (Index link = graph_.first[cell]; link < end_of_links(cell); ++link) {
    const Index other = graph_.neighbour[link];
    if (other < cell || !graph_.has_row(other)) continue;
    any = true;
    add_product<1>(a_->link(link), n, graph_.size(other), z + graph_.begin[other], sum);
  }
  if (any) add_product<-1>(inverse_.data() + inverse_begin_[cell], n, n, sum, z + graph_.begin[cell]);
}

}  // namespace dg
