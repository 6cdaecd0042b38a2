/// The solver that all ranks have: rank 0 asks, the others do their part. See ranked_solver.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libdg/backend/stop_request.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "libdg/parallel/ranked_solver.hpp"
#include "libdg/solver/observe_one_by_one.hpp"

namespace dg {

/// What rank 0 asks the others to do, with numbers that say more.
enum class Task : std::int64_t {
  end,
  set_time,
  advance,
  stable_time_step,
  time_step_limit,
  find_bad_cell,
  residual_norms,
  errors,
  totals,
  flow_totals,
  surface,
  coefficients,
  set_coefficients,
  sample
};

struct Order {
  Task task;
  std::int64_t count[2];
  double value;
};

/// Signals are rank 0's to see, between its calls: no rank may leave what all are doing.
class Undisturbed {
 public:
  Undisturbed() : scope_([] { return false; }) {}

 private:
  StopScope scope_;
};

template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

class SolverOfRanks final : public RankedSolver {
 public:
  SolverOfRanks(const Mesh2& mesh, std::span<const int> rank_of, const SolverOptions& options,
                Communicator& communicator, const ArrangeSubdomain& arrange)
      : mesh_(mesh), ranks_(communicator), quads_(options.quads), degree_(options.degree) {
    Subdomain<2> part = make_subdomain(mesh, rank_of, ranks_.rank(), ranks_.size());
    if (arrange) part = arrange(std::move(part));
    halo_ = part.halo;
    boundary_names_ = mesh.boundary_names;
    for (const Face& f : part.mesh.faces) boundary_of_face_.push_back(f.boundary);
    local_ = make_solver(std::move(part), options, communicator);
    if (ranks_.rank() == 0) {
      cells_of_rank_.resize(ranks_.size());
      for (Index c = 0; c < mesh.cell_count(); ++c) cells_of_rank_[rank_of[c]].push_back(c);
    }
    begin_.assign(1, 0);
    for (Index c = 0; c < mesh.cell_count(); ++c) begin_.push_back(begin_.back() + 4 * std::size_t(mode_count(c)));
    set_info();
  }
  ~SolverOfRanks() override {
    if (!leads_) return;
    try {
      order(Task::end);
    } catch (const std::exception&) {  // who has failed is on its way to the end already
    }
  }

  void lead() override { leads_ = true; }
  void follow(const FieldFunction& exact) override;

  const SolverInfo& info() const override { return info_; }
  double time() const override { return local_->time(); }
  void set_time(double time) override {
    order(Task::set_time, 0, 0, time);
    local_->set_time(time);
  }

  void set_state(const FieldFunction& primitive) override { at_setup(), local_->set_state(primitive); }
  void set_boundary_data(const FieldFunction& primitive, bool varies) override {
    at_setup(), local_->set_boundary_data(primitive, varies);
  }
  void set_source(const FieldFunction& source, bool varies) override { at_setup(), local_->set_source(source, varies); }
  void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) override {
    at_setup(), local_->set_boundary_data(boundary, std::move(data));
  }
  void set_source(std::shared_ptr<const Formulas> source) override {
    at_setup(), local_->set_source(std::move(source));
  }

  Progress advance(long steps, double end_time) override {
    order(Task::advance, steps, 0, end_time);
    return local_->advance(steps, end_time);
  }
  NewtonStep newton_step() override { throw InputError("Newton's method works on one rank only"); }
  double next_step() const override { return 0; }
  void set_next_step(double) override {}
  double stable_time_step() const override {
    order(Task::stable_time_step);
    return local_->stable_time_step();
  }
  double time_step_limit() const override {
    order(Task::time_step_limit);
    return local_->time_step_limit();
  }

  BadCell find_bad_cell() const override;
  Norms residual_norms() const override {
    order(Task::residual_norms);
    return local_->residual_norms();
  }
  Norms errors(const FieldFunction& primitive) const override {
    order(Task::errors);
    const Undisturbed undisturbed;
    return local_->errors(primitive);
  }
  std::array<double, 4> totals() const override {
    order(Task::totals);
    return local_->totals();
  }
  FlowTotals flow_totals() const override {
    order(Task::flow_totals);
    return local_->flow_totals();
  }
  Force force(const std::string& boundary) const override { return force_of(surface(boundary)); }
  std::vector<SurfacePoint> surface(const std::string& boundary) const override;

  int mode_count(Index cell) const override {
    return dg::mode_count(space_of(mesh_.cell_shapes[cell], quads_), degree_);
  }
  std::vector<double> coefficients() const override;
  void set_coefficients(std::span<const double> coefficients) override;

  DampingState damping_state() const override { return {}; }
  void set_damping_state(const DampingState&) override {}

  std::vector<double> sample(const PointsOfShapes<2>& points) const override;
  Observation observe(const std::vector<std::string>& boundaries, const SampledCells& cells) const override {
    return observe_one_by_one(*this, boundaries, cells);
  }

 private:
  using Points = std::vector<std::array<double, 2>>;

  void order(Task task, std::int64_t a = 0, std::int64_t b = 0, double value = 0) const {
    if (!leads_) return;
    Order order{task, {a, b}, value};
    ranks_.broadcast(std::as_writable_bytes(std::span(&order, 1)), 0);
  }
  /// What is given to a solver as functions, all ranks have.
  void at_setup() const {
    if (leads_) throw RunError("what a run is given on several ranks cannot change once it has begun");
  }
  void take(const Order& order, const FieldFunction& exact);
  void set_info();
  template <class Count>
  std::vector<double> collect(const std::vector<double>& local, const Count& count) const;

  const Mesh2& mesh_;
  Communicator& ranks_;
  QuadSpace quads_;
  int degree_;
  Halo halo_;
  std::vector<std::string> boundary_names_;
  std::vector<std::int16_t> boundary_of_face_;  ///< of faces of the subdomain
  std::unique_ptr<Solver> local_;
  std::vector<std::vector<Index>> cells_of_rank_;  ///< on rank 0, in the order of the mesh
  std::vector<std::size_t> begin_;                 ///< [cell] of the whole mesh: its first coefficient
  SolverInfo info_;
  bool leads_ = false;
};

}  // namespace dg
