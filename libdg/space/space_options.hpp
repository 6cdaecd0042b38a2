/// What a user says of the discretisation in space.
#pragma once

#include "libdg/core/vocabulary.hpp"
#include "libdg/element/element.hpp"

namespace dg {

/// How Assembly::tiles multiplies by the operators of 3-D cells. Either it is as is fastest for each shape
/// (space/tile_families.hpp), or all by matrices, with values at the points of faces.
enum class TileProducts { fastest, matrices };

struct SpaceOptions {
  int degree = 2;
  QuadSpace quads = QuadSpace::P;
  double eta = 0.0;                                   ///< BR2 stabilisation; 0: the number of faces of the cell
  MassInverse mass_inverse = MassInverse::automatic;  ///< see mass_inverse_of()
  int extra_quadrature = 0;                           ///< added to the degree of the volume rules (over-integration)
  FaceRule face_rule = FaceRule::full;                ///< FaceRule::reduced where all cells are straight
  Assembly assembly = Assembly::automatic;
  ColouredFaces colouring;  ///< for Assembly::colour and block_colour
  Layout layout = Layout::automatic;
  TileProducts tile_products = TileProducts::fastest;
  int slabs = 0;  ///< parts in which Assembly::tiles takes 3-D cells of one rank; 0: as many as pay (space/slabs.hpp)
  Reconstruction reconstruction = Reconstruction::none;  ///< degree 0 only
  Limiter limiter = Limiter::venkatakrishnan;
  double limiter_constant = 5.0;  ///< K of Limiter::venkatakrishnan, see finite_volume/limiter.hpp
  double limiter_length = 1.0;    ///< the length that K is relative to, in units of the mesh
};

/// How the mass matrices of cells with a space are inverted; by default weight-adjusted of hexahedra with Q.
inline MassInverse mass_inverse_of(Space space, const SpaceOptions& o) {
  if (o.mass_inverse != MassInverse::automatic) return o.mass_inverse;
  return space == Space::hexahedron_Q ? MassInverse::weight_adjusted : MassInverse::exact;
}

/// Degree of the polynomials that stand for the state in a cell, reconstructed or not.
inline int degree_in_cells(const SpaceOptions& o) { return o.reconstruction == Reconstruction::linear ? 1 : o.degree; }

}  // namespace dg
