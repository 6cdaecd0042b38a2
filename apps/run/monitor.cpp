#include "apps/run/monitor.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "apps/run/encoded_name.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/run/time_loop.hpp"

namespace dg::app {
namespace {

const std::vector<std::string> history_columns{
    "step",          "time", "dt",     "residual",       "residual_rho", "residual_rhou", "residual_rhov",
    "residual_rhoE", "mass", "energy", "kinetic_energy", "enstrophy",    "entropy"};
const std::vector<std::string> force_columns{"time",        "cd",         "cl", "cd_pressure", "cd_viscous",
                                             "cl_pressure", "cl_viscous", "cm", "step",        "boundary"};
const std::vector<std::string> error_columns{"step",    "time",     "l2_rho",    "l2_rhou",   "l2_rhov",
                                             "l2_rhoE", "linf_rho", "linf_rhou", "linf_rhov", "linf_rhoE"};
const std::vector<std::string> probe_columns{"time", "probe", "rho", "u", "v", "p", "step"};

const std::vector<std::string> newton_columns{"step",         "residual",         "cfl",     "length",
                                              "krylov_steps", "linear_reduction", "trouble", "right_hand_sides"};

CsvFile open(const std::string& path, const std::vector<std::string>& columns, bool continues, double last) {
  return continues ? CsvFile::resume(path, columns, last) : CsvFile(path, columns);
}

}  // namespace

Monitor::Monitor(const Problem& problem, const OutputDirectory& directory, long step, double time)
    : problem_(problem),
      history_(open(directory.file("history.csv"), history_columns, directory.continues(), static_cast<double>(step))) {
  if (directory.continues()) restore_residuals(directory);
  for (const std::string& name : problem.c.output.forces) forces_[name];
  for (const auto& [name, history] : forces_) force_boundaries_.push_back(name);
  // Times are written with 17 digits, so that comparing them is exact.
  if (problem.probes)
    probe_file_.emplace(open(directory.file("probes.csv"), probe_columns, directory.continues(), time));
  if (problem.fields.exact)
    error_file_.emplace(
        open(directory.file("errors.csv"), error_columns, directory.continues(), static_cast<double>(step)));
  if (problem.c.solver.newton)
    newton_file_.emplace(
        open(directory.file("newton.csv"), newton_columns, directory.continues(), static_cast<double>(step)));
  if (forces_.empty()) return;
  force_file_.emplace(open(directory.file("forces.csv"), force_columns, directory.continues(), time));
  restore_forces();
}

void Monitor::restore_forces() {
  for (const std::string& line : force_file_->kept()) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != force_columns.size()) continue;
    const auto history = std::find_if(forces_.begin(), forces_.end(),
                                      [&](const auto& force) { return printable_name(force.first) == cells.back(); });
    if (history == forces_.end()) continue;
    history->second.times.push_back(std::strtod(cells[0].c_str(), nullptr));
    history->second.drag.push_back(std::strtod(cells[1].c_str(), nullptr));
    history->second.lift.push_back(std::strtod(cells[2].c_str(), nullptr));
  }
}

void Monitor::restore_residuals(const OutputDirectory& directory) {
  const double all = std::numeric_limits<double>::infinity();
  for (const std::string& line : csv_rows((directory.path() / "sequence.csv").string(), sequence_columns, all)) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() == sequence_columns.size() && cells[1] == "0") observe_earlier(std::stod(cells[2]));
  }
  for (const std::string& line : history_.kept()) {
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != history_columns.size()) continue;
    residuals_.observe(std::strtol(cells[0].c_str(), nullptr, 10), std::strtod(cells[3].c_str(), nullptr));
  }
}

bool Monitor::converged() const {
  const TimeSection& time = problem_.c.time;
  return time.steady && (scaled_residual() <= time.tolerance || (time.drop > 0.0 && residuals_.fallen_by(time.drop)));
}

void Monitor::record(long step, double last_dt) {
  const Solver& solver = *problem_.solver;
  const auto [residual, totals, flow, forces, samples] =
      solver.observe(force_boundaries_, problem_.probes ? problem_.probes->samples() : SampledCells{});
  residuals_.observe(step, dg::app::scaled_residual(residual, totals, problem_.area));
  const std::array<double, 4>& r = residual.l2;
  history_.row({static_cast<double>(step), solver.time(), last_dt, scaled_residual(), r[0], r[1], r[2], r[3], totals[0],
                totals[3], flow.kinetic_energy, flow.enstrophy, flow.entropy});
  for (std::size_t i = 0; i < forces.size(); ++i) record_force(step, force_boundaries_[i], forces[i]);
  if (probe_file_) record_probes(step, samples);
}

void Monitor::record_errors(long step) {
  if (!error_file_ || step == last_errors_) return;
  Norms errors;
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

void Monitor::record_newton(long step, const NewtonStep& what) {
  newton_file_->row({static_cast<double>(step), what.residual, what.cfl, what.length,
                     static_cast<double>(what.krylov_steps), what.reduction, static_cast<double>(what.trouble),
                     static_cast<double>(what.right_hand_sides)});
}

void Monitor::sync() {
  if (newton_file_) newton_file_->sync();
  history_.sync();
  if (error_file_) error_file_->sync();
  if (force_file_) force_file_->sync();
  if (probe_file_) probe_file_->sync();
}

void Monitor::record_force(long step, const std::string& boundary, const Force& force) {
  const double time = problem_.solver->time();
  const ForceCoefficients c = force_coefficients(force, problem_.c.reference);
  ForceHistory& history = forces_.at(boundary);
  history.last = c;
  history.times.push_back(time);
  history.drag.push_back(c.cd);
  history.lift.push_back(c.cl);
  force_file_->row(
      {time, c.cd, c.cl, c.cd_pressure, c.cd_viscous, c.cl_pressure, c.cl_viscous, c.cm, static_cast<double>(step)},
      printable_name(boundary));
}

void Monitor::record_probes(long step, std::span<const double> samples) {
  const double gamma = problem_.c.solver.gas.gamma;
  const std::vector<std::array<double, 4>> states = problem_.probes->evaluate(samples);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto [rho, mx, my, energy] = states[i];
    const double pressure = (gamma - 1.0) * (energy - 0.5 * (mx * mx + my * my) / rho);
    probe_file_->row({problem_.solver->time(), static_cast<double>(i), rho, mx / rho, my / rho, pressure,
                      static_cast<double>(step)});
  }
}

}  // namespace dg::app
