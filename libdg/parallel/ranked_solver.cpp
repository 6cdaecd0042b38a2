#include "libdg/parallel/ranked_solver.hpp"

#include "libdg/parallel/solver_of_ranks.hpp"

namespace dg {

void SolverOfRanks::set_info() {
  info_ = local_->info();
  std::int64_t sums[]{static_cast<std::int64_t>(info_.bytes), halo_.ghosts()};
  ranks_.reduce(sums, Reduction::sum);
  info_.bytes = sums[0];
  info_.halo_cells = sums[1];
  info_.cells = mesh_.cell_count();
  info_.faces = mesh_.face_count();
  info_.dof = static_cast<long>(begin_.back());
  info_.ranks = ranks_.size();
}

void SolverOfRanks::follow(const FieldFunction& exact) {
  for (;;) {
    Order order{};
    ranks_.broadcast(std::as_writable_bytes(std::span(&order, 1)), 0);
    if (order.task == Task::end) return;
    take(order, exact);
  }
}

void SolverOfRanks::take(const Order& order, const FieldFunction& exact) {
  switch (order.task) {
    case Task::set_time:
      return set_time(order.value);
    case Task::advance:
      return void(advance(static_cast<long>(order.count[0]), order.value));
    case Task::stable_time_step:
      return void(stable_time_step());
    case Task::time_step_limit:
      return void(time_step_limit());
    case Task::find_bad_cell:
      return void(find_bad_cell());
    case Task::residual_norms:
      return void(residual_norms());
    case Task::errors:
      return void(errors(exact));
    case Task::totals:
      return void(totals());
    case Task::flow_totals:
      return void(flow_totals());
    case Task::surface:
      return void(surface(boundary_names_[order.count[0]]));
    case Task::coefficients:
      return void(coefficients());
    case Task::set_coefficients:
      return set_coefficients({});
    case Task::sample: {
      Points points(order.count[0] + order.count[1]);
      ranks_.broadcast(bytes_of(points), 0);
      const std::span all(points);
      return void(sample({all.first(order.count[0]), all.last(order.count[1])}));
    }
    case Task::end:
      return;
  }
}

std::unique_ptr<RankedSolver> make_ranked_solver(const Mesh2& mesh, std::span<const int> rank_of,
                                                 const SolverOptions& options, Communicator& communicator,
                                                 const ArrangeSubdomain& arrange) {
  return std::make_unique<SolverOfRanks>(mesh, rank_of, options, communicator, arrange);
}

}  // namespace dg
