#include <algorithm>
#include <array>
#include <cmath>

#include "libdg/backend/reduce.hpp"
#include "libdg/implicit/cuda_groups.hpp"
#include "libdg/implicit/cuda_implicit.hpp"
#include "libdg/implicit/group_multigrid.hpp"
#include "libdg/implicit/group_transfer.hpp"
#include "libdg/implicit/vector_list.hpp"

namespace dg {
namespace {

const KernelSource source{{"libdg/implicit/vector_kernels.cuh"}};
constexpr int block = vector_block, parts = vector_parts, at_once = vectors_at_once;

template <Fold kind>
std::string function_of_fold(const char* name) {
  return std::string("dg::") + name + (kind == Fold::dot ? "<dg::Fold::dot>" : "<dg::Fold::largest>");
}

unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>(std::clamp<std::size_t>((n + block - 1) / block, 1, 8 * parts));
}

class CudaVectors final : public VectorOperations {
 public:
  CudaVectors(Backend& backend, Communicator* ranks, int threads)
      : VectorOperations(backend, threads),
        ranks_(ranks),
        partial_(backend, at_once * parts),
        results_(backend, at_once) {}

  std::vector<double> dots(std::span<const double* const> vectors, const double* w, std::size_t n) const override {
    std::vector<double> products;
    for (std::size_t first = 0; first < vectors.size(); first += at_once)
      reduce<Fold::dot>(vectors.subspan(first, std::min<std::size_t>(at_once, vectors.size() - first)), w, n, products);
    if (!ranks_) return products;
    std::vector<ExactSum> sums(products.size());
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(products[i]);
    reduce_sums(*ranks_, sums);
    for (std::size_t i = 0; i < sums.size(); ++i) products[i] = sums[i].value();
    return products;
  }

  double largest(const double* x, std::size_t n) const override {
    std::vector<double> result;
    const double* const vectors[] = {x};
    reduce<Fold::largest>(vectors, nullptr, n, result);
    if (ranks_) reduce_sizes(*ranks_, result);
    return result[0];
  }

  void add(std::span<const double* const> vectors, std::span<const double> weights, double* y,
           std::size_t n) const override {
    for (std::size_t first = 0; first < vectors.size(); first += at_once) {
      VectorList list{};
      list.count = static_cast<int>(std::min<std::size_t>(at_once, vectors.size() - first));
      for (int j = 0; j < list.count; ++j) {
        list.numbers[j] = vectors[first + j];
        list.weights[j] = weights[first + j];
      }
      static const CudaKernel<VectorList, double*, std::size_t> add_vectors("dg::add_vectors");
      add_vectors.launch(source, {blocks_for(n), block}, thread_stream(), list, y, n);
    }
  }

  using VectorOperations::set;
  void set(double* y, std::size_t n, std::span<const WeightedVector> terms, double factor) const override {
    VectorList list{};
    for (const WeightedVector& term : terms) {
      list.numbers[list.count] = term.numbers;
      list.weights[list.count++] = term.weight;
    }
    static const CudaKernel<VectorList, double, double*, std::size_t> set_vector("dg::set_vector");
    set_vector.launch(source, {blocks_for(n), block}, thread_stream(), list, factor, y, n);
  }

 private:
  /// Appends a number for each vector, at_once of them at most.
  template <Fold kind>
  void reduce(std::span<const double* const> vectors, const double* w, std::size_t n,
              std::vector<double>& results) const {
    VectorList list{};
    for (const double* v : vectors) list.numbers[list.count++] = v;
    const auto used = static_cast<unsigned>(std::clamp<std::size_t>((n + block - 1) / block, 1, parts));
    const auto count = static_cast<unsigned>(list.count);
    static const CudaKernel<VectorList, const double*, std::size_t, double*> reduce_parts(
        function_of_fold<kind>("reduce_parts"));
    reduce_parts.launch(source, {GridShape(used, count), block}, thread_stream(), list, w, n, partial_.data());
    static const CudaKernel<const double*, int, double*> reduce_partial(function_of_fold<kind>("reduce_partial"));
    reduce_partial.launch(source, {count, block}, thread_stream(), partial_.data(), static_cast<int>(used),
                          results_.data());
    std::array<double, at_once> numbers;
    backend().copy_out(numbers.data(), results_.data(), count * sizeof(double));
    results.insert(results.end(), numbers.begin(), numbers.begin() + count);
  }

  Communicator* ranks_;
  mutable Array<double> partial_, results_;
};

}  // namespace

std::unique_ptr<VectorOperations> make_cuda_vectors(Backend& backend, Communicator* ranks, int threads) {
  return std::make_unique<CudaVectors>(backend, ranks, threads);
}

std::unique_ptr<Preconditioner> make_cuda_multigrid(const std::vector<BlockGraph>& levels,
                                                    const VectorOperations& vectors, const MultigridOptions& options) {
  return std::make_unique<GroupMultigrid<CudaGroups>>(vectors.backend(), levels, options);
}

template <class Real>
std::unique_ptr<StateTransfer<Real>> make_cuda_transfer(Backend& backend, const BlockGraph& graph, StateTables tables) {
  return std::make_unique<GroupTransfer<CudaGroups, Real>>(backend, graph, tables);
}
template std::unique_ptr<StateTransfer<float>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables);
template std::unique_ptr<StateTransfer<double>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables);

template <class Real>
void compile_cuda_implicit(Backend& backend) {
  const CudaVectors vectors(backend, nullptr, 1);
  KernelList list;
  const double* const one_vector[] = {nullptr};
  const double one_weight[] = {0.0};
  static_cast<void>(vectors.dots(one_vector, nullptr, 1));
  static_cast<void>(vectors.largest(nullptr, 1));
  vectors.add(one_vector, one_weight, nullptr, 1);
  vectors.set(nullptr, 1, {{1.0, nullptr}});
  const auto run = [](const auto&... bodies) { (CudaGroups::run(bodies, 1, 64, ""), ...); };
  run(ToState<Real>{}, FromState<Real>{}, PerturbColumn{}, WriteColumn{}, FactorCell{}, NarrowAndCut{}, WidenSum{},
      SubtractCoarse{}, AssembleColumns{}, InvertPanel{}, MultiplyTile{}, EliminateSlice{}, MultiplyUpper{},
      SolveSlice{});
  CudaGroups::run_in_order(Sweep<true>{}, 1, 64, DoneItems{}, "");
  CudaGroups::run_in_order(Sweep<false>{}, 1, 64, DoneItems{}, "");
  compile_kernels(list.kernels());
}
template void compile_cuda_implicit<float>(Backend&);
template void compile_cuda_implicit<double>(Backend&);

}  // namespace dg
