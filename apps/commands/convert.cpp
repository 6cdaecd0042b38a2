#include <fmt/format.h>

#include <variant>

#include "apps/commands/commands.hpp"
#include "apps/commands/curve_walls.hpp"
#include "apps/commands/deliver_mesh.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/problem.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"

namespace dg::app {
namespace {

/// With cells of the order that --order asks for, unless that is the one of walls to be made curved.
AnyMesh read_with_order(const std::string& path, const boost::program_options::variables_map& values) {
  if (values.count("curve") > 0 || values.count("order") == 0) return read_foreign_mesh(path);
  const int order = values["order"].as<int>();
  if (order < 1 || order > max_geometry_order)
    throw InputError(fmt::format("--order: expected 1 to {}", max_geometry_order));
  AnyMesh mesh = read_foreign_mesh(path, order);
  const int own = std::visit([](const auto& of_dimension) { return of_dimension.geometry_order; }, mesh);
  if (own < order)
    throw InputError(
        fmt::format("--order {}: the cells of {} are of order {}; --order lowers it, and only --curve "
                    "raises it",
                    order, path, own));
  return mesh;
}

}  // namespace

int command_convert(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  add_curve_options(options);
  const auto values =
      parse_command_line({"convert", "IN OUT [options]",
                          "Reads the mesh IN, of Gmsh, SU2, CGNS, HOPR, VTK or rkdg, checks it and writes it to "
                          "OUT: .h5 or .hdf5 (rkdg), .msh (Gmsh) or .vtu (VTK)."},
                         options, {"IN", "OUT"}, false, arguments);
  if (!values) return 0;
  const std::string input = (*values)["IN"].as<Arguments>().front(), output = (*values)["OUT"].as<Arguments>().front();
  require_distinct_files("convert", {input}, {{"OUT", output}});
  deliver_mesh(with_curved_walls(read_with_order(input, *values), *values, input), output);
  return 0;
}

}  // namespace dg::app
