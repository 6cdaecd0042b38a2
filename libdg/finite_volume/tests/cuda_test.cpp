#include <catch2/catch.hpp>
#include <utility>

#include "flows.hpp"

namespace dg {
namespace {

struct Result {
  std::vector<double> coefficients;
  Force force;
};

/// From a smooth flow with `speed` added along x.
Result run(const Mesh2& mesh, SolverOptions o, BackendKind backend, double speed) {
  o.backend = backend;
  if (backend == BackendKind::cpu && o.layout == Layout::cellwise) o.layout = Layout::blocked;
  auto solver = make_solver(mesh, o);
  REQUIRE(solver->info().backend == (backend == BackendKind::cuda ? "cuda" : "cpu"));
  const auto flow = [speed](double x, double y, double) {
    auto w = test::smooth_flow(x, y);
    w[1] += speed;
    return w;
  };
  solver->set_state(flow);
  solver->set_boundary_data(flow, false);
  REQUIRE(solver->advance(100, 1e300).steps == 100);
  REQUIRE(solver->find_bad_cell().cell == -1);
  return {solver->coefficients(), solver->force("bottom")};
}

void check_equal(const Mesh2& mesh, const SolverOptions& o, double speed = 0) {
  const Result cpu = run(mesh, o, BackendKind::cpu, speed), cuda = run(mesh, o, BackendKind::cuda, speed);
  CHECK(test::relative_difference(cuda.coefficients, cpu.coefficients) < 1e-11);
  for (int d = 0; d < 2; ++d) CHECK(cuda.force.pressure[d] == Approx(cpu.force.pressure[d]).epsilon(0).margin(1e-11));
}

TEST_CASE("After 100 steps of finite volumes CPU and CUDA agree: limiters, layouts, boundaries of all types") {
  for (const auto limiter : {Limiter::none, Limiter::barth_jespersen, Limiter::venkatakrishnan})
    for (const auto layout : {Layout::blocked, Layout::flat, Layout::cellwise})
      for (const auto& [boundaries, speed] : {std::pair(test::walls_and_far_field(), 0.0),
                                              std::pair(test::in_and_out(), 0.0), std::pair(test::supersonic(), 1.5)}) {
        if (speed > 0 && limiter == Limiter::none) continue;  // shocks grow: without a limiter it lasts 45 steps
        SolverOptions o = test::finite_volumes(limiter);
        o.layout = layout;
        o.boundaries = boundaries;
        o.cfl = 0.4;
        INFO("limiter " << static_cast<int>(limiter) << ", layout " << static_cast<int>(layout));
        check_equal(test::mixed_mesh(false), o, speed);
      }
}

TEST_CASE("After 100 local steps with smoothed residuals CPU and CUDA agree") {
  SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
  o.scheme = TimeScheme::multistage4;
  o.local_time_step = true;
  for (const double smoothing : {0.0, 0.6})
    for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic, Assembly::patches}) {
      o.assembly = assembly;
      o.smoothing = smoothing;
      o.boundaries = test::walls_and_far_field();
      check_equal(test::hybrid_mesh({.n = 6, .periodic = false, .kind = "triangles"}), o);
    }
}

}  // namespace
}  // namespace dg
