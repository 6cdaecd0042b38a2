#include "libdg/implicit/p_multigrid.hpp"

#include <algorithm>

#include "libdg/implicit/block_product.hpp"
#include "libdg/implicit/cuda_implicit.hpp"
#include "libdg/implicit/front_lists.hpp"

namespace dg {
namespace {

/// Whether direct factors are no burden: a quarter of a GiB on the host, two on a GPU, which finds them faster.
bool is_solved_directly(const BlockGraph& graph, BackendKind backend) {
  constexpr std::size_t few = std::size_t{1} << 26, few_on_device = std::size_t{1} << 29;
  return BlockLu(graph).numbers() <= (backend == BackendKind::cuda ? few_on_device : few);
}

BlockGraph with_averages(BlockGraph graph) {
  graph.modes.assign(graph.modes.size(), 1);
  complete(graph);
  return graph;
}

}  // namespace

template <int Dim>
std::vector<BlockGraph> multigrid_levels(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var,
                                         BackendKind backend) {
  std::vector<BlockGraph> levels{make_block_graph(mesh, degree, quads, n_var)};
  if (degree == 0) return levels;
  BlockGraph linear = make_block_graph(mesh, 1, quads, n_var);
  const bool direct = is_solved_directly(linear, backend);
  if (degree == 1 && direct) return levels;
  levels.push_back(direct ? std::move(linear) : with_averages(std::move(linear)));
  return levels;
}

std::vector<BlockGraph> multigrid_levels(BlockGraph own, BlockGraph low, int degree, BackendKind backend) {
  const bool direct = degree == 0 || is_solved_directly(low, backend);
  std::vector<BlockGraph> levels{std::move(own)};
  levels.push_back(direct ? std::move(low) : with_averages(std::move(low)));
  return levels;
}

template std::vector<BlockGraph> multigrid_levels<2>(const Mesh<2>&, int, QuadSpace, int, BackendKind);
template std::vector<BlockGraph> multigrid_levels<3>(const Mesh<3>&, int, QuadSpace, int, BackendKind);

std::size_t multigrid_bytes(const std::vector<BlockGraph>& levels, BackendKind backend) {
  std::size_t numbers = backend == BackendKind::cuda ? front_numbers(levels.back()) : BlockLu(levels.back()).numbers();
  for (const BlockGraph& graph : levels) {
    numbers += block_numbers(graph) + 3 * graph.unknowns();
    if (&graph == &levels.back()) continue;
    for (Index cell = 0; cell < graph.cells(); ++cell) numbers += std::size_t(graph.size(cell)) * graph.size(cell);
  }
  return sizeof(float) * numbers;
}

PMultigrid::PMultigrid(const std::vector<BlockGraph>& levels, const VectorOperations& vectors,
                       const MultigridOptions& options)
    : threads_(vectors.threads()),
      fine_(levels.front()),
      low_(levels.back()),
      matrix_(fine_),
      lowest_(fine_, low_, options.cells),
      low_matrix_(levels.size() > 1 ? std::make_unique<BlockMatrix>(low_) : nullptr),
      lu_(low_, threads_),
      ilu_(lowest_.is_lower() ? std::make_unique<BlockIlu>(fine_, threads_, options.smoother) : nullptr),
      columns_(matrix_, threads_),
      b_(fine_.unknowns()),
      z_(fine_.unknowns()),
      low_b_(low_.unknowns()),
      low_z_(low_.unknowns()) {}

void PMultigrid::factor(double shift) {
  shift_ = static_cast<float>(shift);
  if (low_matrix_) lowest_.collect_matrix(matrix_, *low_matrix_);
  lu_.factor(low_matrix_ ? *low_matrix_ : matrix_, shift_);
  if (ilu_) ilu_->factor(matrix_, shift_);
}

void PMultigrid::solve(const double* b, double* z) {
  const std::size_t n = fine_.unknowns();
  for (std::size_t i = 0; i < n; ++i) b_[i] = static_cast<float>(b[i]);
  float* rows = z_.data();
  for (Index cell = 0; cell < fine_.cells(); ++cell)
    rows = std::copy_n(b_.data() + fine_.begin[cell], lowest_.size(cell), rows);
  lowest_.collect_vector(z_.data(), low_b_.data());
  lu_.solve(low_b_.data(), low_z_.data());
  if (ilu_) {
    subtract_low();
    ilu_->solve(b_.data(), z_.data());
  } else {
    std::fill(z_.begin(), z_.end(), 0.0f);
  }
  for (Index cell = 0; cell < fine_.cells(); ++cell)
    for (int i = 0; i < lowest_.size(cell); ++i) z_[fine_.begin[cell] + i] += low_z_[lowest_.begin(cell) + i];
  for (std::size_t i = 0; i < n; ++i) z[i] = z_[i];
}

/// b -= (shift I + A) P z for z of the lowest degree.
void PMultigrid::subtract_low() {
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (Index cell = 0; cell < fine_.cells(); ++cell) {
    float* rest = b_.data() + fine_.begin[cell];
    const auto subtract = [&](const float* block, Index column) {
      add_product<-1>(block, fine_.size(cell), lowest_.size(column), low_z_.data() + lowest_.begin(column), rest);
    };
    subtract(matrix_.diagonal(cell), cell);
    const float* own = low_z_.data() + lowest_.begin(cell);
    for (int i = 0; i < lowest_.size(cell); ++i) rest[i] -= shift_ * own[i];
    for (Index link = fine_.first[cell]; link < fine_.first[cell + 1]; ++link)
      subtract(matrix_.link(link), fine_.neighbour[link]);
  }
}

std::unique_ptr<Preconditioner> make_preconditioner(const std::vector<BlockGraph>& levels,
                                                    const VectorOperations& vectors, const MultigridOptions& options) {
  if (vectors.backend().kind() == BackendKind::cuda) return make_cuda_multigrid(levels, vectors, options);
  return std::make_unique<PMultigrid>(levels, vectors, options);
}

}  // namespace dg
