#include "libdg/implicit/vector_operations.hpp"

#include <algorithm>
#include <cmath>

namespace dg {
namespace {

constexpr std::size_t part = 4096;

}  // namespace

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

}  // namespace dg
