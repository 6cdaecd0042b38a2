#include "libdg/implicit/p_multigrid.hpp"

#include <algorithm>

#include "libdg/implicit/block_product.hpp"
#include "libdg/implicit/cuda_implicit.hpp"

namespace dg {
namespace {

/// Copies the leading part of each block.
void cut(const BlockMatrix& from, BlockMatrix& to) {
  const BlockGraph &high = from.graph(), &low = to.graph();
  const auto copy = [&](const float* a, float* b, Index row, Index column) {
    for (int j = 0; j < low.size(column); ++j)
      std::copy_n(a + std::size_t(j) * high.size(row), low.size(row), b + std::size_t(j) * low.size(row));
  };
  for (Index cell = 0; cell < low.cells(); ++cell) {
    copy(from.diagonal(cell), to.diagonal(cell), cell, cell);
    for (Index link = low.first[cell]; link < low.first[cell + 1]; ++link)
      copy(from.link(link), to.link(link), cell, low.neighbour[link]);
  }
}

}  // namespace

template <int Dim>
std::vector<BlockGraph> multigrid_levels(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var) {
  constexpr std::size_t few = std::size_t{1} << 26;  // numbers of direct factors that are no burden
  std::vector<BlockGraph> levels{make_block_graph(mesh, degree, quads, n_var)};
  if (degree == 0) return levels;
  BlockGraph linear = make_block_graph(mesh, 1, quads, n_var);
  const bool direct = BlockLu(linear).numbers() <= few;
  if (degree == 1 && direct) return levels;
  levels.push_back(direct ? std::move(linear) : make_block_graph(mesh, 0, quads, n_var));
  return levels;
}

template std::vector<BlockGraph> multigrid_levels<2>(const Mesh<2>&, int, QuadSpace, int);
template std::vector<BlockGraph> multigrid_levels<3>(const Mesh<3>&, int, QuadSpace, int);

std::size_t multigrid_bytes(const std::vector<BlockGraph>& levels) {
  std::size_t numbers = BlockLu(levels.back()).numbers();
  for (const BlockGraph& graph : levels) {
    numbers += block_numbers(graph) + 3 * graph.unknowns();
    if (&graph == &levels.back()) continue;
    for (Index cell = 0; cell < graph.cells(); ++cell) numbers += std::size_t(graph.size(cell)) * graph.size(cell);
  }
  return sizeof(float) * numbers;
}

struct PMultigrid::Level {
  explicit Level(const BlockGraph& g) : graph(g), matrix(graph), b(graph.unknowns()), z(graph.unknowns()) {}

  BlockGraph graph;
  BlockMatrix matrix;
  std::unique_ptr<BlockIlu> ilu;
  std::unique_ptr<BlockLu> lu;
  std::vector<float> b, z, rest;
};

namespace {

/// The last level is solved directly, and incomplete factors smooth on those above it.
template <class Level>
std::vector<std::unique_ptr<Level>> make_levels(const std::vector<BlockGraph>& graphs, int threads) {
  std::vector<std::unique_ptr<Level>> levels;
  for (const BlockGraph& graph : graphs) {
    levels.push_back(std::make_unique<Level>(graph));
    Level& level = *levels.back();
    if (levels.size() == graphs.size())
      level.lu = std::make_unique<BlockLu>(level.graph, threads);
    else
      level.ilu = std::make_unique<BlockIlu>(level.graph, threads);
  }
  return levels;
}

}  // namespace

PMultigrid::PMultigrid(const std::vector<BlockGraph>& levels, const VectorOperations& vectors)
    : vectors_(vectors),
      levels_(make_levels<Level>(levels, vectors.threads())),
      columns_(levels_.front()->matrix, vectors.threads()) {}

PMultigrid::~PMultigrid() = default;

BlockMatrix& PMultigrid::matrix() { return levels_.front()->matrix; }

void PMultigrid::factor(double shift) {
  shift_ = static_cast<float>(shift);
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& level = *levels_[l];
    if (l > 0) cut(levels_[l - 1]->matrix, level.matrix);
    if (level.lu)
      level.lu->factor(level.matrix, shift_);
    else
      level.ilu->factor(level.matrix, shift_);
  }
}

void PMultigrid::solve(const double* b, double* z) {
  Level& top = *levels_.front();
  const std::size_t n = top.graph.unknowns();
  for (std::size_t i = 0; i < n; ++i) top.b[i] = static_cast<float>(b[i]);
  cycle(0);
  for (std::size_t i = 0; i < n; ++i) z[i] = top.z[i];
}

void PMultigrid::cycle(std::size_t l) {
  Level& level = *levels_[l];
  if (level.lu) return level.lu->solve(level.b.data(), level.z.data());
  Level& low = *levels_[l + 1];
  const BlockGraph &fine = level.graph, &coarse = low.graph;
  for (Index cell = 0; cell < fine.cells(); ++cell)
    std::copy_n(level.b.data() + fine.begin[cell], coarse.size(cell), low.b.data() + coarse.begin[cell]);
  cycle(l + 1);
  level.rest = level.b;
#pragma omp parallel for schedule(static) num_threads(vectors_.threads())
  for (Index cell = 0; cell < fine.cells(); ++cell) {
    float* rest = level.rest.data() + fine.begin[cell];
    const float* own = low.z.data() + coarse.begin[cell];
    add_product<-1>(level.matrix.diagonal(cell), fine.size(cell), coarse.size(cell), own, rest);
    for (int i = 0; i < coarse.size(cell); ++i) rest[i] -= shift_ * own[i];
    for (Index link = fine.first[cell]; link < fine.first[cell + 1]; ++link) {
      const Index other = fine.neighbour[link];
      add_product<-1>(level.matrix.link(link), fine.size(cell), coarse.size(other), low.z.data() + coarse.begin[other],
                      rest);
    }
  }
  level.ilu->solve(level.rest.data(), level.z.data());
  for (Index cell = 0; cell < fine.cells(); ++cell)
    for (int i = 0; i < coarse.size(cell); ++i) level.z[fine.begin[cell] + i] += low.z[coarse.begin[cell] + i];
}

std::unique_ptr<Preconditioner> make_preconditioner(const std::vector<BlockGraph>& levels,
                                                    const VectorOperations& vectors) {
  if (vectors.backend().kind() == BackendKind::cuda) return make_cuda_multigrid(levels, vectors);
  return std::make_unique<PMultigrid>(levels, vectors);
}

}  // namespace dg
