#include <algorithm>
#include <array>
#include <cmath>

#include "libdg/implicit/cuda_groups.hpp"
#include "libdg/implicit/cuda_implicit.hpp"
#include "libdg/implicit/group_multigrid.hpp"
#include "libdg/implicit/group_transfer.hpp"

namespace dg {
namespace {

constexpr int block = 256, parts = 264, at_once = 32;

/// Pointers and weights of as many vectors as one kernel takes.
struct VectorList {
  const double* numbers[at_once];
  double weights[at_once];
  int count;
};

enum class Fold { dot, largest };

/// The sum, or the largest value, of all threads' x, in thread 0; the same bits each time.
template <Fold kind>
__device__ double reduce_block(double x) {
  __shared__ double shared[block];
  shared[threadIdx.x] = x;
  __syncthreads();
  for (int half = block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      const double other = shared[threadIdx.x + half];
      shared[threadIdx.x] = kind == Fold::dot ? shared[threadIdx.x] + other : fmax(shared[threadIdx.x], other);
    }
    __syncthreads();
  }
  return shared[0];
}

/// partial[j][part] of the products of vectors j with w, or of their largest absolute values.
template <Fold kind>
__global__ void reduce_parts(const __grid_constant__ VectorList list, const double* w, std::size_t n, double* partial) {
  const double* v = list.numbers[blockIdx.y];
  double result = 0;
  for (std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x; i < n; i += std::size_t(gridDim.x) * block)
    result = kind == Fold::dot ? result + v[i] * w[i] : fmax(result, fabs(v[i]));
  result = reduce_block<kind>(result);
  if (threadIdx.x == 0) partial[blockIdx.y * gridDim.x + blockIdx.x] = result;
}

template <Fold kind>
__global__ void reduce_partial(const double* partial, int count, double* results) {
  double result = 0;
  for (int i = threadIdx.x; i < count; i += block) {
    const double x = partial[blockIdx.x * count + i];
    result = kind == Fold::dot ? result + x : fmax(result, x);
  }
  result = reduce_block<kind>(result);
  if (threadIdx.x == 0) results[blockIdx.x] = result;
}

__global__ void add_vectors(const __grid_constant__ VectorList list, double* y, std::size_t n) {
  for (std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x; i < n; i += std::size_t(gridDim.x) * block) {
    double sum = y[i];
    for (int j = 0; j < list.count; ++j) sum += list.weights[j] * list.numbers[j][i];
    y[i] = sum;
  }
}

__global__ void set_vector(const __grid_constant__ VectorList list, double factor, double* y, std::size_t n) {
  for (std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x; i < n; i += std::size_t(gridDim.x) * block) {
    double sum = list.weights[0] * list.numbers[0][i];
    for (int j = 1; j < list.count; ++j) sum += list.weights[j] * list.numbers[j][i];
    y[i] = factor * sum;
  }
}

unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>(std::clamp<std::size_t>((n + block - 1) / block, 1, 8 * parts));
}

class CudaVectors final : public VectorOperations {
 public:
  CudaVectors(Backend& backend, int threads)
      : VectorOperations(backend, threads), partial_(backend, at_once * parts), results_(backend, at_once) {}

  std::vector<double> dots(std::span<const double* const> vectors, const double* w, std::size_t n) const override {
    std::vector<double> products;
    for (std::size_t first = 0; first < vectors.size(); first += at_once)
      reduce<Fold::dot>(vectors.subspan(first, std::min<std::size_t>(at_once, vectors.size() - first)), w, n, products);
    return products;
  }

  double largest(const double* x, std::size_t n) const override {
    std::vector<double> result;
    const double* const vectors[] = {x};
    reduce<Fold::largest>(vectors, nullptr, n, result);
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
      add_vectors<<<blocks_for(n), block, 0, cudaStreamPerThread>>>(list, y, n);
      check_launch("add_vectors");
    }
  }

  using VectorOperations::set;
  void set(double* y, std::size_t n, std::span<const WeightedVector> terms, double factor) const override {
    VectorList list{};
    for (const WeightedVector& term : terms) {
      list.numbers[list.count] = term.numbers;
      list.weights[list.count++] = term.weight;
    }
    set_vector<<<blocks_for(n), block, 0, cudaStreamPerThread>>>(list, factor, y, n);
    check_launch("set_vector");
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
    reduce_parts<kind><<<dim3(used, count), block, 0, cudaStreamPerThread>>>(list, w, n, partial_.data());
    check_launch("reduce_parts");
    reduce_partial<kind>
        <<<count, block, 0, cudaStreamPerThread>>>(partial_.data(), static_cast<int>(used), results_.data());
    check_launch("reduce_partial");
    std::array<double, at_once> numbers;
    backend().copy_out(numbers.data(), results_.data(), count * sizeof(double));
    results.insert(results.end(), numbers.begin(), numbers.begin() + count);
  }

  mutable Array<double> partial_, results_;
};

}  // namespace

std::unique_ptr<VectorOperations> make_cuda_vectors(Backend& backend, int threads) {
  return std::make_unique<CudaVectors>(backend, threads);
}

std::unique_ptr<Preconditioner> make_cuda_multigrid(const std::vector<BlockGraph>& levels,
                                                    const VectorOperations& vectors) {
  return std::make_unique<GroupMultigrid<CudaGroups>>(vectors.backend(), levels);
}

template <class Real>
std::unique_ptr<StateTransfer<Real>> make_cuda_transfer(Backend& backend, const BlockGraph& graph, StateTables tables) {
  return std::make_unique<GroupTransfer<CudaGroups, Real>>(backend, graph, tables);
}
template std::unique_ptr<StateTransfer<float>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables);
template std::unique_ptr<StateTransfer<double>> make_cuda_transfer(Backend&, const BlockGraph&, StateTables);

}  // namespace dg
