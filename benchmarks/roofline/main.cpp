/// Every pass of the spatial operator against what the machine can do: roofline [options]; see --help.
#include <fmt/format.h>

#include <cstdio>

#include "apps/case/read_sections.hpp"
#include "apps/command_line.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/study/benchmark_table.hpp"
#include "benchmarks/benchmark_program.hpp"
#include "benchmarks/roofline/table.hpp"
#include "meshes/errors.hpp"

namespace {

namespace po = boost::program_options;
using namespace dg;
using namespace dg::roofline;

const app::Choices<Assembly> counted_assemblies{
    {"fused", Assembly::fused}, {"gather", Assembly::gather}, {"tiles", Assembly::tiles}, {"atomic", Assembly::atomic}};

app::Choices<CellKind> kind_choices() {
  app::Choices<CellKind> choices;
  for (const CellKind kind : cell_kinds) choices.emplace_back(kind.name(), kind);
  return choices;
}

po::options_description options() {
  const auto text = [](const std::string& fallback) { return po::value<std::string>()->default_value(fallback); };
  po::options_description options("Options (lists are separated by commas)");
  options.add_options()("backends", text("cpu"), "cpu, cuda");
  options.add_options()("precisions", text("double"), "double, single");
  options.add_options()(
      "kinds",
      text("triangle,quadrilateral-P,quadrilateral-Q,curved-triangle,curved-quadrilateral-P,curved-quadrilateral-Q"),
      "kinds of cells");
  options.add_options()("degrees", text("1,2,3"), "polynomial degrees");
  options.add_options()("assemblies", text("fused,gather"), "fused, gather, tiles (CUDA only), atomic");
  options.add_options()("cpu-triangles", po::value<int>()->default_value(45'000), "size of the boxes for the CPU");
  options.add_options()("cuda-triangles", po::value<int>()->default_value(1'000'000),
                        "and for CUDA; there are half as many quadrilaterals");
  options.add_options()("threads", po::value<int>()->default_value(1), "of the CPU; 0: all");
  options.add_options()("seconds", po::value<double>()->default_value(0.2), "length of each of five samples, about");
  options.add_options()("csv", text(""), "write the table to this file");
  options.add_options()("markdown", text(""), "write the table to this file");
  return options;
}

Plan read_plan(const po::variables_map& values) {
  Plan plan;
  plan.kinds = app::choice_list(values, "kinds", kind_choices());
  plan.degrees = app::integer_list("--degrees", values["degrees"].as<std::string>());
  plan.backends = app::choice_list(values, "backends",
                                   app::Choices<BackendKind>{{"cpu", BackendKind::cpu}, {"cuda", BackendKind::cuda}});
  plan.precisions = app::choice_list(values, "precisions", app::precision_choices);
  plan.assemblies = app::choice_list(values, "assemblies", counted_assemblies);
  plan.cpu_triangles = values["cpu-triangles"].as<int>();
  plan.cuda_triangles = values["cuda-triangles"].as<int>();
  plan.threads = values["threads"].as<int>();
  plan.seconds = values["seconds"].as<double>();
  if (plan.cpu_triangles < 1 || plan.cuda_triangles < 1) throw InputError("a box needs at least one triangle");
  if (plan.threads < 0) throw InputError("--threads must not be negative");
  if (!(plan.seconds >= 0.0)) throw InputError("--seconds must not be negative");
  for (const int degree : plan.degrees) app::require_built_degree(degree, "--degrees");
  for (const BackendKind backend : plan.backends) app::require_backend(backend);
  return plan;
}

int run(const app::Arguments& arguments) {
  const auto values = app::parse_command_line(
      {"roofline", "[options]",
       "Bytes and operations of each pass of a Runge-Kutta stage, counted, and how fast they are, as a fraction of a "
       "plain copy\nand of multiply-adds measured in the same run. 'of roof': the time that the nearer of the two asks "
       "for, over the time taken."},
      options(), {}, false, arguments);
  if (!values) return 0;
  const Plan plan = read_plan(*values);
  const std::string csv_path = (*values)["csv"].as<std::string>(),
                    markdown_path = (*values)["markdown"].as<std::string>();
  for (const std::string& path : {csv_path, markdown_path})
    if (!path.empty()) app::require_writable_file(path);

  const app::Hardware hardware = app::this_machine();
  fmt::print("{}", app::hardware_text(hardware));
  std::vector<Ceilings> ceilings;
  for (const BackendKind backend : plan.backends)
    for (const Precision precision : plan.precisions) {
      ceilings.push_back(measure_ceilings(backend, precision, plan.threads));
      fmt::print("{}\n", ceilings.back().text());
    }
  fmt::print("{}", table_head());
  std::vector<Row> rows;
  const auto save = [&] {  // after each row: what a time limit cuts off is not lost
    if (!csv_path.empty()) app::write_file(csv_path, csv(rows));
    if (!markdown_path.empty()) app::write_file(markdown_path, markdown(rows, ceilings, hardware));
  };
  measure(plan, ceilings, [&](const Row& row) {
    rows.push_back(row);
    fmt::print("{}", table_line(row));
    std::fflush(stdout);
    save();
  });
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return dg::run_benchmark(argc, argv, run); }
