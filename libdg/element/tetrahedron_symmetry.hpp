/// The rotations of a tetrahedron by 180 degrees, which exchange its vertices two by two. Each of them keeps the
/// orthonormal modes here or turns them into their negatives.
///
/// With the identity they are a group of four, and take any face to any other. The coordinates are
/// `a_1 = l_0 + l_1 - l_2 - l_3` and likewise a_2 and a_3, with barycentric l_v. Rotation i keeps a_i and changes the
/// sign of the other two. So polynomials fall into four blocks c by their signs; a_1 a_2 a_3 has those of block 0.
/// Derivatives along a_i go from block c to block c ^ i. A 4 n x 4 m matrix between modes and values at points, or on
/// faces, becomes four n x m matrices. The values f_i behind the rotations i go to and from the blocks by sums and
/// differences: `f_c = sum_i rotation_sign(c, i) f_i`. Reference: Serre, Linear Representations of Finite Groups
/// (1977), sections 2.6 and 3.1.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/element.hpp"

namespace dg {

inline constexpr int rotations = 4;  ///< the identity, and rotations 1 to 3 by 180 degrees; and as many blocks

/// Of block c under rotation i.
constexpr int rotation_sign(int c, int i) { return c == 0 || i == 0 || c == i ? 1 : -1; }

/// Modes of a block up to degree p, as many as it has monomials in a_1, a_2, a_3.
constexpr int block_mode_count(int c, int p) {
  int count = 0;
  for (int i = 0; i <= p; ++i)
    for (int j = 0; i + j <= p; ++j)
      for (int k = 0; i + j + k <= p; ++k) {
        // Rotations 1 and 2 change the sign of a monomial whose exponents have these odd sums.
        const bool odd_1 = (j + k) % 2 == 1, odd_2 = (i + k) % 2 == 1;
        const int block = odd_1 ? (odd_2 ? 3 : 2) : (odd_2 ? 1 : 0);
        count += block == c;
      }
  return count;
}

/// The local face that rotation i makes of the face opposite vertex 0.
constexpr int rotated_face(int i) { return std::array{2, 3, 1, 0}[static_cast<std::size_t>(i)]; }

/// Of the volume rule exact to degree 2 p: its orbits under the rotations. None where products by blocks are not used.
/// Below degree 3 a block has too few modes to fill the products of a GPU's matrix units.
constexpr int rotation_orbits(int p) { return p == 3 ? 6 : p == 4 ? 13 : 0; }
constexpr bool has_symmetric_products(Space space, int p) {
  return space == Space::tetrahedron_P && rotation_orbits(p) > 0;
}

/// The point that rotation i makes of x, in the reference cell.
std::array<double, 3> rotated(int i, const std::array<double, 3>& x);

/// One point of each orbit, with the weight that each of its four images has. Where a rotation keeps the point, two of
/// the four are the same, and the weight is half of the rule's.
struct RotationOrbit {
  std::array<double, 3> point;
  double weight;
};
/// Points without weight are left out. Precondition: points and weights are symmetric.
std::vector<RotationOrbit> find_orbits(const std::vector<std::array<double, 3>>& points,
                                       const std::vector<double>& weights);

/// The modes of all blocks, one block after the other and each by degree, by those of element/basis.hpp:
/// [symmetric mode][mode], an orthogonal matrix that mixes modes of one degree only. The first is the constant, as it
/// is there.
std::vector<double> symmetric_modes(int degree);

}  // namespace dg
