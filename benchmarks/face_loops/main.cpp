/// Ways to run loops over faces in parallel, checked against each other and timed: face_loops [options]; see --help.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iostream>

#include "apps/case/choices.hpp"
#include "apps/command_line.hpp"
#include "apps/study/copy_bandwidth.hpp"
#include "benchmarks/benchmark_program.hpp"
#include "benchmarks/face_loops/measure.hpp"
#include "benchmarks/face_loops/traffic.hpp"
#include "libdg/backend/copy_bandwidth.hpp"
#include "libdg/core/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/order.hpp"

namespace {

namespace po = boost::program_options;
using namespace dg;
using namespace dg::face_loops;

const app::Choices<Strategy> strategy_choices{{"serial", Strategy::serial},
                                              {"atomic", Strategy::atomic},
                                              {"colour", Strategy::colour},
                                              {"colour-shared", Strategy::colour_shared},
                                              {"colour-aligned", Strategy::colour_aligned},
                                              {"colour-sorted", Strategy::colour_sorted},
                                              {"block-colour", Strategy::block_colour},
                                              {"gather", Strategy::gather}};
const app::Choices<LoopKind> loop_choices{{"sum", LoopKind::sum}, {"maximum", LoopKind::maximum}};
const app::Choices<ColouringRule> colouring_choices{
    {"greedy", ColouringRule::greedy}, {"balanced", ColouringRule::balanced}, {"few", ColouringRule::few}};

po::options_description options() {
  const auto text = [](const std::string& fallback) { return po::value<std::string>()->default_value(fallback); };
  po::options_description options("Options (lists are separated by commas)");
  options.add_options()("layers", text("63,28,10"),
                        "the mesh: n x n columns with layers of prisms and of tetrahedra; see rkdg mesh box");
  options.add_options()("numbering", text("grid"), "of its cells: grid, or random");
  options.add_options()("mesh", text(""), "or a mesh file of rkdg");
  options.add_options()("ordering", text("none"), "order of the cells and faces, as of rkdg reorder");
  options.add_options()("colouring", text("greedy"), "greedy, balanced or few");
  options.add_options()("strategies",
                        text("serial,atomic,colour,colour-shared,colour-aligned,colour-sorted,block-"
                             "colour,gather"),
                        "ways to run a loop; serial is left out with CUDA");
  options.add_options()("loops", text("sum,maximum"), "sum, maximum");
  options.add_options()("components", text("1,5"), "numbers of a face and a cell: 1, 5");
  options.add_options()("precisions", text("double,single"), "double, single");
  options.add_options()("backend", text("auto"), "auto, cpu or cuda");
  options.add_options()("threads", po::value<int>()->default_value(0), "of the CPU; 0: all");
  options.add_options()("repeats", po::value<int>()->default_value(1000), "loops that are timed; 0: only check");
  options.add_options()("per-colour", po::bool_switch(), "time each colour by itself, too");
  options.add_options()("csv", text(""), "write the table to this file");
  return options;
}

CellGraph read_graph(const po::variables_map& values) {
  const std::string file = values["mesh"].as<std::string>();
  CellGraph graph;
  if (!file.empty()) {
    graph = std::visit([](const auto& mesh) { return make_graph(mesh); }, read_any_mesh(file));
  } else {
    const auto counts = app::integer_list("--layers", values["layers"].as<std::string>());
    if (counts.size() != 3) throw InputError("--layers: expected n,prisms,tetrahedra");
    const AnyMesh mesh = generate_any_mesh("box", 0,
                                           {{"kind", "layers"},
                                            {"n", std::to_string(counts[0])},
                                            {"prisms", std::to_string(counts[1])},
                                            {"tetrahedra", std::to_string(counts[2])},
                                            {"numbering", values["numbering"].as<std::string>()}});
    graph = make_graph(std::get<Mesh3>(mesh));
  }
  OrderingOptions ordering;
  ordering.method = parse_ordering_method(values["ordering"].as<std::string>());
  return ordering.method == OrderingMethod::none ? graph : permuted(graph, order(graph, ordering));
}

/// The table as it grows: to the screen, and to a file.
class Table {
 public:
  explicit Table(const std::string& path) : path_(path) {
    line(
        "cells,faces,numbering,ordering,colouring,colours,loop,components,precision,backend,device,threads,strategy,"
        "part,part_faces,ms,spread,gain,least_mb,sector_mb,gb_per_s,copy_gb_per_s,copy_fraction\n");
  }

  void line(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
    if (path_.empty()) return;
    std::ofstream file(path_, first_ ? std::ios::trunc : std::ios::app);
    if (!(file << text)) throw InputError(path_ + ": cannot be written");
    first_ = false;
  }

 private:
  std::string path_;
  bool first_ = true;
};

/// One mesh with its colouring, run by every strategy that was asked for.
class Study {
 public:
  Study(const po::variables_map& values, Table& table)
      : values_(values), table_(table), backend_(dg::make_backend(kind(values), values["threads"].as<int>())) {
    problem_.graph = read_graph(values);
    const auto rule = app::choose(colouring_choices, values["colouring"].as<std::string>(), "--colouring");
    colouring_ = colour_faces(problem_.graph, rule);
    copy_ = on_device() ? cuda_copy_bandwidth() : app::measure_host_copy_bandwidth(backend_->threads());
  }

  void run() {
    auto strategies = app::choice_list(values_, "strategies", strategy_choices);
    // Gains are over plain colours, so these come first.
    std::stable_partition(strategies.begin(), strategies.end(), [](Strategy s) { return s == Strategy::colour; });
    const auto loops = app::choice_list(values_, "loops", loop_choices);
    const auto precisions = app::choice_list(values_, "precisions", app::precision_choices);
    for (const int components : app::integer_list("--components", values_["components"].as<std::string>())) {
      for (const LoopKind loop : loops) {
        const auto reference = serial_results(problem_, loop, components);
        for (const Precision precision : precisions) {
          colour_seconds_ = 0;
          for (const Strategy strategy : strategies) {
            if (strategy == Strategy::serial && on_device()) continue;
            run_strategy(strategy, {loop, components, precision, values_["threads"].as<int>()}, reference);
          }
        }
      }
    }
  }

 private:
  static BackendKind kind(const po::variables_map& values) {
    return app::choose(app::backend_choices, values["backend"].as<std::string>(), "--backend");
  }

  bool on_device() const { return backend_->kind() == BackendKind::cuda; }

  void run_strategy(Strategy strategy, const LoopOptions& o, const std::vector<double>& reference) {
    const std::string name = app::word_of(strategy_choices, strategy);
    LoopLayout layout;
    try {
      layout = make_layout(problem_, strategy, colouring_);
    } catch (const InputError& error) {
      fmt::print(stderr, "{} is left out: {}\n", name, error.what());
      return;
    }
    require_no_conflict(layout);
    const auto loop = on_device() ? make_cuda_loop(problem_, layout, o) : make_cpu_loop(problem_, layout, o);
    loop->prepare();
    loop->run();
    if (const auto difference = first_difference(loop->results(), reference, problem_.cell_count())) {
      throw RunError(fmt::format("{} of {} components: {}", name, o.components, *difference));
    }
    const int repeats = values_["repeats"].as<int>();
    if (repeats <= 0) {
      fmt::print("{}: {} of {} components, {}: as by one thread\n", name, app::word_of(loop_choices, o.kind),
                 o.components, app::word_of(app::precision_choices, o.precision));
      return;
    }
    const LoopTime time = time_loop(*loop, repeats);
    if (strategy == Strategy::colour) colour_seconds_ = time.median;
    write(row_of(name, o, "all", problem_.face_count(), time) + rates_of(layout, o, time));
    if (!values_["per-colour"].as<bool>() || loop->part_count() == 1) return;
    for (int part = 0; part < loop->part_count(); ++part) {
      write(row_of(name, o, std::to_string(part), faces_of_part(layout, part), time_part(*loop, part, repeats)) +
            ",,,,,");
    }
  }

  static Index faces_of_part(const LoopLayout& layout, int part) {
    const Index begin = layout.part_begin[part], end = layout.part_begin[part + 1];
    if (layout.strategy != Strategy::block_colour) return end - begin;
    Index faces = 0;
    for (Index i = begin; i < end; ++i)
      faces += layout.block_begin[layout.blocks[i] + 1] - layout.block_begin[layout.blocks[i]];
    return faces;
  }

  void write(const std::string& row) { table_.line(row + "\n"); }

  /// A line of the table up to the time.
  std::string row_of(const std::string& strategy, const LoopOptions& o, const std::string& part, Index faces,
                     const LoopTime& time) const {
    const auto text = [&](const char* option) { return values_[option].as<std::string>(); };
    const std::string mesh = fmt::format("{},{},{},{},{},{}", problem_.cell_count(), problem_.face_count(),
                                         text("mesh").empty() ? text("numbering") : "file", text("ordering"),
                                         text("colouring"), colouring_.colour_count());
    const std::string loop = fmt::format("{},{},{}", app::word_of(loop_choices, o.kind), o.components,
                                         app::word_of(app::precision_choices, o.precision));
    const std::string machine =
        fmt::format("{},{},{}", on_device() ? "cuda" : "cpu", backend_->device(), backend_->threads());
    return fmt::format("{},{},{},{},{},{},{:.5f},{:.3f},", mesh, loop, machine, strategy, part, faces,
                       1e3 * time.median, time.spread);
  }

  /// The rest of the line of a whole loop: gain over plain colours, bytes, and bytes a second.
  std::string rates_of(const LoopLayout& layout, const LoopOptions& o, const LoopTime& time) const {
    const int width = o.precision == Precision::double_precision ? 8 : 4;
    const double least = least_bytes(problem_, o.kind, o.components, width), rate = least / time.median;
    const std::string gain = colour_seconds_ > 0 ? fmt::format("{:.3f}", colour_seconds_ / time.median) : "";
    return fmt::format("{},{:.1f},{:.1f},{:.1f},{:.1f},{:.3f}", gain, 1e-6 * least,
                       1e-6 * sector_bytes(layout, o.kind, o.components, width), 1e-9 * rate, 1e-9 * copy_,
                       copy_ > 0 ? rate / copy_ : 0.0);
  }

  const po::variables_map& values_;
  Table& table_;
  std::unique_ptr<Backend> backend_;
  Problem problem_;
  FaceColouring colouring_;
  double copy_ = 0, colour_seconds_ = 0;
};

int run(const app::Arguments& arguments) {
  const auto values = app::parse_command_line(
      {"face_loops", "[options]",
       "Loops over the faces of a mesh, in every way to keep threads apart: checked bit for bit, then timed."},
      options(), {}, false, arguments);
  if (!values) return 0;
  Table table((*values)["csv"].as<std::string>());
  Study(*values, table).run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return dg::run_benchmark(argc, argv, run); }
