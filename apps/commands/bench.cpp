#include <fmt/format.h>

#include <cmath>

#include "apps/case/choices.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/ranks.hpp"
#include "apps/run/case_inputs.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/study/benchmark_table.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

namespace po = boost::program_options;

Choices<PlannedOrdering> ordering_choices() {
  Choices<PlannedOrdering> choices;
  for (const bool reorient : {false, true}) {
    for (const OrderingMethod method : ordering_methods()) {
      const PlannedOrdering planned(method, reorient);
      choices.emplace_back(planned.name(), planned);
    }
  }
  return choices;
}

po::options_description bench_options() {
  const auto text = [](const char* fallback) { return po::value<std::string>()->default_value(fallback); };
  po::options_description options("Options (lists are separated by commas)");
  options.add_options()("set", po::value<Arguments>()->composing(), "section.key=value instead of the case file's");
  options.add_options()("degrees", text("1,2,3"), "polynomial degrees");
  options.add_options()("orderings", text("none,layers"),
                        "orderings of the cells, such as layers, or layers+turn, which also rotates cells; gains are "
                        "relative to the first");
  options.add_options()("starts", text(""), "boundaries from which layers grow, tried one by one");
  options.add_options()("backends", text("cpu"), "cpu, cuda");
  options.add_options()("strategies", text("auto"), "ways to assemble line integrals");
  options.add_options()("layouts", text("auto"), "memory layouts");
  options.add_options()("precisions", text("double"), "double, single");
  options.add_options()("threads", text("0"), "numbers of CPU threads to try, such as 1,0; 0: all");
  options.add_options()("steps", po::value<long>()->default_value(20), "time steps in each of five samples");
  options.add_options()("seconds", po::value<double>()->default_value(0.0),
                        "duration of each sample, in place of --steps");
  options.add_options()("warm-up", po::value<long>()->default_value(5), "time steps before the first sample");
  options.add_options()("json", text(""), "write the table to this file, with the metrics of the orderings");
  options.add_options()("csv", text(""), "write the table to this file");
  return options;
}

BenchmarkPlan read_plan(const po::variables_map& values) {
  BenchmarkPlan plan;
  plan.degrees = integer_list("--degrees", values["degrees"].as<std::string>());
  plan.orderings = choice_list(values, "orderings", ordering_choices());
  plan.starts = split_list(values["starts"].as<std::string>(), "--starts");
  if (plan.starts.empty() && !values["starts"].defaulted())
    throw InputError("--starts: expected boundaries separated by commas");
  plan.backends = choice_list(values, "backends", backend_choices);
  plan.strategies = choice_list(values, "strategies", assembly_choices);
  plan.layouts = choice_list(values, "layouts", layout_choices);
  plan.precisions = choice_list(values, "precisions", precision_choices);
  plan.threads = integer_list("--threads", values["threads"].as<std::string>(), 0, most_threads);
  plan.steps = values["steps"].as<long>();
  plan.seconds = values["seconds"].as<double>();
  plan.warm_up = values["warm-up"].as<long>();
  if (plan.steps < 1 || plan.warm_up < 1) throw InputError("--steps and --warm-up must be at least 1");
  if (!(plan.seconds >= 0.0) || !std::isfinite(plan.seconds))
    throw InputError("--seconds must not be negative, and finite");
  return plan;
}

/// Throws InputError if --set says what a list of the command line does.
void refuse_listed(const po::variables_map& values) {
  const std::pair<std::string, std::string> lists[]{
      {"space.assembly", "--strategies"}, {"space.layout", "--layouts"}, {"space.precision", "--precisions"}};
  if (values.count("set") == 0) return;
  for (const std::string& setting : values["set"].as<Arguments>())
    for (const auto& [key, option] : lists)
      if (setting.substr(0, setting.find('=')) == key)
        throw InputError("--set " + setting + ": bench takes a list instead, " + option);
}

}  // namespace

int command_bench(const Arguments& arguments) {
  const auto values =
      parse_command_line({"bench", "CASE.ini [options]",
                          "Measures the time of a step: median of five samples after a warm-up, DOF/s per right-hand "
                          "side, and the memory\n"
                          "traffic that is needed at least, as a fraction of a plain copy measured in the same run. "
                          "Columns:\n"
                          "x1core, xcores: how many times as fast as the CPU with one and with all threads; gain: over "
                          "the first ordering;\n"
                          "seg/wrp: 128-byte segments of a warp of the face kernel; reuse: reads of a cell in 1024 "
                          "threads; bandwidth: of the ordering."},
                         bench_options(), {"CASE.ini"}, false, arguments);
  if (!values) return 0;
  const BenchmarkPlan plan = read_plan(*values);
  refuse_listed(*values);
  const Case base = read_case(*values);
  // Rank 0 writes the files.
  const auto path_of = [&](const char* option) {
    return all_ranks().rank() == 0 ? (*values)[option].as<std::string>() : std::string();
  };
  const std::string json_path = path_of("json"), csv_path = path_of("csv");
  require_distinct_files("bench", input_files(base), {{"--json", json_path}, {"--csv", csv_path}});
  for (const std::string& path : {json_path, csv_path}) {
    if (!path.empty()) require_writable_file(path);
  }

  const Hardware hardware = this_machine();
  const int ranks = all_ranks().size();
  print_out("{}{}\n{}", hardware_text(hardware), ranks > 1 ? fmt::format("ranks     {}\n", ranks) : "",
            benchmark_head());
  std::vector<BenchmarkRow> rows;
  run_benchmark(base, plan, [&](const BenchmarkRow& row) {
    rows.push_back(row);
    print_out("{}", benchmark_line(row));
  });
  if (!json_path.empty()) write_json(json_path, benchmark_json(rows, hardware));
  if (!csv_path.empty()) write_file(csv_path, benchmark_csv(rows));
  return 0;
}

}  // namespace dg::app
