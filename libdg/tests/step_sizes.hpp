/// A check of step sizes for every backend.
#pragma once

#include <catch2/catch.hpp>

#include "support.hpp"

namespace dg::test {

/// Steps taken at once are those taken one by one, each the stable step of its state. Nothing is left of a state that
/// has been replaced.
inline void check_step_sizes(const Mesh2& mesh, const SolverOptions& options) {
  const double tolerance = options.precision == Precision::double_precision ? 1e-13 : 1e-6;
  const auto flow = [](double speed) {
    return [speed](double x, double y, double) {
      auto w = smooth_flow(x, y);
      w[1] += speed;
      return w;
    };
  };
  constexpr int steps = 7;
  auto at_once = make_solver(mesh, options), one_by_one = make_solver(mesh, options);
  for (const double speed : {4., 0.}) {
    for (Solver* solver : {at_once.get(), one_by_one.get()}) {
      solver->set_state(flow(speed));
      solver->set_time(0);
    }
    const double first = one_by_one->stable_time_step();
    for (int i = 0; i < steps; ++i) {
      const double stable = one_by_one->stable_time_step();
      CHECK(one_by_one->advance(1, 1e300).last_dt == Approx(stable).epsilon(tolerance));
    }
    CHECK(at_once->advance(steps, 1e300).steps == steps);
    CHECK(at_once->time() == Approx(one_by_one->time()).epsilon(tolerance));
    CHECK(std::abs(at_once->time() - steps * first) > 1e-6 * first);  // the state changes the step
    CHECK(at_once->advance(1000, at_once->time() + 2.5 * first).steps == 3);
  }
}

}  // namespace dg::test
