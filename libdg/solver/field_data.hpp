/// What a run is given in space and time: data of boundaries and a source, and what follows from the state.
///
/// Where data are bad, BadDataError is thrown on all ranks: at once where the host evaluates them, else by
/// check_device().
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "libdg/solver/boundary_data.hpp"
#include "libdg/solver/source_data.hpp"
#include "libdg/solver/state_followers.hpp"

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
      : bad_(ranks),
        boundaries_(backend, mesh, space, degree, bad_),
        source_(backend, mesh, space, host_space, scheme, bad_),
        followers_(backend, mesh, space) {}
  FieldData(const FieldData&) = delete;
  FieldData& operator=(const FieldData&) = delete;

  /// Gives all boundaries these data.
  void set_boundaries(const Field& field, bool varies, double t) {
    boundaries_.set_all(field, varies, t);
    bad_.throw_on_all_ranks();
  }
  /// Gives the boundary of this number in the mesh these data, in place of those it has.
  void set_boundary(int boundary, std::shared_ptr<const Formulas> formulas, double t) {
    boundaries_.set(boundary, std::move(formulas), t);
    bad_.throw_on_all_ranks();
  }
  /// See BoundaryData.
  void set_turbulent_inflow(int boundary, const TurbulentInflow<dim>& inflow, double t) {
    boundaries_.set_turbulent_inflow(boundary, inflow, t);
  }
  bool has_turbulent_inflow() const { return boundaries_.has_turbulent_inflow(); }

  void set_source(const Field& source, bool varies, double t) {
    source_.set(source, varies, t);
    bad_.throw_on_all_ranks();
  }
  void set_source(std::shared_ptr<const Formulas> source, double t) {
    source_.set(std::move(source), t);
    bad_.throw_on_all_ranks();
  }
  SourceData<Eq>& source() { return source_; }
  const SourceData<Eq>& source() const { return source_; }

  StateFollowers<Eq>& followers() { return followers_; }
  const StateFollowers<Eq>& followers() const { return followers_; }

  /// Whether anything depends on the state: evaluate() and launch() then want it, by modes.
  bool reads_state() const { return source_.uses_state() || followers_; }

  /// Whether something varies that only the host can evaluate.
  bool needs_host() const { return boundaries_.needs_host() || source_.needs_host(); }

  /// Evaluates what varies, at a time that the host knows. `state`, by modes, is for what follows from it; without it,
  /// a source of the state stays.
  void evaluate(double t, const Real* state = nullptr) {
    boundaries_.evaluate(t);
    if (source_.varies() && (state || !source_.uses_state())) source_.evaluate(t);
    if (state) followers_.update(state);
    if (boundaries_.vary() || source_.varies()) bad_.throw_on_all_ranks();
  }

  /// Evaluates all that varies or has parameters, once these have been changed.
  void take_parameters(double t) {
    boundaries_.take_parameters(t);
    source_.take_parameters(t);
    bad_.throw_on_all_ranks();
  }

  /// Whether launch() has anything to do.
  bool launches() const { return boundaries_.launches() || source_.is_on_device() || followers_; }

  /// Launches what evaluates it on a device for a stage. Precondition: !needs_host(); begin() was called for the first
  /// of several steps.
  void launch(const StageTime& time, const Real* state) {
    boundaries_.launch(time);
    followers_.update(state);
    source_.launch(time, state);
  }

  /// Launches what steps from a time on find known.
  void begin(const StageTime& time) { source_.begin(time); }

  /// Throws if data were bad that have been launched, or, where a state `is_lost`, if the source is at the time `t`.
  void check_device(double t, bool is_lost) {
    if (!boundaries_.formulas_vary_on_device() && !source_.is_on_device()) return;
    boundaries_.note_device();
    if (is_lost) source_.note_device(t);
    bad_.throw_on_all_ranks();
  }

  /// Calls visit(boundary, point, values) for all points of boundary faces with their data, as the host knows them.
  template <class Visit>
  void for_each_boundary_point(const Visit& visit) const {
    boundaries_.for_each_point(visit);
  }

 private:
  BadDataWatch<dim> bad_;
  BoundaryData<Eq> boundaries_;
  SourceData<Eq> source_;
  StateFollowers<Eq> followers_;
};

}  // namespace dg
