/// The interfaces of system_solver.hpp for a set of equations whose type is known; compiled by the run.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/equations/case_names.hpp"
#include "libdg/equations/positive_states.hpp"
#include "libdg/solver/domain_volume.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/time/filters/make_state_filter.hpp"
#include "libdg/user_equations/system_solver.hpp"

namespace dg {

/// See equations/case_names.hpp.
template <class Eq>
EquationsDescription description_of() {
  EquationsDescription all;
  all.dim = Eq::dim;
  all.viscous = !NeverViscous<Eq>;
  all.positive = HasPositiveStates<Eq>;
  if constexpr (requires { Eq::variables[0]; }) {
    for (const char* name : Eq::variables) all.variables.emplace_back(name);
    if (all.variables.size() != Eq::n_var)
      throw InputError("'variables' of the equations names " + std::to_string(all.variables.size()) + " of " +
                       std::to_string(Eq::n_var) + " variables");
  } else {
    for (int k = 1; k <= Eq::n_var; ++k) all.variables.push_back("u" + std::to_string(k));
  }
  if constexpr (requires { Eq::fluxes[0]; })
    for (const char* name : Eq::fluxes) all.fluxes.emplace_back(name);
  else
    all.fluxes.emplace_back("default");
  if constexpr (requires { Eq::boundary_kinds[0]; })
    for (const BoundaryKind& kind : Eq::boundary_kinds) all.boundary_kinds.push_back({kind.name, kind.takes_data});
  else
    all.boundary_kinds.push_back({"default", false});
  Eq equations{};
  if constexpr (requires { equations.visit_parameters([](const char*, typename Eq::Real&) {}); })
    equations.visit_parameters(
        [&](const char* name, auto& value) { all.parameters.emplace_back(name, double(value)); });
  return all;
}

/// The number of a flux or a kind of boundary as the equations have it.
template <class Choice>
Choice numbered(int number) {
  if constexpr (std::is_enum_v<Choice>)
    return static_cast<Choice>(number);
  else
    return Choice{};
}

template <class Eq>
Physics<Eq> physics_of(const SystemOptions& options) {
  Physics<Eq> physics{};
  if constexpr (requires { physics.equations.visit_parameters([](const char*, typename Eq::Real&) {}); })
    if (!options.parameters.empty())
      physics.equations.visit_parameters([value = options.parameters.begin()](const char*, auto& parameter) mutable {
        parameter = static_cast<std::remove_reference_t<decltype(parameter)>>(*value++);
      });
  if constexpr (requires { physics.equations.note_parameters(); }) physics.equations.note_parameters();
  physics.flux = numbered<typename Eq::Flux>(options.flux);
  for (const SystemOptions::Boundary& b : options.boundaries) {
    if constexpr (requires { Eq::condition(0); })
      physics.boundaries.push_back({b.name, Eq::condition(b.kind), b.periodic});
    else
      physics.boundaries.push_back({b.name, numbered<typename Eq::Condition>(b.kind), b.periodic});
  }
  return physics;
}

/// For cases without limiters: kernels of filters are not compiled.
struct WithoutFilters {
  template <class Eq>
  static std::unique_ptr<StageFilter<Eq>> make(const StateFilterInput<Eq>&) {
    throw InputError("the solver of these equations was compiled without limiters");
  }
};

/// Filters: WithoutFilters, or what likewise makes filters.
template <class Eq, class Filters>
class SystemSolverOf final : public SystemSolver<Eq::dim> {
  static constexpr int n_var = Eq::n_var, dim = Eq::dim;
  using State = std::array<double, n_var>;
  using typename SystemSolver<dim>::FieldAtPoints;

 public:
  SystemSolverOf(Subdomain<dim> part, const RunOptions& options, const SystemOptions& system, Communicator& ranks)
      : ranks_(ranks),
        equations_(physics_of<Eq>(system).equations),
        solver_(std::move(part), options, physics_of<Eq>(system), ranks) {
    const bool damps = options.shocks == ShockCapturing::damping, keeps_positive = options.keeps_positive();
    if (options.degree == 0 || !(damps || keeps_positive)) return;
    solver_.set_filter(Filters::template make<Eq>({solver_.backend(), solver_.mesh(), solver_.space(), solver_.halo(),
                                                   ranks, solver_.find_bases(), damps, keeps_positive}));
  }

  SolverInfo info() const override { return solver_.info(); }
  double time() const override { return solver_.time(); }
  void set_time(double time) override { solver_.set_time(time); }

  void set_state(const Formulas& state) override { solver_.set_state(at_points(state)); }
  void set_state(const FieldAtPoints& state) override { solver_.set_state(state); }
  void set_boundary_data(int boundary, std::shared_ptr<const Formulas> data) override {
    solver_.set_boundary_data(boundary, std::move(data));
  }
  void set_source(std::shared_ptr<const Formulas> source) override {
    if constexpr (EquationsOfGas<Eq>)
      if (source->uses_state())
        throw InputError(
            "a source of the state is for equations whose variables the struct names, not for those of a gas");
    solver_.set_source(std::move(source));
  }
  void take_parameters() override { solver_.take_parameters(); }

  Progress advance(long steps, double end_time) override {
    if (is_implicit(solver_.options().scheme)) return solver_.advance_implicitly(steps, end_time, scales(), next_step_);
    return solver_.advance(steps, end_time);
  }
  /// Sizes of the variables are those of the first state.
  NewtonStep newton_step() override {
    if (scales_.empty()) scales_ = scales();
    return solver_.newton_step(scales_);
  }
  double stable_time_step() const override { return solver_.stable_time_step(); }
  double next_step() const override { return next_step_; }
  void set_next_step(double dt) override { next_step_ = dt; }

  bool has_limiters() const override { return solver_.filter() != nullptr; }
  long limited_cells() const override { return solver_.limited_cells(); }
  std::vector<double> limiting() const override { return solver_.limiting(); }

  /// The state is fetched only if something is wrong with it.
  BadSystemCell<dim> find_bad_cell() const override {
    if (solver_.sums().is_admissible()) return {};
    const auto bad = solver_.host_space().find_bad_cell(coefficients(), [&](const State& state) {
      typename Eq::Real u[n_var];
      for (int k = 0; k < n_var; ++k) u[k] = static_cast<typename Eq::Real>(state[k]);
      return static_cast<bool>(equations_.admissible(u, equations_.point(u)));
    });
    return {bad.cell, bad.centroid, {bad.mean.begin(), bad.mean.end()}};
  }
  std::vector<double> totals() const override { return list(solver_.sums().integrals()); }
  SystemNorms residual_norms() const override { return norms(solver_.residual_norms()); }
  SystemNorms errors(const Formulas& exact) const override {
    const FieldOf<n_var, dim> field = [&](auto... place) {
      const std::array<double, sizeof...(place)> x_and_t{place...};
      std::array<double, dim> x{};
      std::copy_n(x_and_t.begin(), dim, x.begin());
      State values{};
      exact.template evaluate<dim>(std::span<const std::array<double, dim>>(&x, 1), x_and_t.back(), values.data());
      return values;
    };
    return norms(solver_.errors(field));
  }

  int mode_count(Index cell) const override { return solver_.host_space().modes(cell); }
  std::vector<double> coefficients() const override { return solver_.coefficients(); }
  void set_coefficients(std::span<const double> coefficients) override { solver_.set_coefficients(coefficients); }
  std::vector<double> rate() const override { return solver_.rate(); }
  StateInMemory state_in_memory() override { return solver_.state_in_memory(); }
  void note_new_state() override { solver_.note_new_state(); }
  std::vector<double> sample(const PointsOfShapes<dim>& points) const override {
    return solver_.host_space().sample(coefficients(), points);
  }
  std::vector<double> sample_only(const SampledCellsOf<dim>& cells) const override {
    if (!sampled_ || sampled_->cells() != cells.cells || sampled_points_ != cells.of_shape) {
      sampled_ = solver_.watch_list({}, cells.cells, cells.points());
      sampled_points_ = cells.of_shape;
    }
    return solver_.sample_only(*sampled_);
  }

 private:
  static FieldAtPoints at_points(const Formulas& formulas) {
    return [&formulas](std::span<const std::array<double, dim>> x, double t, double* values) {
      formulas.template evaluate<dim>(x, t, values);
    };
  }
  static std::vector<double> list(const State& values) { return {values.begin(), values.end()}; }
  static SystemNorms norms(const NormsOf<n_var>& norms) { return {list(norms.l2), list(norms.linf)}; }

  /// Sizes of the variables, in the mean over the domain: what implicit steps measure errors by. One that is zero
  /// everywhere is as large as the largest.
  std::vector<double> scales() const {
    const NormsOf<n_var> size = solver_.host_space().norms(coefficients(), nullptr, time(), &ranks_);
    const double root = std::sqrt(domain_volume(solver_.mesh(), solver_.halo(), ranks_));
    const double largest = *std::max_element(size.l2.begin(), size.l2.end());
    std::vector<double> scales = list(size.l2);
    for (double& scale : scales) scale = largest > 0 ? (scale > 0 ? scale : largest) / root : 1.0;
    return scales;
  }

  Communicator& ranks_;
  Eq equations_;
  EquationSolver<Eq> solver_;
  mutable std::unique_ptr<WatchList<typename Eq::Real, dim>> sampled_;  ///< of the last sample_only()
  mutable decltype(SampledCellsOf<dim>::of_shape) sampled_points_;
  double next_step_ = 0.0;
  std::vector<double> scales_;  ///< of Newton's method
};

template <class Eq, class Filters>
class UserEquationsOf final : public UserEquations {
 public:
  EquationsDescription description() const override { return description_of<Eq>(); }
  std::unique_ptr<SystemSolver<2>> make_solver(Subdomain<2> part, const RunOptions& options,
                                               const SystemOptions& system, Communicator& ranks) const override {
    return make<2>(std::move(part), options, system, ranks);
  }
  std::unique_ptr<SystemSolver<3>> make_solver(Subdomain<3> part, const RunOptions& options,
                                               const SystemOptions& system, Communicator& ranks) const override {
    return make<3>(std::move(part), options, system, ranks);
  }

 private:
  template <int Dim>
  static std::unique_ptr<SystemSolver<Dim>> make(Subdomain<Dim> part, const RunOptions& options,
                                                 const SystemOptions& system, Communicator& ranks) {
    if constexpr (Dim == Eq::dim)
      return std::make_unique<SystemSolverOf<Eq, Filters>>(std::move(part), options, system, ranks);
    else
      throw InputError("these equations are for " + std::to_string(Eq::dim) + "-D meshes");
  }
};

}  // namespace dg
