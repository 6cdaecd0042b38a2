// The benchmark of a case on a 3-D mesh: its rows, and what it refuses.
#include <catch2/catch.hpp>

#include "apps/study/benchmark.hpp"
#include "apps/tests/cases_3d.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using namespace dg::app::cases_3d;
using Catch::Contains;

TEST_CASE("a benchmark measures steps in 3-D") {
  const TemporaryFolder folder;
  // The case's own degree need not be in the build.
  const Case c = read_case(folder.write("c.ini", waves + sides("exact")), {"space.degree=99"});
  BenchmarkPlan plan;
  plan.degrees = {1, 2};
  plan.orderings = {OrderingMethod::none, OrderingMethod::random};
  plan.backends = {BackendKind::cpu};
  plan.strategies = {Assembly::gather};
  plan.layouts = {Layout::automatic};
  plan.precisions = {Precision::double_precision};
  plan.threads = {1};
  plan.steps = plan.warm_up = 1;
  std::vector<BenchmarkRow> rows;
  run_benchmark(c, plan, [&](const BenchmarkRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 4);
  for (const BenchmarkRow& row : rows) {
    CHECK(row.dof == 5 * row.cells * (row.degree == 1 ? 4 : 10));
    CHECK(row.assembly == "gather");
    CHECK(row.dof_per_second == Approx(3.0 * static_cast<double>(row.dof) / row.seconds_per_step));
  }
  CHECK(rows[2].metrics["mean_distance"] > rows[0].metrics["mean_distance"]);

  const auto refusal = [&] {
    try {
      run_benchmark(c, plan, [](const BenchmarkRow&) {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  plan.strategies = {Assembly::colour};
  CHECK_THAT(refusal(), Contains("'fused', 'gather' or 'tiles'"));
  plan.degrees = {6};  // there may be such in 2-D
  CHECK_THAT(refusal(), Contains("degree 6 is not in this build"));
}
