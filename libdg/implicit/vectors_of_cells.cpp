#include "libdg/implicit/vectors_of_cells.hpp"

#include <algorithm>
#include <cassert>

#include "libdg/backend/reduce.hpp"

namespace dg {
namespace {

constexpr std::size_t cells_at_once = 64;  ///< whose part of w stays near

double product(const double* v, const double* w, std::size_t n) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) sum += v[i] * w[i];
  return sum;
}

}  // namespace

std::vector<double> VectorsOfCells::dots(std::span<const double* const> vectors, const double* w,
                                         [[maybe_unused]] std::size_t n) const {
  const std::size_t cells = begin_.size() - 1, parts = (cells + cells_at_once - 1) / cells_at_once, m = vectors.size();
  assert(n == begin_.back());
  std::vector<ExactSum> sums(m);
#pragma omp parallel num_threads(threads()) if (parts > 1)
  {
    std::vector<ExactSum> own(m);
#pragma omp for schedule(static)
    for (std::size_t p = 0; p < parts; ++p)
      for (std::size_t j = 0; j < m; ++j)
        for (std::size_t cell = p * cells_at_once; cell < std::min(cells, (p + 1) * cells_at_once); ++cell) {
          const std::size_t at = begin_[cell];
          own[j].add(product(vectors[j] + at, w + at, begin_[cell + 1] - at));
        }
#pragma omp critical
    for (std::size_t j = 0; j < m; ++j) sums[j].add(own[j]);
  }
  if (ranks_) reduce_sums(*ranks_, sums);
  std::vector<double> products;
  for (const ExactSum& sum : sums) products.push_back(sum.value());
  return products;
}

double VectorsOfCells::largest(const double* x, std::size_t n) const {
  double largest[]{VectorOperations::largest(x, n)};
  if (ranks_) reduce_sizes(*ranks_, largest);
  return largest[0];
}

}  // namespace dg
