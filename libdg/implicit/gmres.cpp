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
    cosines_.push_back(length > 0 ? h[j] / length : 1.0);
    sines_.push_back(length > 0 ? h[j + 1] / length : 0.0);
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

/// Takes from w what it has of the basis; returns the coefficients, and last the norm of what is left.
std::vector<double> orthogonalise(const VectorOperations& vectors, std::span<const double* const> basis, double* w,
                                  std::size_t n) {
  constexpr double enough = 0.7;  // of the norm that is left: less, and rounding needs a second turn
  double before = vectors.norm(w, n), after = before;
  std::vector<double> h(basis.size() + 1, 0.0);
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<double> part = vectors.dots(basis, w, n);
    for (std::size_t j = 0; j < part.size(); ++j) {
      h[j] += part[j];
      part[j] = -part[j];
    }
    vectors.add(basis, part, w, n);
    after = vectors.norm(w, n);
    if (after > enough * before) break;
    before = after;
  }
  h.back() = after;
  return h;
}

}  // namespace

GmresResult solve_gmres(const VectorOperations& vectors, const LinearMap& matrix, const LinearMap& preconditioner,
                        const std::vector<double>& b, std::vector<double>& x, double tolerance, int most_steps,
                        int restart) {
  const std::size_t n = b.size();
  x.assign(n, 0.0);
  std::vector<double> residual = b;
  const double length = vectors.norm(b.data(), n);
  GmresResult result;
  if (length == 0.0) return {0, 0.0};
  double beta = length;
  while (result.steps < most_steps && beta > tolerance * length) {
    std::vector<std::vector<double>> basis{residual}, directions;
    std::vector<const double*> basis_data, direction_data;
    for (double& v : basis[0]) v /= beta;
    basis_data.push_back(basis[0].data());
    LeastSquares least(beta);
    double estimate = beta;
    for (int j = 0; j < restart && result.steps < most_steps && estimate > tolerance * length; ++j, ++result.steps) {
      directions.emplace_back(n);
      preconditioner(basis_data[j], directions.back().data());
      direction_data.push_back(directions.back().data());
      basis.emplace_back(n);
      matrix(directions.back().data(), basis.back().data());
      const std::vector<double> h = orthogonalise(vectors, basis_data, basis.back().data(), n);
      estimate = least.add_column(h);
      if (h.back() > 0)
        for (double& v : basis.back()) v /= h.back();
      basis_data.push_back(basis.back().data());
    }
    const std::vector<double> y = least.solution();
    vectors.add(direction_data, y, x.data(), n);
    beta = estimate;
    if (result.steps >= most_steps || estimate <= tolerance * length) break;
    matrix(x.data(), residual.data());
    for (std::size_t i = 0; i < n; ++i) residual[i] = b[i] - residual[i];
    beta = vectors.norm(residual.data(), n);
  }
  result.reduction = beta / length;
  return result;
}

}  // namespace dg
