/// The walls that a user wants curved.
#pragma once

#include "apps/command_line.hpp"
#include "meshes/any_mesh.hpp"

namespace dg::app {

/// Adds --curve, --order, --angle and --unit.
void add_curve_options(boost::program_options::options_description& options);

/// The mesh as it is or, with --curve, with curved walls, of which the quality is printed then. Throws InputError,
/// naming `source`.
AnyMesh with_curved_walls(AnyMesh mesh, const boost::program_options::variables_map& values, const std::string& source);

}  // namespace dg::app
