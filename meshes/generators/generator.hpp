/// A mesh generator: its description and its function. Each stands in a file of its own; generate.cpp lists them.
#pragma once

#include <functional>

#include "meshes/generate.hpp"
#include "meshes/generators/grid_pieces.hpp"
#include "meshes/generators/parameters.hpp"

namespace dg {

struct Generator {
  GeneratorInfo info;
  /// Makes the mesh of a level >= 0. Throws InputError.
  std::function<AnyMesh(int level, const Parameters& parameters)> make;
  Others others = Others::refused;  ///< what becomes of parameters that it does not know
  /// The same as a grid that is made part by part; empty where the mesh is none. Throws InputError.
  std::function<AnyGrid(int level, const Parameters& parameters)> grid = {};
};

Generator couette_generator();
Generator square_generator();
Generator cylinder_generator();
Generator naca0012_generator();
Generator airfoils_generator();
Generator box_generator();
Generator channel_generator();
Generator extrude_generator();
Generator sphere_generator();

}  // namespace dg
