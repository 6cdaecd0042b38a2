/// The moment equations of a fully symmetric triangle rule, in the weights and positions of its symmetry orbits.
#pragma once

#include <vector>

#include "quadrature/generator/invariant_basis.hpp"

namespace dg::generator {

/// Orbits of S3 by size: the centroid, points on the medians, points in general position.
enum class OrbitKind { s3, s21, s111 };

/// How many orbits of each kind a rule is made of.
struct OrbitCounts {
  int s3, s21, s111;

  int points() const { return s3 + 3 * s21 + 6 * s111; }
  int unknowns() const { return s3 + 2 * s21 + 3 * s111; }
  bool operator==(const OrbitCounts&) const = default;
};

/// Every way to make `points` points with at least as many unknowns as there are moment equations of degree <=
/// `degree`. There are enough S111 orbits to resolve the invariants that vanish on the medians (the multiples of u^3 -
/// v^2, of degree 6). Choices of more than max_system_size unknowns are left out.
std::vector<OrbitCounts> admissible_orbits(int degree, int points);

/// Residual and Jacobian of the moment equations. The unknowns are, orbit by orbit in the order S3, S21, S111, first
/// the root q of the orbit's weight. A point's is `q^2 / orbit size`, never negative. Then for S21 the position x in
/// (-1/2, 1) on the median z = x, for S111 the position z = x + iy. The weights sum to 1.
template <class Scalar>
class MomentSystem : public MomentEquations<Scalar> {
 public:
  MomentSystem(int degree, const OrbitCounts& orbits);

  const OrbitCounts& orbits() const { return orbits_; }
  int equations() const { return basis_.size(); }
  int unknowns() const { return orbits_.unknowns(); }

  /// Fills the residual, of length equations().
  void evaluate(const Vector<Scalar>& unknowns, Vector<Scalar>& residual, Matrix<Scalar>* jacobian) const override;

 private:
  OrbitCounts orbits_;
  InvariantBasis<Scalar> basis_;
};

extern template class MomentSystem<double>;
extern template class MomentSystem<Extended>;

}  // namespace dg::generator
