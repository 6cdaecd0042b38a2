#include "libdg/implicit/conservation.hpp"

#include <Eigen/LU>

namespace dg {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<const double*> data_of(const std::vector<Array<double>>& vectors) {
  std::vector<const double*> data;
  for (const Array<double>& vector : vectors) data.push_back(vector.data());
  return data;
}

}  // namespace

void Conservation::renew() {
  const std::size_t n = system_.graph().unknowns();
  const std::vector<ConservedSum> sums = system_.conserved_sums();
  const auto take = [&](Vectors& vectors, const std::vector<double> ConservedSum::*which) {
    while (vectors.size() < sums.size()) vectors.push_back(vectors_.make(n));
    for (std::size_t i = 0; i < sums.size(); ++i) vectors[i].copy_in(sums[i].*which);
  };
  take(amount_, &ConservedSum::amount);
  take(rate_, &ConservedSum::rate);
  take(supply_, &ConservedSum::supply);
  while (response_.size() < sums.size()) response_.push_back(vectors_.make(n));
  if (!empty()) inverse_balance_ = inverse_of_products(rate_, supply_);
}

void Conservation::balance(double* f) const {
  if (!empty()) remove(rate_, inverse_balance_, supply_, f);
}

void Conservation::prepare(const LinearMap& inverse) {
  if (empty()) return;
  for (std::size_t i = 0; i < supply_.size(); ++i) inverse(supply_[i].data(), response_[i].data());
  inverse_keep_ = inverse_of_products(amount_, response_);
}

void Conservation::keep(double* d) const {
  if (!empty()) remove(amount_, inverse_keep_, response_, d);
}

/// The inverse of the products of all vectors on the left with all on the right.
std::vector<double> Conservation::inverse_of_products(const Vectors& left, const Vectors& right) const {
  const std::size_t n = system_.graph().unknowns();
  const auto size = static_cast<Eigen::Index>(left.size());
  RowMajor products(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    const std::vector<double> column = vectors_.dots(data_of(left), right[j].data(), n);
    for (Eigen::Index i = 0; i < size; ++i) products(i, j) = column[i];
  }
  const RowMajor inverse = products.partialPivLu().inverse();
  return {inverse.data(), inverse.data() + inverse.size()};
}

/// x -= parts * inverse * (seen_by . x)
void Conservation::remove(const Vectors& seen_by, const std::vector<double>& inverse, const Vectors& parts,
                          double* x) const {
  const std::size_t n = system_.graph().unknowns(), size = parts.size();
  const std::vector<double> seen = vectors_.dots(data_of(seen_by), x, n);
  std::vector<double> weights(size, 0.0);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) weights[i] -= inverse[i * size + j] * seen[j];
  vectors_.add(data_of(parts), weights, x, n);
}

}  // namespace dg
