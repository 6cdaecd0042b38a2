/// Speed of time steps over degrees, orderings, ways to assemble, layouts, backends and precisions, on one mesh.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run/problem.hpp"

namespace dg::app {

/// A method of ordering, and whether cells are reoriented as well: called "layers" and "layers+turn".
struct PlannedOrdering {
  PlannedOrdering(OrderingMethod method_in, bool reorient_in = false) : method(method_in), reorient(reorient_in) {}
  std::string name() const { return std::string(name_of(method)) + (reorient ? "+turn" : ""); }

  OrderingMethod method;
  bool reorient;
};

struct BenchmarkPlan {
  std::vector<int> degrees;
  std::vector<PlannedOrdering> orderings;  ///< the first is the one that the others are held against
  std::vector<std::string> starts;  ///< each is tried by orderings that grow from a boundary; empty: their default
  std::vector<BackendKind> backends;
  std::vector<Assembly> strategies;
  std::vector<Layout> layouts;
  std::vector<Precision> precisions;
  std::vector<int> threads;  ///< of the CPU; 0: all
  long steps = 20;           ///< in each of the samples
  double seconds = 0.0;      ///< > 0: as many steps as take this long in each sample, instead of `steps`
  long warm_up = 5;
};

struct BenchmarkRow {
  int degree = 0;
  std::string ordering, start, assembly, layout, backend, device, precision;
  int ranks = 1, threads = 1;  ///< of each rank
  Index cells = 0;
  long dof = 0;
  long steps = 0;                 ///< in each sample
  double seconds_per_step = 0.0;  ///< median of the samples
  double spread = 0.0;            ///< (slowest - fastest) / median
  double dof_per_second = 0.0;    ///< per right-hand side
  double gb_per_second = 0.0;     ///< of the bytes that must move, see bytes_per_step()
  double copy_gb_per_second = 0.0;
  nlohmann::json metrics = nlohmann::json::object();  ///< of the ordering, see quality_json()

  // Ratios of times per step, other row over this one; 0 if there is no such row. The rows of the CPU are the fastest
  // of its assemblies and layouts with this degree, ordering, start and precision.
  double over_one_core = 0.0;   ///< T_CPU / T with one thread
  double over_all_cores = 0.0;  ///< T_CPU / T with the most threads, if that is more than one
  double over_baseline = 0.0;   ///< T of the first ordering / T, all else (but the start) being equal
};

/// The least a time step must move to and from memory. Each stage reads U^n and the stage before and writes the next;
/// the first stage reads only one of them.
double bytes_per_step(long dof, int stages, Precision precision);

/// Fills in the ratios of `row` from the rows measured so far, `row` itself among them or not.
void compare(BenchmarkRow& row, const std::vector<BenchmarkRow>& rows, std::string_view baseline);

/// Runs the whole plan, the CPU before the GPU and few threads before many, and hands over each row as it is done. All
/// ranks call this together; rank 0 gets the rows.
/// Throws InputError before the first measurement for whatever is not in the mesh, the build or the machine.
void run_benchmark(const Case& base, const BenchmarkPlan& plan, const std::function<void(const BenchmarkRow&)>& on_row);

}  // namespace dg::app
