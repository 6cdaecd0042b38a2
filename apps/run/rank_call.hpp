/// What rank 0 of a run calls the others to, and what all of them need for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "apps/ranks.hpp"
#include "apps/run/problem.hpp"
#include "libdg/backend/stop_request.hpp"

namespace dg::app {

enum class Work : std::int64_t {
  fields,
  series,
  points,
  checkpoint,
  coefficients,
  probes,
  sample,
  mean_fields,
  averages,
  surface,
  entropy,
  lower_degree,
  raise_degree,
  load_script,
  call_script,
  end_script
};

/// On rank 0 of several: lets the others come to this work, too, of which `number` says more.
template <int Dim>
void call_others(const ProblemOf<Dim>& problem, Work work, std::int64_t number = 0) {
  if (problem.ranked && all_ranks().rank() == 0) problem.ranked->all({static_cast<std::int64_t>(work), number});
}

/// On all ranks, which call it together, the number that rank 0 gives.
inline double number_of_rank_0(double number) {
  all_ranks().broadcast(std::as_writable_bytes(std::span(&number, 1)), 0);
  return number;
}

/// The solver of this rank's own cells.
template <int Dim>
const SolverOf<Dim>& own_solver(const ProblemOf<Dim>& problem) {
  return problem.ranked ? problem.ranked->own() : *problem.solver;
}

/// No rank may leave what all are doing: signals are seen to after it.
class UndisturbedWork {
  StopScope scope_{[] { return false; }};
};

}  // namespace dg::app
