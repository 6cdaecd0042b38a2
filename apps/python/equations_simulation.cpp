#include "apps/python/equations_simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "apps/ranks.hpp"
#include "apps/run/run_record.hpp"
#include "apps/user_equations/equations_case.hpp"
#include "apps/user_equations/equations_files.hpp"
#include "apps/user_equations/equations_loop.hpp"
#include "apps/user_equations/equations_problem.hpp"
#include "libdg/output/cell_nodes.hpp"
#include "libdg/output/point_sampler.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// Values of a function that wants all points at once, for a solver that asks for some at a time.
template <int Dim>
class ValuesAtPoints {
 public:
  using Point = std::array<double, Dim>;

  explicit ValuesAtPoints(std::size_t variables) : variables_(variables) {}

  /// Keeps the points that are asked for; gives zeros.
  typename SystemSolver<Dim>::FieldAtPoints noting() {
    return [this](std::span<const Point> x, double, double* values) {
      std::fill_n(values, x.size() * variables_, 0.0);
      const std::scoped_lock lock(guard_);
      points_.insert(points_.end(), x.begin(), x.end());
    };
  }

  /// Precondition: noting() was used.
  typename SystemSolver<Dim>::FieldAtPoints known(const ArrayFunction& function, double time) {
    std::ranges::sort(points_);
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    values_ = function(std::span(points_.front().data(), points_.size() * Dim), time);
    return [this](std::span<const Point> x, double, double* values) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto found = std::ranges::lower_bound(points_, x[i]) - points_.begin();
        std::copy_n(values_.begin() + found * static_cast<std::ptrdiff_t>(variables_), variables_,
                    values + i * variables_);
      }
    };
  }

 private:
  std::size_t variables_;
  std::mutex guard_;
  std::vector<Point> points_;
  std::vector<double> values_;
};

template <int Dim>
class EquationsSimulation final : public Simulation {
 public:
  explicit EquationsSimulation(std::unique_ptr<EquationsProblem<Dim>> problem)
      : problem_(std::move(problem)),
        solver_(*problem_->solver),
        info_(solver_.info()),
        end_of_case_(problem_->ec.c.time.end),
        steps_of_case_(problem_->ec.c.time.steps),
        run_(new_run_name()) {
    loop_.emplace(*problem_);
  }

  void lead() override { refuse_ranks(); }
  void release() override {}
  void follow() override { refuse_ranks(); }

  const Case& settings() const override { return problem_->ec.c; }
  double end_of_case() const override { return end_of_case_; }
  long steps_of_case() const override { return steps_of_case_; }
  const SolverInfo& info() const override { return info_; }
  const std::vector<std::string>& notes() const override { return notes_; }
  int dim() const override { return Dim; }
  std::vector<std::string> state_names() const override { return problem_->ec.equations.variables; }
  std::vector<std::string> variables() const override { return problem_->ec.equations.variables; }
  long step() const override { return loop_->step(); }
  double time() const override { return solver_.time(); }
  double last_dt() const override { return loop_->last_dt(); }
  double stable_time_step() const override { return solver_.stable_time_step(); }

  bool advance(long last_step, double end_time) override {
    if (step() >= last_step || solver_.time() >= end_time) return true;
    if (const auto failure = loop_->advance(last_step - step(), end_time))
      throw RunError(failure->what + "; " + failure->advice);
    return step() >= last_step || solver_.time() >= end_time;
  }

  bool has_launched() const override { return false; }
  void finish() override {}

  /// As the last step of Newton's method found it: a new loop knows of none.
  SteadyState steady_state(std::optional<double> tolerance) override {
    const double residual = loop_->newton_residual();
    return {residual <= tolerance.value_or(settings().time.tolerance), residual, loop_->stall().value_or("")};
  }

  std::vector<double> coefficients() override { return solver_.coefficients(); }
  void set_coefficients(std::span<const double> coefficients) override {
    solver_.set_coefficients(coefficients);
    forget_residual();
  }
  std::vector<double> rate() override { return solver_.rate(); }

  void set_state(const ArrayFunction& state) override {
    const std::vector<double> before = solver_.coefficients();
    try {
      ValuesAtPoints<Dim> values(variables().size());
      solver_.set_state(values.noting());
      solver_.set_state(values.known(state, solver_.time()));
      if (const BadSystemCell<Dim> bad = solver_.find_bad_cell(); bad.cell >= 0)
        throw InputError(
            fmt::format("set_state: the projection of the state onto polynomials is not admissible at {}; "
                        "its mean there is {}",
                        place_text(bad.centroid), state_text(problem_->ec.equations, bad.mean)));
    } catch (...) {
      solver_.set_coefficients(before);
      throw;
    }
    forget_residual();
  }
  void set_source(const ArrayFunction&, bool) override { refuse("set_source"); }
  void set_boundary_data(const ArrayFunction&, bool) override { refuse("set_boundary_data"); }

  StateInMemory state_in_memory() override {
    is_shared_ = true;
    return solver_.state_in_memory();
  }

  std::vector<double> totals() override {
    if (is_shared_) solver_.note_new_state();
    return solver_.totals();
  }
  std::vector<double> residual_norms() override { return solver_.residual_norms().l2; }
  ForceCoefficients forces(const std::string&) override { refuse("forces"); }
  std::vector<double> probe_points() const override {
    std::vector<double> all;
    for (const auto& point : problem_->probes.points) all.insert(all.end(), point.begin(), point.end());
    return all;
  }
  std::vector<double> probes() override {
    return problem_->probes.probes ? problem_->probe_values() : std::vector<double>();
  }

  std::vector<SampledQuantity> sample(std::span<const double> points, const std::vector<std::string>& names,
                                      bool outside_is_nan) override {
    std::vector<int> wanted;
    const std::vector<std::string> all = variables();
    for (const std::string& name : names) {
      const auto found = std::ranges::find(all, name);
      if (found == all.end())
        throw InputError(fmt::format("sample: there is no quantity '{}'; there are: {}", name, fmt::join(all, ", ")));
      wanted.push_back(static_cast<int>(found - all.begin()));
    }
    place(points, outside_is_nan);
    sampler_->update([&](const PointsOfShapes<Dim>& nodes) { return solver_.sample(nodes); });
    std::vector<SampledQuantity> sampled;
    for (const int variable : wanted) sampled.push_back({1, sampler_->values(variable)});
    return sampled;
  }

  void write_fields(const std::string& path) override {
    EquationsFields<Dim>(*problem_, nullptr, false).write_to(path);
  }
  void write_checkpoint(const std::string& path) override { app::write_checkpoint(*problem_, step(), run_, path); }
  void restart(const std::string& path) override { loop_.emplace(*problem_, app::restore(*problem_, path).step); }

  void set_parameter(const std::string& name, double value) override {
    FormulaParameters* const all = settings().names.parameters.get();
    const auto found = all == nullptr ? std::ptrdiff_t(-1) : std::ranges::find(all->names, name) - all->names.begin();
    if (all == nullptr || found == static_cast<std::ptrdiff_t>(all->names.size()))
      throw InputError(fmt::format("parameters: there is no '{}' in [parameters] of {}", name, settings().path));
    if (!std::isfinite(value)) throw InputError(fmt::format("parameters: '{}' = {} is not finite", name, value));
    double& number = all->values[static_cast<std::size_t>(found)];
    const double before = std::exchange(number, value);
    try {
      solver_.take_parameters();
    } catch (const BadDataError<Dim>& error) {
      number = before;
      solver_.take_parameters();
      throw InputError(text_of(*problem_, error));
    }
    forget_residual();
  }

 private:
  void forget_residual() { loop_.emplace(*problem_, step()); }

  [[noreturn]] static void refuse(const std::string& what) {
    throw InputError(what + ": is for a gas; equations of your own have formulas in their case");
  }
  static void refuse_ranks() {
    throw InputError("equations of your own run from Python on one rank; 'rkdg run' takes several");
  }

  void place(std::span<const double> numbers, bool outside_is_nan) {
    if (!sampler_ || !std::ranges::equal(numbers, points_)) {
      points_.assign(numbers.begin(), numbers.end());
      std::vector<std::array<double, Dim>> points(numbers.size() / Dim);
      for (std::size_t i = 0; i < points.size(); ++i) std::copy_n(&numbers[i * Dim], Dim, points[i].begin());
      const Mesh<Dim>& mesh = problem_->part.mesh;
      sampler_.emplace(mesh, shown_order(mesh, settings().solver.degree), points, static_cast<int>(variables().size()));
    }
    for (std::size_t i = 0; i < sampler_->size() && !outside_is_nan; ++i)
      if (sampler_->cell(i) < 0)
        throw InputError(
            fmt::format("sample: point {} lies outside the mesh; leave it out, or ask for outside=\"nan\"", i));
  }

  std::unique_ptr<EquationsProblem<Dim>> problem_;
  SystemSolver<Dim>& solver_;
  SolverInfo info_;
  double end_of_case_;
  long steps_of_case_;
  std::optional<EquationsLoop<Dim>> loop_;  ///< anew after a restart
  std::string run_;
  std::vector<std::string> notes_;
  std::optional<PointSampler<Dim>> sampler_;
  std::vector<double> points_;  ///< those of the sampler
  bool is_shared_ = false;
};

}  // namespace

std::unique_ptr<Simulation> make_equations_simulation(IniFile file, std::optional<AnyMesh> mesh,
                                                      const Machine& machine) {
  require_backend(machine.backend);
  EquationsCase ec = read_equations_case(std::move(file), {}, can_run_on_device(machine));
  return std::visit(
      []<int Dim>(std::unique_ptr<EquationsProblem<Dim>> problem) -> std::unique_ptr<Simulation> {
        return std::make_unique<EquationsSimulation<Dim>>(std::move(problem));
      },
      make_equations_problem(std::move(ec), machine, std::move(mesh)));
}

}  // namespace dg::app
