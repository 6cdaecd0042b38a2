/// Sums of vectors where the implicit solver keeps them. In the memory of the host, several threads give the same bits
/// for any number of them; for that of a device, see make_vector_operations().
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"

namespace dg {

/// A vector and its weight in a sum.
struct WeightedVector {
  double weight;
  const double* numbers;
};

class VectorOperations {
 public:
  /// Vectors on the host.
  explicit VectorOperations(int threads);
  virtual ~VectorOperations();

  int threads() const { return threads_; }
  /// In whose memory vectors are.
  Backend& backend() const { return *backend_; }

  /// An uninitialised vector.
  Array<double> make(std::size_t n) const { return Array<double>(*backend_, n); }

  /// products[j] = vectors[j] . w
  virtual std::vector<double> dots(std::span<const double* const> vectors, const double* w, std::size_t n) const;

  /// The largest absolute value; NaN may or may not be seen.
  virtual double largest(const double* x, std::size_t n) const;

  /// y += sum over j of weights[j] vectors[j]
  virtual void add(std::span<const double* const> vectors, std::span<const double> weights, double* y,
                   std::size_t n) const;

  /// y = factor * (the sum of one to three vectors, which may be y itself)
  virtual void set(double* y, std::size_t n, std::span<const WeightedVector> terms, double factor) const;
  void set(double* y, std::size_t n, std::initializer_list<WeightedVector> terms, double factor = 1.0) const {
    set(y, n, std::span(terms.begin(), terms.size()), factor);
  }

  double norm(const double* x, std::size_t n) const;

 protected:
  /// Vectors in the memory of a backend that outlives this object.
  VectorOperations(Backend& backend, int threads) : backend_(&backend), threads_(threads) {}

 private:
  void over_parts(std::size_t n, const std::function<void(std::size_t begin, std::size_t end)>& body) const;

  std::unique_ptr<Backend> host_;
  Backend* backend_;
  int threads_;
};

struct BlockGraph;

/// Vectors of the unknowns of a graph in the memory of a backend, which must outlive them. `threads` work on those of
/// the host, and on what is left to the host. Products, norms and sizes are those of all `ranks`, which ask for them
/// together; null: of this one alone. On the host they are the same bits on any number of ranks, see VectorsOfCells.
std::unique_ptr<VectorOperations> make_vector_operations(Backend& backend, const BlockGraph& graph, Communicator* ranks,
                                                         int threads);

}  // namespace dg
