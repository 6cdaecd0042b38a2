#include <fmt/format.h>

#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/ranks.hpp"
#include "apps/run/case_inputs.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/study/convergence.hpp"
#include "apps/user_equations/equations_command.hpp"
#include "apps/user_equations/equations_errors.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"

namespace dg::app {
namespace {

/// Of the first field both norms, and of the last that of L2.
void print_header(const std::vector<std::string>& fields) {
  const std::string last =
      fields.size() > 1 ? fmt::format("   {:>10} {:>6}", "L2 " + fields.back(), "order") : std::string();
  print_out("{:>6} {:>5} {:>8} {:>10} {:>10}   {:>10} {:>6}   {:>10}{}   {:>8} {:>8}\n", "degree", "level", "cells",
            "DOF", "h", "L2 " + fields.front(), "order", "Linf " + fields.front(), last, "steps", "seconds");
}

void print_row(const ConvergenceRow& row) {
  const auto order = [&](std::size_t i) { return row.order ? fmt::format("{:6.2f}", (*row.order)[i]) : "      "; };
  const std::string last =
      row.l2.size() > 1 ? fmt::format("   {:>10.4e} {}", row.l2.back(), order(row.l2.size() - 1)) : std::string();
  print_out("{:>6} {:>5} {:>8} {:>10} {:>10.4e}   {:>10.4e} {}   {:>10.4e}{}   {:>8} {:>8.1f}{}\n", row.degree,
            row.level, row.cells, row.dof, row.h, row.l2.front(), order(0), row.linf.front(), last, row.steps,
            row.seconds, row.converged ? "" : "  tolerance not reached");
}

}  // namespace

int command_converge(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  add_case_options(options);
  options.add_options()("degrees", po::value<std::string>()->default_value("1,2,3"), "polynomial degrees");
  options.add_options()("levels", po::value<int>()->default_value(3),
                        "number of meshes, starting at the level of the case");
  options.add_options()("meshes", po::value<std::string>()->default_value(""),
                        "mesh files in place of those of the case, coarsest first, separated by commas");
  options.add_options()("json", po::value<std::string>()->default_value(""), "write the table to this file");
  const auto values = parse_command_line(
      {"converge", "CASE.ini [options]",
       "Runs a case with an exact solution on successively refined meshes, generated or from files; prints errors "
       "and their orders.\n"
       "h = (volume / cells)^(1/3), in 2-D sqrt(area / cells); L2 norms are not divided by the volume or area."},
      options, {"CASE.ini"}, false, arguments);
  if (!values) return 0;

  ConvergenceStudy study;
  study.degrees = integer_list("--degrees", (*values)["degrees"].as<std::string>());
  study.levels = (*values)["levels"].as<int>();
  study.machine = read_machine(*values);
  if (study.levels < 1) throw InputError("--levels must be at least 1");
  study.meshes = split_list((*values)["meshes"].as<std::string>(), "--meshes");
  if (study.meshes.empty() && !(*values)["meshes"].defaulted())
    throw InputError("--meshes: expected mesh files separated by commas");
  if (!study.meshes.empty() && !(*values)["levels"].defaulted()) {
    throw InputError("--levels and --meshes exclude each other; keep one of them");
  }
  const std::optional<EquationsCase> own = equations_case(*values, study.machine);
  const Case base = own ? own->c : read_case(*values);
  if (study.meshes.empty() && study.levels > 1 + max_mesh_level - base.mesh.level) {
    throw InputError(fmt::format("--levels {}: from level {} on there are {}, up to {}", study.levels, base.mesh.level,
                                 1 + max_mesh_level - base.mesh.level, max_mesh_level));
  }
  // Rank 0 writes the file.
  const std::string json_path = all_ranks().rank() == 0 ? (*values)["json"].as<std::string>() : "";
  std::vector<std::string> inputs = input_files(base);
  if (own) inputs.push_back(own->header);
  inputs.insert(inputs.end(), study.meshes.begin(), study.meshes.end());
  require_distinct_files("converge", inputs, {{"--json", json_path}});
  if (!json_path.empty()) require_writable_file(json_path);

  std::vector<ConvergenceRow> rows;
  const auto add = [&](const ConvergenceRow& row) {
    if (rows.empty()) print_header(row.fields);
    rows.push_back(row);
    print_row(row);
  };
  if (own)
    run_convergence(base, study, errors_of_equations(*own), add);
  else
    run_convergence(base, study, add);
  if (!json_path.empty()) write_json(json_path, convergence_json(base.path, rows));
  return 0;
}

}  // namespace dg::app
