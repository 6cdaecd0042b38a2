#include "apps/run/degree_sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/run/interrupt.hpp"
#include "apps/run/next_event.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/residual_watch.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "libdg/solver/match_totals.hpp"
#include "libdg/solver/raise_degree.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// What rank 0 tells the others of a degree that begins.
template <int Dim>
struct Beginning {
  std::array<double, Dim + 2> totals{};  ///< of the solver of the case
  std::int64_t is_first = 1;
};

/// Puts another solver into a problem, on this rank of several or on the only one, for as long as this lives.
template <int Dim>
class Substitute {
 public:
  explicit Substitute(ProblemOf<Dim>& problem)
      : problem_(problem), original_(std::move(problem.solver)), ranked_(problem.ranked) {}
  ~Substitute() {
    problem_.solver.reset();
    while (!earlier_.empty()) earlier_.pop_back();  // ranks leave the last of them first
    problem_.solver = std::move(original_);
    problem_.ranked = ranked_;
  }
  Substitute(const Substitute&) = delete;
  Substitute& operator=(const Substitute&) = delete;

  SolverOf<Dim>& original() { return *original_; }
  RankedSolverOf<Dim>* original_of_ranks() { return ranked_; }

  /// On several ranks, the one before stays until the end.
  void put(std::unique_ptr<SolverOf<Dim>> solver) {
    if (ranked_) {
      if (problem_.solver) earlier_.push_back(std::move(problem_.solver));
      problem_.ranked = static_cast<RankedSolverOf<Dim>*>(solver.get());
    }
    problem_.solver = std::move(solver);
  }

 private:
  ProblemOf<Dim>& problem_;
  std::unique_ptr<SolverOf<Dim>> original_;
  RankedSolverOf<Dim>* ranked_;
  std::vector<std::unique_ptr<SolverOf<Dim>>> earlier_;
};

/// Gives `high` the polynomials of own cells of `low`, on all ranks.
template <int Dim>
void raise_own_cells(const RankedSolverOf<Dim>& low, RankedSolverOf<Dim>& high) {
  high.set_own_coefficients(raised(low, low.own_coefficients(), high, high.halo().own_cells));
  high.limit_own_state();
}

/// Sets the initial state; false if a signal came first.
template <int Dim>
bool is_initialised(SolverOf<Dim>& solver, const ProblemOf<Dim>& problem) {
  try {
    const StopOnSignal stop_on_signal;
    initialise(solver, problem.c, problem.fields, problem.mesh);
  } catch (const Interrupted&) {
    return false;
  }
  return true;
}

/// Makes the solver of a degree, with the state of the case; false in `wanted` if a signal came first.
template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_lower_solver(const ProblemOf<Dim>& problem, int degree, bool& wanted) {
  SolverOptions options = problem.c.solver;
  options.degree = degree;
  if (problem.ranked) {
    const UndisturbedWork undisturbed;
    auto solver = solver_of_all_ranks(problem, options);
    initialise(*solver, problem.c, problem.fields, problem.part->mesh);
    return solver;
  }
  auto solver = make_solver(problem.mesh, options);
  wanted = is_initialised(*solver, problem);
  return solver;
}

/// The state in which a degree begins: that of the degree before, or that of the case with its very totals.
template <int Dim>
void begin_on_ranks(const ProblemOf<Dim>& problem, const Beginning<Dim>& beginning, RankedSolverOf<Dim>& solver) {
  const UndisturbedWork undisturbed;
  if (!beginning.is_first)
    raise_own_cells(*problem.ranked, solver);
  else if (are_closed(problem.c.solver.boundaries))
    match_totals<Dim>(
        solver, solver.halo().own_cells, beginning.totals, problem.flow.volume, problem.flow.gamma,
        [&] { return solver.own_coefficients(); }, [&](const auto& state) { solver.set_own_coefficients(state); });
}

template <int Dim>
void broadcast(Beginning<Dim>& beginning) {
  all_ranks().broadcast(std::as_writable_bytes(std::span(&beginning, 1)), 0);
}

template <int Dim>
double residual_of(const ProblemOf<Dim>& problem) {
  return scaled_residual(problem.solver->residual_norms(), problem.solver->totals(), problem.flow);
}

/// Steps in pseudo-time, or by Newton's method, at the degree of problem.solver; true if the observer wants to go on.
/// `largest` is the largest residual of the sequence so far.
template <int Dim>
bool run_degree(ProblemOf<Dim>& problem, SequenceStage& stage, double& largest, const SequenceObserver& observe) {
  const TimeSection& time = problem.c.time;
  TimeLoop<Dim> loop(problem, 0);
  ResidualWatch watch;
  const auto require_sound = [&](const std::optional<Failure>& failure) {
    if (failure)
      throw RunError(fmt::format("{}, at degree {} of 'sequence'; {}", failure->what, stage.degree, failure->advice));
  };
  watch.observe(0, stage.first_residual = residual_of(problem));
  require_sound(loop.failure_of(watch.last()));
  largest = std::max(largest, watch.last());
  bool wanted = observe(stage.degree, 0, watch.last());
  while (wanted && !loop.at_end() && watch.last() > time.raise * largest && !watch.stalled() && !loop.stall() &&
         watch.last() > time.tolerance) {
    loop.advance(steps_until_next(loop.step(), steps_between_looks(problem.c), time.steps));
    require_sound(loop.failure());
    if (loop.step() % steps_between_looks(problem.c) != 0 && !loop.at_end()) continue;
    watch.observe(loop.step(), residual_of(problem));
    require_sound(loop.failure_of(watch.last()));
    largest = std::max(largest, watch.last());
    wanted = observe(stage.degree, loop.step(), watch.last());
  }
  stage.steps = loop.step();
  stage.residual = watch.last();
  stage.seconds = loop.seconds();
  return wanted;
}

}  // namespace

template <int Dim>
std::vector<SequenceStage> climb_degrees(ProblemOf<Dim>& problem, const SequenceObserver& observe) {
  std::vector<SequenceStage> stages;
  Beginning<Dim> beginning;
  if (problem.ranked) beginning.totals = problem.solver->totals();
  Substitute<Dim> substitute(problem);
  bool wanted = true;
  double largest = 0.0;
  for (const int degree : problem.c.time.sequence) {
    if (degree >= problem.c.solver.degree || !wanted) break;
    if (problem.ranked) {
      call_others(problem, Work::lower_degree, degree);
      broadcast(beginning);
    }
    std::unique_ptr<SolverOf<Dim>> solver = make_lower_solver(problem, degree, wanted);
    if (!wanted) break;
    if (problem.ranked) {
      auto& ranked = static_cast<RankedSolverOf<Dim>&>(*solver);
      begin_on_ranks(problem, beginning, ranked);
      ranked.lead();
      beginning.is_first = 0;
    } else if (problem.solver) {
      raise_degree(*problem.solver, *solver);
    } else if (are_closed(problem.c.solver.boundaries)) {
      match_totals(*solver, substitute.original().totals(), problem.flow.volume, problem.flow.gamma);
    }
    substitute.put(std::move(solver));
    stages.push_back({.degree = degree});
    wanted = run_degree(problem, stages.back(), largest, observe);
  }
  if (!problem.solver) return stages;
  if (problem.ranked) {
    call_others(problem, Work::raise_degree);
    const UndisturbedWork undisturbed;
    raise_own_cells(*problem.ranked, *substitute.original_of_ranks());
  } else {
    raise_degree(*problem.solver, substitute.original());
  }
  return stages;
}

namespace {

/// `original` is the solver of the case.
template <int Dim>
void follow_degree_of(ProblemOf<Dim>& problem, RankedSolverOf<Dim>& original, int degree) {
  Beginning<Dim> beginning;
  broadcast(beginning);
  bool wanted = true;
  std::unique_ptr<SolverOf<Dim>> solver = make_lower_solver(problem, degree, wanted);
  auto& ranked = static_cast<RankedSolverOf<Dim>&>(*solver);
  begin_on_ranks(problem, beginning, ranked);
  Substitute<Dim> substitute(problem);
  substitute.put(std::move(solver));
  ranked.follow(problem.fields.exact, [&](const RankCall& call) {
    if (static_cast<Work>(call[0]) == Work::lower_degree)
      return follow_degree_of(problem, original, static_cast<int>(call[1]));
    raise_own_cells(ranked, original);
  });
}

}  // namespace

template <int Dim>
void follow_degree(ProblemOf<Dim>& problem, int degree) {
  follow_degree_of(problem, *problem.ranked, degree);
}

template void follow_degree<2>(ProblemOf<2>&, int);
template void follow_degree<3>(ProblemOf<3>&, int);

template std::vector<SequenceStage> climb_degrees<2>(ProblemOf<2>&, const SequenceObserver&);
template std::vector<SequenceStage> climb_degrees<3>(ProblemOf<3>&, const SequenceObserver&);

}  // namespace dg::app
