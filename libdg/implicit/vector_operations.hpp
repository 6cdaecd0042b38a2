/// Sums of vectors on the host by several threads; the same bits for any number of them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace dg {

class VectorOperations {
 public:
  explicit VectorOperations(int threads) : threads_(threads) {}

  int threads() const { return threads_; }

  /// Calls body(begin, end) for parts of [0, n), whose bounds depend on n alone.
  void over_parts(std::size_t n, const std::function<void(std::size_t begin, std::size_t end)>& body) const;

  /// products[j] = vectors[j] . w
  std::vector<double> dots(std::span<const double* const> vectors, const double* w, std::size_t n) const;

  double norm(const double* x, std::size_t n) const;

  /// y += sum over j of weights[j] vectors[j]
  void add(std::span<const double* const> vectors, std::span<const double> weights, double* y, std::size_t n) const;

 private:
  int threads_;
};

}  // namespace dg
