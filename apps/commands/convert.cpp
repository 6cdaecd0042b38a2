#include "apps/commands/commands.hpp"
#include "apps/commands/deliver_mesh.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {

int command_convert(const Arguments& arguments) {
  const boost::program_options::options_description options("Options");
  const auto values =
      parse_command_line({"convert", "IN OUT",
                          "Reads the mesh IN, of Gmsh, SU2, CGNS, HOPR or rkdg, checks it and writes it to "
                          "OUT: .h5 or .hdf5 (rkdg), or .msh (Gmsh)."},
                         options, {"IN", "OUT"}, false, arguments);
  if (!values) return 0;
  const std::string input = (*values)["IN"].as<Arguments>().front(), output = (*values)["OUT"].as<Arguments>().front();
  require_distinct_files("convert", {input}, {{"OUT", output}});
  deliver_mesh(read_foreign_mesh(input), output);
  return 0;
}

}  // namespace dg::app
