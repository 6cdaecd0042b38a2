#include "apps/user_equations/equations_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "apps/ranks.hpp"

namespace dg::app {

template <int Dim>
Progress EquationsLoop<Dim>::take_steps(long wanted, double end) {
  if (!problem_.ec.c.solver.newton) return problem_.solver->advance(wanted, end);
  newton_step_ = problem_.solver->newton_step();
  newton_watch_.observe(newton_step_);
  return progress_of(newton_step_, problem_.solver->time());
}

template <int Dim>
std::optional<Failure> EquationsLoop<Dim>::advance(long steps, double end) {
  constexpr double longest = 0.5;  // seconds
  SystemSolver<Dim>& solver = *problem_.solver;
  const double affordable = seconds_ > 0.0 ? longest * static_cast<double>(steps_taken()) / seconds_ : 2.0;
  std::int64_t wanted = std::clamp(static_cast<long>(std::min(affordable, 1e9)), 1L, std::max(1L, steps));
  all_ranks().broadcast(std::as_writable_bytes(std::span(&wanted, 1)), 0);
  const double time = solver.time();
  const auto before = std::chrono::steady_clock::now();
  Progress progress;
  try {
    progress = take_steps(wanted, end);
  } catch (const BadDataError<Dim>& error) {
    return Failure{text_of(problem_, error), "correct the formula"};
  }
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  step_ += progress.steps;
  last_dt_ = progress.last_dt;
  work_ += progress.implicit;
  const std::string place = fmt::format("at step {}, time {:.6g}", step_, solver.time());
  if (const Index bad = bad_cell(progress); bad >= 0)
    return Failure{
        fmt::format("{}: the run diverged: the state of cell {} is not admissible {}", problem_.ec.c.path, bad, place),
        "try a smaller 'cfl', a lower degree or a finer mesh"};
  if (newton_watch_.is_broken())
    return Failure{problem_.ec.c.path + ": " + NewtonWatch::broken_text(step_),
                   "check the source, the boundary data and [initial]"};
  if (problem_.ec.c.solver.newton) return std::nullopt;
  if (progress.steps == 0 || solver.time() == time)
    return Failure{fmt::format("{}: no time step was possible {}", problem_.ec.c.path, place),
                   "check the wave speed of the equations and the state"};
  return std::nullopt;
}

/// Its number in the whole mesh, the same on all ranks; -1: there is none.
template <int Dim>
Index EquationsLoop<Dim>::bad_cell(const Progress& progress) const {
  const Index here = progress.bad_cell >= 0 ? progress.bad_cell : problem_.solver->find_bad_cell().cell;
  const Halo& halo = problem_.part.halo;
  std::int64_t number[]{here < 0 || halo.is_whole() ? here : halo.cell[here]};
  all_ranks().reduce(number, Reduction::largest);
  return static_cast<Index>(number[0]);
}

template class EquationsLoop<2>;
template class EquationsLoop<3>;

}  // namespace dg::app
