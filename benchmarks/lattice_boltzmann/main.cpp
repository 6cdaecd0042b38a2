/// Speed of the lattice Boltzmann method over sizes, ways of streaming, precisions and backends, beside a plain copy:
/// lattice_boltzmann_speed [options]; see --help.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "apps/command_line.hpp"
#include "apps/lattice_boltzmann/lattice_summary.hpp"
#include "apps/run/output_directory.hpp"
#include "benchmarks/benchmark_program.hpp"
#include "libdg/core/errors.hpp"

namespace {

namespace po = boost::program_options;
using namespace dg;

struct Row {
  int cells;
  lbm::LatticeOptions options;
  lbm::LatticeInfo info;
  double seconds_per_step, spread;  ///< median; slowest less fastest, over the median
  double copy;                      ///< bytes a second
};

double seconds(lbm::Lattice& lattice, long steps) {
  const auto start = std::chrono::steady_clock::now();
  lattice.advance(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A cavity in motion: median of five samples of as many steps as fill a given time.
Row measure(const lbm::LatticeOptions& options, double sample_seconds) {
  constexpr int samples = 5, warm_up = 4;
  const auto lattice = make_lattice(options);
  lattice->advance(warm_up);
  const double once = seconds(*lattice, 2) / 2;
  const long steps = std::max(1L, static_cast<long>(sample_seconds / once / 2)) * 2;
  std::vector<double> times;
  for (int i = 0; i < samples; ++i) times.push_back(seconds(*lattice, steps) / static_cast<double>(steps));
  std::sort(times.begin(), times.end());
  const double median = times[samples / 2];
  return {options.cells[0], options, lattice->info(), median, (times.back() - times.front()) / median, 0.0};
}

std::vector<std::string> columns() {
  return {"cells",  "streaming",        "precision", "backend",       "threads",       "mlups",
          "spread", "seconds_per_step", "gb_per_s",  "copy_gb_per_s", "copy_fraction", "bytes_per_cell"};
}

std::vector<std::string> values_of(const Row& row) {
  const double cells = static_cast<double>(row.cells) * row.cells * row.cells;
  const double bandwidth = cells * app::bytes_per_update(row.options) / row.seconds_per_step;
  return {std::to_string(row.cells),
          app::word_of(app::streaming_choices, row.options.streaming),
          app::word_of(app::precision_choices, row.options.precision),
          row.info.backend,
          std::to_string(row.info.threads),
          fmt::format("{:.1f}", 1e-6 * cells / row.seconds_per_step),
          fmt::format("{:.3f}", row.spread),
          fmt::format("{:.4g}", row.seconds_per_step),
          fmt::format("{:.1f}", 1e-9 * bandwidth),
          fmt::format("{:.1f}", 1e-9 * row.copy),
          fmt::format("{:.3f}", row.copy > 0.0 ? bandwidth / row.copy : 0.0),
          fmt::format("{:.2f}", static_cast<double>(row.info.bytes) / cells)};
}

std::string join_with(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

po::options_description options() {
  const auto text = [](const std::string& fallback) { return po::value<std::string>()->default_value(fallback); };
  po::options_description options("Options (lists are separated by commas)");
  options.add_options()("cells", text("64,128"), "cells a side of the cubes");
  options.add_options()("streaming", text("esoteric-pull,swap,two-lattices"), "ways of streaming");
  options.add_options()("precisions", text("double,single"), "double, single");
  options.add_options()("backend", text("auto"), "auto, cpu or cuda");
  options.add_options()("threads", po::value<int>()->default_value(1), "of the CPU; 0: all");
  options.add_options()("seconds", po::value<double>()->default_value(0.3), "length of each of five samples, about");
  options.add_options()("csv", text(""), "write the table to this file");
  return options;
}

int run(const app::Arguments& arguments) {
  const auto values = app::parse_command_line(
      {"lattice_boltzmann_speed", "[options]", "Cell updates a second in a cavity, beside a plain copy of this run."},
      options(), {}, false, arguments);
  if (!values) return 0;
  const auto sizes = app::integer_list("--cells", (*values)["cells"].as<std::string>());
  const auto ways = app::choice_list(*values, "streaming", app::streaming_choices);
  const auto precisions = app::choice_list(*values, "precisions", app::precision_choices);
  const std::string backend = (*values)["backend"].as<std::string>();
  double copy = 0.0;
  std::string table = join_with(columns(), ",") + "\n";
  fmt::print("{}", table);
  for (const int cells : sizes) {
    for (const Precision precision : precisions) {
      for (const lbm::Streaming way : ways) {
        lbm::LatticeOptions o;
        o.cells = {cells, cells, cells};
        o.sides[lbm::top].velocity = {0.05, 0.0, 0.0};
        o.tau = 0.6;
        o.streaming = way;
        o.precision = precision;
        o.backend = app::choose(app::backend_choices, backend, "--backend " + backend);
        o.threads = (*values)["threads"].as<int>();
        Row row = measure(o, (*values)["seconds"].as<double>());
        if (copy == 0.0) copy = app::measure_copy(row.info);
        row.copy = copy;
        const std::string line = join_with(values_of(row), ",") + "\n";
        fmt::print("{}", line);
        std::fflush(stdout);
        table += line;
      }
    }
  }
  const std::string path = (*values)["csv"].as<std::string>();
  if (!path.empty()) app::write_file(path, table);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return dg::run_benchmark(argc, argv, run); }
