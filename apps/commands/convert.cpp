#include "apps/commands/commands.hpp"
#include "apps/commands/curve_walls.hpp"
#include "apps/commands/deliver_mesh.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {

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
  deliver_mesh(with_curved_walls(read_foreign_mesh(input), *values, input), output);
  return 0;
}

}  // namespace dg::app
