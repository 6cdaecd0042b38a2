/// Quadrature rules on the reference line, of 2-D and of 3-D cells.
///
/// Reference cells:
/// - line [-1, 1];
/// - triangle with vertices (-1,-1), (1,-1), (-1,1), area 2;
/// - quadrilateral [-1,1]^2, area 4;
/// - tetrahedron with vertices (-1,-1,-1), (1,-1,-1), (-1,1,-1), (-1,-1,1), volume 4/3;
/// - prism, the triangle times [-1,1], volume 4;
/// - hexahedron [-1,1]^3, volume 8;
/// - pyramid with the base [-1,1]^2 at zeta = -1 and the apex (-1,-1,1), volume 8/3.
///
/// Weights sum to the measure of the reference cell. All points lie inside, all weights are positive.
#pragma once

#include <array>
#include <vector>

namespace dg {

/// Points and weights of a rule in `Dim` dimensions, exact for every polynomial of total degree <= `degree`.
template <int Dim>
struct QuadratureRule {
  int degree = 0;
  std::vector<std::array<double, Dim>> points;
  std::vector<double> weights;

  int size() const { return static_cast<int>(weights.size()); }
};

/// Gauss-Legendre rule with `n` >= 1 points, exact to degree 2n-1; points ascending.
/// Throws std::out_of_range for n < 1.
QuadratureRule<1> gauss_legendre(int n);

/// Gauss-Lobatto-Legendre rule with `n` >= 2 points (both ends included), exact to degree 2n-3; points ascending.
/// Throws std::out_of_range for n < 2.
QuadratureRule<1> gauss_lobatto(int n);

/// Highest degree for which triangle_rule() has a rule.
inline constexpr int max_triangle_degree = 15;

/// Fully symmetric rule on the triangle, exact to at least `degree`, 0 <= degree <= max_triangle_degree.
/// The rule's own `degree` may be higher than asked (3 is served by 4). Points come orbit by orbit in a fixed order.
/// Throws std::out_of_range beyond.
QuadratureRule<2> triangle_rule(int degree);

/// Tensor product of Gauss-Legendre rules, exact to at least `degree` in each direction; first coordinate runs fastest.
/// Throws std::out_of_range for degree < 0.
QuadratureRule<2> quadrilateral_rule(int degree);

/// Fully symmetric rule, exact to at least `degree` in total. Where one is known it has fewer points than the tensor
/// product (degrees 6 to 11: 12, 20 and 28 points). Elsewhere it is that product. Throws std::out_of_range for degree <
/// 0.
QuadratureRule<2> total_degree_quadrilateral_rule(int degree);

/// Highest degree for which tetrahedron_rule() is symmetric.
inline constexpr int max_symmetric_tetrahedron_degree = 10;

/// Fully symmetric rule on the tetrahedron, exact to at least `degree`; its own `degree` may be higher. Beyond
/// max_symmetric_tetrahedron_degree it is the product of Gauss-Legendre rules in collapsed coordinates, with three
/// times as many points. Throws std::out_of_range for degree < 0.
QuadratureRule<3> tetrahedron_rule(int degree);

/// Product of triangle_rule() and a Gauss-Legendre rule, exact to at least `degree` in the triangle and along the line;
/// the triangle runs fastest. Throws std::out_of_range where triangle_rule() does.
QuadratureRule<3> prism_rule(int degree);

/// Tensor product of Gauss-Legendre rules, exact to at least `degree` in each direction; first coordinate runs fastest.
/// Throws std::out_of_range for degree < 0.
QuadratureRule<3> hexahedron_rule(int degree);

/// Product of Gauss rules in the collapsed coordinates 2 (1 + xi) / (1 - zeta) - 1, the same of eta, and zeta; the
/// first runs fastest. Exact to at least `degree` in each of them, and so for polynomials of that total degree. It is
/// also exact for the rational functions that maps of pyramids have. Throws std::out_of_range for degree < 0.
QuadratureRule<3> pyramid_rule(int degree);

}  // namespace dg
