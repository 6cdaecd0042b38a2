#include "libdg/implicit/block_lu.hpp"

#include <Eigen/Dense>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "libdg/backend/flush_denormals.hpp"

namespace dg {
namespace {

using Matrix = Eigen::MatrixXf;
using Block = Eigen::Map<Matrix>;
using ConstBlock = Eigen::Map<const Matrix>;
using Vector = Eigen::VectorXf;

constexpr int columns_of_a_task = 128;  ///< whatever the threads are: so are sums

std::vector<Index> minimum_degree(const BlockGraph& graph) {
  std::vector<Eigen::Triplet<float>> entries;
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    entries.emplace_back(cell, cell, 1.0f);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      entries.emplace_back(cell, graph.neighbour[link], 1.0f);
  }
  Eigen::SparseMatrix<float> pattern(graph.cells(), graph.cells());
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(pattern, permutation);
  return {permutation.indices().data(), permutation.indices().data() + graph.cells()};
}

/// What is eliminated with each cell of an order, by places in the order.
struct EliminationTree {
  std::vector<Index> parent;  ///< -1 at a root
  std::vector<std::vector<Index>>
      columns;  ///< places behind a cell's own that it is linked with, or fill links it with
};

EliminationTree eliminate_symbolically(const BlockGraph& graph, const std::vector<Index>& order) {
  const Index n = graph.cells();
  std::vector<Index> place(n);
  for (Index i = 0; i < n; ++i) place[order[i]] = i;
  EliminationTree tree{std::vector<Index>(n, -1), std::vector<std::vector<Index>>(n)};
  std::vector<std::vector<Index>> children(n);
  for (Index i = 0; i < n; ++i) {
    std::vector<Index>& columns = tree.columns[i];
    const Index cell = order[i];
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      if (place[graph.neighbour[link]] > i) columns.push_back(place[graph.neighbour[link]]);
    for (const Index child : children[i])
      for (const Index column : tree.columns[child])
        if (column > i) columns.push_back(column);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    if (columns.empty()) continue;
    tree.parent[i] = columns.front();
    children[columns.front()].push_back(i);
  }
  return tree;
}

/// The same order with all descendants of a cell right before it.
std::vector<Index> postorder(const std::vector<Index>& order, const std::vector<Index>& parent) {
  const auto n = static_cast<Index>(order.size());
  std::vector<std::vector<Index>> children(n);
  std::vector<Index> stack, result;
  for (Index i = n; i-- > 0;) (parent[i] < 0 ? stack : children[parent[i]]).push_back(i);
  std::vector<char> opened(n, 0);
  while (!stack.empty()) {
    const Index i = stack.back();
    if (opened[i]) {
      stack.pop_back();
      result.push_back(order[i]);
      continue;
    }
    opened[i] = 1;
    stack.insert(stack.end(), children[i].begin(), children[i].end());
  }
  return result;
}

}  // namespace

BlockLu::BlockLu(const BlockGraph& graph, int threads) : graph_(graph), threads_(threads), place_(graph.cells()) {
  std::vector<Index> order = minimum_degree(graph);
  order = postorder(order, eliminate_symbolically(graph, order).parent);
  for (Index i = 0; i < graph.cells(); ++i) place_[order[i]] = i;
  find_fronts(order);
}

void BlockLu::find_fronts(const std::vector<Index>& order) {
  const EliminationTree tree = eliminate_symbolically(graph_, order);
  const Index n = graph_.cells();
  std::vector<Index> front_of(n);
  for (Index i = 0; i < n;) {
    Index last = i;  // cells i to last have fill in the same columns
    int pivots = graph_.size(order[i]);
    while (last + 1 < n && tree.parent[last] == last + 1 &&
           tree.columns[last].size() == tree.columns[last + 1].size() + 1 &&
           pivots + graph_.size(order[last + 1]) <= most_pivots)
      pivots += graph_.size(order[++last]);
    Front front;
    for (Index j = i; j <= last; ++j) front_of[j] = static_cast<Index>(fronts_.size());
    for (Index j = i; j <= last; ++j) front.cells.push_back(order[j]);
    front.eliminated = last - i + 1;
    for (const Index column : tree.columns[last]) front.cells.push_back(order[column]);
    front.begin.push_back(0);
    for (const Index cell : front.cells) front.begin.push_back(front.begin.back() + graph_.size(cell));
    fronts_.push_back(std::move(front));
    i = last + 1;
  }
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    const Front& front = fronts_[f];
    if (front.eliminated == static_cast<Index>(front.cells.size())) continue;
    fronts_[front_of[place_[front.cells[front.eliminated]]]].children.push_back(static_cast<Index>(f));
  }
}

void BlockLu::factor(const BlockMatrix& a, float shift) {
  std::vector<HostVector<float>> updates(fronts_.size());
  const auto roots = [&] {
    std::vector<char> is_child(fronts_.size(), 0);
    for (const Front& front : fronts_)
      for (const Index child : front.children) is_child[child] = 1;
    std::vector<Index> list;
    for (std::size_t f = 0; f < fronts_.size(); ++f)
      if (!is_child[f]) list.push_back(static_cast<Index>(f));
    return list;
  }();
#pragma omp parallel num_threads(threads_)
  {
    const FlushDenormals flush;
#pragma omp single
    factor_fronts(roots, a, shift, updates);
  }
}

/// Each front is a task of its own, which begins when its children are done.
void BlockLu::factor_fronts(const std::vector<Index>& list, const BlockMatrix& a, float shift,
                            std::vector<HostVector<float>>& updates) {
  for (const Index f : list) {
#pragma omp task firstprivate(f) shared(a, updates)
    {
      Front& front = fronts_[f];
      factor_fronts(front.children, a, shift, updates);
      const std::size_t n = front.begin.back();
      HostVector<float> matrix(n * n, 0.0f);
      assemble(front, a, shift, matrix.data());
      for (const Index child : front.children) {
        add_update(front, fronts_[child], updates[child], matrix.data());
        updates[child] = {};
      }
      updates[f] = eliminate(front, matrix.data());
    }
  }
#pragma omp taskwait
}

/// Writes the blocks of the cells that are eliminated.
void BlockLu::assemble(const Front& front, const BlockMatrix& a, float shift, float* matrix) const {
  const int n = front.begin.back();
  Block whole(matrix, n, n);
  for (Index i = 0; i < front.eliminated; ++i) {
    const Index cell = front.cells[i];
    const int at = front.begin[i], size = graph_.size(cell);
    whole.block(at, at, size, size) = ConstBlock(a.diagonal(cell), size, size);
    whole.block(at, at, size, size).diagonal().array() += shift;
    for (Index link = graph_.first[cell]; link < graph_.first[cell + 1]; ++link) {
      const Index other = graph_.neighbour[link];
      if (place_[other] < place_[cell]) continue;
      const auto found = std::find(front.cells.begin() + i, front.cells.end(), other);
      const int there = front.begin[found - front.cells.begin()], columns = graph_.size(other);
      whole.block(at, there, size, columns) = ConstBlock(a.link(link), size, columns);
      whole.block(there, at, columns, size) = ConstBlock(a.link(graph_.reverse[link]), columns, size);
    }
  }
}

void BlockLu::add_update(const Front& front, const Front& child, const HostVector<float>& update, float* matrix) const {
  const int n = front.begin.back(), rows = child.rows(), before = child.pivots();
  Block whole(matrix, n, n);
  const ConstBlock part(update.data(), rows, rows);
  std::vector<int> target(child.cells.size());  // cells of both lists ascend in the order of elimination
  auto at = front.cells.begin();
  for (std::size_t i = child.eliminated; i < child.cells.size(); ++i) {
    at = std::find(at, front.cells.end(), child.cells[i]);
    target[i] = front.begin[at - front.cells.begin()];
  }
  for (std::size_t j = child.eliminated; j < child.cells.size(); ++j)
    for (std::size_t i = child.eliminated; i < child.cells.size(); ++i) {
      const int height = child.begin[i + 1] - child.begin[i], width = child.begin[j + 1] - child.begin[j];
      whole.block(target[i], target[j], height, width) +=
          part.block(child.begin[i] - before, child.begin[j] - before, height, width);
    }
}

/// Keeps the factors of the cells that are eliminated; returns what is left of the others.
HostVector<float> BlockLu::eliminate(Front& front, float* matrix) const {
  const int n = front.begin.back(), p = front.pivots(), r = front.rows();
  Block whole(matrix, n, n);
  front.inverse.resize(std::size_t(p) * p);
  front.upper.resize(std::size_t(p) * r);
  front.lower.resize(std::size_t(r) * p);
  Block inverse(front.inverse.data(), p, p), upper(front.upper.data(), p, r), lower(front.lower.data(), r, p);
  inverse = whole.topLeftCorner(p, p).partialPivLu().inverse();
  HostVector<float> update(std::size_t(r) * r);
  Block rest(update.data(), r, r);
#pragma omp taskloop grainsize(1) if (r > columns_of_a_task) default(shared)
  for (int first = 0; first < r; first += columns_of_a_task) {
    const int columns = std::min(columns_of_a_task, r - first);
    upper.middleCols(first, columns).noalias() = inverse * whole.block(0, p + first, p, columns);
    rest.middleCols(first, columns) = whole.block(p, p + first, r, columns);
    rest.middleCols(first, columns).noalias() -= whole.bottomLeftCorner(r, p) * upper.middleCols(first, columns);
    lower.middleRows(first, columns).noalias() = whole.block(p + first, 0, columns, p) * inverse;
  }
  return update;
}

void BlockLu::solve(const float* b, float* z) const {
  const FlushDenormals flush;
  std::copy_n(b, graph_.unknowns(), z);
  Vector own, rest;
  const auto gather = [&](const Front& front) {
    own.resize(front.pivots());
    for (Index i = 0; i < front.eliminated; ++i)
      std::copy_n(z + graph_.begin[front.cells[i]], graph_.size(front.cells[i]), own.data() + front.begin[i]);
  };
  for (const Front& front : fronts_) {
    const int p = front.pivots(), r = front.rows();
    gather(front);
    rest.noalias() = ConstBlock(front.lower.data(), r, p) * own;
    for (std::size_t i = front.eliminated; i < front.cells.size(); ++i)
      for (int k = 0; k < graph_.size(front.cells[i]); ++k)
        z[graph_.begin[front.cells[i]] + k] -= rest[front.begin[i] - p + k];
  }
  for (auto f = fronts_.rbegin(); f < fronts_.rend(); ++f) {
    const int p = f->pivots(), r = f->rows();
    gather(*f);
    rest.resize(r);
    for (std::size_t i = f->eliminated; i < f->cells.size(); ++i)
      std::copy_n(z + graph_.begin[f->cells[i]], graph_.size(f->cells[i]), rest.data() + f->begin[i] - p);
    Vector solution = ConstBlock(f->inverse.data(), p, p) * own;
    solution.noalias() -= ConstBlock(f->upper.data(), p, r) * rest;
    for (Index i = 0; i < f->eliminated; ++i)
      std::copy_n(solution.data() + f->begin[i], graph_.size(f->cells[i]), z + graph_.begin[f->cells[i]]);
  }
}

std::size_t BlockLu::numbers() const {
  std::size_t sum = 0;
  for (const Front& front : fronts_) {
    const std::size_t p = front.pivots(), r = front.rows();
    sum += p * (p + 2 * r);
  }
  return sum;
}

}  // namespace dg
