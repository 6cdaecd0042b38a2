/// The moment equations of a fully symmetric rule on the tetrahedron, in the weights and positions of its orbits.
///
/// Take barycentric coordinates l_1 .. l_4 and z_i = l_i - 1/4. Every polynomial that is invariant under the symmetry
/// group S4 is a polynomial in the power sums of z of degrees 2, 3 and 4. A fully symmetric rule is exact to degree d
/// if and only if it is exact for the invariant polynomials of degree <= d (Sobolev 1962).
#pragma once

#include <array>
#include <vector>

#include "quadrature/generator/moment_equations.hpp"
#include "quadrature/generator/scalar.hpp"

namespace dg::generator {

/// How many orbits of each kind a rule is made of: the centroid; permutations of `(a, a, a, 1 - 3a)`; of `(a, a, b, b)`
/// with `b = 1/2 - a`; of `(a, a, b, 1 - 2a - b)`; of `(a, b, c, 1 - a - b - c)`.
struct TetrahedronCounts {
  int s4, s31, s22, s211, s1111;

  int points() const { return s4 + 4 * s31 + 6 * s22 + 12 * s211 + 24 * s1111; }
  int unknowns() const { return s4 + 2 * s31 + 2 * s22 + 3 * s211 + 4 * s1111; }
};

/// A kind of orbits: its points, and the free coordinates of one.
struct TetrahedronOrbit {
  const char* name;
  int size, coordinates;
};
inline constexpr std::array<TetrahedronOrbit, 5> tetrahedron_orbits{
    {{"S4", 1, 0}, {"S31", 4, 1}, {"S22", 6, 1}, {"S211", 12, 2}, {"S1111", 24, 3}}};
std::array<int, 5> numbers_of(const TetrahedronCounts& counts);

/// Barycentric coordinates of a point of an orbit of kind `kind` from its free ones.
template <class Scalar>
std::array<Scalar, 4> tetrahedron_point(int kind, const std::array<Scalar, 3>& free);

/// Orthonormal basis of the invariants of degree <= `degree`, in the mean over the tetrahedron.
template <class Scalar>
class TetrahedronInvariants {
 public:
  explicit TetrahedronInvariants(int degree);

  int size() const { return static_cast<int>(exponents_.size()); }

  /// Values at a point, and derivatives along each of its barycentric coordinates.
  void evaluate(const std::array<Scalar, 4>& point, Vector<Scalar>& value,
                std::array<Vector<Scalar>, 4>& derivative) const;

 private:
  std::vector<std::array<int, 3>> exponents_;  ///< of the power sums
  Matrix<Scalar> coefficients_;
};

/// Number of invariants of degree <= `degree`.
int tetrahedron_invariant_count(int degree);

/// The unknowns are, orbit by orbit in the order of TetrahedronCounts, the root q of the orbit's weight, then the free
/// coordinates. One point has the weight `q^2 / orbit size`. The weights sum to 1.
template <class Scalar>
class TetrahedronSystem : public MomentEquations<Scalar> {
 public:
  TetrahedronSystem(int degree, const TetrahedronCounts& counts) : counts_(counts), basis_(degree) {}

  void evaluate(const Vector<Scalar>& unknowns, Vector<Scalar>& residual, Matrix<Scalar>* jacobian) const override;

 private:
  TetrahedronCounts counts_;
  TetrahedronInvariants<Scalar> basis_;
};

extern template class TetrahedronSystem<double>;
extern template class TetrahedronSystem<Extended>;

}  // namespace dg::generator
