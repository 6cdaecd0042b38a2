#include "apps/python/simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "apps/console.hpp"
#include "apps/python/checked_case.hpp"
#include "apps/python/given_fields.hpp"
#include "apps/python/repeated_sampler.hpp"
#include "apps/ranks.hpp"
#include "apps/run/probe_errors.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/residual_watch.hpp"
#include "apps/run/run_record.hpp"
#include "apps/run/series_time.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/solver/bad_data.hpp"
#include "meshes/mesh_fingerprint.hpp"

namespace dg::app {
namespace {

template <int Dim>
class SimulationOf final : public Simulation {
 public:
  using Point = std::array<double, Dim>;

  explicit SimulationOf(std::unique_ptr<ProblemOf<Dim>> problem)
      : problem_(std::move(problem)),
        solver_(*problem_->solver),
        end_of_case_(problem_->c.time.end),
        steps_of_case_(problem_->c.time.steps),
        sampler_(*problem_),
        given_(*problem_),
        run_(new_run_name()) {
    loop_.emplace(*problem_, 0);
  }

  void lead() override { problem_->ranked->lead(); }
  void release() override {
    or_end_all([&] { problem_->ranked->release(); });
  }
  void follow() override {
    or_end_all([&] {
      problem_->ranked->follow(problem_->fields.exact,
                               [&](const RankCall& call) { do_rank_work<Dim>(*problem_, nullptr, nullptr, call); });
    });
    given_.rethrow();
  }

  const Case& settings() const override { return problem_->c; }
  double end_of_case() const override { return end_of_case_; }
  long steps_of_case() const override { return steps_of_case_; }
  const SolverInfo& info() const override { return solver_.info(); }
  const std::vector<std::string>& notes() const override { return problem_->notes; }
  int dim() const override { return Dim; }
  std::vector<std::string> state_names() const override { return primitive_names<Dim>(); }
  std::vector<std::string> variables() const override { return variables_of_gas<Dim>(); }
  long step() const override { return loop_->step() + loop_->launched(); }
  double time() const override { return solver_.time(); }
  double last_dt() const override { return loop_->last_dt(); }
  double stable_time_step() const override { return solver_.stable_time_step(); }

  bool advance(long last_step, double end_time) override {
    problem_->c.time.steps = last_step;
    problem_->c.time.end = end_time;
    if (std::isinf(end_time) && launch(last_step - step())) return true;
    finish();
    if (loop_->at_end()) return true;
    loop_->advance(last_step - loop_->step());
    given_.rethrow();
    throw_failure();
    return loop_->at_end();
  }

  bool has_launched() const override { return loop_->launched() > 0; }
  void finish() override {
    if (!has_launched()) return;
    loop_->finish();
    given_.rethrow();
    const auto now = std::chrono::steady_clock::now();
    if (loop_->has_stopped() || now - last_look_ > between_looks) throw_failure();
  }

  SteadyState steady_state(std::optional<double> tolerance) override {
    note_new_state();
    const ObservationOf<Dim> now = solver_.observe({}, {});
    const double residual = dg::scaled_residual(now.residual, now.totals, problem_->flow);
    if (const auto failure = loop_->failure_of(residual)) throw RunError(failure->what + "; " + failure->advice);
    residuals_.observe(step(), residual);
    const TimeSection& time = problem_->c.time;
    const bool fallen = !tolerance && time.drop > 0.0 && residuals_.fallen_by(time.drop);
    return {residual <= tolerance.value_or(time.tolerance) || fallen, residual, loop_->stall().value_or("")};
  }

  std::vector<double> coefficients() override { return solver_.coefficients(); }
  void set_coefficients(std::span<const double> coefficients) override { solver_.set_coefficients(coefficients); }
  std::vector<double> rate() override {
    std::vector<double> rate = solver_.rate();
    given_.rethrow();
    return rate;
  }

  void set_state(const ArrayFunction& primitive) override {
    const auto field = std::make_shared<ArrayField<Dim>>(primitive);
    const std::vector<double> before = solver_.coefficients();
    try {
      solver_.set_state(field->noting());
      solver_.set_state(known_on_all_ranks(*field, solver_.time()));
      require_gas();
    } catch (...) {
      solver_.set_coefficients(before);
      throw;
    }
    loop_.emplace(*problem_, loop_->step());
  }

  void set_source(const ArrayFunction& source, bool varies) override { given_.set_source(source, varies); }
  void set_boundary_data(const ArrayFunction& primitive, bool varies) override {
    given_.set_boundary_data(primitive, varies);
  }

  StateInMemory state_in_memory() override {
    is_shared_ = true;
    return solver_.state_in_memory();
  }

  std::vector<double> totals() override {
    note_new_state();
    const auto totals = solver_.totals();
    return {totals.begin(), totals.end()};
  }

  std::vector<double> residual_norms() override {
    const auto norms = solver_.residual_norms();
    return {norms.l2.begin(), norms.l2.end()};
  }

  ForceCoefficients forces(const std::string& boundary) override {
    require_boundary(problem_->own_cells().mesh, boundary, "forces");
    if (problem_->c.reference.mach <= 0.0)
      throw InputError(problem_->c.path + ": coefficients of forces need 'mach' in [reference]");
    return force_coefficients(solver_.force(boundary), problem_->c.reference);
  }

  std::vector<double> probe_points() const override {
    std::vector<double> all;
    for (const Point& point : problem_->probe_points) all.insert(all.end(), point.begin(), point.end());
    return all;
  }

  std::vector<double> probes() override {
    if (!problem_->probes) return {};
    std::vector<double> all;
    for (const auto& state : probe_states(*problem_)) {
      const auto primitive = primitive_of(state, problem_->c.solver.gas.gamma);
      all.insert(all.end(), primitive.begin(), primitive.end());
    }
    return all;
  }

  std::vector<SampledQuantity> sample(std::span<const double> points, const std::vector<std::string>& names,
                                      bool outside_is_nan) override {
    return sampler_.sample(points, names, outside_is_nan);
  }

  void write_fields(const std::string& path) override {
    app::write_fields(*problem_, path, series_time(*problem_, step()));
  }

  void write_checkpoint(const std::string& path) override {
    Checkpoint checkpoint;
    checkpoint.time = solver_.time();
    checkpoint.step = step();
    checkpoint.degree = problem_->c.solver.degree;
    checkpoint.quads = space_name(problem_->c.solver.quads);
    checkpoint.precision = solver_.info().precision;
    if (fingerprint_.empty()) fingerprint_ = mesh_fingerprint(problem_->whole_mesh());
    checkpoint.mesh = fingerprint_;
    checkpoint.case_text = problem_->c.text;
    checkpoint.run = run_;
    checkpoint.damping = solver_.damping_state();
    checkpoint.next_step = solver_.next_step();
    checkpoint.control = solver_.control_state();
    app::write_checkpoint<Dim>(*problem_, nullptr, std::move(checkpoint), path);
  }

  void restart(const std::string& path) override {
    loop_.emplace(*problem_, restore(*problem_, path).step);
    take_parameters();
  }

  void set_parameter(const std::string& name, double value) override {
    FormulaParameters* const all = problem_->c.names.parameters.get();
    const auto found =
        all ? std::find(all->names.begin(), all->names.end(), name) : std::vector<std::string>::iterator{};
    if (!all || found == all->names.end())
      throw InputError(fmt::format("parameters: there is no '{}'; [parameters] of {} has: {}", name, problem_->c.path,
                                   all ? fmt::format("{}", fmt::join(all->names, ", ")) : "none"));
    if (!std::isfinite(value)) throw InputError(fmt::format("parameters: '{}' = {} is not finite", name, value));
    double& number = all->values[static_cast<std::size_t>(found - all->names.begin())];
    const double before = std::exchange(number, value);
    try {
      take_parameters();
    } catch (...) {
      number = before;
      take_parameters();
      throw;
    }
  }

 private:
  /// Steps that are launched at once, and those that no one waits for.
  static constexpr long few_steps = 16, most_launched = 256;
  static constexpr std::chrono::milliseconds between_looks{20};

  /// Launches some steps, unless they are many, for which a wait costs nothing, or others may read the state at once.
  bool launch(long steps) {
    if (steps < 1 || steps > few_steps || is_shared_) return false;
    if (loop_->launched() + steps > most_launched) finish();
    return loop_->launch(steps);
  }

  /// Looks for cells without a state.
  void throw_failure() {
    last_look_ = std::chrono::steady_clock::now();
    if (const auto failure = loop_->failure()) {
      loop_.emplace(*problem_, loop_->step());  // the state may be mended
      throw RunError(failure->what + "; " + failure->advice);
    }
  }

  /// Where a rank fails in the middle of what all do, none can go on.
  template <class Work>
  static void or_end_all(const Work& work) {
    try {
      work();
    } catch (const std::exception& error) {
      all_ranks().end_all(error.what(), 1, print_error_line);
    }
  }

  void require_gas() const {
    const GasBadCell<Dim> bad = solver_.find_bad_cell();
    if (bad.cell < 0) return;
    throw InputError(
        fmt::format("set_state: the projection of the state onto polynomials is not physical: {} at {}; spread "
                    "discontinuities over a few cells, or refine the mesh there",
                    state_text(bad.state, problem_->c.solver.gas.gamma), place_text(bad.point)));
  }

  void take_parameters() {
    try {
      solver_.take_parameters();
    } catch (const BadDataError<Dim>& error) {
      throw InputError(text_of(*problem_, error));
    }
  }

  /// Whoever has been given the state may have written to it.
  void note_new_state() {
    if (is_shared_) solver_.note_new_state();
  }

  std::unique_ptr<ProblemOf<Dim>> problem_;
  SolverOf<Dim>& solver_;
  double end_of_case_;
  long steps_of_case_;
  std::optional<TimeLoop<Dim>> loop_;
  RepeatedSampler<Dim> sampler_;
  GivenFields<Dim> given_;
  ResidualWatch residuals_;
  std::string run_, fingerprint_;
  bool is_shared_ = false;
  std::chrono::steady_clock::time_point last_look_{};
};

}  // namespace

std::unique_ptr<Simulation> make_simulation(IniFile file, std::optional<AnyMesh> mesh, const Machine& machine) {
  const bool has_mesh = mesh.has_value();
  return std::visit(
      []<int Dim>(std::unique_ptr<ProblemOf<Dim>> problem) -> std::unique_ptr<Simulation> {
        return std::make_unique<SimulationOf<Dim>>(std::move(problem));
      },
      make_any_problem(checked_case(std::move(file), has_mesh), machine, std::move(mesh)));
}

}  // namespace dg::app
