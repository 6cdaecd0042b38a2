#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>

#include "apps/run/degree_sequence.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/time_loop.hpp"
#include "apps/tests/program.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;

namespace {

constexpr int threads = 1;

std::unique_ptr<Problem> problem_of(const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  return make_problem(read_case(folder.write("c.ini", square_case), settings), {BackendKind::cpu, threads});
}

/// A field that sends a signal when it is asked for the `at`th time, and counts how often it is asked.
struct Signalling {
  FieldFunction field;
  std::shared_ptr<std::atomic<long>> calls = std::make_shared<std::atomic<long>>(0);

  Signalling(const FieldFunction& inner, long at) {
    field = [inner, at, calls = calls](double x, double y, double t) {
      if (++*calls == at) std::raise(SIGUSR1);
      return inner(x, y, t);
    };
  }
};

}  // namespace

TEST_CASE("a signal ends the evaluation of formulas in a step, which is dropped") {
  const auto problem = problem_of({"time.cfl=0.3"});
  Solver& solver = *problem->solver;
  const auto heat = [](double, double, double t) { return std::array<double, 4>{0, 0, 0, 1 + 100 * t}; };
  // Each evaluation asks at every quadrature point of 32 triangles: the signal falls into the third stage of step 4,
  // and the second saw data of another time than the state's.
  const Signalling count(heat, -1);
  solver.set_source(count.field, true);
  const long per_stage = *count.calls;
  REQUIRE(per_stage >= 32);
  const long at = 1 + per_stage + 3 * 3 * per_stage + 2 * per_stage + per_stage / 2;
  const Signalling source(heat, at);
  solver.set_source(source.field, true);

  auto reference = problem_of({"time.cfl=0.3"});
  reference->solver->set_source(heat, true);
  REQUIRE(reference->solver->advance(3, 1e300).steps == 3);

  const InterruptGuard guard;
  const Progress progress = [&] {
    const StopOnSignal stop_on_signal;
    return solver.advance(1000, 1e300);
  }();
  CHECK(guard.requested());
  CHECK(progress.steps == 3);
  // What one cell still asks for, then all at the time of the state; without an end there were 997 steps to come.
  CHECK(*source.calls < at + per_stage / 2 + per_stage);
  CHECK(solver.time() == reference->solver->time());
  CHECK(solver.coefficients() == reference->solver->coefficients());
  CHECK(solver.residual_norms().l2 == reference->solver->residual_norms().l2);
}

TEST_CASE("a time loop that a signal stops has not failed") {
  const auto problem = problem_of({"time.steps=1000"});
  const InterruptGuard guard;
  TimeLoop loop(*problem, 0);
  loop.advance(5);
  const long before = loop.step();
  CHECK(before > 0);
  std::raise(SIGUSR1);
  loop.advance(5);
  CHECK(loop.step() == before);
  CHECK_FALSE(loop.failure());
}

TEST_CASE("a signal ends the search for an initial state by lower degrees while formulas are evaluated") {
  const auto problem = problem_of({"time.mode=steady", "time.solver=march", "space.degree=2", "time.sequence=1",
                                   "time.steps=100", "time.raise=1e-9"});
  const std::vector<double> before = problem->solver->coefficients();
  constexpr long at = 40;
  const Signalling initial(problem->fields.initial, at);
  problem->fields.initial = initial.field;
  problem->fields.initial_formulas = nullptr;
  const InterruptGuard guard;
  bool called = false;
  const auto stages = climb_degrees(*problem, [&](int, long, double) { return called = true; });
  CHECK(guard.requested());
  CHECK(stages.empty());
  CHECK_FALSE(called);
  CHECK(*initial.calls < at + 20);
  CHECK(problem->solver->coefficients() == before);
}
