#include "libdg/implicit/jacobian.hpp"

#include <numeric>

namespace dg {
namespace {

/// Step of a difference, where states are of order one: balances rounding, some 1e-15 / step, and truncation.
constexpr double step = 1e-7;

}  // namespace

Jacobian::Jacobian(NonlinearSystem& system)
    : system_(system), vectors_(system.vectors()), n_(system.graph().unknowns()), colours_(system.colours()) {
  for (auto* vector : {&x_, &f_, &moved_, &there_}) *vector = vectors_.make(n_);
}

void Jacobian::set_state(const double* x, const double* f) {
  vectors_.set(x_.data(), n_, {{1.0, x}});
  vectors_.set(f_.data(), n_, {{1.0, f}});
}

void Jacobian::multiply(const double* v, double* y) {
  if (system_.has_exact_products()) return system_.multiply(x_.data(), v, y);
  const double largest = vectors_.largest(v, n_);
  if (largest == 0) return vectors_.backend().set_zero(y, n_ * sizeof(double));
  const double h = step / largest;
  vectors_.set(moved_.data(), n_, {{1.0, x_.data()}, {h, v}});
  system_.evaluate(moved_.data(), y);
  vectors_.set(y, n_, {{1.0, y}, {-1.0, f_.data()}}, 1 / h);
}

long Jacobian::evaluations_of_blocks() const {
  return std::accumulate(colours_.columns.begin(), colours_.columns.end(), 0L);
}

void Jacobian::find_blocks(BlockColumns& blocks) {
  vectors_.set(moved_.data(), n_, {{1.0, x_.data()}});
  for (int colour = 0; colour < static_cast<int>(colours_.columns.size()); ++colour) {
    for (int column = 0; column < colours_.columns[colour]; ++column) {
      blocks.perturb(colour, column, step, x_.data(), moved_.data());
      system_.evaluate(moved_.data(), there_.data());
      blocks.write(colour, column, step, f_.data(), there_.data());
      blocks.perturb(colour, column, 0.0, x_.data(), moved_.data());
    }
  }
}

}  // namespace dg
