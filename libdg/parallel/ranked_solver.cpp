#include "libdg/parallel/ranked_solver.hpp"

#include <numeric>

#include "libdg/parallel/solver_of_ranks.hpp"
#include "libdg/solver/bad_data.hpp"

namespace dg {

template <int Dim>
void SolverOfRanks<Dim>::set_info() {
  info_ = local_->info();
  std::int64_t sums[]{static_cast<std::int64_t>(info_.bytes), halo_.ghosts(), halo_.own_cells, own_faces_};
  ranks_.reduce(sums, Reduction::sum);
  info_.bytes = sums[0];
  info_.halo_cells = sums[1];
  info_.cells = static_cast<Index>(sums[2]);
  info_.faces = static_cast<Index>(sums[3]);
  info_.dof = static_cast<long>(coefficients_.size());
  info_.ranks = ranks_.size();
}

template <int Dim>
void SolverOfRanks<Dim>::follow(const Field& exact, const std::function<void(const RankCall&)>& called) {
  for (;;) {
    Order order{};
    ranks_.broadcast(std::as_writable_bytes(std::span(&order, 1)), 0);
    if (order.task == Task::end || order.task == Task::release) return;
    if (order.task == Task::call)
      called({order.count[0], order.count[1]});
    else
      take(order, exact);
  }
}

template <int Dim>
void SolverOfRanks<Dim>::take(const Order& order, const Field& exact) {
  switch (order.task) {
    case Task::set_time:
      return set_time(order.value);
    case Task::advance:
      try {
        advance(static_cast<long>(order.count[0]), order.value);
      } catch (const BadDataError<Dim>&) {  // rank 0 has it, too, and ends the run
      }
      return;
    case Task::newton_step:
      return void(newton_step());
    case Task::set_next_step:
      return set_next_step(order.value);
    case Task::kept_quantities:
      return void(kept_quantities());
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
    case Task::damping_state:
      return void(damping_state());
    case Task::running_mean:
      return void(running_mean());
    case Task::sample: {
      PointsOfShapes<Dim> of_shapes;
      Points points(std::accumulate(order.count.begin(), order.count.end(), std::int64_t{0}));
      ranks_.broadcast(bytes_of(points), 0);
      std::span<const std::array<double, Dim>> rest(points);
      for (std::size_t i = 0; i < of_shapes.size(); ++i) {
        of_shapes[i] = rest.first(order.count[i]);
        rest = rest.subspan(order.count[i]);
      }
      return void(sample(of_shapes));
    }
    case Task::set_control_state:
      return set_control_state({});
    case Task::take_parameters:
      return take_parameters();
    case Task::note_new_state:
      return note_new_state();
    case Task::rate:
      return void(rate());
    case Task::call:
    case Task::end:
    case Task::release:
      return;
  }
}

template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> make_ranked_solver(Subdomain<Dim> part, const SolverOptions& options,
                                                        Communicator& communicator) {
  return std::make_unique<SolverOfRanks<Dim>>(std::move(part), options, communicator);
}

// The constructor is compiled elsewhere, too, and may not find this one inlined here.
template void SolverOfRanks<2>::set_info();
template void SolverOfRanks<3>::set_info();
template std::unique_ptr<RankedSolver> make_ranked_solver<2>(Subdomain<2>, const SolverOptions&, Communicator&);
template std::unique_ptr<RankedSolverOf<3>> make_ranked_solver<3>(Subdomain<3>, const SolverOptions&, Communicator&);

}  // namespace dg
