#include <catch2/catch.hpp>
#include <cmath>

#include "apps/run/time_loop.hpp"
#include "apps/study/benchmark_table.hpp"
#include "apps/study/convergence.hpp"
#include "apps/study/copy_bandwidth.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// A case for the fake solver, whose state decays towards rho = 1, u = v = 0, p = 1/1.4.
const std::string decay = R"([mesh]
generate = square
[space]
degree = 1
[gas]
model = euler
[expressions]
shape = 0.1 * sin(pi * x / 10 + 0.3) * exp(-t)
[exact]
rho = 1 + shape
u = 0
v = 0
p = 1 / gamma
[initial]
type = exact
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = periodic
partner = top
[time]
end = 0.5
)";

Case read_study(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  return read_case(folder.write("c.ini", text), overrides);
}

}  // namespace

TEST_CASE("orders of convergence are those of the errors") {
  std::vector<ConvergenceRow> rows;
  ConvergenceStudy study;
  study.degrees = {1, 2};
  study.levels = 2;
  // The case's own degree need not be in the build.
  run_convergence(read_study(decay, {"space.degree=99"}), study,
                  [&](const ConvergenceRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].degree == 1);
  CHECK(rows[1].level == 1);
  CHECK(rows[1].cells == 4 * rows[0].cells);
  CHECK(rows[1].h == Approx(0.5 * rows[0].h));
  CHECK_FALSE(rows[0].order);
  REQUIRE(rows[1].order);
  CHECK((*rows[1].order)[0] == Approx(std::log2(rows[0].l2[0] / rows[1].l2[0])));
  CHECK(rows[0].steps == 50);
  const auto json = convergence_json("c.ini", rows);
  CHECK(json["case"] == "c.ini");
  CHECK(json["rows"].size() == 4);
  CHECK(json["rows"][0]["order"].is_null());
  CHECK(json["rows"][3]["order"]["rho"] == Approx((*rows[3].order)[0]).margin(0));
  CHECK(json["rows"][2]["errors"]["l2"]["rhoE"].is_number());
}

TEST_CASE("studies without what they need are refused") {
  const auto run = [](const Case& c, std::vector<int> degrees) {
    ConvergenceStudy study;
    study.degrees = std::move(degrees);
    run_convergence(c, study, [](const ConvergenceRow&) {});
  };
  Case no_exact = read_study(decay);
  no_exact.exact.reset();
  CHECK_THROWS_WITH(run(no_exact, {1}), Contains("needs a section [exact]"));
  CHECK_THROWS_WITH(run(read_study(decay), {42}), Contains("--degrees: degree 42 is not in this build"));
  Case from_file = read_study(decay);
  from_file.mesh.generate.clear();
  from_file.mesh.file = "a.msh";
  CHECK_THROWS_WITH(run(from_file, {1}), Contains("it needs 'generate'"));
}

TEST_CASE("a steady case runs until its residual is small, and says if it is not") {
  const Case c = read_study(decay, {"time.mode=steady", "time.step=global", "time.end=1000", "time.tolerance=1e-6",
                                    "output.monitor=10", "reference.length=1"});
  ConvergenceStudy study;
  study.degrees = {1};
  study.levels = 1;
  std::vector<ConvergenceRow> rows;
  const auto keep = [&](const ConvergenceRow& row) { rows.push_back(row); };
  run_convergence(c, study, keep);
  CHECK(rows[0].converged);
  // The residual falls as exp(-t) from about 0.07: it is 1e-6 near t = 11.
  CHECK(rows[0].steps > 1000);
  CHECK(rows[0].steps < 1250);
  Case short_run = c;
  short_run.time.steps = 100;
  run_convergence(short_run, study, keep);
  CHECK_FALSE(rows[1].converged);
  CHECK(rows[1].steps == 100);
}

TEST_CASE("the scaled residual does not depend on units") {
  Norms residual;
  residual.l2 = {0.2, 0.1, 0.0, 0.4};
  const std::array<double, 4> totals{2.0, 0.5, 0.0, 8.0};
  const FlowScale flow{.volume = 4.0, .length = 3.0, .gamma = 1.4};
  const double scaled = scaled_residual(residual, totals, flow);
  // 0.2 / sqrt(4) / (2 / 4) of the density, and the time that sound takes: its speed is that of 0.5, 0.125 / 0.5, 2.
  const double sound = std::sqrt(1.4 * 0.4 * (2.0 - 0.125 * 0.125 / 2 / 0.5) / 0.5);
  CHECK(scaled == Approx(0.2 * 3.0 / sound));
  // Density in other units: rho, rho u and rho E all grow by the same factor.
  Norms denser = residual;
  for (double& value : denser.l2) value *= 7.0;
  CHECK(scaled_residual(denser, {14.0, 3.5, 0.0, 56.0}, flow) == Approx(scaled));
  // Lengths a thousand times as large: rates fall by that, and the roots of areas grow by it.
  CHECK(scaled_residual(residual, {2e6, 0.5e6, 0.0, 8e6}, {4e6, 3e3, 1.4}) == Approx(scaled));
  // Speeds ten times as large: momenta by 10, energies by 100, times by 1 / 10.
  const Norms faster{{2.0, 10.0, 0.0, 400.0}, {}};
  CHECK(scaled_residual(faster, {2.0, 5.0, 0.0, 800.0}, flow) == Approx(scaled));
  residual.l2[2] = std::nan("");
  CHECK(std::isnan(scaled_residual(residual, totals, flow)));
}

TEST_CASE("steps to the next event") {
  CHECK(steps_until_next(0, 10, 99) == 10);
  CHECK(steps_until_next(7, 10, 99) == 3);
  CHECK(steps_until_next(10, 10, 99) == 10);
  CHECK(steps_until_next(7, 0, 99) == 99);
}

TEST_CASE("a benchmark measures every combination") {
  BenchmarkPlan plan;
  plan.degrees = {1, 2};
  plan.orderings = {OrderingMethod::none, OrderingMethod::layers, OrderingMethod::random};
  plan.backends = {BackendKind::cpu};
  plan.strategies = {Assembly::fused};
  plan.layouts = {Layout::flat};
  plan.precisions = {Precision::double_precision};
  plan.threads = {1};
  plan.steps = 2;
  std::vector<BenchmarkRow> rows;
  run_benchmark(read_study(decay), plan, [&](const BenchmarkRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 6);
  CHECK(rows[0].ordering == "none");
  CHECK(rows[5].ordering == "random");
  CHECK(rows[5].degree == 2);
  for (const BenchmarkRow& row : rows) {
    CHECK(row.seconds_per_step > 0.0);
    CHECK(row.dof_per_second == Approx(3.0 * static_cast<double>(row.dof) / row.seconds_per_step));
    CHECK(row.gb_per_second == Approx(1e-9 * 64.0 * static_cast<double>(row.dof) / row.seconds_per_step));
    CHECK(row.metrics["bandwidth"].is_number());
  }
  CHECK(rows[4].metrics["mean_distance"] > rows[2].metrics["mean_distance"]);
  const auto json = benchmark_json(rows, this_machine());
  CHECK(json["rows"].size() == 6);
  CHECK(json["copy_gb_per_s"] > 0.0);
  CHECK(json["rows"][0]["copy_fraction"].is_number());

  plan.starts = {"nowhere"};
  CHECK_THROWS_WITH(run_benchmark(read_study(decay), plan, [](const BenchmarkRow&) {}), Contains("'nowhere'"));
  plan.starts.clear();
  plan.backends = {BackendKind::cuda};
  if (cuda_device_name().empty())
    CHECK_THROWS_WITH(run_benchmark(read_study(decay), plan, [](const BenchmarkRow&) {}),
                      Contains(has_cuda() ? "no CUDA device" : "no CUDA backend"));
}

TEST_CASE("times are compared with the best of the CPU and with the first ordering") {
  const auto row = [](const std::string& ordering, const std::string& backend, int threads, const std::string& assembly,
                      double seconds) {
    BenchmarkRow r;
    r.degree = 2;
    r.ordering = ordering;
    r.backend = backend;
    r.threads = threads;
    r.assembly = assembly;
    r.precision = "double";
    r.seconds_per_step = seconds;
    return r;
  };
  std::vector<BenchmarkRow> rows{row("random", "cpu", 1, "fused", 12),    row("random", "cpu", 1, "gather", 10),
                                 row("random", "cpu", 4, "fused", 3),     row("random", "cuda", 1, "fused", 0.5),
                                 row("random", "cuda", 1, "gather", 0.4), row("layers", "cpu", 1, "fused", 8)};
  rows.push_back(row("layers", "cuda", 1, "fused", 0.25));
  BenchmarkRow other_degree = row("layers", "cpu", 1, "fused", 1), other_precision = other_degree;
  other_degree.degree = 3;
  other_precision.precision = "single";
  rows.insert(rows.end(), {other_degree, other_precision});
  for (BenchmarkRow& r : rows) compare(r, rows, "random");
  CHECK(rows[3].over_one_core == 10 / 0.5);  // the faster of two assemblies
  CHECK(rows[3].over_all_cores == 3 / 0.5);
  CHECK(rows[3].over_baseline == 1);
  CHECK(rows[2].over_one_core == Approx(10. / 3));
  CHECK(rows[6].over_one_core == 8 / 0.25);  // of the same ordering
  CHECK(rows[6].over_all_cores == 0);        // not measured
  CHECK(rows[6].over_baseline == 2);         // of the same assembly and backend
  CHECK(rows[5].over_baseline == 1.5);
  CHECK(rows[7].over_baseline == 0);
  CHECK(rows[8].over_one_core == 1);
  CHECK_THAT(benchmark_line(rows[6]), Contains(" 32.00 ") && Contains(" 2.000 ") && Contains(" - "));
}

TEST_CASE("the number of steps can follow from a time, and the CPU comes before all else") {
  BenchmarkPlan plan;
  plan.degrees = {1};
  plan.orderings = {OrderingMethod::none};
  plan.backends = {BackendKind::cpu};
  plan.strategies = {Assembly::fused};
  plan.layouts = {Layout::flat};
  plan.precisions = {Precision::double_precision};
  plan.threads = {0, 1};
  plan.seconds = 1e-12;
  std::vector<BenchmarkRow> rows;
  run_benchmark(read_study(decay), plan, [&](const BenchmarkRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].threads == 1);
  // In next to no time there is space for one step, and no fewer.
  for (const BenchmarkRow& row : rows) CHECK(row.steps == 1);
}

TEST_CASE("bytes that a step must move") {
  // Three stages: U^n read three times, U^(1) and U^(2) read once each, three states written.
  CHECK(bytes_per_step(10, 3, Precision::double_precision) == 8.0 * 10.0 * 8.0);
  CHECK(bytes_per_step(10, 3, Precision::single_precision) == 8.0 * 10.0 * 4.0);
}
