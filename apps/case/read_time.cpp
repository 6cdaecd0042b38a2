#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "apps/case/built_variants.hpp"
#include "apps/case/choices.hpp"
#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

constexpr int most_sweeps = 100;

/// Degrees from the lowest on, all below the case's own and in this build.
std::vector<int> read_sequence(SectionReader& section, int degree) {
  std::vector<int> sequence;
  if (section.text("sequence", "none") == "none") return sequence;
  for (const std::string& item : section.list("sequence")) {
    const std::string where = section.where("sequence");
    if (item.find_first_not_of("0123456789") != std::string::npos || item.size() > 2) {
      throw InputError(where + ": 'sequence' is a list of degrees, as in 'sequence = 0, 1'; got " + in_quotes(item));
    }
    sequence.push_back(std::stoi(item));
    require_built_degree(sequence.back(), where);
    const bool ascends = sequence.size() < 2 || sequence[sequence.size() - 2] < sequence.back();
    if (!ascends || sequence.back() >= degree) {
      throw InputError(where + ": 'sequence' must ascend and stay below the degree of [space], which is " +
                       std::to_string(degree));
    }
  }
  return sequence;
}

void read_smoothing(SectionReader& section, SolverOptions& options, bool steady) {
  options.smoothing = section.positive("smoothing", 0.0);
  options.sweeps = section.integer<int>("sweeps", 2, 1, most_sweeps);
  if (section.has("smoothing") && !(steady && options.reconstruction != Reconstruction::none)) {
    throw InputError(section.where("smoothing") +
                     ": 'smoothing' of residuals needs 'mode = steady' and 'reconstruction = linear' in [space]");
  }
  if (section.has("sweeps") && !section.has("smoothing")) {
    throw InputError(section.where("sweeps") + ": 'sweeps' needs 'smoothing'");
  }
}

/// What needs explicit schemes, by the key that asks for it; null if nothing does.
const char* explicit_key(const SolverOptions& options) {
  if (options.shocks == ShockCapturing::damping) return "'shocks = damping' in [space]";
  return options.gas.subgrid.model != SubgridModel::none ? "'model' in [turbulence]" : nullptr;
}

/// Newton's method finds a steady state, unless the case says something that belongs to pseudo-time stepping.
bool newton_by_default(SectionReader& section, const Case& result) {
  const bool in_pseudo_time =
      std::any_of(pseudo_time_keys.begin(), pseudo_time_keys.end(), [&](const char* key) { return section.has(key); });
  return result.time.steady && !in_pseudo_time && result.solver.reconstruction == Reconstruction::none &&
         explicit_key(result.solver) == nullptr && result.solver.precision == Precision::double_precision;
}

/// `solver = newton` takes none of the keys of pseudo-time stepping.
void read_steady_solver(SectionReader& section, Case& result) {
  SolverOptions& options = result.solver;
  options.newton =
      section.choice<bool>("solver", newton_by_default(section, result), {{"march", false}, {"newton", true}});
  if (!options.newton) return;
  for (const std::string key : pseudo_time_keys) {
    if (section.has(key)) {
      throw InputError(section.where(key) + ": '" + key +
                       "' belongs to 'solver = march'; Newton's method does not use it");
    }
  }
  if (options.reconstruction != Reconstruction::none) {
    throw InputError(section.where("solver") +
                     ": 'solver = newton' does not work with 'reconstruction' in [space]; use 'solver = march'");
  }
  if (const char* key = explicit_key(options)) {
    throw InputError(
        fmt::format("{}: 'solver = newton' does not work with {}; use 'solver = march'", section.where("solver"), key));
  }
  if (options.precision == Precision::single_precision) {
    throw InputError(section.where("solver") + ": 'solver = newton' needs 'precision = double' in [space]");
  }
}

/// Implicit schemes find their steps by the error that these may have, or take fixed ones.
void read_implicit_scheme(SectionReader& section, Case& result) {
  SolverOptions& options = result.solver;
  const auto refuse = [&](const std::string& key, const std::string& why) {
    if (section.has(key)) throw InputError(section.where(key) + ": '" + key + "' " + why);
  };
  const std::string scheme = section.text("scheme", "");
  if (result.time.steady) {
    refuse("scheme", "= " + scheme + " is for unsteady flow; use 'solver = newton' for steady flow");
  }
  refuse("cfl", "belongs to explicit schemes; '" + scheme + "' sets its steps by 'tolerance' or 'dt'");
  if (options.reconstruction != Reconstruction::none) {
    refuse("scheme", "= " + scheme + " does not work with 'reconstruction' in [space]; use 'ssprk3'");
  }
  if (const char* key = explicit_key(options)) {
    refuse("scheme", fmt::format("= {} does not work with {}; use 'ssprk3'", scheme, key));
  }
  if (options.positivity == Positivity::on) {
    refuse("scheme", "= " + scheme + " does not work with 'positivity' in [space]; use 'ssprk3'");
  }
  if (options.precision == Precision::single_precision) {
    refuse("scheme", "= " + scheme + " needs 'precision = double' in [space]");
  }
  options.step_tolerance = section.positive("tolerance", options.step_tolerance);
}

/// How the linear systems of Newton's method and of implicit schemes are multiplied and preconditioned.
void read_linear_solver(SectionReader& section, SolverOptions& options) {
  options.products = section.choice<JacobianProducts>(
      "products", JacobianProducts::differences,
      {{"differences", JacobianProducts::differences}, {"exact", JacobianProducts::exact}});
  options.smoother = section.choice<Smoother>("smoother", Smoother::ilu,
                                              {{"ilu", Smoother::ilu}, {"block-jacobi", Smoother::block_jacobi}});
  if (options.products == JacobianProducts::exact && options.shocks == ShockCapturing::viscosity)
    throw InputError(section.where("products") +
                     ": 'products = exact' does not include 'shocks = viscosity'; use 'products = differences'");
  for (const std::string key : {"products", "smoother"}) {
    if (section.has(key) && !options.solves_systems())
      throw InputError(
          fmt::format("{}: '{}' needs 'solver = newton' or an implicit 'scheme'", section.where(key), key));
  }
}

void read_steady_keys(SectionReader& section, Case& result) {
  TimeSection& time = result.time;
  SolverOptions& options = result.solver;
  read_steady_solver(section, result);
  const bool is_error = is_implicit(options.scheme);  // what 'tolerance' says
  if (!is_error) time.tolerance = section.positive("tolerance", 1e-10);
  time.drop = section.positive("drop", 0.0);
  time.sequence = read_sequence(section, options.degree);
  time.raise = section.positive("raise", options.newton ? 1e-2 : 1e-4);
  options.local_time_step =
      section.choice<bool>("step", time.steady && !options.newton, {{"local", true}, {"global", false}});
  options.time_step_spread = section.positive("spread", options.time_step_spread);
  for (const std::string key : {"solver", "tolerance", "drop", "sequence", "raise", "step", "spread", "damping"}) {
    if (!time.steady && section.has(key) && !(is_error && key == "tolerance")) {
      throw InputError(section.where(key) + ": '" + key + "' needs 'mode = steady'" +
                       (key == "tolerance" ? " or an implicit 'scheme'" : ""));
    }
  }
  for (const std::string key : {"drop", "raise"}) {
    if ((key == "drop" ? time.drop : time.raise) >= 1.0) {
      throw InputError(section.where(key) + ": '" + key +
                       "' is a fraction of the largest residual and must be below 1");
    }
  }
  if (section.has("raise") && !section.has("sequence")) {
    throw InputError(section.where("raise") + ": 'raise' needs a 'sequence' of degrees");
  }
  options.damping_width = section.integer<long>("damping", 0, 1);
  if (section.has("damping") && !options.local_time_step) {
    throw InputError(section.where("damping") + ": 'damping' needs 'step = local'");
  }
  if (section.has("spread") && (!options.local_time_step || options.time_step_spread < 1.0)) {
    throw InputError(section.where("spread") +
                     ": 'spread' is the largest ratio of local steps, at least 1; it needs 'step = local'");
  }
  for (const std::string key : {"end", "dt"}) {
    if (options.local_time_step && section.has(key)) {
      throw InputError(section.where(key) + ": '" + key +
                       "' has no meaning where each cell takes its own time step; use 'steps', or 'step = global'");
    }
  }
}

}  // namespace

void read_time(const IniFile& file, Case& result) {
  SectionReader section(file, "time", result.names.constants);
  TimeSection& time = result.time;
  SolverOptions& options = result.solver;
  options.scheme = section.choice<TimeScheme>("scheme", TimeScheme::ssprk3,
                                              {{"ssprk3", TimeScheme::ssprk3},
                                               {"ssprk54", TimeScheme::ssprk54},
                                               {"rk4", TimeScheme::rk4},
                                               {"multistage4", TimeScheme::multistage4},
                                               {"esdirk3", TimeScheme::esdirk3},
                                               {"esdirk4", TimeScheme::esdirk4}});
  if (options.scheme == TimeScheme::multistage4 && options.degree > 0) {
    throw InputError(section.where("scheme") + ": 'multistage4' is for 'degree = 0' in [space]; use 'ssprk3'");
  }
  if (section.has("cfl") && section.has("dt")) {
    throw InputError(section.where("dt") + ": [time] has both 'cfl' and 'dt'; keep one of them");
  }
  options.cfl = section.positive("cfl", 0.5);
  options.fixed_dt = section.positive("dt", 0.0);
  time.end = section.positive("end", std::numeric_limits<double>::infinity());
  time.steps = section.integer<long>("steps", std::numeric_limits<long>::max(), 1);
  time.steady = section.choice<bool>("mode", false, {{"unsteady", false}, {"steady", true}});
  if (is_implicit(options.scheme)) read_implicit_scheme(section, result);
  read_steady_keys(section, result);
  read_linear_solver(section, options);
  read_smoothing(section, options, time.steady);
  if (section.has("until")) {
    const std::string where = section.where("until");
    if (time.steady)
      throw InputError(where + ": 'until' ends unsteady runs; a steady one ends at 'tolerance' or 'drop'");
    time.until = parse_settled_mean(section.text("until", ""), where);
  }
  if (!section.has("end") && !section.has("steps") && !options.newton) {
    for (const std::string key : {"end", "steps"}) section.refuse_misspelling(key);
    throw InputError(section.where() + ": [time] needs 'end = TIME' or 'steps = NUMBER', or both");
  }
  section.finish();
}

}  // namespace dg::app
