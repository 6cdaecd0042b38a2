#include "apps/commands/commands.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/export_fields.hpp"
#include "apps/run/state_of_checkpoint.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {

int command_export(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>(), "file to write (.vtu)");
  options.add_options()("case", po::value<std::string>(), "use this case in place of that in the checkpoint");
  options.add_options()("variables", po::value<std::string>(), "fields to write, separated by commas (default: all)");
  options.add_options()("linear", po::bool_switch(), "cells of order 1, which every program reads");
  const auto values = parse_command_line({"export", "CHECKPOINT.h5 -o FILE.vtu [options]",
                                          "Writes the fields of a checkpoint for ParaView and others, at the order of "
                                          "the solution unless --linear is given."},
                                         options, {"CHECKPOINT.h5"}, false, arguments);
  if (!values) return 0;
  const std::string path = (*values)["CHECKPOINT.h5"].as<Arguments>().front();
  if (values->count("output") == 0) throw InputError("rkdg export: needs '--output FILE.vtu'");
  ExportSettings settings{{}, (*values)["linear"].as<bool>(), (*values)["output"].as<std::string>()};
  if (!settings.path.ends_with(".vtu"))
    throw InputError("rkdg export: --output " + in_quotes(settings.path) + " must end in .vtu");
  require_distinct_files("export", {path}, {{"--output", settings.path}});
  if (values->count("variables") != 0) {
    settings.variables = split_list((*values)["variables"].as<std::string>(), "--variables");
    if (settings.variables.empty()) throw InputError("--variables: expected one or more fields");
  }
  Case c = values->count("case") != 0 ? read_case((*values)["case"].as<std::string>(), {})
                                      : case_of_checkpoint(CheckpointFile(path).head(), path);
  export_fields(std::move(c), path, settings);
  return 0;
}

}  // namespace dg::app
