#include "libdg/implicit/vector_operations.hpp"

#include <algorithm>
#include <cmath>

#include "libdg/implicit/cuda_implicit.hpp"
#include "libdg/implicit/vectors_of_cells.hpp"

namespace dg {
namespace {

constexpr std::size_t part = 4096;

}  // namespace

VectorOperations::VectorOperations(int threads)
    : host_(make_backend(BackendKind::cpu, threads)), backend_(host_.get()), threads_(threads) {}

VectorOperations::~VectorOperations() = default;

/// Calls body(begin, end) for parts of [0, n), whose bounds depend on n alone.
void VectorOperations::over_parts(std::size_t n,
                                  const std::function<void(std::size_t begin, std::size_t end)>& body) const {
  const auto parts = static_cast<std::ptrdiff_t>((n + part - 1) / part);
#pragma omp parallel for schedule(static) num_threads(threads_) if (parts > 1)
  for (std::ptrdiff_t p = 0; p < parts; ++p) body(p * part, std::min(n, (p + 1) * part));
}

std::vector<double> VectorOperations::dots(std::span<const double* const> vectors, const double* w,
                                           std::size_t n) const {
  const std::size_t parts = (n + part - 1) / part, m = vectors.size();
  std::vector<double> partial(parts * m), products(m, 0.0);
  over_parts(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = 0; j < m; ++j) {
      const double* v = vectors[j];
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t i = begin; i < end; ++i) sum += v[i] * w[i];
      partial[begin / part * m + j] = sum;
    }
  });
  for (std::size_t p = 0; p < parts; ++p)
    for (std::size_t j = 0; j < m; ++j) products[j] += partial[p * m + j];
  return products;
}

double VectorOperations::norm(const double* x, std::size_t n) const {
  const double* const vectors[] = {x};
  return std::sqrt(dots(vectors, x, n)[0]);
}

double VectorOperations::largest(const double* x, std::size_t n) const {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(x[i]));
  return largest;
}

void VectorOperations::add(std::span<const double* const> vectors, std::span<const double> weights, double* y,
                           std::size_t n) const {
  over_parts(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      const double* v = vectors[j];
      const double weight = weights[j];
      for (std::size_t i = begin; i < end; ++i) y[i] += weight * v[i];
    }
  });
}

void VectorOperations::set(double* y, std::size_t n, std::span<const WeightedVector> terms, double factor) const {
  const WeightedVector a = terms[0];
  const WeightedVector b = terms.size() > 1 ? terms[1] : WeightedVector{};
  const WeightedVector c = terms.size() > 2 ? terms[2] : WeightedVector{};
  over_parts(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double sum = a.weight * a.numbers[i];
      if (b.numbers) sum += b.weight * b.numbers[i];
      if (c.numbers) sum += c.weight * c.numbers[i];
      y[i] = factor * sum;
    }
  });
}

std::unique_ptr<VectorOperations> make_vector_operations(Backend& backend, const BlockGraph& graph, Communicator* ranks,
                                                         int threads) {
  if (backend.kind() == BackendKind::cuda) return make_cuda_vectors(backend, ranks, threads);
  return std::make_unique<VectorsOfCells>(graph, ranks, threads);
}

}  // namespace dg
