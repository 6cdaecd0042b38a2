/// The source of a run in place and time, and its moments. Formulas that vary are evaluated where the kernels run,
/// other functions on the host.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/equations/equations_of_gas.hpp"
#include "libdg/solver/bad_data.hpp"
#include "libdg/solver/device_formulas.hpp"
#include "libdg/solver/fields.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/time/runge_kutta.hpp"

namespace dg {

template <class Eq>
class SourceData {
 public:
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, dim = Eq::dim;
  using Field = FieldOf<n_var, dim>;

  /// The arguments must outlive this object.
  SourceData(Backend& backend, const Mesh<dim>& mesh, SemiDiscretisation<Eq>& space,
             const HostSpace<n_var, dim>& host_space, const RungeKutta& scheme, BadDataWatch<dim>& bad)
      : backend_(backend), mesh_(mesh), space_(space), host_space_(host_space), bad_(bad) {
    std::set<double> within;
    for (const RungeKuttaStage& s : scheme.stages) {
      ends_step_ = ends_step_ || s.time == 1;
      if (s.time != 0 && s.time != 1) within.insert(s.time);
    }
    if (ends_step_ && within.size() == 1) within_and_end_ = *within.begin();
  }

  void set(const Field& source, bool varies, double t) {
    formulas_.reset();
    device_.reset();
    is_within_ = false;
    function_ = source;
    varies_ = varies;
    make_moments();
    evaluate(t);
  }

  void set(std::shared_ptr<const Formulas> source, double t) {
    formulas_ = std::move(source);
    device_.reset();
    is_within_ = false;
    varies_ = formulas_->varies_in_time() || formulas_->uses_state();
    make_moments();
    if (uses_state())
      evaluate_without_state(t);
    else
      evaluate(t);
    if (varies_ && backend_.kind() == BackendKind::cuda)
      device_ = std::make_unique<DeviceSourceFormulas<Real, dim>>(backend_, *formulas_, mesh_, space_,
                                                                  host_space_.source_rules(), times_at_once(), gamma());
    if (!device_ || uses_state()) return;
    moments_within_ = Array<Real>(backend_, space_.state_size());
    moments_within_.copy_in(moments_.copy_out());
  }

  /// Whether it is one of a state: evaluate() then takes that of set_state(), launch() one by modes.
  bool uses_state() const { return formulas_ && formulas_->uses_state(); }
  /// The same of what is added to one variable.
  bool uses_state(int variable) const { return formulas_ && formulas_->uses_state(variable); }
  void set_state(std::vector<double> coefficients) { state_ = std::move(coefficients); }

  /// Moments at the time where steps begin and end, once evaluate() or launch() was called for that; null without a
  /// source.
  const Real* moments() const { return moments_.data(); }
  /// Those of the stage that was evaluated or launched last.
  const Real* stage_moments() const { return is_within_ ? moments_within_.data() : moments_.data(); }

  bool varies() const { return varies_; }
  /// Whether it varies in a way that only the host can evaluate.
  bool needs_host() const { return varies_ && !device_; }
  bool is_on_device() const { return !!device_; }

  /// Evaluates it, at a time that the host knows.
  void evaluate(double t) {
    is_within_ = false;
    if (uses_state()) return moments_.copy_in(space_.pack(moments_of_state(t)));
    const auto moments = formulas_ ? host_space_.moments(*formulas_, t) : host_space_.moments(function_, t);
    note_bad(moments, t);
    moments_.copy_in(space_.pack(moments));
  }

  /// Evaluates it if it varies or has parameters, once these have been changed; that of a state is evaluated before the
  /// next stage.
  void take_parameters(double t) {
    if (device_) device_->take_parameters(*formulas_);
    if (!uses_state() && (varies_ || (formulas_ && formulas_->has_parameters()))) evaluate(t);
    // Values that do not vary lie in both arrays.
    if (moments_within_.size() > 0) moments_within_.copy_in(moments_.copy_out());
  }

  /// Launches what evaluates it on a device for a stage. Precondition: !needs_host(); begin() was called for the first
  /// of several steps.
  void launch(const StageTime& time, const Real* state) {
    if (!device_) return;
    if (uses_state()) return evaluate(time, state, moments_.data());
    is_within_ = time.fraction != 0 && time.fraction != 1;
    if (within_and_end_ > 0) {
      if (time.fraction == 0) knows_step_ = false;
      if (time.fraction != 0 && !std::exchange(knows_step_, true))
        device_->evaluate({time.start, time.step, 1.0}, nullptr, moments_.data(), within_and_end_,
                          moments_within_.data());
      return;
    }
    const bool is_known = time.fraction == 0 ? ends_step_ : is_within_ && time.fraction == last_fraction_;
    last_fraction_ = time.fraction;
    if (!is_known) evaluate(time, nullptr, is_within_ ? moments_within_.data() : moments_.data());
  }

  /// Launches what steps from a time on find known. Where a stage looks at the end of a step, the next step begins with
  /// what that has found.
  void begin(const StageTime& time) {
    if (device_ && ends_step_ && !uses_state()) evaluate(time, nullptr, moments_.data());
  }

  /// Notes where it is bad at a time, if it was launched.
  void note_device(double t) {
    if (device_ && !uses_state()) note_bad(host_space_.moments(*formulas_, t), t);
  }

 private:
  /// At one time; whatever is evaluated beside it is evaluated again before it is read.
  void evaluate(const StageTime& time, const Real* state, Real* moments) {
    device_->evaluate(time, state, moments, time.fraction, moments_within_.data());
  }

  /// A state is that of one stage.
  int times_at_once() const { return within_and_end_ > 0 && !uses_state() ? 2 : 1; }

  /// Of the gas; 0 for other equations.
  double gamma() const {
    if constexpr (EquationsOfGas<Eq>) return double(space_.context().equations.gamma);
    return 0;
  }

  HostVector<double> moments_of_state(double t) const {
    return host_space_.moments(*formulas_, t, state_, [this](const double* u, double* variables) {
      if constexpr (EquationsOfGas<Eq>) {
        Real state[n_var];
        std::copy_n(u, n_var, state);
        const auto w = space_.context().equations.point(state);
        variables[0] = u[0];
        for (int d = 0; d < 3; ++d) variables[1 + d] = d < dim ? w.velocity[d] : Real(0);
        variables[4] = w.p;
        variables[5] = gamma() * w.p / u[0];
      } else {
        std::copy_n(u, n_var, variables);
      }
    });
  }

  bool on_device() const { return backend_.kind() == BackendKind::cuda; }

  /// A new array, as recordings may have the address of the last one.
  void make_moments() { moments_ = Array<Real>(backend_, space_.state_size()); }

  /// Of a source of the state what does not vary, which kernels on a device leave as it is; the rest has no meaning
  /// yet.
  void evaluate_without_state(double t) {
    if (!on_device()) return;
    state_.assign(host_space_.size(), 0.0);
    moments_.copy_in(space_.pack(moments_of_state(t)));
  }

  void note_bad(const HostVector<double>& moments, double t) {
    constexpr double largest = std::numeric_limits<Real>::max(), margin = 1e-6;  // a moment is a sum of values
    if (all_within(moments, largest)) return;
    const auto values = [this](std::span<const std::array<double, dim>> x, double time, double* u) {
      if (formulas_) return formulas_->template evaluate<dim>(x, time, u);
      for (const auto& point : x) {
        const auto v = at(function_, point, time);
        u = std::copy(v.begin(), v.end(), u);
      }
    };
    if (const auto x = host_space_.first_beyond(values, t, margin * largest)) bad_.note({bad_.source, *x, t});
  }

  Backend& backend_;
  const Mesh<dim>& mesh_;
  SemiDiscretisation<Eq>& space_;
  const HostSpace<n_var, dim>& host_space_;
  BadDataWatch<dim>& bad_;
  Field function_;
  bool varies_ = false;
  std::shared_ptr<const Formulas> formulas_;
  std::unique_ptr<DeviceSourceFormulas<Real, dim>> device_;
  std::vector<double> state_;
  Array<Real> moments_, moments_within_;  ///< at the ends of steps; on a device, between them
  bool is_within_ = false;
  double last_fraction_ = -1.0;
  bool ends_step_ = false;       ///< whether a stage of the scheme is at the end of the step
  double within_and_end_ = 0.0;  ///< where other stages are, if all are at one place: found together with the end
  bool knows_step_ = false;      ///< whether both have been found for the step under way
};

}  // namespace dg
