#include "apps/run/monitor.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "apps/run/encoded_name.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/output/gas_state.hpp"

namespace dg::app {
namespace {

using Columns = std::vector<std::string>;

/// Names of the conservative fields, each behind a prefix.
template <int Dim>
Columns with_fields(const std::string& prefix) {
  Columns columns;
  for (const char* field : field_names<Dim>()) columns.push_back(prefix + field);
  return columns;
}

Columns joined(std::initializer_list<Columns> parts) {
  Columns all;
  for (const Columns& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

template <int Dim>
const Columns history_columns = joined({{"step", "time", "dt", "residual"},
                                        with_fields<Dim>("residual_"),
                                        {"mass", "energy", "kinetic_energy", "enstrophy", "entropy",
                                         "viscous_dissipation", "pressure_dilatation"}});
template <int Dim>
const Columns force_columns = joined({{"time", "cd", "cl", "cd_pressure", "cd_viscous", "cl_pressure", "cl_viscous"},
                                      Dim == 2 ? Columns{"cm"}
                                               : Columns{"cz", "cz_pressure", "cz_viscous", "cmx", "cmy", "cmz"},
                                      {"step", "boundary"}});
template <int Dim>
const Columns error_columns = joined({{"step", "time"}, with_fields<Dim>("l2_"), with_fields<Dim>("linf_")});
template <int Dim>
const Columns probe_columns =
    joined({{"time", "probe", "rho"}, {velocity_names.begin(), velocity_names.begin() + Dim}, {"p", "step"}});

const std::vector<std::string> newton_columns{"step",         "residual",         "cfl",     "length",
                                              "krylov_steps", "linear_reduction", "trouble", "right_hand_sides"};

CsvFile open(const std::string& path, const std::vector<std::string>& columns, bool continues, double last) {
  return continues ? CsvFile::resume(path, columns, last) : CsvFile(path, columns);
}

}  // namespace

template <int Dim>
Monitor<Dim>::Monitor(const ProblemOf<Dim>& problem, const OutputDirectory& directory, long step, double time)
    : problem_(problem),
      history_(
          open(directory.file("history.csv"), history_columns<Dim>, directory.continues(), static_cast<double>(step))) {
  if (directory.continues()) restore_residuals(directory);
  for (const std::string& name : problem.c.output.forces) forces_[name];
  for (const auto& [name, history] : forces_) force_boundaries_.push_back(name);
  // Times are written with 17 digits, so that comparing them is exact.
  if (problem.probes)
    probe_file_.emplace(open(directory.file("probes.csv"), probe_columns<Dim>, directory.continues(), time));
  if (problem.fields.exact)
    error_file_.emplace(
        open(directory.file("errors.csv"), error_columns<Dim>, directory.continues(), static_cast<double>(step)));
  if (problem.c.solver.newton)
    newton_file_.emplace(
        open(directory.file("newton.csv"), newton_columns, directory.continues(), static_cast<double>(step)));
  if (forces_.empty()) return;
  force_file_.emplace(open(directory.file("forces.csv"), force_columns<Dim>, directory.continues(), time));
  restore_forces();
}

template <int Dim>
void Monitor<Dim>::restore_forces() {
  for (const std::string& line : force_file_->kept()) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != force_columns<Dim>.size()) continue;
    const auto history = std::find_if(forces_.begin(), forces_.end(),
                                      [&](const auto& force) { return printable_name(force.first) == cells.back(); });
    if (history == forces_.end()) continue;
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
    if (cells.size() == sequence_columns.size() && cells[1] == "0") observe_earlier(std::stod(cells[2]));
  }
  for (const std::string& line : history_.kept()) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != history_columns<Dim>.size()) continue;
    residuals_.observe(std::strtol(cells[0].c_str(), nullptr, 10), std::strtod(cells[3].c_str(), nullptr));
  }
}

template <int Dim>
bool Monitor<Dim>::converged() const {
  const TimeSection& time = problem_.c.time;
  return time.steady && (scaled_residual() <= time.tolerance || (time.drop > 0.0 && residuals_.fallen_by(time.drop)));
}

template <int Dim>
void Monitor<Dim>::record(long step, double last_dt) {
  const SolverOf<Dim>& solver = *problem_.solver;
  const auto [residual, totals, flow, forces, samples] = solver.observe(
      force_boundaries_, problem_.probes && !problem_.ranked ? problem_.probes->samples() : SampledCellsOf<Dim>{});
  residuals_.observe(step, dg::app::scaled_residual(residual, totals, problem_.volume));
  std::vector<double> row{static_cast<double>(step), solver.time(), last_dt, scaled_residual()};
  row.insert(row.end(), residual.l2.begin(), residual.l2.end());
  row.insert(row.end(), {totals.front(), totals.back(), flow.kinetic_energy, flow.enstrophy, flow.entropy,
                         flow.viscous_dissipation, flow.pressure_dilatation});
  history_.row(row);
  for (std::size_t i = 0; i < forces.size(); ++i) record_force(step, force_boundaries_[i], forces[i]);
  if (probe_file_) record_probes(step, problem_.ranked ? probe_states(problem_) : problem_.probes->evaluate(samples));
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
void Monitor<Dim>::record_force(long step, const std::string& boundary, const ForceOf<Dim>& force) {
  const double time = problem_.solver->time();
  const ForceCoefficients c = force_coefficients(force, problem_.c.reference);
  ForceHistory& history = forces_.at(boundary);
  history.last = c;
  history.times.push_back(time);
  history.drag.push_back(c.cd);
  history.lift.push_back(c.cl);
  std::vector<double> row{time, c.cd, c.cl, c.cd_pressure, c.cd_viscous, c.cl_pressure, c.cl_viscous};
  if (Dim == 2)
    row.push_back(c.cm[0]);
  else
    row.insert(row.end(), {c.cz, c.cz_pressure, c.cz_viscous, c.cm[0], c.cm[1], c.cm[2]});
  row.push_back(static_cast<double>(step));
  force_file_->row(row, printable_name(boundary));
}

template <int Dim>
void Monitor<Dim>::record_probes(long step, const std::vector<std::array<double, Dim + 2>>& states) {
  const double gamma = problem_.c.solver.gas.gamma;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto primitive = primitive_of(states[i], gamma);
    std::vector<double> row{problem_.solver->time(), static_cast<double>(i)};
    row.insert(row.end(), primitive.begin(), primitive.end());
    row.push_back(static_cast<double>(step));
    probe_file_->row(row);
  }
}

template class Monitor<2>;
template class Monitor<3>;

}  // namespace dg::app
