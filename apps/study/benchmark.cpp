#include "apps/study/benchmark.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cmath>
#include <map>
#include <tuple>

#include "apps/case/read_sections.hpp"
#include "apps/ranks.hpp"
#include "apps/run/boundary_rules.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/partition.hpp"
#include "apps/run/summary.hpp"
#include "apps/study/copy_bandwidth.hpp"
#include "libdg/backend/copy_bandwidth.hpp"
#include "libdg/core/whole_number.hpp"
#include "meshes/errors.hpp"
#include "meshes/periodic.hpp"
#include "reorder/mesh_graph.hpp"

namespace dg::app {
namespace {

constexpr int samples = 5;
constexpr double no_end = 1e300;

/// One ordering of the mesh.
template <int Dim>
struct OrderedVariant {
  std::string ordering;
  std::vector<std::string> starts;
  Mesh<Dim> mesh;
  double seconds;  ///< to find it
};

bool grows_from_boundary(OrderingMethod method) {
  return method == OrderingMethod::layers || method == OrderingMethod::tiled_layers;
}

template <int Dim>
OrderedVariant<Dim> order_variant(const Mesh<Dim>& mesh, const PlannedOrdering& planned, const std::string& start) {
  OrderingOptions options;
  options.method = planned.method;
  options.reorient_cells = planned.reorient;
  if (!start.empty()) options.starts = {start};
  MeshInOrder<Dim> ordered = in_order(mesh, options);
  return {planned.name(), options.starts, std::move(ordered.mesh), ordered.seconds};
}

/// Seconds per step over `steps` steps.
template <int Dim>
double time_steps(SolverOf<Dim>& solver, long steps) {
  const auto start = std::chrono::steady_clock::now();
  solver.advance(steps, no_end);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(steps);
}

/// Fills in steps, seconds_per_step and spread.
template <int Dim>
void time_solver(SolverOf<Dim>& solver, const BenchmarkPlan& plan, BenchmarkRow& row) {
  solver.advance(plan.warm_up, no_end);
  row.steps = plan.steps;
  if (plan.seconds > 0.0) {
    // The first guess may come from a few steps that take microseconds: it is tried before it is trusted.
    constexpr long most = 1'000'000'000;  // of the fastest steps: an hour
    row.steps = nearest_within(0.2 * plan.seconds / time_steps(solver, plan.warm_up), 1L, most);
    row.steps = nearest_within(plan.seconds / time_steps(solver, row.steps), 1L, most);
  }
  std::array<double, samples> seconds{};
  for (double& sample : seconds) sample = time_steps(solver, row.steps);
  std::sort(seconds.begin(), seconds.end());
  row.seconds_per_step = seconds[samples / 2];
  row.spread = (seconds.back() - seconds.front()) / row.seconds_per_step;
}

/// The order in which what others are compared with comes first.
BenchmarkPlan sorted(BenchmarkPlan plan) {
  std::stable_partition(plan.backends.begin(), plan.backends.end(),
                        [](BackendKind b) { return b == BackendKind::cpu; });
  const auto more = [](int threads) { return threads == 0 ? INT_MAX : threads; };
  std::stable_sort(plan.threads.begin(), plan.threads.end(), [&](int a, int b) { return more(a) < more(b); });
  return plan;
}

template <int Dim>
class Benchmark {
 public:
  Benchmark(const Case& base, Mesh<Dim> mesh, const BenchmarkPlan& plan,
            const std::function<void(const BenchmarkRow&)>& on_row)
      : base_(base), plan_(sorted(plan)), on_row_(on_row) {
    base_.mesh.ordering.method = OrderingMethod::none;
    base_.solver.degree = plan.degrees.front();
    base_.solver.precision = plan.precisions.front();
    require_built_variants();
    unordered_ = std::move(mesh);
    base_ = apply_boundary_rules(std::move(base_), unordered_);
    auto boundaries = join_and_check_boundaries(base_, unordered_);
    fields_ = make_fields<Dim>(base_);
    base_.solver.boundaries = std::move(boundaries);
    for (const std::string& start : plan.starts) require_boundary(unordered_, start, "--starts");
  }

  void run() {
    for (const PlannedOrdering& planned : plan_.orderings) {
      std::vector<std::string> starts{""};
      if (grows_from_boundary(planned.method) && !plan_.starts.empty()) starts = plan_.starts;
      for (const std::string& start : starts) run_ordering(order_variant(unordered_, planned, start));
    }
  }

 private:
  void require_built_variants() const {
    Case c = base_;
    for (const int degree : plan_.degrees)
      for (const Precision precision : plan_.precisions) {
        c.solver.degree = degree;
        c.solver.precision = precision;
        require_dimension(c, Dim);
      }
  }

  void run_ordering(const OrderedVariant<Dim>& variant) {
    metrics_.clear();
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

  void run_options(const OrderedVariant<Dim>& variant, SolverOptions options) {
    // The number of threads means nothing to a GPU.
    const std::vector<int> one{0};
    for (const int threads : options.backend == BackendKind::cuda ? one : plan_.threads) {
      options.threads = threads > 0 ? threads : threads_of_rank();
      options.colouring = colouring_for(variant.mesh, options.assembly);
      const bool is_cut = all_ranks().size() > 1 || has_rotated_pairs(variant.mesh);
      BenchmarkRow row = is_cut ? measure_on_ranks(variant, options) : measure_alone(variant, options);
      if (all_ranks().rank() != 0) continue;
      row.metrics = metrics(variant, options);
      compare(row, rows_, plan_.orderings.front().name());
      rows_.push_back(row);
      on_row_(row);
    }
  }

  BenchmarkRow measure_alone(const OrderedVariant<Dim>& variant, const SolverOptions& options) {
    const std::unique_ptr<SolverOf<Dim>> solver = make_solver(variant.mesh, options);
    initialise(*solver, base_, fields_, variant.mesh);
    BenchmarkRow row = measure(variant, options, *solver);
    row.copy_gb_per_second = copy_bandwidth(solver->info());
    return row;
  }

  /// Each rank has its part of the mesh, and rank 0 the row. Each copies beside the others, which may share a memory.
  BenchmarkRow measure_on_ranks(const OrderedVariant<Dim>& variant, const SolverOptions& options) {
    Communicator& ranks = all_ranks();
    Subdomain<Dim> part = part_of(variant.mesh, options, base_.mesh.rank_order, ranks);
    const Mesh<Dim> own = part.mesh;
    const auto solver = make_ranked_solver(std::move(part), options, ranks);
    initialise(*solver, base_, fields_, own);
    const SolverInfo info = solver->info();
    BenchmarkRow row;
    if (ranks.rank() == 0) {
      solver->lead();
      row = measure(variant, options, *solver);
      solver->release();
    } else {
      solver->follow(fields_.exact, [](const RankCall&) {});
    }
    std::array copied{copy_bandwidth(info)};
    ranks.reduce(std::span<double>(copied), Reduction::sum);
    row.copy_gb_per_second = copied[0];
    return row;
  }

  /// All but the speed of a copy and the metrics of the ordering.
  BenchmarkRow measure(const OrderedVariant<Dim>& variant, const SolverOptions& options, SolverOf<Dim>& solver) {
    BenchmarkRow row;
    time_solver(solver, plan_, row);
    if (solver.find_bad_cell().cell >= 0) throw RunError(base_.path + ": the state diverged while it was measured");
    const SolverInfo& info = solver.info();
    row.ranks = all_ranks().size();
    row.degree = options.degree;
    row.ordering = variant.ordering;
    row.start = variant.starts.empty() ? "" : variant.starts.front();
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
    return row;
  }

  /// Of the order in memory, in 3-D of that of the mesh, which is found once for each way to lay out faces.
  nlohmann::json metrics(const OrderedVariant<Dim>& variant, const SolverOptions& options) {
    SpaceOptions space = options;
    space.assembly = resolved_assembly(options, Dim);
    const bool faces_move = space.assembly == Assembly::tiles || space.assembly == Assembly::colour ||
                            space.assembly == Assembly::block_colour;
    const auto key = std::tuple(&variant, faces_move ? space.assembly : Assembly::fused,
                                space.assembly == Assembly::tiles ? space.degree : 0);
    const auto [entry, is_new] = metrics_.try_emplace(key);
    if (is_new) {
      if constexpr (Dim == 2) {
        space.colouring = colouring_for(variant.mesh, space.assembly);
        entry->second = quality_json(assess_in_memory(variant.mesh, space, variant.starts));
      } else {
        entry->second = quality_json(assess(make_graph(variant.mesh), variant.starts));
      }
      entry->second["seconds"] = variant.seconds;
    }
    return entry->second;
  }

  /// Measured once for each backend and number of threads.
  double copy_bandwidth(const SolverInfo& info) {
    const auto [entry, is_new] = copy_.try_emplace({info.backend, info.threads}, 0.0);
    if (is_new) {
      entry->second =
          1e-9 * (info.backend == "cpu" ? measure_host_copy_bandwidth(info.threads) : cuda_copy_bandwidth());
    }
    return entry->second;
  }

  Case base_;
  const BenchmarkPlan plan_;
  const std::function<void(const BenchmarkRow&)>& on_row_;
  CaseFields<Dim> fields_;
  Mesh<Dim> unordered_;
  std::vector<BenchmarkRow> rows_;
  std::map<std::pair<std::string, int>, double> copy_;
  std::map<std::tuple<const OrderedVariant<Dim>*, Assembly, int>, nlohmann::json> metrics_;  ///< of the variant at work
};

}  // namespace

double bytes_per_step(long dof, int stages, Precision precision) {
  const double size = precision == Precision::double_precision ? sizeof(double) : sizeof(float);
  return (3.0 * stages - 1.0) * static_cast<double>(dof) * size;
}

void compare(BenchmarkRow& row, const std::vector<BenchmarkRow>& rows, std::string_view baseline) {
  std::map<int, double> cpu;  // the least time for each number of threads
  const auto look_at = [&](const BenchmarkRow& other) {
    if (other.degree != row.degree || other.precision != row.precision) return;
    const double seconds = other.seconds_per_step;
    if (other.backend == "cpu" && other.ordering == row.ordering && other.start == row.start) {
      const auto [least, is_new] = cpu.try_emplace(other.threads, seconds);
      if (!is_new) least->second = std::min(least->second, seconds);
    }
    if (row.over_baseline == 0.0 && other.ordering == baseline && other.backend == row.backend &&
        other.threads == row.threads && other.assembly == row.assembly && other.layout == row.layout) {
      row.over_baseline = seconds / row.seconds_per_step;
    }
  };
  row.over_one_core = row.over_all_cores = row.over_baseline = 0.0;
  for (const BenchmarkRow& other : rows) look_at(other);
  look_at(row);
  if (cpu.contains(1)) row.over_one_core = cpu.at(1) / row.seconds_per_step;
  if (!cpu.empty() && cpu.rbegin()->first > 1) row.over_all_cores = cpu.rbegin()->second / row.seconds_per_step;
}

void run_benchmark(const Case& base, const BenchmarkPlan& plan,
                   const std::function<void(const BenchmarkRow&)>& on_row) {
  if (base.solver.solves_systems()) {
    throw InputError(base.path +
                     ": right-hand sides are measured in steps of explicit schemes; use 'scheme = ssprk3' in [time]");
  }
  for (const int degree : plan.degrees) require_built_degree(degree, "--degrees");
  for (const BackendKind backend : plan.backends) require_backend(backend);
  std::visit([&]<int Dim>(Mesh<Dim>&& mesh) { Benchmark<Dim>(base, std::move(mesh), plan, on_row).run(); },
             read_mesh_of(base));
}

}  // namespace dg::app
