#include <fmt/format.h>

#include "apps/case/section_reader.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/output_directory.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_file.hpp"

namespace dg::app {

int command_reorder(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>()->default_value(""), "file to write: .h5, .hdf5 or .msh");
  options.add_options()("method,m", po::value<std::string>()->default_value("layers"),
                        "layers, tiled-layers, rcm, hilbert, metis, random or none");
  options.add_options()("start,s", po::value<Arguments>()->composing(),
                        "boundary at which the layers start; may be repeated");
  options.add_options()("report", po::value<std::string>()->default_value(""), "write the metrics as JSON");
  const auto values = parse_command_line(
      {"reorder", "MESH -o FILE [options]",
       "Puts the cells and faces of a mesh into an order that suits memory, and says what that is worth."},
      options, {"MESH"}, false, arguments);
  if (!values) return 0;

  const std::string output = (*values)["output"].as<std::string>();
  if (output.empty()) throw InputError("rkdg reorder: lacks -o FILE, the file to write (.h5, .hdf5 or .msh)");
  OrderingOptions ordering;
  ordering.method = parse_ordering_method((*values)["method"].as<std::string>());
  if (values->count("start") != 0) {
    for (const std::string& text : (*values)["start"].as<Arguments>()) {
      for (const std::string& name : split_list(text)) ordering.starts.push_back(name);
    }
  }
  Mesh2 mesh = read_mesh((*values)["MESH"].as<Arguments>().front());
  const OrderReport report = order_mesh(mesh, ordering, true);
  write_mesh(mesh, output);
  if (const std::string path = (*values)["report"].as<std::string>(); !path.empty()) {
    write_file(path, report_json(report).dump(2) + "\n");
  }
  fmt::print("{}", report_table(report));
  return 0;
}

}  // namespace dg::app
