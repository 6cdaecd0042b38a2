#include <fmt/format.h>

#include <iostream>

#include "apps/case/generator_parameters.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/deliver_mesh.hpp"
#include "apps/console.hpp"
#include "apps/run/distinct_files.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"

namespace dg::app {
namespace {

std::string generator_list() {
  std::string text = "Makes a parametric mesh. Meshes and their parameters (key=value):\n";
  for (const GeneratorInfo& generator : mesh_generators()) {
    text += fmt::format("\n  {}: {}\n", generator.name, generator.help);
    for (const GeneratorParameter& parameter : generator.parameters) {
      text += fmt::format("    {:<14}{} (default {})\n", parameter.key, parameter.help, parameter.fallback);
    }
  }
  return text;
}

void deliver_parts(const std::string& name, int level, const GeneratorParameters& parameters, int parts,
                   const std::string& output) {
  if (parts < 1)
    throw InputError("rkdg mesh: --parts " + std::to_string(parts) + ": expected the number of parts, from 1 on");
  if (!output.ends_with(".h5") && !output.ends_with(".hdf5"))
    throw InputError("rkdg mesh: -o " + output + ": a file of parts should end in .h5 or .hdf5");
  const WrittenParts written = write_mesh_in_parts(name, level, parameters, parts, output);
  print_out("{}: {} parts, {} cells, {} faces, order {}, boundaries: {}\n", output, parts, written.cells, written.faces,
            written.geometry_order, join(written.boundary_names));
}

}  // namespace

int command_mesh(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("level,l", po::value<int>()->default_value(0), "refinement; 0 is the coarsest");
  options.add_options()("output,o", po::value<std::string>()->default_value(""),
                        "file to write: .msh (Gmsh), .vtu (VTK), .h5 or .hdf5");
  options.add_options()(
      "parts", po::value<int>()->default_value(0),
      "of 'square' and 'box': make a file for several ranks, part by part, as 'rkdg partition' cuts it");
  const auto values = parse_command_line({"mesh", "NAME [key=value]... -o FILE", generator_list()}, options,
                                         {"NAME", "key=value"}, true, arguments);
  if (!values) return 0;

  const std::string output = (*values)["output"].as<std::string>();
  if (output.empty()) throw InputError("rkdg mesh: lacks -o FILE, the file to write (.msh, .vtu, .h5 or .hdf5)");
  const auto items = values->count("key=value") != 0 ? (*values)["key=value"].as<Arguments>() : Arguments{};
  const GeneratorParameters parameters = read_generator_parameters(items, "rkdg mesh", {});
  if (const auto file = parameters.find("file"); file != parameters.end())
    require_distinct_files("mesh", {file->second}, {{"-o", output}});
  const std::string name = (*values)["NAME"].as<Arguments>().front();
  const int level = (*values)["level"].as<int>(), parts = (*values)["parts"].as<int>();
  if ((*values)["parts"].defaulted())
    deliver_mesh(generate_any_mesh(name, level, parameters), output);
  else
    deliver_parts(name, level, parameters, parts, output);
  return 0;
}

}  // namespace dg::app
