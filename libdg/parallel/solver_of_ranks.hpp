/// The solver that all ranks have: rank 0 asks, the others do their part. See ranked_solver.hpp.
#pragma once

#include <array>
#include <bit>
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
#include "libdg/element/spaced_shapes.hpp"
#include "libdg/parallel/ranked_solver.hpp"
#include "libdg/solver/observe_one_by_one.hpp"

namespace dg {

/// What rank 0 asks the others to do, with numbers that say more.
enum class Task : std::int64_t {
  end,
  release,
  set_time,
  advance,
  newton_step,
  set_next_step,
  kept_quantities,
  take_parameters,
  note_new_state,
  rate,
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
  damping_state,
  running_mean,
  sample,
  set_control_state,
  call
};

/// Numbers of points of each shape, among others.
using OrderCounts = std::array<std::int64_t, spaced_shapes<3>.size()>;

struct Order {
  Task task;
  OrderCounts count;
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

template <int Dim>
class SolverOfRanks final : public RankedSolverOf<Dim> {
 public:
  using Field = GasField<Dim>;

  SolverOfRanks(Subdomain<Dim> part, const SolverOptions& options, Communicator& communicator)
      : ranks_(communicator),
        force_reference_(options.force_reference),
        quads_(options.quads),
        degree_(options.degree),
        halo_(part.halo),
        boundary_names_(part.mesh.boundary_names),
        shapes_(part.mesh.cell_shapes),
        coefficients_(communicator, pieces([this](CellShape shape) { return n_var * modes_of(shape); }), list_block) {
    for (const Face& f : part.mesh.faces) {
      const int kind = kind_of_face(part.mesh.cell_shapes[f.minus], f.minus_face);
      points_of_face_.push_back({f.boundary, face_point_count(face_shape_of_kind(Dim, kind), degree_)});
      own_faces_ += f.minus < halo_.own_cells;  // one rank's for each face
    }
    local_ = make_solver(std::move(part), options, communicator);
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
  void release() override {
    order(Task::release);
    leads_ = false;
  }
  void follow(const Field& exact, const std::function<void(const RankCall&)>& called) override;
  void all(const RankCall& call) const override { order(Task::call, {call[0], call[1]}); }
  const SolverOf<Dim>& own() const override { return *local_; }
  const Halo& halo() const override { return halo_; }

  const SolverInfo& info() const override { return info_; }
  double time() const override { return local_->time(); }
  void set_time(double time) override {
    order(Task::set_time, {}, time);
    local_->set_time(time);
  }

  void set_state(const Field& primitive) override { at_setup(), local_->set_state(primitive); }
  void set_state(std::shared_ptr<const Formulas> primitive) override {
    at_setup(), local_->set_state(std::move(primitive));
  }
  void set_boundary_data(const Field& primitive, bool varies) override {
    at_setup(), local_->set_boundary_data(primitive, varies);
  }
  void set_source(const Field& source, bool varies) override { at_setup(), local_->set_source(source, varies); }
  void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) override {
    at_setup(), local_->set_boundary_data(boundary, std::move(data));
  }
  void set_turbulent_inflow(const std::string& boundary, const TurbulentInflow<Dim>& inflow) override {
    at_setup(), local_->set_turbulent_inflow(boundary, inflow);
  }
  void set_source(std::shared_ptr<const Formulas> source) override {
    at_setup(), local_->set_source(std::move(source));
  }

  void set_source_rate(double rate) override { at_setup(), local_->set_source_rate(rate); }
  void set_sponge_to_mean(const Formulas& strength, double averaging_time) override {
    at_setup(), local_->set_sponge_to_mean(strength, averaging_time);
  }
  /// On rank 0 the whole list, as of coefficients().
  std::vector<double> running_mean() const override;
  void set_forcing(const Forcing& forcing) override { at_setup(), local_->set_forcing(forcing); }
  void take_parameters() override {
    order(Task::take_parameters);
    local_->take_parameters();
  }
  /// Each rank says where its own cells lie. Ghosts come last in each batch, where padding is.
  StateInMemory state_in_memory() override {
    StateInMemory state = local_->state_in_memory();
    for (StateBatch& batch : state.batches) {
      std::erase_if(batch.cells, [this](Index cell) { return cell >= halo_.own_cells; });
      for (Index& cell : batch.cells) cell = halo_.cell[cell];
    }
    return state;
  }
  void note_new_state() override {
    order(Task::note_new_state);
    local_->note_new_state();
  }
  std::vector<double> rate() const override {
    order(Task::rate);
    const Undisturbed undisturbed;
    return collect(coefficients_, local_->rate());
  }

  ControlState control_state() const override { return local_->control_state(); }
  void set_control_state(const ControlState& state) override {
    order(Task::set_control_state);
    ControlState of_all = state;
    ranks_.broadcast(std::as_writable_bytes(std::span(&of_all, 1)), 0);
    local_->set_control_state(of_all);
  }

  Progress advance(long steps, double end_time) override {
    order(Task::advance, {steps}, end_time);
    return local_->advance(steps, end_time);
  }
  NewtonStep newton_step() override {
    order(Task::newton_step);
    const Undisturbed undisturbed;
    return local_->newton_step();
  }
  std::vector<KeptQuantity> kept_quantities() const override {
    order(Task::kept_quantities);
    return local_->kept_quantities();
  }
  double next_step() const override { return local_->next_step(); }
  void set_next_step(double dt) override {
    order(Task::set_next_step, {}, dt);
    local_->set_next_step(dt);
  }
  double stable_time_step() const override {
    order(Task::stable_time_step);
    return local_->stable_time_step();
  }
  double time_step_limit() const override {
    order(Task::time_step_limit);
    return local_->time_step_limit();
  }

  GasBadCell<Dim> find_bad_cell() const override;
  GasNorms<Dim> residual_norms() const override {
    order(Task::residual_norms);
    return local_->residual_norms();
  }
  GasNorms<Dim> errors(const Field& primitive) const override {
    order(Task::errors);
    const Undisturbed undisturbed;
    return local_->errors(primitive);
  }
  std::array<double, Dim + 2> totals() const override {
    order(Task::totals);
    return local_->totals();
  }
  FlowTotals flow_totals() const override {
    order(Task::flow_totals);
    return local_->flow_totals();
  }
  ForceOf<Dim> force(const std::string& boundary) const override {
    return force_of<Dim>(surface(boundary), force_reference_);
  }
  std::vector<SurfacePointOf<Dim>> surface(const std::string& boundary) const override;

  /// Of a cell of this rank's subdomain.
  int mode_count(Index cell) const override { return modes_of(shapes_[cell]); }
  std::vector<double> coefficients() const override;
  void set_coefficients(std::span<const double> coefficients) override;
  const ListSlices& coefficient_slices() const override { return coefficients_; }
  std::vector<double> own_coefficients() const override;
  void set_own_coefficients(std::span<const double> coefficients) override;
  void limit_own_state() override { local_->limit_state(); }

  /// Its list is there on rank 0 only, as are coefficients.
  DampingState damping_state() const override;
  void set_damping_state(const DampingState&) override { at_setup(); }
  void set_own_damping(DampingState state) override;
  std::vector<double> own_running_mean() const override;
  void set_own_running_mean(std::vector<double> mean) override;

  std::vector<double> sample(const PointsOfShapes<Dim>& points) const override;
  ObservationOf<Dim> observe(const std::vector<std::string>& boundaries,
                             const SampledCellsOf<Dim>& cells) const override {
    return observe_one_by_one(*this, boundaries, cells);
  }

 private:
  using Points = std::vector<std::array<double, Dim>>;
  static constexpr std::size_t n_var = Dim + 2;
  struct FacePoints {
    std::int16_t boundary;
    int count;
  };

  void order(Task task, const OrderCounts& count = {}, double value = 0) const {
    if (!leads_) return;
    Order order{task, count, value};
    ranks_.broadcast(std::as_writable_bytes(std::span(&order, 1)), 0);
  }
  /// What is given to a solver as functions, all ranks have.
  void at_setup() const {
    if (leads_) throw RunError("what a run is given on several ranks cannot change once it has begun");
  }
  void take(const Order& order, const Field& exact);
  int modes_of(CellShape shape) const { return dg::mode_count(space_of(shape, quads_), degree_); }
  void set_info();
  /// The pieces that own cells have in a list of count(shape) numbers for each cell of the whole mesh.
  template <class Count>
  std::vector<ListPiece> pieces(const Count& count) const {
    std::vector<std::int64_t> sizes;
    for (Index c = 0; c < halo_.own_cells; ++c) sizes.push_back(static_cast<std::int64_t>(count(shapes_[c])));
    return list_pieces(ranks_, std::span(halo_.cell).first(halo_.own_cells), sizes);
  }
  std::vector<double> collect(const ListSlices& slices, std::vector<double> local) const;
  std::vector<std::size_t> begins_here() const;
  void fill_ghosts(std::vector<double>& local) const;

  Communicator& ranks_;
  ForceReference force_reference_;
  QuadSpace quads_;
  int degree_;
  Halo halo_;
  std::vector<std::string> boundary_names_;
  std::vector<CellShape> shapes_;  ///< of cells of the subdomain
  ListSlices coefficients_;
  std::int64_t own_faces_ = 0;
  std::vector<FacePoints> points_of_face_;  ///< of the subdomain
  std::unique_ptr<SolverOf<Dim>> local_;
  SolverInfo info_;
  bool leads_ = false;
};

}  // namespace dg
