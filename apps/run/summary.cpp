#include "apps/run/summary.hpp"

#include <cmath>

#include "apps/case/choices.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/version.hpp"
#include "libdg/output/entropy_error.hpp"

namespace dg::app {
namespace {

using Json = nlohmann::ordered_json;

/// JSON knows no NaN or infinity: they become null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json forces_json(const Problem& problem, const Monitor& monitor) {
  const ReferenceSection& reference = problem.c.reference;
  Json all = Json::object();
  for (const auto& [name, history] : monitor.forces()) {
    const ForceCoefficients& c = history.last;
    Json one = {{"cd", number(c.cd)},
                {"cl", number(c.cl)},
                {"cd_pressure", number(c.cd_pressure)},
                {"cd_viscous", number(c.cd_viscous)},
                {"cl_pressure", number(c.cl_pressure)},
                {"cl_viscous", number(c.cl_viscous)},
                {"cm", number(c.cm)}};
    const auto shedding = estimate_shedding(history.times, history.lift, history.drag);
    one["strouhal"] = shedding ? number(shedding->frequency * reference.length / reference.mach) : Json(nullptr);
    one["mean_cd"] = shedding ? number(shedding->mean_drag) : Json(nullptr);
    one["mean_cl"] = shedding ? number(shedding->mean_lift) : Json(nullptr);
    one["cl_rms"] = shedding ? number(shedding->lift_rms) : Json(nullptr);
    one["cl_amplitude"] = shedding ? number(shedding->lift_amplitude) : Json(nullptr);
    one["periods"] = shedding ? shedding->periods : 0;
    all[printable_name(name)] = std::move(one);
  }
  return all;
}

Json sequence_json(const std::vector<SequenceStage>& stages) {
  Json json = Json::array();
  for (const SequenceStage& stage : stages) {
    json.push_back({{"degree", stage.degree},
                    {"iterations", stage.steps},
                    {"first_residual", number(stage.first_residual)},
                    {"residual", number(stage.residual)},
                    {"seconds", stage.seconds}});
  }
  return json;
}

Json rates_json(const Problem& problem, const RunState& state, const TimeLoop& loop) {
  const SolverInfo& info = problem.solver->info();
  Json json = {{"wall_seconds", state.wall_seconds}, {"seconds_per_step", nullptr}, {"dof_per_second", nullptr}};
  if (loop.steps_taken() > 0 && loop.seconds() > 0.0) {
    const double per_step = loop.seconds() / static_cast<double>(loop.steps_taken());
    json["seconds_per_step"] = per_step;
    const double right_hand_sides =
        problem.c.solver.newton ? static_cast<double>(loop.right_hand_sides()) / static_cast<double>(loop.steps_taken())
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
  }
  return 0;
}

Json named_fields(const std::array<double, 4>& values) {
  return {{"rho", number(values[0])},
          {"rhou", number(values[1])},
          {"rhov", number(values[2])},
          {"rhoE", number(values[3])}};
}

Json make_summary(const Problem& problem, const RunState& state, const TimeLoop& loop, const Monitor* monitor) {
  const Solver& solver = *problem.solver;
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
               {"time", number(solver.time())}});
  if (problem.c.solver.reconstruction != Reconstruction::none) {
    json["reconstruction"] = word_of(reconstruction_choices, problem.c.solver.reconstruction);
    json["limiter"] = word_of(limiter_choices, problem.c.solver.limiter);
  }
  json.update(rates_json(problem, state, loop));
  json["assembly"] = info.assembly;
  json["layout"] = info.layout;
  json["ordering"] = name_of(problem.c.mesh.ordering.method);
  const bool done = state.status == "done";  // what takes long is computed once, and never after a signal
  const std::array<double, 4> end = solver.totals();
  json["totals"] = {{"mass", {{"start", state.totals_start[0]}, {"end", number(end[0])}}},
                    {"energy", {{"start", state.totals_start[3]}, {"end", number(end[3])}}}};
  if (problem.fields.exact && done) {
    const Norms errors = solver.errors(problem.fields.exact);
    json["errors"] = {{"l2", named_fields(errors.l2)}, {"linf", named_fields(errors.linf)}};
  }
  if (monitor != nullptr) {
    json["residual"] = number(monitor->scaled_residual());
    if (!monitor->forces().empty()) json["forces"] = forces_json(problem, *monitor);
  }
  if (problem.c.time.steady) {
    json["converged"] = state.converged;
    json["iterations"] = loop.step();
    json["tolerance"] = problem.c.time.tolerance;
    json["damping"] = problem.c.solver.damping_width;
    json["solver"] = problem.c.solver.newton ? "newton" : "march";
  }
  if (problem.c.solver.newton) {
    json["newton_steps"] = loop.steps_taken();
    json["krylov_steps"] = loop.krylov_steps();
    json["right_hand_sides"] = loop.right_hand_sides();
    if (!state.stall.empty()) json["stall"] = state.stall;
  }
  if (!state.sequence.empty()) json["sequence"] = sequence_json(state.sequence);
  const bool has_free_stream = problem.c.reference.mach > 0.0 && !problem.c.solver.gas.viscous;
  if (has_free_stream && done) {
    json["entropy_error"] = number(entropy_error(solver, problem.mesh, degree_in_cells(problem.c.solver),
                                                 problem.c.solver.gas.gamma, problem.c.reference.freestream));
  }
  if (!problem.ordering_metrics.is_null()) json["ordering_metrics"] = problem.ordering_metrics;
  return json;
}

}  // namespace dg::app
