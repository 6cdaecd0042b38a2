#include "apps/study/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "apps/case/choices.hpp"
#include "apps/case/read_sections.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/summary.hpp"
#include "apps/study/copy_bandwidth.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

constexpr int samples = 5;

/// One ordering of the mesh.
struct OrderedVariant {
  std::string ordering, start;
  Mesh2 mesh;
  nlohmann::json metrics;
};

bool grows_from_boundary(OrderingMethod method) {
  return method == OrderingMethod::layers || method == OrderingMethod::tiled_layers;
}

OrderedVariant order_variant(const Mesh2& mesh, OrderingMethod method, const std::string& start) {
  OrderingOptions options;
  options.method = method;
  if (!start.empty()) options.starts = {start};
  OrderedVariant variant{std::string(name_of(method)), start, mesh, {}};
  variant.metrics = report_json(order_mesh(variant.mesh, options, true))["after"];
  return variant;
}

/// Seconds per step: the median of the samples, and their spread relative to it.
std::pair<double, double> time_steps(Solver& solver, const BenchmarkPlan& plan) {
  constexpr double no_end = 1e300;
  solver.advance(plan.warm_up, no_end);
  std::vector<double> seconds;
  for (int sample = 0; sample < samples; ++sample) {
    const auto start = std::chrono::steady_clock::now();
    solver.advance(plan.steps, no_end);
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    seconds.push_back(elapsed / static_cast<double>(plan.steps));
  }
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[samples / 2];
  return {median, (seconds.back() - seconds.front()) / median};
}

class Benchmark {
 public:
  Benchmark(const Case& base, const BenchmarkPlan& plan, const std::function<void(const BenchmarkRow&)>& on_row)
      : base_(base), plan_(plan), on_row_(on_row), fields_(make_fields(base)) {
    for (const int degree : plan.degrees) require_built_degree(degree, "--degrees");
    for (const BackendKind backend : plan.backends) require_backend(backend);
    base_.mesh.ordering.method = OrderingMethod::none;
    unordered_ = make_mesh(base_).mesh;
    for (const std::string& start : plan.starts) require_boundary(unordered_, start, "--starts");
  }

  void run() {
    for (const OrderingMethod method : plan_.orderings) {
      std::vector<std::string> starts{""};
      if (grows_from_boundary(method) && !plan_.starts.empty()) starts = plan_.starts;
      for (const std::string& start : starts) run_ordering(order_variant(unordered_, method, start));
    }
  }

 private:
  void run_ordering(const OrderedVariant& variant) {
    for (const int degree : plan_.degrees) {
      for (const BackendKind backend : plan_.backends) {
        for (const Precision precision : plan_.precisions) {
          for (const Assembly assembly : plan_.strategies) {
            for (const Layout layout : plan_.layouts) {
              SolverOptions options = base_.solver;
              options.degree = degree;
              options.backend = backend;
              options.precision = precision;
              options.assembly = assembly;
              options.layout = layout;
              run_options(variant, options);
            }
          }
        }
      }
    }
  }

  void run_options(const OrderedVariant& variant, SolverOptions options) {
    // The number of threads means nothing to a GPU.
    const std::vector<int> one{0};
    for (const int threads : options.backend == BackendKind::cuda ? one : plan_.threads) {
      options.threads = threads;
      plan_assembly(variant.mesh, options);
      const std::unique_ptr<Solver> solver = make_solver(variant.mesh, options);
      initialise(*solver, base_, fields_, variant.mesh);
      on_row_(measure(variant, options, *solver));
    }
  }

  BenchmarkRow measure(const OrderedVariant& variant, const SolverOptions& options, Solver& solver) {
    BenchmarkRow row;
    std::tie(row.seconds_per_step, row.spread) = time_steps(solver, plan_);
    if (solver.find_bad_cell().cell >= 0) throw RunError(base_.path + ": the state diverged while it was measured");
    const SolverInfo& info = solver.info();
    row.degree = options.degree;
    row.ordering = variant.ordering;
    row.start = variant.start;
    row.assembly = info.assembly;
    row.layout = info.layout;
    row.backend = info.backend;
    row.device = info.device;
    row.precision = info.precision;
    row.threads = info.threads;
    row.cells = info.cells;
    row.dof = info.dof;
    const int stages = stage_count(options.scheme);
    row.dof_per_second = static_cast<double>(info.dof) * stages / row.seconds_per_step;
    row.gb_per_second = 1e-9 * bytes_per_step(info.dof, stages, options.precision) / row.seconds_per_step;
    row.copy_gb_per_second = copy_bandwidth(info);
    row.metrics = variant.metrics;
    return row;
  }

  /// Measured once for each backend and number of threads.
  double copy_bandwidth(const SolverInfo& info) {
    const auto [entry, is_new] = copy_.try_emplace({info.backend, info.threads}, 0.0);
    if (is_new && info.backend == "cpu") entry->second = 1e-9 * measure_host_copy_bandwidth(info.threads);
    return entry->second;
  }

  Case base_;
  const BenchmarkPlan& plan_;
  const std::function<void(const BenchmarkRow&)>& on_row_;
  CaseFields fields_;
  Mesh2 unordered_;
  std::map<std::pair<std::string, int>, double> copy_;
};

nlohmann::ordered_json row_json(const BenchmarkRow& row) {
  const bool has_copy = row.copy_gb_per_second > 0.0;
  nlohmann::ordered_json json = {{"degree", row.degree},
                                 {"ordering", row.ordering},
                                 {"start", row.start},
                                 {"assembly", row.assembly},
                                 {"layout", row.layout},
                                 {"backend", row.backend},
                                 {"threads", row.threads},
                                 {"precision", row.precision},
                                 {"cells", row.cells},
                                 {"dof", row.dof},
                                 {"seconds_per_step", row.seconds_per_step},
                                 {"spread", row.spread},
                                 {"dof_per_second", row.dof_per_second},
                                 {"gb_per_second", row.gb_per_second}};
  json["copy_fraction"] = has_copy ? nlohmann::ordered_json(row.gb_per_second / row.copy_gb_per_second) : nullptr;
  json["copy_gb_per_s"] = has_copy ? nlohmann::ordered_json(row.copy_gb_per_second) : nullptr;
  json["metrics"] = row.metrics;
  return json;
}

}  // namespace

double bytes_per_step(long dof, int stages, Precision precision) {
  const double size = precision == Precision::double_precision ? sizeof(double) : sizeof(float);
  return (3.0 * stages - 1.0) * static_cast<double>(dof) * size;
}

void run_benchmark(const Case& base, const BenchmarkPlan& plan,
                   const std::function<void(const BenchmarkRow&)>& on_row) {
  Benchmark(base, plan, on_row).run();
}

nlohmann::ordered_json benchmark_json(const std::vector<BenchmarkRow>& rows) {
  nlohmann::ordered_json json = {{"device", nullptr}, {"copy_gb_per_s", nullptr}};
  json["rows"] = nlohmann::ordered_json::array();
  double best_copy = 0.0;
  for (const BenchmarkRow& row : rows) {
    // Of all the machines in the table, the one with the greatest bandwidth stands at the top.
    if (json["device"].is_null() || row.copy_gb_per_second > best_copy) json["device"] = row.device;
    best_copy = std::max(best_copy, row.copy_gb_per_second);
    json["rows"].push_back(row_json(row));
  }
  if (best_copy > 0.0) json["copy_gb_per_s"] = best_copy;
  return json;
}

std::string benchmark_csv(const std::vector<BenchmarkRow>& rows) {
  std::string text =
      "degree,ordering,start,assembly,layout,backend,threads,precision,cells,dof,seconds_per_step,spread,dof_per_"
      "second,"
      "gb_per_second,copy_gb_per_s\n";
  for (const BenchmarkRow& r : rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{:.6e},{:.4f},{:.6e},{:.4f},{:.4f}\n", r.degree, r.ordering,
                        r.start, r.assembly, r.layout, r.backend, r.threads, r.precision, r.cells, r.dof,
                        r.seconds_per_step, r.spread, r.dof_per_second, r.gb_per_second, r.copy_gb_per_second);
  }
  return text;
}

}  // namespace dg::app
