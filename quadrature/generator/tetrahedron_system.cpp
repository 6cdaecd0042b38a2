#include "quadrature/generator/tetrahedron_system.hpp"

#include <boost/math/constants/constants.hpp>
#include <cassert>

namespace dg::generator {
namespace {

/// Exponents (i, j, k) of the power sums of degree 2, 3 and 4 with 2 i + 3 j + 4 k <= degree, by ascending degree.
std::vector<std::array<int, 3>> exponents_to(int degree) {
  std::vector<std::array<int, 3>> list;
  for (int total = 0; total <= degree; ++total)
    for (int k = 0; 4 * k <= total; ++k)
      for (int j = 0; 4 * k + 3 * j <= total; ++j)
        if ((total - 4 * k - 3 * j) % 2 == 0) list.push_back({(total - 4 * k - 3 * j) / 2, j, k});
  return list;
}

/// Power sums of degrees 2, 3, 4 of z, each 1 at a vertex.
template <class Scalar>
std::array<Scalar, 3> power_sums(const std::array<Scalar, 4>& point) {
  std::array<Scalar, 3> sums{Scalar(0), Scalar(0), Scalar(0)};
  for (const Scalar& l : point) {
    const Scalar z = l - Scalar(0.25);
    sums[0] += z * z / Scalar(0.75);
    sums[1] += z * z * z / Scalar(0.375);
    sums[2] += z * z * z * z / Scalar(0.328125);
  }
  return sums;
}

template <class Scalar>
Scalar power(const Scalar& x, int n) {
  Scalar product(1);
  for (int i = 0; i < n; ++i) product *= x;
  return product;
}

template <class Scalar>
Scalar monomial(const std::array<Scalar, 3>& s, const std::array<int, 3>& e) {
  return power(s[0], e[0]) * power(s[1], e[1]) * power(s[2], e[2]);
}

struct LinePoint {
  Extended x, weight;  // on [0, 1]
};

/// Gauss-Legendre rule with n points in extended precision, by Newton's method.
std::vector<LinePoint> gauss(int n) {
  std::vector<LinePoint> rule;
  const Extended pi = boost::math::constants::pi<Extended>();
  for (int i = 0; i < n; ++i) {
    Extended x = cos(pi * (Extended(i) + Extended(0.75)) / (Extended(n) + Extended(0.5))), slope = 0;
    for (int step = 0; step < 12; ++step) {
      Extended before = 1, value = x;
      for (int k = 1; k < n; ++k) {
        const Extended next = ((2 * k + 1) * x * value - k * before) / (k + 1);
        before = value;
        value = next;
      }
      slope = n * (x * value - before) / (x * x - 1);
      x -= value / slope;
    }
    rule.push_back({(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)});
  }
  return rule;
}

/// Means over the tetrahedron of the products of all pairs of monomials, by a rule in collapsed coordinates.
Matrix<Extended> gram_matrix(const std::vector<std::array<int, 3>>& exponents, int degree) {
  const int size = static_cast<int>(exponents.size());
  Matrix<Extended> gram = Matrix<Extended>::Zero(size, size);
  const auto line = gauss(degree + 2);  // exact to 2 degree + 3, of which collapsing takes 2
  std::vector<Extended> values(exponents.size());
  for (const auto& [a, wa] : line)
    for (const auto& [b, wb] : line)
      for (const auto& [c, wc] : line) {
        const Extended t = 1 - c, s = t * (1 - b);
        const std::array<Extended, 4> point{a * s, b * t, c, 1 - a * s - b * t - c};
        const Extended weight = 6 * wa * wb * wc * s * t;
        const auto sums = power_sums(point);
        for (int k = 0; k < size; ++k)
          values[static_cast<std::size_t>(k)] = monomial(sums, exponents[static_cast<std::size_t>(k)]);
        for (int row = 0; row < size; ++row)
          for (int col = 0; col <= row; ++col)
            gram(row, col) += weight * values[static_cast<std::size_t>(row)] * values[static_cast<std::size_t>(col)];
      }
  for (int row = 0; row < size; ++row)
    for (int col = row + 1; col < size; ++col) gram(row, col) = gram(col, row);
  return gram;
}

Matrix<Extended> orthonormal(const std::vector<std::array<int, 3>>& exponents, int degree) {
  const int size = static_cast<int>(exponents.size());
  const Eigen::LLT<Matrix<Extended>> cholesky(gram_matrix(exponents, degree));
  assert(cholesky.info() == Eigen::Success);
  return cholesky.matrixL().solve(Matrix<Extended>::Identity(size, size));
}

}  // namespace

std::array<int, 5> numbers_of(const TetrahedronCounts& c) { return {c.s4, c.s31, c.s22, c.s211, c.s1111}; }

int tetrahedron_invariant_count(int degree) { return static_cast<int>(exponents_to(degree).size()); }

template <class Scalar>
std::array<Scalar, 4> tetrahedron_point(int kind, const std::array<Scalar, 3>& free) {
  const Scalar &a = free[0], &b = free[1], &c = free[2];
  switch (kind) {
    case 0:
      return {Scalar(0.25), Scalar(0.25), Scalar(0.25), Scalar(0.25)};
    case 1:
      return {a, a, a, 1 - 3 * a};
    case 2:
      return {a, a, Scalar(0.5) - a, Scalar(0.5) - a};
    case 3:
      return {a, a, b, 1 - 2 * a - b};
    default:
      return {a, b, c, 1 - a - b - c};
  }
}
template std::array<double, 4> tetrahedron_point(int, const std::array<double, 3>&);
template std::array<Extended, 4> tetrahedron_point(int, const std::array<Extended, 3>&);

template <class Scalar>
TetrahedronInvariants<Scalar>::TetrahedronInvariants(int degree)
    : exponents_(exponents_to(degree)), coefficients_(orthonormal(exponents_, degree).template cast<Scalar>()) {
  assert(size() <= max_system_size);
}

template <class Scalar>
void TetrahedronInvariants<Scalar>::evaluate(const std::array<Scalar, 4>& point, Vector<Scalar>& value,
                                             std::array<Vector<Scalar>, 4>& derivative) const {
  const auto s = power_sums(point);
  Vector<Scalar> monomials(size());
  std::array<Vector<Scalar>, 3> slope;
  for (auto& along : slope) along.setZero(size());
  for (int k = 0; k < size(); ++k) {
    const auto& e = exponents_[static_cast<std::size_t>(k)];
    monomials[k] = monomial(s, e);
    for (std::size_t n = 0; n < 3; ++n) {
      if (e[n] == 0) continue;
      auto lower = e;
      --lower[n];
      slope[n][k] = e[n] * monomial(s, lower);
    }
  }
  value = coefficients_ * monomials;
  for (std::size_t i = 0; i < 4; ++i) {
    const Scalar z = point[i] - Scalar(0.25);
    derivative[i] = coefficients_ * (2 * z / Scalar(0.75) * slope[0] + 3 * z * z / Scalar(0.375) * slope[1] +
                                     4 * z * z * z / Scalar(0.328125) * slope[2]);
  }
}

template <class Scalar>
void TetrahedronSystem<Scalar>::evaluate(const Vector<Scalar>& unknowns, Vector<Scalar>& residual,
                                         Matrix<Scalar>* jacobian) const {
  residual.setZero(basis_.size());
  residual[0] = Scalar(-1);
  if (jacobian) jacobian->resize(basis_.size(), counts_.unknowns());
  Vector<Scalar> value;
  std::array<Vector<Scalar>, 4> along;
  int at = 0;
  const auto numbers = numbers_of(counts_);
  for (int kind = 0; kind < 5; ++kind)
    for (int k = 0; k < numbers[static_cast<std::size_t>(kind)]; ++k) {
      const int coordinates = tetrahedron_orbits[static_cast<std::size_t>(kind)].coordinates;
      std::array<Scalar, 3> free{Scalar(0), Scalar(0), Scalar(0)};
      for (int i = 0; i < coordinates; ++i) free[static_cast<std::size_t>(i)] = unknowns[at + 1 + i];
      const Scalar q = unknowns[at], weight = q * q;
      basis_.evaluate(tetrahedron_point(kind, free), value, along);
      residual += weight * value;
      if (jacobian) {
        jacobian->col(at) = 2 * q * value;
        const auto rest = [&](std::size_t i) { return along[i] - along[3]; };
        if (kind == 1) jacobian->col(at + 1) = weight * (rest(0) + rest(1) + rest(2));
        if (kind == 2) jacobian->col(at + 1) = weight * (along[0] + along[1] - along[2] - along[3]);
        if (kind == 3) jacobian->col(at + 1) = weight * (rest(0) + rest(1));
        if (kind == 3) jacobian->col(at + 2) = weight * rest(2);
        for (int i = 0; kind == 4 && i < 3; ++i) jacobian->col(at + 1 + i) = weight * rest(static_cast<std::size_t>(i));
      }
      at += 1 + coordinates;
    }
}

template class TetrahedronInvariants<double>;
template class TetrahedronInvariants<Extended>;
template class TetrahedronSystem<double>;
template class TetrahedronSystem<Extended>;

}  // namespace dg::generator
