/// What a user says of the discretisation in space.
#pragma once

#include "libdg/core/vocabulary.hpp"

namespace dg {

struct SpaceOptions {
  int degree = 2;
  QuadSpace quads = QuadSpace::P;
  double eta = 0.0;  ///< BR2 stabilisation; 0: the number of faces of the cell
  MassInverse mass_inverse = MassInverse::exact;
  int extra_quadrature = 0;  ///< added to the degree of the volume rules (over-integration)
  Assembly assembly = Assembly::automatic;
  ColouredFaces colouring;  ///< for Assembly::colour and block_colour
  Layout layout = Layout::automatic;
};

}  // namespace dg
