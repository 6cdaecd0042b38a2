#include "libdg/solver/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/operator/boundary_flux.hpp"
#include "libdg/operator/discretisation.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/check_options.hpp"
#include "libdg/solver/frequency_damping.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/time/runge_kutta.hpp"
#include "libdg/time/stability.hpp"
#include "meshes/errors.hpp"

namespace dg {
namespace {

/// Steps between two looks at the device's clock, so that a run stops soon after its end time without waiting each
/// step.
constexpr long steps_between_looks = 50;

/// Steps that a device starts by itself, without a gap between them.
constexpr long steps_at_once = 10;
static_assert(steps_between_looks % steps_at_once == 0);

template <class Real>
class SolverOf final : public Solver {
 public:
  SolverOf(const Mesh2& mesh, const SolverOptions& options)
      : mesh_(mesh),
        backend_(make_backend(options.backend, options.threads)),
        options_(resolved(options, *backend_)),
        discretisation_(*backend_, mesh_, options_),
        space_(mesh_, options.degree, options.quads),
        scheme_(runge_kutta(options.scheme)),
        operators_(make_operators<Real>(*backend_, discretisation_.scheme(), options_.degree,
                                        {options_.assembly, discretisation_.state_size(), options_.colouring})),
        control_(*backend_, std::vector<StepControl<Real>>(1, StepControl<Real>{})),
        unit_step_(*backend_, std::vector<Real>(1, Real(1))),
        damping_(*backend_, options.damping_width, discretisation_.state_size()) {
    for (int r = 0; r < scheme_.registers; ++r) registers_.emplace_back(*backend_, discretisation_.state_size());
    if (options_.local_time_step) local_steps_ = Array<Real>(*backend_, discretisation_.padded_cells());
    set_limits();
    boundary_points_ = boundary_points(mesh_, discretisation_.boundary_faces(), options.degree);
    registers_[0].set_zero();
    set_info();
  }

  const SolverInfo& info() const override { return info_; }
  double time() const override { return time_; }
  void set_time(double time) override { time_ = time; }

  void set_state(const FieldFunction& primitive) override {
    set_coefficients(space_.project(to_conservative(primitive), time_));
  }

  void set_boundary_data(const FieldFunction& primitive, bool varies) override {
    boundary_data_ = primitive;
    boundary_data_varies_ = varies;
    evaluate_boundary_data(time_);
  }

  void set_source(const FieldFunction& source, bool varies) override {
    source_ = source;
    source_varies_ = varies;
    source_moments_ = Array<Real>(*backend_, discretisation_.state_size());
    info_.bytes = backend_->bytes_in_use();
    step_.reset();  // recordings have the address of the moments
    evaluate_source(time_);
  }

  Progress advance(long steps, double end_time) override {
    if (options_.local_time_step) return march(steps);
    start_clock({.time = time_, .end_time = end_time});
    if (backend_->kind() == BackendKind::cpu || varies())
      take_steps(steps);
    else
      repeat_steps(steps);
    operators_->end_step(control_.data());
    const StepControl<Real> control = read_control();
    time_ = control.time;
    return {control.steps, control.time, control.dt_exact};
  }

  double stable_time_step() const override {
    Array<StepControl<Real>> control(*backend_, std::vector{StepControl<Real>{.end_time = 1e300}});
    operators_->find_step(discretisation_.scheme(), registers_[0].data(), limits_);
    operators_->next_step(limits_, control.data());
    return control.copy_out()[0].dt_exact;
  }

  /// The state is fetched only if something is wrong with it.
  BadCell find_bad_cell() const override {
    if (operators_->sums(discretisation_.scheme(), registers_[0].data()).is_gas()) return {};
    return space_.find_bad_cell(coefficients(), options_.gas.gamma);
  }

  Norms residual_norms() const override {
    Array<Real>& rate = registers_[1];  // free between steps
    Stage<Real> stage{};
    stage.in = registers_[0].data();
    stage.out = rate.data();
    stage.rate_weight = Real(1);
    stage.dt = unit_step_.data();
    stage.source = source_moments_.data();
    operators_->stage(discretisation_.scheme(), stage);
    const StateSums sums = operators_->sums(discretisation_.scheme(), rate.data());
    return {sums.l2_norms(), sums.largest()};
  }

  Norms errors(const FieldFunction& primitive) const override {
    const FieldFunction exact = to_conservative(primitive);
    return space_.norms(coefficients(), &exact, time_);
  }

  std::array<double, 4> totals() const override {
    return operators_->sums(discretisation_.scheme(), registers_[0].data()).integrals();
  }

  Force force(const std::string& boundary) const override {
    Force force;
    for (const SurfacePoint& p : surface(boundary)) {
      std::array<double, 2> total;
      for (int d = 0; d < 2; ++d) {
        const double pressure = p.weight * p.convective[d], viscous = p.weight * p.traction[d];
        force.pressure[d] += pressure;
        force.viscous[d] += viscous;
        total[d] = pressure + viscous;
      }
      force.moment += p.x[0] * total[1] - p.x[1] * total[0];
    }
    return force;
  }

  std::vector<SurfacePoint> surface(const std::string& boundary) const override {
    const auto name = std::find(mesh_.boundary_names.begin(), mesh_.boundary_names.end(), boundary);
    if (name == mesh_.boundary_names.end()) throw InputError(fmt::format("boundary '{}' is not in the mesh", boundary));
    const int number = static_cast<int>(name - mesh_.boundary_names.begin());
    auto& faces = faces_of_[number];
    if (!faces) faces = std::make_unique<BoundaryFaces>(*backend_, mesh_, discretisation_, number);
    if (faces->count() == 0) return {};
    const int ng = face_point_count(options_.degree);
    const std::size_t padded = faces->list().padded;
    Array<Real> flux(*backend_, ng * boundary_flux_size * padded);
    operators_->boundary_flux(discretisation_.scheme(), registers_[0].data(), faces->list(), flux.data());
    const std::vector<Real> values = flux.copy_out();
    std::vector<SurfacePoint> points;
    for (Index i = 0; i < faces->count(); ++i)
      for (int g = 0; g < ng; ++g) {
        const auto at = [&](int what) {
          return static_cast<double>(values[(g * boundary_flux_size + what) * padded + i]);
        };
        const BoundaryPoint& p = faces->points()[i * ng + g];
        points.push_back({p.x, p.normal, p.weight, {at(0), at(1)}, {at(dim), at(dim + 1)}});
      }
    return points;
  }

  int mode_count(Index cell) const override { return space_.modes(cell); }

  std::vector<double> coefficients() const override { return discretisation_.unpack(registers_[0].copy_out()); }

  void set_coefficients(std::span<const double> coefficients) override {
    if (coefficients.size() != space_.size())
      throw InputError(fmt::format("{} coefficients do not fit this mesh and degree, which have {}",
                                   coefficients.size(), space_.size()));
    registers_[0].copy_in(discretisation_.pack(coefficients));
    damping_.forget();
  }

  DampingState damping_state() const override {
    const std::vector<Real> past = damping_.past();
    return {damping_.steps(), past.empty() ? std::vector<double>{} : discretisation_.unpack(past)};
  }

  void set_damping_state(const DampingState& state) override {
    const std::vector<double>& past = state.filtered_past;
    if (!past.empty() && past.size() != space_.size())
      throw InputError(fmt::format("{} coefficients of damping do not fit this mesh and degree, which have {}",
                                   past.size(), space_.size()));
    if (past.empty())
      damping_.restore(state.steps, {});
    else
      damping_.restore(state.steps, discretisation_.pack(past));
  }

  std::vector<double> sample(std::span<const std::array<double, 2>> triangle,
                             std::span<const std::array<double, 2>> quadrilateral) const override {
    return space_.sample(coefficients(), triangle, quadrilateral);
  }

 private:
  /// Steps of each cell's own size; all boundary data and sources stay as they are at this time.
  Progress march(long steps) {
    start_clock({.end_time = std::numeric_limits<double>::max()});
    for (long n = 0; n < steps; ++n) {
      operators_->next_step(limits_, control_.data());
      operators_->local_steps(discretisation_.scheme(), registers_[0].data(), limits_, &control_.data()->dt,
                              local_steps_.data());
      for (const RungeKuttaStage& s : scheme_.stages) take_stage(s, local_steps_.data());
      damping_.after_step(*operators_, discretisation_.scheme(), unit_step_, registers_[0]);
      operators_->find_step(discretisation_.scheme(), registers_[0].data(), limits_);
    }
    return {steps, time_, read_control().dt_exact};
  }

  bool varies() const { return boundary_data_varies_ || source_varies_; }

  FieldFunction to_conservative(const FieldFunction& primitive) const {
    return [primitive, gas = Gas<double>(options_.gas)](double x, double y, double t) {
      const auto w = primitive(x, y, t);
      std::array<double, n_var> u;
      conservative(gas, w.data(), u.data());
      return u;
    };
  }

  StepControl<Real> read_control() const { return control_.copy_out()[0]; }

  /// Puts a run where `c` says; the first of its steps is found from the state.
  void start_clock(StepControl<Real> c) {
    control_.copy_in({&c, 1});
    operators_->find_step(discretisation_.scheme(), registers_[0].data(), limits_);
  }

  /// Whether the pending step ends a run.
  static bool is_last(const StepControl<Real>& c) { return c.time + c.dt_exact >= c.end_time; }

  void set_limits() {
    limits_.cfl = static_cast<Real>(options_.cfl);
    limits_.fixed = static_cast<Real>(options_.fixed_dt);
    limits_.spread = static_cast<Real>(options_.time_step_spread);
    const auto& zones = discretisation_.scheme().zones;
    for (int z = 0; z < zones.count; ++z) {
      const Space space = zones.zone[z].space;
      const double eta = discretisation_.scheme().eta[z];
      limits_.convective[z] = static_cast<Real>(1 / acoustic_limit(space, options_.degree, options_.scheme));
      limits_.viscous[z] = static_cast<Real>(1 / viscous_limit(space, options_.degree, options_.scheme, eta));
    }
  }

  void set_info() {
    info_.backend = backend_->kind() == BackendKind::cuda ? "cuda" : "cpu";
    info_.device = backend_->device();
    info_.precision = sizeof(Real) == 8 ? "double" : "single";
    info_.assembly = name_of(options_.assembly);
    info_.layout = name_of(discretisation_.layout());
    info_.threads = backend_->threads();
    info_.cells = mesh_.cell_count();
    info_.faces = mesh_.face_count();
    info_.dof = discretisation_.dof();
    info_.bytes = backend_->bytes_in_use();
  }

  /// Steps that the host looks at one by one.
  void take_steps(long steps) {
    for (long n = 0; n < steps; ++n) {
      operators_->next_step(limits_, control_.data());
      const StepControl<Real> control = read_control();
      if (control.dt_exact == 0) return;
      take_stages(control);
    }
  }

  /// Steps that need nothing of the host.
  void repeat_steps(long steps) {
    const auto record = [&](long count) {
      return backend_->record([this, count] {
        for (long i = 0; i < count; ++i) {
          operators_->next_step(limits_, control_.data());
          take_stages({});
        }
      });
    };
    if (!step_) {
      step_ = record(1);
      some_steps_ = record(steps_at_once);
    }
    for (long n = 0; n < steps;) {
      const bool some = steps - n >= steps_at_once;
      (some ? some_steps_ : step_)->repeat();
      n += some ? steps_at_once : 1;
      if (n % steps_between_looks == 0 && is_last(read_control())) return;
    }
  }

  /// All stages of a step; `control` is the step's, needed only where data vary in time.
  void take_stages(const StepControl<Real>& control) {
    for (std::size_t i = 0; i < scheme_.stages.size(); ++i) {
      const RungeKuttaStage& s = scheme_.stages[i];
      if (varies()) {
        const double t = control.time + s.time * control.dt_exact;
        if (boundary_data_varies_) evaluate_boundary_data(t);
        if (source_varies_) evaluate_source(t);
      }
      take_stage(s, &control_.data()->dt, i + 1 == scheme_.stages.size());
    }
  }

  /// The last stage of a step may look for the size of the next one.
  void take_stage(const RungeKuttaStage& s, const Real* dt, bool finds_step = false) {
    Stage<Real> stage{};
    stage.in = registers_[s.in].data();
    stage.out = registers_[s.out].data();
    stage.n_history = static_cast<int>(s.history.size());
    for (int i = 0; i < stage.n_history; ++i) {
      stage.history[i] = registers_[s.history[i].first].data();
      stage.history_weight[i] = static_cast<Real>(s.history[i].second);
    }
    stage.in_weight = static_cast<Real>(s.in_weight);
    stage.rate_weight = static_cast<Real>(s.rate_weight);
    stage.dt = dt;
    stage.local_dt = options_.local_time_step;
    stage.source = source_moments_.data();
    stage.finds_step = finds_step;
    stage.limits = limits_;
    operators_->stage(discretisation_.scheme(), stage);
  }

  void evaluate_boundary_data(double t) {
    const FieldFunction f = to_conservative(boundary_data_);
    std::vector<Real> data;
    for (const BoundaryPoint& p : boundary_points_)
      for (const double u : f(p.x[0], p.x[1], t)) data.push_back(static_cast<Real>(u));
    if (!data.empty()) discretisation_.set_boundary_data(data);
  }

  void evaluate_source(double t) { source_moments_.copy_in(discretisation_.pack(space_.moments(source_, t))); }

  Mesh2 mesh_;
  std::unique_ptr<Backend> backend_;
  SolverOptions options_;
  Discretisation<Real> discretisation_;
  HostSpace space_;
  RungeKutta scheme_;
  std::unique_ptr<Operators<Real>> operators_;
  Array<StepControl<Real>> control_;
  Array<Real> unit_step_;
  Array<Real> local_steps_;  ///< with local_time_step
  FrequencyDamping<Real> damping_;
  std::unique_ptr<Recording> step_, some_steps_;  ///< one step and steps_at_once, once they have been recorded
  mutable std::vector<Array<Real>> registers_;    ///< the first holds the state; the others only count within a step
  StepLimits<Real> limits_{};
  FieldFunction boundary_data_, source_;
  bool boundary_data_varies_ = false, source_varies_ = false;
  Array<Real> source_moments_;
  std::vector<BoundaryPoint> boundary_points_;
  mutable std::map<int, std::unique_ptr<BoundaryFaces>> faces_of_;
  double time_ = 0.0;
  SolverInfo info_;
};

}  // namespace

std::unique_ptr<Solver> make_solver(const Mesh2& mesh, const SolverOptions& options) {
  check_options(mesh, options);
  if (options.precision == Precision::double_precision) return std::make_unique<SolverOf<double>>(mesh, options);
  return std::make_unique<SolverOf<float>>(mesh, options);
}

}  // namespace dg
