/// The choices of a run: spaces, assemblies, layouts, time schemes.
#pragma once

#include <vector>

#include "libdg/core/index.hpp"

namespace dg {

/// Which cells have products of polynomials of degree p along their axes, instead of polynomials of total degree p.
struct QuadSpace {
  bool quads = false;   ///< quadrilaterals and hexahedra: Q^p
  bool prisms = false;  ///< prisms: P^p of the triangle times P^p of the line

  static const QuadSpace P, Q, Q_and_prisms;
  friend constexpr bool operator==(const QuadSpace&, const QuadSpace&) = default;
};
inline constexpr QuadSpace QuadSpace::P{}, QuadSpace::Q{true, false}, QuadSpace::Q_and_prisms{true, true};

/// How the mass matrix of a curved cell is inverted. It is exact, or M^-1 ~ M_r^-1 M_(1/J) M_r^-1 with the reference
/// cell's mass matrix M_r (Chan, Hewett, Warburton, SIAM J. Sci. Comput. 39 (2017) A2395). For J the latter takes its
/// L2 projection on the space of the cell, so that the integral of a function is kept exactly. With Q it integrates by
/// the p + 1 Gauss points of each direction, where the inverse is a factor 1 / (w J).
enum class MassInverse { automatic, exact, weight_adjusted };

/// To which degree rules on triangular faces are exact. The full rule is exact to 2p + 1, as Gauss points on lines and
/// quadrilaterals are. The lean one is exact to 2p, which on straight faces still integrates all that is linear. It has
/// 3, 6, 12 points instead of 6, 7, 15 at p = 1, 2, 3.
enum class FaceRule { full, reduced };

/// How line integrals reach the residuals of the two cells of a face.
///
/// `tiles` is `gather` with the products by matrices on the double-precision matrix units of a GPU. `patches` is for
/// reconstructions: a block of threads takes a patch of cells from means to the next state. `blocks` is for straight
/// cells on a CPU, simplices and those whose spaces are products. A core takes a block of them, and each face within,
/// at a time. Other cells are as with `fused`.
enum class Assembly { automatic, fused, gather, tiles, atomic, colour, block_colour, patches, blocks };

/// Whether cells find all by themselves, without lists of the faces of the mesh.
constexpr bool works_by_cells(Assembly a) { return a == Assembly::fused || a == Assembly::blocks; }

/// Memory layout of the coefficients: flat a[component][mode][cell]; the same in blocks of 32 cells; or, for a GPU,
/// blocks a[component][group of modes][cell][mode], groups of four.
enum class Layout { automatic, flat, blocked, cellwise };

enum class TimeScheme { ssprk3, ssprk54, rk4, multistage4, esdirk3, esdirk4 };

/// Whether the stages of a scheme are systems of equations to solve.
constexpr bool is_implicit(TimeScheme scheme) { return scheme == TimeScheme::esdirk3 || scheme == TimeScheme::esdirk4; }

/// How implicit methods find products of the derivative of the right-hand side with vectors. They take one-sided
/// differences, or exact products by kernels that were compiled a second time with dual numbers.
enum class JacobianProducts { differences, exact };

/// What degree 0 makes of the averages of cells: a constant in each, or a linear function from those of its neighbours
/// (libdg/finite_volume). A limiter keeps its slopes from new extrema. Barth, Jespersen, AIAA 89-0366; Venkatakrishnan,
/// J. Comput. Phys. 118 (1995) 120.
enum class Reconstruction { none, linear };
enum class Limiter { none, barth_jespersen, venkatakrishnan };

/// What keeps shocks and contacts from oscillating, in cells that a sensor finds. Modes are damped after each stage
/// (libdg/time/filters/oscillations.hpp), or there is artificial viscosity (kernels/integrands/shock_viscosity.hpp).
enum class ShockCapturing { none, damping, viscosity };

/// Whether density and pressure are kept positive at all quadrature points (libdg/time/filters/positivity.hpp):
/// `automatic` where shocks are captured.
enum class Positivity { automatic, on, off };

/// Faces in groups of which no two faces share a cell: group i is faces[begin[i]] up to (not including)
/// faces[begin[i + 1]].
///
/// Assembly::colour takes the groups one after the other. Assembly::block_colour takes the groups block_begin[b] and
/// following of block b one after the other. It takes the blocks colour_begin[c] and following of colour c, which share
/// no cell, at once.
struct ColouredFaces {
  std::vector<Index> faces, begin;
  std::vector<Index> block_begin{}, colour_begin{};
};

}  // namespace dg
