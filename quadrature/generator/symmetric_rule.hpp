/// A fully symmetric rule on the triangle as a list of symmetry orbits, and its file format.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "quadrature/generator/moment_system.hpp"

namespace dg::generator {

/// The points whose barycentric coordinates are the permutations of `barycentric` (ascending for S111; S21 is (a, a,
/// b)).
struct Orbit {
  OrbitKind kind;
  Extended weight;  // of each point; the rule's weights sum to 2, the area of the reference triangle
  std::array<Extended, 3> barycentric;
};

struct SymmetricRule {
  int degree;
  OrbitCounts counts;
  std::vector<Orbit> orbits;  // S3, S21, S111; S21 and S111 by ascending first coordinate
  Extended residual;          // largest moment error, by the orthonormal invariants
};

/// Barycentric coordinates of the point z = x + iy of the equilateral triangle of InvariantBasis.
template <class Scalar>
std::array<Scalar, 3> barycentric(const Scalar& x, const Scalar& y);

/// Rule from the unknowns of MomentSystem.
SymmetricRule make_rule(int degree, const OrbitCounts& counts, const Vector<Extended>& unknowns,
                        const Extended& residual);

/// Writes the data file of the rule: a header, then one line `S3 w`, `S21 w a` or `S111 w a b` for each orbit.
void write(std::ostream& out, const SymmetricRule& rule, std::uint64_t seed);

}  // namespace dg::generator
