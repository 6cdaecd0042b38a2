#include "apps/run/summary.hpp"

#include <algorithm>
#include <cmath>

#include "apps/case/choices.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/json_number.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/series_mean.hpp"
#include "apps/version.hpp"

namespace dg::app {
namespace {

using Json = nlohmann::ordered_json;

/// The mean of a coefficient from the start time of [average] on, with its error; null where that is not known.
Json mean_json(const ForceHistory& history, const std::vector<double>& values, double from) {
  const auto first = std::lower_bound(history.times.begin(), history.times.end(), from) - history.times.begin();
  const auto mean = mean_of_series(std::span(history.times).subspan(first), std::span(values).subspan(first));
  if (!mean) return nullptr;
  return {{"mean", json_number(mean->mean)}, {"error", json_number(mean->error)}, {"batches", mean->batches}};
}

template <int Dim>
Json forces_json(const ProblemOf<Dim>& problem, const Monitor<Dim>& monitor) {
  const ReferenceSection& reference = problem.c.reference;
  Json all = Json::object();
  for (const auto& [name, history] : monitor.forces()) {
    if (!history.last) continue;  // nothing has been looked at yet
    const ForceCoefficients& c = *history.last;
    Json one = {{"cd", json_number(c.cd)},
                {"cl", json_number(c.cl)},
                {"cd_pressure", json_number(c.cd_pressure)},
                {"cd_viscous", json_number(c.cd_viscous)},
                {"cl_pressure", json_number(c.cl_pressure)},
                {"cl_viscous", json_number(c.cl_viscous)}};
    if (Dim == 2) {
      one["cm"] = json_number(c.cm[0]);
    } else {
      one.update({{"cz", json_number(c.cz)},
                  {"cz_pressure", json_number(c.cz_pressure)},
                  {"cz_viscous", json_number(c.cz_viscous)}});
      one.update({{"cmx", json_number(c.cm[0])}, {"cmy", json_number(c.cm[1])}, {"cmz", json_number(c.cm[2])}});
    }
    for (std::size_t i = 0; i < history.in_si.size(); ++i)
      one[si_force_columns<Dim>()[i]] = json_number(history.in_si[i]);
    const auto shedding = estimate_shedding(history.times, history.lift, history.drag);
    one["strouhal"] = shedding ? json_number(shedding->frequency * reference.length / reference.mach) : Json(nullptr);
    one["mean_cd"] = shedding ? json_number(shedding->mean_drag) : Json(nullptr);
    one["mean_cl"] = shedding ? json_number(shedding->mean_lift) : Json(nullptr);
    one["cl_rms"] = shedding ? json_number(shedding->lift_rms) : Json(nullptr);
    one["cl_amplitude"] = shedding ? json_number(shedding->lift_amplitude) : Json(nullptr);
    one["periods"] = shedding ? shedding->periods : 0;
    if (const AverageSection& average = problem.c.average; average.wanted)
      one["average"] = {{"cd", mean_json(history, history.drag, average.from)},
                        {"cl", mean_json(history, history.lift, average.from)}};
    all[printable_name(name)] = std::move(one);
  }
  return all;
}

Json sequence_json(const std::vector<SequenceStage>& stages) {
  Json json = Json::array();
  for (const SequenceStage& stage : stages) {
    json.push_back({{"degree", stage.degree},
                    {"iterations", stage.steps},
                    {"first_residual", json_number(stage.first_residual)},
                    {"residual", json_number(stage.residual)},
                    {"seconds", stage.seconds}});
  }
  return json;
}

template <int Dim>
Json rates_json(const ProblemOf<Dim>& problem, const RunState& state, const TimeLoop<Dim>& loop) {
  const SolverInfo& info = problem.solver->info();
  Json json = {{"setup_seconds", Json::object()},
               {"wall_seconds", state.wall_seconds},
               {"seconds_per_step", nullptr},
               {"dof_per_second", nullptr}};
  for (const auto& [phase, seconds] : problem.setup.phases()) json["setup_seconds"][phase] = seconds;
  if (loop.steps_taken() > 0 && loop.seconds() > 0.0) {
    const double per_step = loop.seconds() / static_cast<double>(loop.steps_taken());
    json["seconds_per_step"] = per_step;
    const double right_hand_sides =
        problem.c.solver.solves_systems()
            ? static_cast<double>(loop.implicit_work().right_hand_sides) / static_cast<double>(loop.steps_taken())
            : stage_count(problem.c.solver.scheme);
    json["dof_per_second"] = static_cast<double>(info.dof) * right_hand_sides / per_step;
  }
  return json;
}

}  // namespace

int stage_count(TimeScheme scheme) {
  switch (scheme) {
    case TimeScheme::ssprk3:
      return 3;
    case TimeScheme::ssprk54:
      return 5;
    case TimeScheme::rk4:
    case TimeScheme::multistage4:
      return 4;
    case TimeScheme::esdirk3:
    case TimeScheme::esdirk4:
      return 0;
  }
  return 0;
}

Json named_fields(std::span<const double> values) {
  const std::vector<const char*> names = values.size() == 4 ? field_names<2>() : field_names<3>();
  Json json;
  for (std::size_t i = 0; i < names.size(); ++i) json[names[i]] = json_number(values[i]);
  return json;
}

template <int Dim>
Json make_summary(const ProblemOf<Dim>& problem, const RunState& state, const TimeLoop<Dim>& loop,
                  const Monitor<Dim>* monitor) {
  const SolverOf<Dim>& solver = *problem.solver;
  const SolverInfo& info = solver.info();
  Json json = {{"status", state.status}};
  if (!state.reason.empty()) json["reason"] = state.reason;
  json.update({{"rkdg", version},
               {"case", problem.c.path},
               {"backend", info.backend},
               {"device", info.device},
               {"threads", info.threads},
               {"ranks", info.ranks},
               {"exchange", info.exchange},
               {"halo_cells", info.halo_cells},
               {"precision", info.precision},
               {"degree", problem.c.solver.degree},
               {"elements", info.cells},
               {"edges", info.faces},
               {"dof", info.dof},
               {"memory_bytes", info.bytes},
               {"steps", loop.step()},
               {"time", json_number(solver.time())}});
  if (const Units& units = problem.c.units; units.given)
    json["units"] = {{"metre", units.metre},
                     {"kilogram", units.kilogram},
                     {"second", units.second},
                     {"kelvin", units.kelvin},
                     {"gas_constant", units.gas_constant}};
  if (problem.c.solver.reconstruction != Reconstruction::none) {
    json["reconstruction"] = word_of(reconstruction_choices, problem.c.solver.reconstruction);
    json["limiter"] = word_of(limiter_choices, problem.c.solver.limiter);
  }
  if (problem.c.solver.degree > 0) {
    json["shocks"] = word_of(shock_choices, problem.c.solver.shocks);
    json["keeps_positive"] = problem.c.solver.keeps_positive();
  }
  if (const SubgridOptions& subgrid = problem.c.solver.gas.subgrid; subgrid.model != SubgridModel::none)
    json["turbulence"] = {{"model", word_of(subgrid_choices, subgrid.model)},
                          {"constant", subgrid.constant},
                          {"prandtl", subgrid.prandtl}};
  json.update(rates_json(problem, state, loop));
  json["assembly"] = info.assembly;
  json["layout"] = info.layout;
  json["ordering"] = name_of(problem.c.mesh.ordering.method);
  const bool done = state.status == "done";  // what takes long is computed once, and never after a signal
  const auto end = solver.totals();
  json["totals"] = {{"mass", {{"start", state.mass_start}, {"end", json_number(end.front())}}},
                    {"energy", {{"start", state.energy_start}, {"end", json_number(end.back())}}}};
  if (const ForcingSection& forcing = problem.c.forcing; forcing.wanted)
    json["forcing"] = {{"force", json_number(solver.control_state().force)},
                       {"mass_flow", json_number(end[1 + forcing.direction] / problem.flow.volume)}};
  if (problem.fields.exact && done) {
    const GasNorms<Dim> errors = solver.errors(problem.fields.exact);
    json["errors"] = {{"l2", named_fields(errors.l2)}, {"linf", named_fields(errors.linf)}};
  }
  if (monitor != nullptr) {
    json["residual"] = json_number(monitor->scaled_residual());
    if (Json forces = forces_json(problem, *monitor); !forces.empty()) json["forces"] = std::move(forces);
  }
  if (monitor != nullptr && monitor->mean()) {
    const auto& mean = monitor->mean()->mean();
    json["until"] = {{"mean_of", problem.c.time.until->name()},
                     {"mean", mean ? json_number(mean->mean) : Json(nullptr)},
                     {"error", mean ? json_number(mean->error) : Json(nullptr)},
                     {"settled", state.converged}};
  }
  if (problem.c.time.steady) {
    json["converged"] = state.converged;
    json["iterations"] = loop.step();
    json["tolerance"] = problem.c.time.tolerance;
    json["damping"] = problem.c.solver.damping_width;
    json["solver"] = problem.c.solver.newton ? "newton" : "march";
  }
  if (problem.c.solver.solves_systems()) {
    json["products"] = problem.c.solver.products == JacobianProducts::exact ? "exact" : "differences";
    json["smoother"] = problem.c.solver.smoother == Smoother::ilu ? "ilu" : "block-jacobi";
    json["newton_steps"] = loop.implicit_work().newton_steps;
    json["krylov_steps"] = loop.implicit_work().krylov_steps;
    json["right_hand_sides"] = loop.implicit_work().right_hand_sides;
    if (is_implicit(problem.c.solver.scheme)) json["rejected_steps"] = loop.implicit_work().rejected_steps;
    if (!state.stall.empty()) json["stall"] = state.stall;
  }
  if (!state.sequence.empty()) json["sequence"] = sequence_json(state.sequence);
  const bool has_free_stream = problem.c.reference.mach > 0.0 && !problem.c.solver.gas.viscous;
  if (has_free_stream && done) json["entropy_error"] = json_number(entropy_error_of(problem));
  if (!problem.ordering_metrics.is_null()) json["ordering_metrics"] = problem.ordering_metrics;
  return json;
}

template Json make_summary<2>(const ProblemOf<2>&, const RunState&, const TimeLoop<2>&, const Monitor<2>*);
template Json make_summary<3>(const ProblemOf<3>&, const RunState&, const TimeLoop<3>&, const Monitor<3>*);

}  // namespace dg::app
