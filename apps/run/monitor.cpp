#include "apps/run/monitor.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "apps/console.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/history_columns.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/probe_errors.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/output/gas_state.hpp"

namespace dg::app {
namespace {

/// Force and moment as in si_force_columns(). The moment is about the center of reference, right-handed.
template <int Dim>
std::vector<double> force_in_si(const ForceOf<Dim>& force, const Units& units) {
  std::vector<double> numbers;
  for (int d = 0; d < Dim; ++d) numbers.push_back(units.force(Dim) * (force.pressure[d] + force.viscous[d]));
  if constexpr (Dim == 2)
    numbers.push_back(units.moment(Dim) * force.moment);
  else
    for (const double m : force.moment) numbers.push_back(units.moment(Dim) * m);
  return numbers;
}

CsvFile history_file(const OutputDirectory& directory, const char* name, const std::vector<std::string>& columns,
                     long last) {
  const std::string path = directory.file(name);
  return directory.continues() ? CsvFile::resume(path, columns, static_cast<double>(last)) : CsvFile(path, columns);
}

/// The step of the last row that was kept; -1 if there is none.
long last_step(const CsvFile& file, const std::vector<std::string>& columns) {
  if (file.kept().empty()) return -1;
  const auto key = std::find(columns.begin(), columns.end(), "step") - columns.begin();
  return std::stol(csv_cells(file.kept().back())[static_cast<std::size_t>(key)]);
}

}  // namespace

template <int Dim>
Monitor<Dim>::Monitor(const ProblemOf<Dim>& problem, const OutputDirectory& directory, long step)
    : problem_(problem), history_(history_file(directory, "history.csv", history_columns<Dim>(problem.c), step)) {
  last_history_ = last_step(history_, history_columns<Dim>(problem.c));
  if (directory.continues()) restore_residuals(directory);
  for (const std::string& name : problem.c.output.forces) forces_[name];
  for (const auto& [name, history] : forces_) force_boundaries_.push_back(name);
  if (problem.probes) {
    probe_file_.emplace(directory, primitive_names<Dim>(), problem.probe_points, step);
    last_probes_ = probe_file_->last_step();
  }
  if (problem.fields.exact) {
    error_file_.emplace(history_file(directory, "errors.csv", error_columns<Dim>, step));
    last_errors_ = last_step(*error_file_, error_columns<Dim>);
  }
  if (problem.c.solver.newton) newton_file_.emplace(history_file(directory, "newton.csv", newton_columns, step));
  if (forces_.empty()) return;
  force_file_.emplace(history_file(directory, "forces.csv", force_columns<Dim>(problem.c), step));
  restore_forces();
  if (const auto& until = problem.c.time.until) mean_.emplace(*until, problem.c.average.from);
}

template <int Dim>
void Monitor<Dim>::restore_forces() {
  for (const std::string& line : force_file_->kept()) {
    const std::vector<std::string> cells = csv_cells(line);
    const auto history = std::find_if(forces_.begin(), forces_.end(),
                                      [&](const auto& force) { return printable_name(force.first) == cells.back(); });
    if (history == forces_.end()) continue;
    history->second.last_step = std::stol(*(cells.end() - 2));
    history->second.times.push_back(std::strtod(cells[0].c_str(), nullptr));
    history->second.drag.push_back(std::strtod(cells[1].c_str(), nullptr));
    history->second.lift.push_back(std::strtod(cells[2].c_str(), nullptr));
  }
}

template <int Dim>
void Monitor<Dim>::restore_residuals(const OutputDirectory& directory) {
  const double all = std::numeric_limits<double>::infinity();
  for (const std::string& line : csv_rows((directory.path() / "sequence.csv").string(), sequence_columns, all)) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells[1] == "0") observe_earlier(std::stod(cells[2]));
  }
  for (const std::string& line : history_.kept()) {
    const std::vector<std::string> cells = csv_cells(line);
    residuals_.observe(std::strtol(cells[0].c_str(), nullptr, 10), std::strtod(cells[3].c_str(), nullptr));
  }
}

template <int Dim>
bool Monitor<Dim>::converged() const {
  const TimeSection& time = problem_.c.time;
  if (mean_) return mean_->settled();
  if (!time.steady || problem_.heats_for_ever) return false;
  return scaled_residual() <= time.tolerance || (time.drop > 0.0 && residuals_.fallen_by(time.drop));
}

template <int Dim>
ObservationOf<Dim> Monitor<Dim>::observe() {
  const ObservationOf<Dim> now = problem_.solver->observe(
      force_boundaries_, problem_.probes && !problem_.ranked ? problem_.probes->samples() : SampledCellsOf<Dim>{});
  residual_ = dg::scaled_residual(now.residual, now.totals, problem_.flow);
  for (std::size_t i = 0; i < now.forces.size(); ++i) {
    ForceHistory& history = forces_.at(force_boundaries_[i]);
    history.last = force_coefficients(now.forces[i], problem_.c.reference);
    if (problem_.c.units.given) history.in_si = force_in_si(now.forces[i], problem_.c.units);
  }
  return now;
}

template <int Dim>
void Monitor<Dim>::record(long step, double last_dt) {
  if (step == last_history_) take_back_last();
  history_.mark();
  if (force_file_) force_file_->mark();
  if (probe_file_) probe_file_->mark();
  const ObservationOf<Dim> now = observe();
  residuals_.observe(step, residual_);
  append(step, last_dt, now);
  watch_mean(false);
}

template <int Dim>
void Monitor<Dim>::watch(long step, double last_dt, bool is_row) {
  if (!is_row) look(step, true);
  if (is_row || converged()) record(step, last_dt);
}

template <int Dim>
void Monitor<Dim>::watch_mean(bool always) {
  if (!mean_) return;
  const SettledMean& wanted = *problem_.c.time.until;
  const ForceHistory& history = forces_.at(wanted.boundary);
  mean_->observe(history.times, wanted.of == ForceCoefficient::drag ? history.drag : history.lift, always);
}

template <int Dim>
void Monitor<Dim>::look(long step, bool counts) {
  observe();
  if (counts) residuals_.observe(step, residual_);
  watch_mean(false);
}

template <int Dim>
void Monitor<Dim>::complete(long step) {
  append(step, 0.0, observe());
}

/// The rows of the last record().
template <int Dim>
void Monitor<Dim>::take_back_last() {
  history_.take_back();
  if (force_file_) force_file_->take_back();
  if (probe_file_) probe_file_->take_back();
  for (auto& [name, history] : forces_) {
    if (history.last_step != last_history_) continue;
    for (std::vector<double>* list : {&history.times, &history.drag, &history.lift}) list->pop_back();
    history.last_step = -1;
  }
  if (error_file_ && last_errors_ == last_history_) {
    error_file_->take_back();
    last_errors_ = -1;
  }
  last_history_ = last_probes_ = -1;
}

/// Histories that have a row of this step stay as they are.
template <int Dim>
void Monitor<Dim>::append(long step, double last_dt, const ObservationOf<Dim>& now) {
  if (step != last_history_) {
    std::vector<double> row{static_cast<double>(step), problem_.solver->time(), last_dt, residual_};
    row.insert(row.end(), now.residual.l2.begin(), now.residual.l2.end());
    row.insert(row.end(),
               {now.totals.front(), now.totals.back(), now.flow.kinetic_energy, now.flow.enstrophy, now.flow.entropy,
                now.flow.viscous_dissipation, now.flow.pressure_dilatation, static_cast<double>(now.limited)});
    if (const ForcingSection& forcing = problem_.c.forcing; forcing.wanted)
      row.insert(row.end(),
                 {problem_.solver->control_state().force, now.totals[1 + forcing.direction] / problem_.flow.volume});
    history_.row(row);
  }
  for (const auto& [name, history] : forces_)
    if (step != history.last_step) append_force(step, name);
  if (probe_file_ && step != last_probes_)
    append_probes(step, problem_.ranked ? probe_states(problem_) : problem_.probes->evaluate(now.samples));
  last_history_ = last_probes_ = step;
}

template <int Dim>
void Monitor<Dim>::record_errors(long step) {
  if (!error_file_ || step == last_errors_) return;
  GasNorms<Dim> errors;
  try {
    const StopOnSignal stop_on_signal;
    errors = problem_.solver->errors(problem_.fields.exact);
  } catch (const Interrupted&) {
    return;
  }
  std::vector<double> row{static_cast<double>(step), problem_.solver->time()};
  row.insert(row.end(), errors.l2.begin(), errors.l2.end());
  row.insert(row.end(), errors.linf.begin(), errors.linf.end());
  error_file_->mark();
  error_file_->row(row);
  last_errors_ = step;
}

template <int Dim>
void Monitor<Dim>::record_newton(long step, const NewtonStep& what) {
  newton_file_->row({static_cast<double>(step), what.residual, what.cfl, what.length,
                     static_cast<double>(what.krylov_steps), what.reduction, static_cast<double>(what.trouble),
                     static_cast<double>(what.right_hand_sides)});
}

template <int Dim>
void Monitor<Dim>::sync() {
  if (newton_file_) newton_file_->sync();
  history_.sync();
  if (error_file_) error_file_->sync();
  if (force_file_) force_file_->sync();
  if (probe_file_) probe_file_->sync();
}

template <int Dim>
void Monitor<Dim>::append_force(long step, const std::string& boundary) {
  const double time = problem_.solver->time();
  ForceHistory& history = forces_.at(boundary);
  const ForceCoefficients& c = *history.last;
  history.last_step = step;
  history.times.push_back(time);
  history.drag.push_back(c.cd);
  history.lift.push_back(c.cl);
  std::vector<double> row{time, c.cd, c.cl, c.cd_pressure, c.cd_viscous, c.cl_pressure, c.cl_viscous};
  if (Dim == 2)
    row.push_back(c.cm[0]);
  else
    row.insert(row.end(), {c.cz, c.cz_pressure, c.cz_viscous, c.cm[0], c.cm[1], c.cm[2]});
  row.insert(row.end(), history.in_si.begin(), history.in_si.end());
  row.push_back(static_cast<double>(step));
  force_file_->row(row, printable_name(boundary));
}

template <int Dim>
void Monitor<Dim>::append_probes(long step, const std::vector<std::array<double, Dim + 2>>& states) {
  std::vector<double> values;
  for (const auto& state : states) {
    const auto primitive = primitive_of(state, problem_.c.solver.gas.gamma);
    values.insert(values.end(), primitive.begin(), primitive.end());
  }
  probe_file_->append(step, problem_.solver->time(), values);
}

template class Monitor<2>;
template class Monitor<3>;

}  // namespace dg::app
