#include <charconv>
#include <cmath>
#include <cstdint>
#include <variant>

#include "apps/case/choices.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/plot_order.hpp"
#include "apps/run/problem.hpp"
#include "libdg/element/element.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

namespace po = boost::program_options;

po::options_description reorder_options() {
  const auto text = [](const char* fallback) { return po::value<std::string>()->default_value(fallback); };
  po::options_description options("Options");
  options.add_options()("output,o", text(""), "mesh to write: .h5, .hdf5 or .msh");
  options.add_options()("method,m", text("layers"), "layers, tiled-layers, rcm, hilbert, metis, random or none");
  options.add_options()("start,s", po::value<Arguments>()->composing(),
                        "boundary at which the layers start; may be repeated");
  options.add_options()("seed", text("1"), "seed of the methods random and metis");
  options.add_options()("turn", po::bool_switch(),
                        "also rotate cells, so that the first face of each leads to its lowest neighbour");
  options.add_options()("report", text(""), "write the metrics before and after to this file, as JSON");
  options.add_options()("assembly,a", text("gather"),
                        "the metrics are those of the order in memory with this assembly: fused, gather, tiles, "
                        "atomic, colour or block-colour");
  options.add_options()("degree", po::value<int>()->default_value(3),
                        "degree of the run, for the metrics with tiles; those of a 3-D mesh are of its file");
  options.add_options()("plot", text(""),
                        "draw NAME-matrix.svg (which cells share a face) and NAME-mesh.svg (the cells coloured by "
                        "number), before and after");
  options.add_options()("window", text(""), "part of the mesh to draw: XLOW,XHIGH,YLOW,YHIGH");
  return options;
}

std::optional<Window> read_window(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto items = split_list(text);
  Window w{};
  double* const numbers[] = {&w.x_low, &w.x_high, &w.y_low, &w.y_high};
  bool is_right = items.size() == 4;
  for (std::size_t i = 0; is_right && i < 4; ++i) {
    std::size_t read = 0;
    try {
      *numbers[i] = std::stod(items[i], &read);
    } catch (const std::exception&) {
    }
    is_right = read == items[i].size() && std::isfinite(*numbers[i]);
  }
  if (!is_right || !(w.x_low < w.x_high) || !(w.y_low < w.y_high)) {
    throw InputError("--window " + shown(text) + ": expected XLOW,XHIGH,YLOW,YHIGH with XLOW < XHIGH and YLOW < YHIGH");
  }
  return w;
}

/// A library's conversion would take -1 for the largest number there is.
std::uint64_t read_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc() && end == text.data() + text.size()) return seed;
  throw InputError("--seed: " + in_quotes(text) + " is not a whole number from 0 to 2^64 - 1");
}

OrderingOptions read_ordering(const po::variables_map& values) {
  OrderingOptions ordering;
  ordering.method = parse_ordering_method(values["method"].as<std::string>());
  ordering.reorient_cells = values["turn"].as<bool>();
  ordering.seed = read_seed(values["seed"].as<std::string>());
  if (values.count("start") != 0) {
    for (const std::string& text : values["start"].as<Arguments>()) {
      const std::vector<std::string> names = split_list(text, "--start");
      if (names.empty()) throw InputError("--start " + shown(text) + ": expected boundaries of the mesh");
      ordering.starts.insert(ordering.starts.end(), names.begin(), names.end());
    }
  }
  return ordering;
}

/// What decides how the solver lays cells and faces.
SpaceOptions read_space(const po::variables_map& values) {
  const std::string assembly = values["assembly"].as<std::string>();
  SpaceOptions space;
  space.assembly = choose(assembly_choices, assembly, "--assembly");
  if (space.assembly == Assembly::automatic) {
    throw InputError("--assembly auto: the order in memory depends on the assembly; name one, such as gather or tiles");
  }
  space.degree = values["degree"].as<int>();
  if (space.degree < 0 || space.degree > max_degree) {
    throw InputError("--degree " + std::to_string(space.degree) + ": expected 0 to " + std::to_string(max_degree));
  }
  return space;
}

/// What the solver's order in memory, the orientations of cells and the pictures need is for 2-D meshes only.
void refuse_2d_options(const po::variables_map& values, const std::string& path) {
  for (const char* option : {"assembly", "degree", "turn", "plot"}) {
    if (values[option].defaulted()) continue;
    throw InputError("rkdg reorder: --" + std::string(option) + " is for 2-D meshes, and " + path + " is a 3-D one");
  }
}

template <int Dim>
void require_starts(const Mesh<Dim>& mesh, const OrderingOptions& ordering, const std::string& path) {
  for (const std::string& name : ordering.starts) require_boundary(mesh, name, path + ": --start");
}

}  // namespace

int command_reorder(const Arguments& arguments) {
  const auto values =
      parse_command_line({"reorder", "MESH [-o FILE] [--report FILE] [--plot NAME] [options]",
                          "Reorders the cells and faces of a mesh for fast memory access, and reports the effect."},
                         reorder_options(), {"MESH"}, false, arguments);
  if (!values) return 0;

  const auto text = [&](const char* option) { return (*values)[option].as<std::string>(); };
  const std::string path = (*values)["MESH"].as<Arguments>().front();
  const std::string output = text("output"), report = text("report"), plot = text("plot");
  if (output.empty() && report.empty() && plot.empty()) {
    throw InputError("rkdg reorder: nothing to write; give -o FILE (.h5, .hdf5 or .msh), --report FILE or --plot NAME");
  }
  const OrderingOptions ordering = read_ordering(*values);
  const std::optional<Window> window = read_window(text("window"));
  if (window && plot.empty()) throw InputError("rkdg reorder: --window needs --plot");
  const PlotFiles plots(plot);
  std::vector<NamedFile> outputs{{"-o", output}, {"--report", report}};
  if (!plot.empty()) outputs.insert(outputs.end(), {{"--plot", plots.matrix}, {"--plot", plots.mesh}});
  require_distinct_files("reorder", {path}, outputs);
  if (!report.empty()) require_writable_file(report);
  if (!plot.empty()) {
    require_writable_file(plots.matrix);
    require_writable_file(plots.mesh);
  }

  const auto deliver = [&](const auto& after, const OrderReport& quality) {
    if (!output.empty()) write_mesh(after.mesh, output);
    if (!report.empty()) write_json(report, report_json(quality));
    print_out("{}", report_table(quality));
  };
  const AnyMesh mesh = read_foreign_mesh(path);
  if (const auto* before = std::get_if<Mesh3>(&mesh)) {
    refuse_2d_options(*values, path);
    require_starts(*before, ordering, path);
    const auto after = in_order(*before, ordering);
    deliver(after, order_report(*before, after, ordering));
  } else {
    const auto& mesh_2d = std::get<Mesh2>(mesh);
    require_starts(mesh_2d, ordering, path);
    const auto after = in_order(mesh_2d, ordering);
    deliver(after, order_report(mesh_2d, after, ordering, read_space(*values)));
    if (!plot.empty()) plot_order(plots, mesh_2d, after.ordering, ordering, window);
  }
  return 0;
}

}  // namespace dg::app
