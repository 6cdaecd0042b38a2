#include "libdg/implicit/gmres.hpp"

#include <cmath>

namespace dg {
namespace {

/// The small least-squares problem of GMRES, by Givens rotations column by column.
class LeastSquares {
 public:
  explicit LeastSquares(double beta) : rhs_{beta} {}

  /// Takes column j of the Hessenberg matrix, j + 2 entries; returns the norm of the residual.
  double add_column(std::vector<double> h) {
    const std::size_t j = cosines_.size();
    for (std::size_t i = 0; i < j; ++i) rotate(i, h[i], h[i + 1]);
    const double length = std::hypot(h[j], h[j + 1]);
    const bool is_zero = length == 0.0;  // what is no number spreads to the residual
    cosines_.push_back(is_zero ? 1.0 : h[j] / length);
    sines_.push_back(is_zero ? 0.0 : h[j + 1] / length);
    rotate(j, h[j], h[j + 1]);
    rhs_.push_back(0.0);
    rotate(j, rhs_[j], rhs_[j + 1]);
    columns_.push_back(std::move(h));
    return std::abs(rhs_[j + 1]);
  }

  std::vector<double> solution() const {
    const std::size_t m = columns_.size();
    std::vector<double> y(rhs_.begin(), rhs_.begin() + static_cast<std::ptrdiff_t>(m));
    for (std::size_t j = m; j-- > 0;) {
      y[j] = columns_[j][j] != 0 ? y[j] / columns_[j][j] : 0.0;
      for (std::size_t i = 0; i < j; ++i) y[i] -= columns_[j][i] * y[j];
    }
    return y;
  }

 private:
  void rotate(std::size_t i, double& a, double& b) const {
    const double c = cosines_[i], s = sines_[i], first = c * a + s * b;
    b = c * b - s * a;
    a = first;
  }

  std::vector<double> rhs_, cosines_, sines_;
  std::vector<std::vector<double>> columns_;
};

}  // namespace

/// Takes from w what it has of the basis; returns the coefficients, and last the norm of what is left.
std::vector<double> Gmres::orthogonalise(std::span<const double* const> basis, double* w) const {
  constexpr double enough = 0.7;  // of the norm that is left: less, and rounding needs a second pass
  double before = vectors_.norm(w, n_), after = before;
  std::vector<double> h(basis.size() + 1, 0.0);
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<double> part = vectors_.dots(basis, w, n_);
    for (std::size_t j = 0; j < part.size(); ++j) {
      h[j] += part[j];
      part[j] = -part[j];
    }
    vectors_.add(basis, part, w, n_);
    after = vectors_.norm(w, n_);
    if (after > enough * before) break;
    before = after;
  }
  h.back() = after;
  return h;
}

GmresResult Gmres::solve(const LinearMap& matrix, const LinearMap& preconditioner, const double* b, double* x,
                         double tolerance, int most_steps) {
  const double length = vectors_.norm(b, n_);
  vectors_.set(residual_.data(), n_, {{1.0, b}});
  vectors_.backend().set_zero(x, n_ * sizeof(double));
  GmresResult result;
  if (length == 0.0) return {0, 0.0};
  const auto use = [&](std::vector<Array<double>>& list, int i) {
    if (i == static_cast<int>(list.size())) list.push_back(vectors_.make(n_));
    return list[i].data();
  };
  double beta = length;
  while (result.steps < most_steps && beta > tolerance * length) {
    std::vector<const double*> basis{use(basis_, 0)}, directions;
    vectors_.set(basis_[0].data(), n_, {{1.0, residual_.data()}}, 1 / beta);
    LeastSquares least(beta);
    double estimate = beta;
    for (int j = 0; j < restart_ && result.steps < most_steps && estimate > tolerance * length; ++j, ++result.steps) {
      double *direction = use(directions_, j), *next = use(basis_, j + 1);
      preconditioner(basis[j], direction);
      directions.push_back(direction);
      matrix(direction, next);
      const std::vector<double> h = orthogonalise(basis, next);
      estimate = least.add_column(h);
      if (h.back() > 0) vectors_.set(next, n_, {{1.0, next}}, 1 / h.back());
      basis.push_back(next);
    }
    vectors_.add(directions, least.solution(), x, n_);
    beta = estimate;
    if (result.steps >= most_steps || estimate <= tolerance * length) break;
    matrix(x, residual_.data());
    vectors_.set(residual_.data(), n_, {{1.0, b}, {-1.0, residual_.data()}});
    beta = vectors_.norm(residual_.data(), n_);
  }
  result.reduction = beta / length;
  return result;
}

}  // namespace dg
