/// The solver of a gas, whatever stands for what it does not resolve: primitive fields outside, forces on boundaries.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/reconstructed_gas.hpp"
#include "libdg/solver/boundary_numbers.hpp"
#include "libdg/solver/conservative_fields.hpp"
#include "libdg/solver/domain_volume.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/solver/flow_totals_of.hpp"
#include "libdg/solver/forcing_control.hpp"
#include "libdg/solver/gas_operators_maker.hpp"
#include "libdg/solver/mean_scales.hpp"
#include "libdg/solver/observe_one_by_one.hpp"
#include "libdg/solver/solver.hpp"
#include "libdg/solver/subgrid_filter_of.hpp"
#include "libdg/solver/surface_points.hpp"
#include "libdg/time/filters/make_state_filter.hpp"

namespace dg {

/// Eq: NavierStokes, or what derives from it.
template <class Eq>
class GasSolver final : public SolverOf<Eq::dim> {
  static constexpr int Dim = Eq::dim;
  using Real = typename Eq::Real;
  using State = std::array<double, Dim + 2>;
  using Conserved = std::vector<ConservedQuantity<Dim + 2>>;

 public:
  using Field = GasField<Dim>;

  GasSolver(Subdomain<Dim> part, const SolverOptions& options, Communicator& communicator)
      : halo_(options.reconstruction == Reconstruction::none ? Halo{} : part.halo),
        gas_(options.gas),
        communicator_(communicator),
        force_reference_(options.force_reference),
        conditions_(options.boundaries),
        solver_(std::move(part), options, gas_physics_of<Eq>(options.gas, options.riemann, options.boundaries),
                communicator, gas_operators_maker<Eq>(options, {&halo_, &communicator})),
        info_(solver_.info()) {
    if constexpr (DependsOnCell<Eq>)
      if (options.gas.subgrid.model == SubgridModel::given) solver_.set_artificial_viscosity();
    const bool damps = options.shocks == ShockCapturing::damping;
    if (options.degree > 0 && (damps || options.keeps_positive()))
      solver_.set_filter(make_state_filter<Eq>({solver_.backend(), solver_.mesh(), solver_.space(), solver_.halo(),
                                                communicator, solver_.find_bases(), damps, options.keeps_positive()}));
    if (const auto outflows = boundaries_of_type(mesh(), conditions_, BoundaryType::outflow_nonreflecting);
        !outflows.empty())
      solver_.set_outflow_waves(outflows);
    if (const auto walls = boundaries_of_type(mesh(), conditions_, BoundaryType::wall_modelled); !walls.empty()) {
      if (!(gas_.viscous && gas_.viscosity > 0)) throw InputError("a modelled wall needs a gas with viscosity");
      if (reconstructs()) throw InputError("a modelled wall needs a degree above 0, not a reconstruction");
      solver_.set_modelled_walls(walls);
    }
  }

  const SolverInfo& info() const override { return info_; }
  double time() const override { return solver_.time(); }
  void set_time(double time) override { solver_.set_time(time); }

  void set_state(const Field& primitive) override { solver_.set_state(conservative_field<Dim>(gas_, primitive)); }
  void set_state(std::shared_ptr<const Formulas> primitive) override {
    solver_.set_state(conservative_at_points<Dim>(gas_, *primitive));
  }

  void set_boundary_data(const Field& primitive, bool varies) override {
    solver_.set_boundary_data(conservative_field<Dim>(gas_, primitive), varies);
  }

  void set_source(const Field& source, bool varies) override {
    solver_.set_source(source, varies);
    info_ = solver_.info();
  }

  void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) override {
    solver_.set_boundary_data(boundary_number(mesh(), boundary), std::move(data));
    info_ = solver_.info();
  }

  void set_turbulent_inflow(const std::string& boundary, const TurbulentInflow<Dim>& inflow) override {
    const int number = boundary_number(mesh(), boundary);
    const auto condition = std::ranges::find(conditions_, boundary, &BoundaryCondition::name);
    if (condition == conditions_.end() || !may_be_turbulent(condition->type) || !condition->from_data)
      throw InputError(fmt::format("boundary '{}' is no 'inflow-velocity' that takes data", boundary));
    solver_.set_turbulent_inflow(number, inflow);
    info_ = solver_.info();
  }

  void set_source(std::shared_ptr<const Formulas> source) override {
    conserved_.reset();
    solver_.set_source(std::move(source));
    info_ = solver_.info();
  }

  void set_source_rate(double rate) override { solver_.set_source_rate(rate); }
  void set_sponge_to_mean(const Formulas& strength, double averaging_time) override {
    solver_.set_sponge_to_mean(strength, averaging_time);
    info_ = solver_.info();
  }
  std::vector<double> running_mean() const override { return solver_.running_mean(); }
  void set_running_mean(std::span<const double> mean) override { solver_.set_running_mean(mean); }

  void set_forcing(const Forcing& forcing) override {
    const RunOptions& options = solver_.options();
    if (options.solves_systems()) throw InputError("a force needs explicit steps");
    if (forcing.mass_flow && options.local_time_step)
      throw InputError("a mass flow is kept in time, of which there is none");
    forcing_.emplace(forcing);
    set_force();
    const double volume = this->volume();
    solver_.set_control([this, volume](double time, const State& integrals) {
      forcing_->look(time, integrals[0] / volume, integrals[1 + forcing_->direction()] / volume);
      set_force();
    });
  }
  ControlState control_state() const override {
    ControlState state = forcing_ ? forcing_->state() : ControlState{};
    const ControlState of_steps = solver_.control_state();
    state.eddy_rate = of_steps.eddy_rate;
    state.steps = of_steps.steps;
    return state;
  }
  void set_control_state(const ControlState& state) override {
    if (forcing_ ? !forcing_->update(state) : !DependsOnCell<Eq>) return;
    if (forcing_) set_force();
    solver_.set_control_state(state);
  }

  Progress advance(long steps, double end_time) override {
    if (is_implicit(solver_.options().scheme)) return solver_.advance_implicitly(steps, end_time, scales(), next_step_);
    return solver_.advance(steps, end_time);
  }
  bool launch(long steps) override { return solver_.launch_steps(steps); }
  Progress finish() override { return solver_.finish_steps(); }
  NewtonStep newton_step() override { return solver_.newton_step(scales(), conserved()); }

  std::vector<KeptQuantity> kept_quantities() const override {
    return dg::kept_quantities(conserved(), solver_.residual_integrals(), mean_scales(), volume());
  }

  double next_step() const override { return next_step_; }
  void set_next_step(double dt) override { next_step_ = dt; }

  double stable_time_step() const override { return solver_.stable_time_step(); }
  double time_step_limit() const override { return solver_.time_step_limit(); }

  /// The state is fetched only if something is wrong with it.
  GasBadCell<Dim> find_bad_cell() const override {
    if (solver_.sums().is_admissible()) return {};
    return solver_.host_space().find_bad_cell(coefficients(), [&](const State& state) {
      double u[Dim + 2];
      std::copy(state.begin(), state.end(), u);
      const NavierStokes<double, Dim> gas(gas_);
      return gas.admissible(u, gas.point(u));
    });
  }

  GasNorms<Dim> residual_norms() const override { return solver_.residual_norms(); }
  GasNorms<Dim> errors(const Field& primitive) const override {
    const Field exact = conservative_field<Dim>(gas_, primitive);
    if (reconstructs()) return solver_.host_space().norms(reconstructed(), exact, solver_.time(), &communicator_);
    return solver_.errors(exact);
  }
  State totals() const override { return solver_.sums().integrals(); }

  FlowTotals flow_totals() const override { return flow_totals_of<Eq>(solver_.integrals()); }

  ForceOf<Dim> force(const std::string& boundary) const override {
    return force_of<Dim>(surface(boundary), force_reference_);
  }

  std::vector<SurfacePointOf<Dim>> surface(const std::string& boundary) const override {
    const BoundaryFaces<Dim>& faces = faces_of(boundary);
    return surface_points<Dim, Real>(faces, solver_.boundary_fluxes(faces));
  }

  ObservationOf<Dim> observe(const std::vector<std::string>& boundaries,
                             const SampledCellsOf<Dim>& cells) const override {
    if (reconstructs()) return observe_one_by_one(*this, boundaries, cells);
    auto& list = watch_lists_[{boundaries, cells.cells, cells.of_shape}];
    if (!list) {
      std::vector<const BoundaryFaces<Dim>*> faces;
      for (const std::string& name : boundaries) faces.push_back(&faces_of(name));
      list = solver_.watch_list(std::move(faces), cells.cells, cells.points());
    }
    const auto [residual, integrals] = solver_.watch(*list);
    ObservationOf<Dim> seen{residual, totals(), flow_totals_of<Eq>(integrals), {}, {}, solver_.limited_cells()};
    for (std::size_t i = 0; i < boundaries.size(); ++i)
      seen.forces.push_back(
          force_of<Dim>(surface_points(*list->boundaries()[i], list->fluxes()[i].values()), force_reference_));
    seen.samples = solver_.samples(*list);
    return seen;
  }

  std::vector<double> sample_only(const SampledCellsOf<Dim>& cells) const override {
    if (reconstructs()) return sample_cells(*this, cells);
    auto& list = watch_lists_[{{}, cells.cells, cells.of_shape}];
    if (!list) list = solver_.watch_list({}, cells.cells, cells.points());
    return solver_.sample_only(*list);
  }

  int mode_count(Index cell) const override { return solver_.host_space().modes(cell); }
  std::vector<double> coefficients() const override { return solver_.coefficients(); }
  void set_coefficients(std::span<const double> coefficients) override { solver_.set_coefficients(coefficients); }
  void limit_state() override { solver_.limit_state(); }

  std::vector<double> limiting() const override { return solver_.limiting(); }
  SubgridFilter subgrid_filter() const override {
    return subgrid_filter_of<Eq>(gas_.subgrid, mesh(), solver_.options().degree);
  }
  std::vector<double> rate() const override { return solver_.rate(); }
  StateInMemory state_in_memory() override { return solver_.state_in_memory(); }
  void note_new_state() override { solver_.note_new_state(); }
  void take_parameters() override { solver_.take_parameters(); }

  DampingState damping_state() const override { return solver_.damping_state(); }
  void set_damping_state(const DampingState& state) override { solver_.set_damping_state(state); }

  std::vector<double> sample(const PointsOfShapes<Dim>& points) const override {
    if (reconstructs()) return solver_.host_space().sample(reconstructed(), points);
    return solver_.host_space().sample(coefficients(), points);
  }
  typename SolverOf<Dim>::CellSampler sampler(const PointsOfShapes<Dim>& points) const override {
    if (reconstructs()) return solver_.host_space().sampler(reconstructed(), points);
    return solver_.sampler(points);
  }

 private:
  const Mesh<Dim>& mesh() const { return solver_.mesh(); }
  bool reconstructs() const { return solver_.options().reconstruction != Reconstruction::none; }
  ReconstructedGas<Dim> reconstructed() const { return {mesh(), gas_, coefficients(), solver_.slopes()}; }

  const Conserved& conserved() const {
    if (!conserved_) {
      conserved_ = conserved_quantities<Dim>(solver_.data(), mesh(), conditions_, gas_.viscous, communicator_);
      std::erase_if(*conserved_, [&](const auto& quantity) {
        for (int n = 0; n < Dim + 2; ++n)
          if (quantity.weights[n] != 0 && solver_.data().source().uses_state(n)) return true;
        return false;
      });
    }
    return *conserved_;
  }

  /// Of all ranks, which call it together; the same on any number of them.
  double volume() const {
    if (volume_ == 0.0) volume_ = domain_volume(mesh(), solver_.halo(), communicator_);
    return volume_;
  }

  State mean_scales() const { return dg::mean_scales(totals(), volume()); }
  std::vector<double> scales() const {
    const State scales = mean_scales();
    return {scales.begin(), scales.end()};
  }

  const BoundaryFaces<Dim>& faces_of(const std::string& boundary) const {
    const int number = boundary_number(mesh(), boundary);
    auto& faces = faces_of_[number];
    if (!faces) faces = std::make_unique<BoundaryFaces<Dim>>(solver_.boundary_faces(number));
    return *faces;
  }

  void set_force() {
    std::array<double, Dim> per_mass{};
    per_mass[static_cast<std::size_t>(forcing_->direction())] = forcing_->acceleration();
    solver_.set_force(per_mass);
  }

  Halo halo_;  ///< of a reconstruction, which makes its own exchanges
  GasOptions gas_;
  Communicator& communicator_;
  std::optional<ForcingControl> forcing_;
  ForceReference force_reference_;
  std::vector<BoundaryCondition> conditions_;
  mutable std::optional<Conserved> conserved_;  ///< with the boundaries as they were when it was asked for first
  EquationSolver<Eq> solver_;
  mutable std::map<int, std::unique_ptr<BoundaryFaces<Dim>>> faces_of_;
  /// Of observations, by boundaries, cells and points.
  using Watched = std::tuple<std::vector<std::string>, std::vector<Index>, decltype(SampledCellsOf<Dim>::of_shape)>;
  mutable std::map<Watched, std::unique_ptr<WatchList<Real, Dim>>> watch_lists_;
  SolverInfo info_;
  double next_step_ = 0.0;       ///< of an implicit scheme
  mutable double volume_ = 0.0;  ///< of the mesh, once it is asked for
};

}  // namespace dg
