/// What a run is given in space and time: data of boundaries and a source. Formulas that vary are evaluated where the
/// kernels run, other functions on the host.
///
/// Formulas of a boundary may have more values than a state, which guard it: where one of them is not positive, or any
/// value not finite, BadDataError is thrown on all ranks: at once where the host evaluates them, else by
/// check_device().
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "libdg/backend/first_number.hpp"
#include "libdg/backend/parallel.hpp"
#include "libdg/solver/artificial_viscosity.hpp"
#include "libdg/solver/bad_data.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/device_formulas.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/inflow_eddies.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/solver/state_readers.hpp"
#include "libdg/time/runge_kutta.hpp"

namespace dg {

template <class Eq>
class FieldData {
 public:
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;
  static constexpr int dim = Eq::dim;
  using Field = FieldOf<n_var, dim>;

  /// The arguments must outlive this object.
  FieldData(Backend& backend, const Mesh<dim>& mesh, SemiDiscretisation<Eq>& space,
            const HostSpace<n_var, dim>& host_space, const RungeKutta& scheme, int degree, Communicator& ranks)
      : backend_(backend), mesh_(mesh), space_(space), host_space_(host_space), bad_(ranks) {
    std::set<double> within;
    for (const RungeKuttaStage& s : scheme.stages) {
      ends_step_ = ends_step_ || s.time == 1;
      if (s.time != 0 && s.time != 1) within.insert(s.time);
    }
    if (ends_step_ && within.size() == 1) within_and_end_ = *within.begin();
    for (const BoundaryPoint<dim>& p : boundary_points(mesh, space.boundary_faces(), degree, space.options().face_rule))
      points_.push_back(p.x);
    const auto& faces = space.boundary_faces();
    for (std::size_t i = 0; i < faces.size(); ++i)
      for (int g = 0; g < point_count(mesh, faces[i], degree); ++g) {
        places_.push_back(static_cast<Index>(i * max_face_points(dim, degree) + g));
        boundary_of_point_.push_back(faces[i].boundary);
      }
    values_.assign(space.boundary_data_size(), Real(1));
  }

  /// Gives all boundaries these data.
  void set_boundaries(const Field& field, bool varies, double t) {
    boundaries_.clear();
    inflows_.clear();
    function_ = field;
    function_varies_ = varies;
    evaluate_function(t);
    bad_.throw_on_all_ranks();
  }

  /// Gives the boundary of this number in the mesh these data, in place of those it has. Boundaries that share formulas
  /// are evaluated at once.
  void set_boundary(int boundary, std::shared_ptr<const Formulas> formulas, double t) {
    for (Boundary& b : boundaries_)
      if (std::erase(b.numbers, boundary) > 0) place(b);
    drop_inflow(boundary);
    std::erase_if(boundaries_, [](const Boundary& b) { return b.numbers.empty(); });
    auto b =
        std::find_if(boundaries_.begin(), boundaries_.end(), [&](const auto& x) { return x.formulas == formulas; });
    if (b == boundaries_.end()) b = boundaries_.insert(b, {std::move(formulas), {}, {}, {}, {}, nullptr});
    b->numbers.push_back(boundary);
    place(*b);
    evaluate(*b, t);
    bad_.throw_on_all_ranks();
  }

  /// Gives the velocity of the boundary of this number a turbulence; the rest of its data stays. Throws as InflowEddies
  /// does.
  void set_turbulent_inflow(int boundary, const TurbulentInflow<dim>& inflow, double t) {
    if constexpr (is_gas) {
      drop_inflow(boundary);
      Inflow eddies;
      std::vector<Index> places;
      std::vector<std::array<double, dim>> points;
      for (std::size_t i = 0; i < points_.size(); ++i) {
        if (boundary_of_point_[i] != boundary) continue;
        eddies.point_numbers.push_back(i);
        places.push_back(places_[i]);
        points.push_back(points_[i]);
      }
      eddies.eddies = std::make_unique<InflowEddies<Real, dim>>(
          backend_, inflow, boundary, std::move(points), std::move(places), space_.boundary_data(), bad_.ranks());
      inflows_.push_back(std::move(eddies));
      evaluate_inflows(t);
    }
  }
  bool has_turbulent_inflow() const { return !inflows_.empty(); }

  void set_source(const Field& source, bool varies, double t) {
    source_formulas_.reset();
    device_source_.reset();
    is_within_ = false;
    source_ = source;
    source_varies_ = varies;
    make_moments();
    evaluate_source(t);
    bad_.throw_on_all_ranks();
  }

  void set_source(std::shared_ptr<const Formulas> source, double t) {
    source_formulas_ = std::move(source);
    device_source_.reset();
    is_within_ = false;
    source_varies_ = source_formulas_->varies_in_time() || source_formulas_->uses_state();
    if (source_formulas_->uses_state() && gamma() == 0) throw InputError("formulas of the state are for a gas");
    make_moments();
    if (source_uses_state())
      evaluate_source_without_state(t);
    else
      evaluate_source(t);
    bad_.throw_on_all_ranks();
    if (source_varies_ && backend_.kind() == BackendKind::cuda)
      device_source_ = std::make_unique<DeviceSourceFormulas<Real, dim>>(
          backend_, *source_formulas_, mesh_, space_, host_space_.source_rules(), times_at_once(), gamma());
    if (!device_source_ || source_uses_state()) return;
    moments_within_ = Array<Real>(backend_, space_.state_size());
    moments_within_.copy_in(moments_.copy_out());
  }

  /// Makes these boundaries, numbers in the mesh, outflows that do not reflect: what enters there follows from the
  /// state.
  void set_outflow_waves(const std::vector<int>& boundaries) {
    if constexpr (is_gas)
      waves_ =
          std::make_unique<OutflowWaves<Real, dim>>(backend_, mesh_, space_, boundaries, space_.context().equations,
                                                    space_.context().conditions, space_.boundary_data());
  }

  /// Gives each cell the artificial viscosity that its state asks for: equations with SubgridModel::given.
  void set_artificial_viscosity() {
    if constexpr (DependsOnCell<Eq>)
      viscosity_ = std::make_unique<ArtificialViscosity<Real, dim>>(backend_, space_, space_.context().equations);
  }
  const ArtificialViscosity<Real, dim>* artificial_viscosity() const { return viscosity_.get(); }
  /// Of a state by modes, its ghosts included.
  void update_viscosity(const Real* state) {
    if (viscosity_) viscosity_->update(state);
  }

  /// Makes these boundaries walls whose friction and heat follow from the state.
  void set_modelled_walls(const std::vector<int>& boundaries) {
    if constexpr (is_gas)
      walls_ =
          std::make_unique<ModelledWalls<Real, dim>>(backend_, mesh_, space_, boundaries, space_.context().equations,
                                                     space_.context().conditions, space_.boundary_data());
  }

  /// Whether anything depends on the state: evaluate() and launch() then want it, by modes.
  bool reads_state() const { return source_uses_state() || waves_ || walls_ || viscosity_; }
  /// Whether that is the state of ghosts, too.
  bool reads_ghosts() const { return !!viscosity_; }

  /// Whether the source is one of a state: evaluate() then takes that of set_source_state(), launch() one by modes.
  bool source_uses_state() const { return source_formulas_ && source_formulas_->uses_state(); }
  void set_source_state(std::vector<double> coefficients) { source_state_ = std::move(coefficients); }

  /// Moments of the source at the time where steps begin and end, once evaluate() or launch() was called for that; null
  /// without one.
  const Real* source_moments() const { return moments_.data(); }
  /// Those of the stage that was evaluated or launched last.
  const Real* stage_moments() const { return is_within_ ? moments_within_.data() : moments_.data(); }

  /// Whether something varies that only the host can evaluate.
  bool needs_host() const {
    const bool boundaries = function_varies_ || (!on_device() && has_varying_boundary());
    return boundaries || (source_varies_ && !device_source_);
  }

  /// Evaluates what varies, at a time that the host knows. `state`, by modes, is for what follows from it.
  void evaluate(double t, const Real* state = nullptr) {
    if (function_varies_) evaluate_function(t);
    for (const Boundary& b : boundaries_)
      if (b.formulas->varies_in_time()) evaluate(b, t);
    evaluate_inflows(t);
    if (source_varies_) evaluate_source(t);
    if (state) read(state);
    if (function_varies_ || source_varies_ || has_varying_boundary()) bad_.throw_on_all_ranks();
  }

  /// Evaluates all that varies or has parameters, once these have been changed.
  void take_parameters(double t) {
    if (function_varies_) evaluate_function(t);
    for (const Boundary& b : boundaries_) {
      if (b.device) b.device->take_parameters(*b.formulas);
      if (b.formulas->has_parameters() || b.formulas->varies_in_time()) evaluate(b, t);
    }
    for (const Inflow& inflow : inflows_) inflow.eddies->take_statistics();
    evaluate_inflows(t);
    if (device_source_) device_source_->take_parameters(*source_formulas_);
    const bool waits = source_uses_state();
    if (!waits && (source_varies_ || (source_formulas_ && source_formulas_->has_parameters()))) evaluate_source(t);
    // Values that do not vary lie in both arrays.
    if (moments_within_.size() > 0) moments_within_.copy_in(moments_.copy_out());
    bad_.throw_on_all_ranks();
  }

  /// The same of the source alone, which depends on the state: it is evaluated again before the next stage.
  void take_source_parameters() {
    if (device_source_) device_source_->take_parameters(*source_formulas_);
  }

  /// Whether launch() has anything to do.
  bool launches() const {
    return device_source_ || waves_ || walls_ || viscosity_ || !inflows_.empty() ||
           std::any_of(boundaries_.begin(), boundaries_.end(), [](const Boundary& b) { return !!b.device; });
  }

  /// Launches what evaluates it on a device for a stage. Precondition: !needs_host(); begin() was called for the first
  /// of several steps.
  void launch(const StageTime& time, const Real* state) {
    for (const Boundary& b : boundaries_)
      if (b.device) b.device->evaluate(time);
    for (const Inflow& inflow : inflows_) inflow.eddies->launch(time);
    read(state);
    if (!device_source_) return;
    if (source_uses_state()) return evaluate_source(time, state, moments_.data());
    is_within_ = time.fraction != 0 && time.fraction != 1;
    if (within_and_end_ > 0) {
      if (time.fraction == 0) knows_step_ = false;
      if (time.fraction != 0 && !std::exchange(knows_step_, true))
        device_source_->evaluate({time.start, time.step, 1.0}, nullptr, moments_.data(), within_and_end_,
                                 moments_within_.data());
      return;
    }
    const bool is_known = time.fraction == 0 ? ends_step_ : is_within_ && time.fraction == last_fraction_;
    last_fraction_ = time.fraction;
    if (!is_known) evaluate_source(time, nullptr, is_within_ ? moments_within_.data() : moments_.data());
  }

  /// Throws if data were bad that have been launched, or, where a state `is_lost`, if the source is at the time `t`.
  void check_device(double t, bool is_lost) {
    if (!on_device() || !(has_varying_boundary() || device_source_)) return;
    if (device_bad_.size() > 0) {
      const DeviceBadPoint bad = device_bad_.copy_out()[0];
      const auto at = std::find(places_.begin(), places_.end(), bad.place);
      if (at != places_.end()) note_bad_point(static_cast<std::size_t>(at - places_.begin()), bad.t);
    }
    if (device_source_ && is_lost && !source_uses_state())
      note_bad_source(host_space_.moments(*source_formulas_, t), t);
    bad_.throw_on_all_ranks();
  }

  /// Launches what steps from a time on find known: where a stage looks at the end of a step, the next step begins with
  /// what that has found.
  void begin(const StageTime& time) {
    if (device_source_ && ends_step_ && !source_uses_state()) evaluate_source(time, nullptr, moments_.data());
  }

  /// Calls visit(boundary, point, values) for all points of boundary faces with their data, as the host knows them.
  template <class Visit>
  void for_each_boundary_point(const Visit& visit) const {
    const auto points =
        boundary_points(mesh_, space_.boundary_faces(), space_.options().degree, space_.options().face_rule);
    for (std::size_t i = 0; i < points.size(); ++i)
      visit(boundary_of_point_[i], points[i], std::span(&values_[std::size_t(places_[i]) * n_var], n_var));
  }

 private:
  struct Boundary {
    std::shared_ptr<const Formulas> formulas;
    std::vector<int> numbers;   ///< of the boundaries that have them
    std::vector<Index> places;  ///< points of the boundary data
    std::vector<std::array<double, dim>> points;
    std::vector<std::size_t> point_numbers;  ///< among those of all boundaries
    std::unique_ptr<DeviceBoundaryFormulas<Real, dim>> device;
  };

  struct Inflow {
    std::unique_ptr<InflowEddies<Real, dim>> eddies;
    std::vector<std::size_t> point_numbers;  ///< among those of all boundaries
  };
  static constexpr bool is_gas = std::is_same_v<typename Eq::Condition, BoundaryParameters<Real, dim>>;

  void drop_inflow(int boundary) {
    std::erase_if(inflows_, [&](const Inflow& inflow) { return inflow.eddies->boundary() == boundary; });
  }

  void evaluate_inflows(double t) {
    if (inflows_.empty()) return;
    for (const Inflow& inflow : inflows_)
      inflow.eddies->evaluate(t, [&](std::size_t i, std::span<const double, dim> u) {
        const std::size_t begin = std::size_t(places_[inflow.point_numbers[i]]) * n_var;
        for (int d = 0; d < dim; ++d) values_[begin + d] = static_cast<Real>(u[d]);
      });
    space_.set_boundary_data(values_);
  }

  /// Brings what follows from a state, by modes, to it.
  void read(const Real* state) {
    if (waves_) waves_->update(state);
    if (walls_) walls_->update(state);
    update_viscosity(state);
  }

  /// At one time; whatever is evaluated beside it is evaluated again before it is read.
  void evaluate_source(const StageTime& time, const Real* state, Real* moments) {
    device_source_->evaluate(time, state, moments, time.fraction, moments_within_.data());
  }

  /// A state is that of one stage.
  int times_at_once() const { return within_and_end_ > 0 && !source_uses_state() ? 2 : 1; }

  /// Of the gas; 0 for other equations.
  double gamma() const {
    if constexpr (requires(const Eq& eq) { eq.gamma; }) return double(space_.context().equations.gamma);
    return 0;
  }

  HostVector<double> moments_of_state(double t) const {
    return host_space_.moments(*source_formulas_, t, source_state_, [this](const double* u, double* variables) {
      if constexpr (requires(const Eq& eq) { eq.gamma; }) {
        Real state[n_var];
        std::copy_n(u, n_var, state);
        const auto w = space_.context().equations.point(state);
        variables[0] = u[0];
        for (int d = 0; d < 3; ++d) variables[1 + d] = d < dim ? w.velocity[d] : Real(0);
        variables[4] = w.p;
        variables[5] = gamma() * w.p / u[0];
      }
    });
  }

  bool on_device() const { return backend_.kind() == BackendKind::cuda; }
  bool has_varying_boundary() const {
    return std::any_of(boundaries_.begin(), boundaries_.end(),
                       [](const Boundary& b) { return b.formulas->varies_in_time(); });
  }

  /// Finds the points of the boundaries that `b` is for.
  void place(Boundary& b) {
    b.places.clear();
    b.points.clear();
    b.point_numbers.clear();
    b.device.reset();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (std::find(b.numbers.begin(), b.numbers.end(), boundary_of_point_[i]) == b.numbers.end()) continue;
      b.places.push_back(places_[i]);
      b.points.push_back(points_[i]);
      b.point_numbers.push_back(i);
    }
    if (b.points.empty() || !b.formulas->varies_in_time() || !on_device()) return;
    if (device_bad_.size() == 0) device_bad_ = Array<DeviceBadPoint>(backend_, std::vector<DeviceBadPoint>(1));
    b.device = std::make_unique<DeviceBoundaryFormulas<Real, dim>>(backend_, *b.formulas, b.points, b.places,
                                                                   space_.boundary_data(), device_bad_.data());
  }

  /// A new array, as recordings may have the address of the last one.
  void make_moments() { moments_ = Array<Real>(backend_, space_.state_size()); }

  void evaluate_function(double t) {
    FirstNumber bad;
    parallel_for(static_cast<std::ptrdiff_t>(points_.size()), [&](std::ptrdiff_t i) {
      const auto u = at(function_, points_[i], t);
      take_values(std::span<const double>(u), static_cast<std::size_t>(i), bad);
    });
    if (bad) note_bad_point(*bad, t);
    space_.set_boundary_data(values_);
  }

  void evaluate(const Boundary& b, double t) {
    constexpr std::size_t chunk = 256;
    const std::size_t count = b.points.size(), size = b.formulas->size();
    FirstNumber bad;
    parallel_for(static_cast<std::ptrdiff_t>((count + chunk - 1) / chunk), [&](std::ptrdiff_t c) {
      const std::size_t begin = c * chunk, n = std::min(chunk, count - begin);
      std::vector<double> u(n * size);
      b.formulas->template evaluate<dim>(std::span(b.points).subspan(begin, n), t, u.data());
      for (std::size_t i = 0; i < n; ++i)
        take_values(std::span(u).subspan(i * size, size), b.point_numbers[begin + i], bad);
    });
    if (bad) note_bad_point(*bad, t);
    space_.set_boundary_data(values_);
  }

  /// Data of a point, and what guards them.
  void take_values(std::span<const double> u, std::size_t point, FirstNumber& bad) {
    bool sound = true;
    for (std::size_t n = 0; n < u.size(); ++n) {
      const Real value = static_cast<Real>(u[n]);
      if (n < n_var) values_[std::size_t(places_[point]) * n_var + n] = value;
      sound = sound && std::isfinite(value) && (n < n_var || value > 0);
    }
    if (!sound) bad.note(point);
  }

  void evaluate_source(double t) {
    is_within_ = false;
    if (source_uses_state()) return moments_.copy_in(space_.pack(moments_of_state(t)));
    const auto moments = source_formulas_ ? host_space_.moments(*source_formulas_, t) : host_space_.moments(source_, t);
    note_bad_source(moments, t);
    moments_.copy_in(space_.pack(moments));
  }

  /// Of a source of the state what does not vary, which kernels on a device leave as it is; the rest has no meaning
  /// yet.
  void evaluate_source_without_state(double t) {
    if (!on_device()) return;
    source_state_.assign(host_space_.size(), 0.0);
    moments_.copy_in(space_.pack(moments_of_state(t)));
  }

  void note_bad_point(std::size_t point, double t) { bad_.note({boundary_of_point_[point], points_[point], t}); }

  void note_bad_source(const HostVector<double>& moments, double t) {
    constexpr double largest = std::numeric_limits<Real>::max(), margin = 1e-6;  // a moment is a sum of values
    if (all_within(moments, largest)) return;
    const auto values = [this](std::span<const std::array<double, dim>> x, double time, double* u) {
      if (source_formulas_) return source_formulas_->template evaluate<dim>(x, time, u);
      for (const auto& point : x) {
        const auto v = at(source_, point, time);
        u = std::copy(v.begin(), v.end(), u);
      }
    };
    if (const auto x = host_space_.first_beyond(values, t, margin * largest)) bad_.note({bad_.source, *x, t});
  }

  Backend& backend_;
  const Mesh<dim>& mesh_;
  SemiDiscretisation<Eq>& space_;
  const HostSpace<n_var, dim>& host_space_;
  BadDataWatch<dim> bad_;
  std::vector<std::array<double, dim>> points_;  ///< of all boundary faces
  std::vector<Index> places_;                    ///< [point] in the boundary data
  std::vector<int> boundary_of_point_;           ///< [point] number in the mesh
  std::vector<Real> values_;                     ///< the boundary data as the host knows them
  Field function_, source_;
  bool function_varies_ = false, source_varies_ = false;
  std::vector<Boundary> boundaries_;
  std::vector<Inflow> inflows_;
  std::unique_ptr<OutflowWaves<Real, dim>> waves_;             ///< null: no outflow needs them
  std::unique_ptr<ArtificialViscosity<Real, dim>> viscosity_;  ///< null: no cell has any of its own
  std::unique_ptr<ModelledWalls<Real, dim>> walls_;            ///< null: there are none
  Array<DeviceBadPoint> device_bad_;                           ///< one, where a device evaluates boundaries
  std::shared_ptr<const Formulas> source_formulas_;
  std::unique_ptr<DeviceSourceFormulas<Real, dim>> device_source_;
  std::vector<double> source_state_;
  Array<Real> moments_, moments_within_;  ///< at the ends of steps; on a device, between them
  bool is_within_ = false;
  double last_fraction_ = -1.0;
  bool ends_step_ = false;       ///< whether a stage of the scheme is at the end of the step
  double within_and_end_ = 0.0;  ///< where other stages are, if all are at one place: found together with the end
  bool knows_step_ = false;      ///< whether both have been found for the step under way
};

}  // namespace dg
