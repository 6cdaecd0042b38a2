/// What each choice of data, kernels and launches is worth to finite volumes: from the best variant one thing off at a
/// time, and sizes of meshes; see finite_volume_speed --help.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "apps/command_line.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/study/copy_bandwidth.hpp"
#include "benchmarks/benchmark_program.hpp"
#include "benchmarks/finite_volume/variant.hpp"
#include "libdg/backend/copy_bandwidth.hpp"
#include "meshes/build.hpp"
#include "meshes/mesh_file.hpp"

namespace {

namespace po = boost::program_options;
using namespace dg;
using finite_volume::Measurement;
using finite_volume::Variant;

/// Roe's flux and Venkatakrishnan's limiter, four stages, a step for each cell: the thesis's pseudo-time stepping
/// without smoothing.
Variant best(const Mesh2& mesh, BackendKind backend, int threads) {
  Variant v{.name = "best", .options = {}, .launch = {}};
  SolverOptions& o = v.options;
  o.degree = 0;
  o.reconstruction = Reconstruction::linear;
  o.riemann = Riemann::roe;
  o.scheme = TimeScheme::multistage4;
  o.local_time_step = true;
  o.gas.viscous = false;
  o.backend = backend;
  o.threads = threads;
  for (const std::string& name : mesh.boundary_names) {
    BoundaryCondition b;
    b.name = name;
    b.type = name == "bottom" ? BoundaryType::wall_slip : BoundaryType::farfield;
    b.state = std::array{1.0, 0.5, 0.0, 1 / 1.4};
    o.boundaries.push_back(b);
  }
  return v;
}

/// Triangles of a square, as many as asked for at least.
Mesh2 square(long cells) {
  const long n = std::lround(std::ceil(std::sqrt(0.5 * static_cast<double>(cells))));
  return generate_mesh(
      "square", 0,
      {{"kind", "triangles"}, {"n", std::to_string(n)}, {"xmin", "0"}, {"xmax", "1"}, {"ymin", "0"}, {"ymax", "1"}});
}

Mesh2 ordered(const Mesh2& mesh, OrderingMethod method) {
  OrderingOptions options;
  options.method = method;
  return app::in_order(mesh, options).mesh;
}

/// Cells and faces on the boundary behind all others, else in their order.
Mesh2 boundary_apart(const Mesh2& mesh) {
  std::vector<char> outer(mesh.cell_count(), 0);
  for (const Face& face : mesh.faces)
    if (face.plus < 0) outer[face.minus] = 1;
  std::vector<Index> cells(mesh.cell_count()), faces(mesh.face_count());
  std::iota(cells.begin(), cells.end(), 0);
  std::iota(faces.begin(), faces.end(), 0);
  std::stable_partition(cells.begin(), cells.end(), [&](Index c) { return outer[c] == 0; });
  std::stable_partition(faces.begin(), faces.end(), [&](Index f) { return mesh.faces[f].plus >= 0; });
  return permuted(mesh, cells, faces);
}

/// Writes rows as they come, and keeps them for a file.
class Table {
 public:
  explicit Table(double copy) : copy_(copy) {
    print("variant,cells,us_per_step,spread,million_cell_stages_per_s,part_of_copy,kernels_us,registers_and_spills\n");
  }

  /// The share of a copy counts the bytes that a stage moves at least when all else is in the caches: 324 a cell.
  void row(const std::string& name, const Measurement& m) {
    constexpr double least_bytes = 324;
    std::string kernels, resources;
    for (const PassTime& pass : m.passes)
      kernels += fmt::format("{}{} {:.2f}", kernels.empty() ? "" : "; ", pass.name, 1e6 * pass.seconds);
    for (const auto& k : m.kernels)
      resources += fmt::format("{}{} {} {}", resources.empty() ? "" : "; ", k.kernel, k.registers, k.spilled_bytes);
    print(fmt::format("{},{},{:.2f},{:.3f},{:.1f},{:.3f},{},{}\n", name, m.cells, 1e6 * m.seconds_per_step, m.spread,
                      1e-6 * m.rate(), m.rate() * least_bytes / copy_, kernels, resources));
  }

  void refuse(const std::string& name, const InputError& error) {
    print(fmt::format("{},,,,,,{},\n", name, error.what()));
  }

  const std::string& text() const { return text_; }

 private:
  void print(const std::string& line) {
    fmt::print("{}", line);
    std::fflush(stdout);
    text_ += line;
  }

  double copy_;
  std::string text_;
};

/// One thing at a time is changed from the best variant. What a backend cannot do leaves a row that says so.
void take_off_one_by_one(Table& table, const Mesh2& mesh, const Mesh2& unordered, BackendKind backend, int threads,
                         double seconds) {
  const Variant base = best(mesh, backend, threads);
  const auto measure_row = [&](const std::string& name, const Mesh2& on, auto change) {
    Variant v = base;
    v.name = name;
    change(v);
    try {
      table.row(name, finite_volume::measure(on, v, seconds));
    } catch (const InputError& error) {
      table.refuse(name, error);
    }
  };
  const auto nothing = [](Variant&) {};
  measure_row("as the library has it", mesh, nothing);
  measure_row("fused", mesh, [](Variant& v) { v.options.assembly = Assembly::fused; });
  measure_row("gather", mesh, [](Variant& v) { v.options.assembly = Assembly::gather; });
  measure_row("atomic", mesh, [](Variant& v) { v.options.assembly = Assembly::atomic; });
  measure_row("patches", mesh, [](Variant& v) { v.options.assembly = Assembly::patches; });
  measure_row("patches + smoothing of two sweeps", mesh, [](Variant& v) {
    v.options.assembly = Assembly::patches;
    v.options.smoothing = 0.6;
  });
  measure_row("layout flat", mesh, [](Variant& v) { v.options.layout = Layout::flat; });
  measure_row("layout of structures", mesh, [](Variant& v) { v.options.layout = Layout::cellwise; });
  measure_row("order of the generator", unordered, nothing);
  measure_row("random order", ordered(unordered, OrderingMethod::random), nothing);
  measure_row("boundary apart", boundary_apart(mesh), nothing);
  measure_row("step size on the host", mesh, [](Variant& v) { v.step_on_device = false; });
  measure_row("launch by launch", mesh, [](Variant& v) { v.recorded = false; });
  measure_row("smoothing of two sweeps", mesh, [](Variant& v) { v.options.smoothing = 0.6; });
  measure_row("no limiter", mesh, [](Variant& v) { v.options.limiter = Limiter::none; });
  if (backend != BackendKind::cuda) return;
  for (const int block : {32, 64, 128, 192, 256, 384, 512})
    measure_row(fmt::format("blocks of {}", block), mesh, [&](Variant& v) { v.launch.block = block; });
  measure_row("64 registers", mesh, [](Variant& v) { v.launch = {.block = 128, .blocks = 2}; });
  measure_row("exact division", mesh, [](Variant& v) { v.launch = {.block = 128, .exact_division = true}; });
}

po::options_description options() {
  po::options_description options("Options (lists are separated by commas)");
  options.add_options()("cells", po::value<long>()->default_value(1'000'000), "triangles of the square, about");
  options.add_options()("mesh", po::value<std::string>()->default_value(""), "file of a mesh, in place of the square");
  options.add_options()(
      "sizes", po::value<std::string>()->default_value(""),
      "numbers of triangles; the library's variant and patches alone on each, in place of the variants");
  options.add_options()("backend", po::value<std::string>()->default_value("cpu"), "cpu or cuda");
  options.add_options()("threads", po::value<int>()->default_value(1), "of the CPU; 0: all");
  options.add_options()("seconds", po::value<double>()->default_value(0.3), "length of each of five samples, about");
  options.add_options()("csv", po::value<std::string>()->default_value(""), "write the table to this file");
  return options;
}

int run(const app::Arguments& arguments) {
  const auto values = app::parse_command_line(
      {"finite_volume_speed", "[options]", "Time of a step of finite volumes, one thing changed at a time."}, options(),
      {}, false, arguments);
  if (!values) return 0;
  const std::string word = (*values)["backend"].as<std::string>(), file = (*values)["mesh"].as<std::string>();
  const auto backend = app::choose(app::backend_choices, word, "--backend " + word);
  const int threads = (*values)["threads"].as<int>();
  const double seconds = (*values)["seconds"].as<double>();
  Table table(backend == BackendKind::cuda ? cuda_copy_bandwidth() : app::measure_host_copy_bandwidth(threads));
  const std::string sizes = (*values)["sizes"].as<std::string>();
  if (sizes.empty()) {
    const Mesh2 unordered = file.empty() ? square((*values)["cells"].as<long>()) : read_mesh(file);
    take_off_one_by_one(table, ordered(unordered, OrderingMethod::layers), unordered, backend, threads, seconds);
  } else {
    for (const int cells : app::integer_list("--sizes", sizes)) {
      const Mesh2 mesh = ordered(square(cells), OrderingMethod::layers);
      for (const double smoothing : {0.0, 0.6})
        for (const auto& [name, assembly] :
             {std::pair("as the library has it", Assembly::automatic), std::pair("patches", Assembly::patches)}) {
          Variant variant = best(mesh, backend, threads);
          variant.options.assembly = assembly;
          variant.options.smoothing = smoothing;
          table.row(fmt::format("{}{}", name, smoothing > 0 ? " + smoothing of two sweeps" : ""),
                    finite_volume::measure(mesh, variant, seconds));
        }
    }
  }
  const std::string path = (*values)["csv"].as<std::string>();
  if (!path.empty()) app::write_file(path, table.text());
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return dg::run_benchmark(argc, argv, run); }
