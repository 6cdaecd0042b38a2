#include <string>

#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/partition.hpp"
#include "apps/run/problem.hpp"
#include "libdg/element/element.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/stated_pairs.hpp"

namespace dg::app {
namespace {

namespace po = boost::program_options;

po::options_description partition_options() {
  po::options_description options("Options");
  options.add_options()("parts,n", po::value<int>()->default_value(0), "number of parts; a rank can take several");
  options.add_options()("output,o", po::value<std::string>()->default_value(""), "file to write: .h5 or .hdf5");
  options.add_options()("degree", po::value<int>()->default_value(3),
                        "degree of the run, which decides what cells cost");
  options.add_options()("quads", po::value<std::string>()->default_value("P"),
                        "space of the run on quadrilaterals or hexahedra: P or Q");
  options.add_options()("prisms", po::value<std::string>()->default_value("P"), "space of the run on prisms: P or Q");
  options.add_options()("periodic", po::value<Arguments>()->composing(),
                        "A=B: boundaries to join first; may be repeated");
  return options;
}

template <int Dim>
void join_boundaries(Mesh<Dim>& mesh, const std::string& pair, const std::string& path) {
  const std::string where = path + ": --periodic " + pair;
  const std::size_t equals = pair.find('=');
  if (equals == std::string::npos) throw InputError("rkdg partition: --periodic " + pair + ": expected A=B");
  const std::string a = pair.substr(0, equals), b = pair.substr(equals + 1);
  for (const std::string& name : {a, b}) require_boundary(mesh, name, where);
  connect_periodic(mesh, a, b, where);
}

template <int Dim>
void cut(Mesh<Dim> mesh, const std::string& path, const Arguments& periodic, int parts, const SolverOptions& options,
         const std::string& output) {
  for (const std::string& pair : periodic) join_boundaries(mesh, pair, path);
  mesh.periodic_pairs = joined_pairs(mesh);
  if (mesh.cell_count() < parts)
    throw InputError(path + ": has " + std::to_string(mesh.cell_count()) + " cells, fewer than the " +
                     std::to_string(parts) + " parts; use fewer");
  const std::vector<int> part_of = parts_of_cells(mesh, parts, options);
  write_partition(in_parts(mesh, part_of, parts), output);
  print_out("{}", shares_text(shares_of(mesh, part_of, parts, options), mesh.face_count(), "part"));
}

}  // namespace

int command_partition(const Arguments& arguments) {
  const auto values = parse_command_line({"partition", "MESH -n PARTS -o FILE [options]",
                                          "Cuts a mesh into parts of the same cost for several ranks, and keeps the "
                                          "cells of each part together in the file."},
                                         partition_options(), {"MESH"}, false, arguments);
  if (!values) return 0;
  const std::string path = (*values)["MESH"].as<Arguments>().front();
  const std::string output = (*values)["output"].as<std::string>();
  const int parts = (*values)["parts"].as<int>();
  if (parts < 1) throw InputError("rkdg partition: lacks -n PARTS, a number from 1 on");
  if (!output.ends_with(".h5") && !output.ends_with(".hdf5"))
    throw InputError("rkdg partition: lacks -o FILE, the file to write (.h5 or .hdf5)");
  require_distinct_files("partition", {path}, {{"-o", output}});
  SolverOptions options;
  options.degree = (*values)["degree"].as<int>();
  if (options.degree < 0 || options.degree > max_degree)
    throw InputError("--degree " + std::to_string(options.degree) + ": expected 0 to " + std::to_string(max_degree));
  const auto has_products = [&](const std::string& key) {
    return choose<bool>({{"P", false}, {"Q", true}}, (*values)[key].as<std::string>(), "--" + key);
  };
  options.quads = {has_products("quads"), has_products("prisms")};
  Arguments periodic;
  if (values->count("periodic") != 0) periodic = (*values)["periodic"].as<Arguments>();
  std::visit([&](auto mesh) { cut(std::move(mesh), path, periodic, parts, options, output); }, read_foreign_mesh(path));
  return 0;
}

}  // namespace dg::app
