/// Speed of time steps over degrees, orderings, ways to assemble, layouts, backends and precisions, on one mesh.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run/problem.hpp"

namespace dg::app {

struct BenchmarkPlan {
  std::vector<int> degrees;
  std::vector<OrderingMethod> orderings;
  std::vector<std::string> starts;  ///< each is tried by orderings that grow from a boundary; empty: their default
  std::vector<BackendKind> backends;
  std::vector<Assembly> strategies;
  std::vector<Layout> layouts;
  std::vector<Precision> precisions;
  std::vector<int> threads;  ///< of the CPU; 0: all
  long steps = 20;           ///< in each of the samples
  long warm_up = 5;
};

struct BenchmarkRow {
  int degree = 0;
  std::string ordering, start, assembly, layout, backend, device, precision;
  int threads = 1;
  Index cells = 0;
  long dof = 0;
  double seconds_per_step = 0.0;  ///< median of the samples
  double spread = 0.0;            ///< (slowest - fastest) / median
  double dof_per_second = 0.0;    ///< per right-hand side
  double gb_per_second = 0.0;     ///< of the bytes that must move, see bytes_per_step()
  double copy_gb_per_second = 0.0;
  nlohmann::json metrics;  ///< of the ordering
};

/// The least a time step must move to and from memory: each stage reads U^n and the stage before and writes the next,
/// the first stage reading only one of them.
double bytes_per_step(long dof, int stages, Precision precision);

/// Runs the whole plan and hands over each row as it is done. Throws InputError before the first measurement for
/// whatever is not in the mesh, the build or the machine.
void run_benchmark(const Case& base, const BenchmarkPlan& plan, const std::function<void(const BenchmarkRow&)>& on_row);

nlohmann::ordered_json benchmark_json(const std::vector<BenchmarkRow>& rows);
std::string benchmark_csv(const std::vector<BenchmarkRow>& rows);

}  // namespace dg::app
