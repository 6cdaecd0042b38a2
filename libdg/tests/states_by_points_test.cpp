#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Eq = NavierStokes2D<double>;

/// Operators whose stages take states at twice their size, which stand for values at points: what takes one for modes
/// is wrong by a factor of two.
class DoubledOperators final : public Operators<Eq> {
 public:
  DoubledOperators(Backend& backend, std::unique_ptr<Operators<Eq>> operators, std::size_t numbers)
      : backend_(backend), operators_(std::move(operators)), numbers_(numbers) {}

  bool has_own_basis() const override { return true; }
  void from_modes(const KernelContext<Eq>&, const double* modes, double* points) override {
    std::transform(modes, modes + numbers_, points, [](double x) { return 2 * x; });
  }
  void to_modes(const KernelContext<Eq>&, const double* points, double* modes) override {
    std::transform(points, points + numbers_, modes, [](double x) { return x / 2; });
  }

  void stage(const KernelContext<Eq>& context, const Stage<double>& stage) override {
    Stage<double> by_modes = stage;
    by_modes.in = halved(stage.in);
    for (int i = 0; i < stage.n_history; ++i) by_modes.history[i] = halved(stage.history[i]);
    operators_->stage(context, by_modes);
    from_modes(context, stage.out, stage.out);
    copies_.clear();
  }
  void find_step(const KernelContext<Eq>& context, const double* state, const StepLimits<double>& limits) override {
    operators_->find_step(context, state, limits);
  }
  void next_step(const StepLimits<double>& limits, StepControl<double>* control) override {
    operators_->next_step(limits, control);
  }
  void local_steps(const KernelContext<Eq>& context, const double* state, const StepLimits<double>& limits,
                   const double* least, double* dt) override {
    operators_->local_steps(context, state, limits, least, dt);
  }
  void end_step(StepControl<double>* control) override { operators_->end_step(control); }
  Pending<StateSums<4>> sums(const KernelContext<Eq>& context, const double* state) override {
    return operators_->sums(context, state);
  }
  Pending<FlowSums<Eq>> integrals(const KernelContext<Eq>& context, const double* state) override {
    return operators_->integrals(context, state);
  }
  void boundary_flux(const KernelContext<Eq>& context, const double* state, const BoundaryList& faces,
                     double* flux) override {
    operators_->boundary_flux(context, state, faces, flux);
  }

 private:
  const double* halved(const double* state) {
    std::transform(state, state + numbers_, copies_.emplace_back(backend_, numbers_).data(),
                   [](double x) { return x / 2; });
    return copies_.back().data();
  }

  Backend& backend_;
  std::unique_ptr<Operators<Eq>> operators_;
  std::size_t numbers_;
  std::vector<Array<double>> copies_;
};

OperatorsMaker<Eq> doubled() {
  return [](Backend& backend, const Mesh2& mesh, const SemiDiscretisation<Eq>& space, const RunOptions& options,
            unsigned zone_kinds) {
    return std::make_unique<DoubledOperators>(
        backend, make_galerkin_operators<Eq>(backend, mesh, space, options, zone_kinds), space.state_size());
  };
}

/// Two solvers of one flow, the second with such operators; powers of two leave no trace in any digit.
struct Pair {
  Mesh2 mesh = test::ring_mesh(2);
  EquationSolver<Eq> plain, by_points;

  explicit Pair(const SolverOptions& o)
      : plain(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries)),
        by_points(mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries), doubled()) {
    const auto state = test::rough_state(mesh, o, 0.01);
    for (EquationSolver<Eq>* solver : {&plain, &by_points}) solver->set_coefficients(state);
  }

  template <class Ask>
  void agree(const Ask& ask) {
    CHECK(ask(plain) == ask(by_points));
  }
  void agree_on_all() {
    agree([](auto& s) { return s.coefficients(); });
    agree([](auto& s) { return s.sums().integrals(); });
    agree([](auto& s) { return s.residual_norms().l2; });
    agree([](auto& s) { return s.stable_time_step(); });
    agree([](auto& s) { return s.time_step_limit(); });
    agree([](auto& s) { return s.boundary_fluxes(s.boundary_faces(0)); });
    agree([](auto& s) { return s.integrals(); });
    const Index cell = 1;
    agree([&](auto& s) {
      const auto faces = s.boundary_faces(0);
      const auto list = s.watch_list({&faces}, {&cell, 1}, {});
      const auto watched = s.watch(*list);
      return std::pair(watched.residual.l2,
                       std::vector(list->fluxes()[0].values().begin(), list->fluxes()[0].values().end()));
    });
    agree([](auto& s) { return s.coefficients(); });  // as before all questions
  }
};

SolverOptions options() {
  SolverOptions o = test::serial_options();
  o.degree = test::built_degrees().back() > 1 ? 2 : 1;
  o.assembly = Assembly::fused;
  o.gas.viscosity = 0.001;
  o.boundaries = {test::on("wall", BoundaryType::wall_adiabatic), test::on("farfield", BoundaryType::farfield)};
  return o;
}

TEST_CASE("Where stages take states by points, runs and all that is asked of them are those by modes") {
  Pair pair(options());
  pair.agree_on_all();
  pair.agree([](auto& s) { return s.advance(5, 1e9).last_dt; });
  pair.agree_on_all();
}

TEST_CASE("Hooks see modes where stages take points") {
  Pair pair(options());
  for (EquationSolver<Eq>* solver : {&pair.plain, &pair.by_points})
    solver->after_each_stage([](const KernelContext<Eq>&, Array<double>& state) {
      std::vector<double> u = state.copy_out();
      for (double& x : u) x += 1e-4 * x * x;  // a factor would show
      state.copy_in(u);
    });
  pair.agree([](auto& s) { return s.advance(3, 1e9).time; });
  pair.agree_on_all();
}

TEST_CASE("Steps in pseudo-time with damping are the same by points, and so is the past that they leave") {
  SolverOptions o = options();
  o.local_time_step = true;
  o.damping_width = 20;
  Pair pair(o);
  for (EquationSolver<Eq>* solver : {&pair.plain, &pair.by_points}) solver->advance(5, 0);
  pair.agree_on_all();
  pair.agree([](auto& s) { return s.damping_state().filtered_past; });
  const DampingState state = pair.plain.damping_state();
  REQUIRE_FALSE(state.filtered_past.empty());
  pair.by_points.set_damping_state(state);
  for (EquationSolver<Eq>* solver : {&pair.plain, &pair.by_points}) solver->advance(5, 0);
  pair.agree_on_all();
}

TEST_CASE("Steps of Newton's method are the same by points") {
  SolverOptions o = options();
  o.newton = true;
  Pair pair(o);
  for (int i = 0; i < 2; ++i) pair.agree([](auto& s) { return s.newton_step({1, 1, 1, 1}).residual; });
  pair.agree_on_all();
}

}  // namespace
}  // namespace dg
