#include "apps/case/read_sections.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/case/built_variants.hpp"
#include "apps/case/choices.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// Far beyond any use; rules of higher degrees would take more memory than most machines have.
constexpr int most_extra_quadrature = 100;
constexpr int most_sweeps = 100;
constexpr double most_line_points = 1e6;

Precision read_precision(SectionReader& section) {
  const auto precision =
      section.choice<Precision>("precision", Precision::double_precision,
                                {{"double", Precision::double_precision}, {"single", Precision::single_precision}});
  const std::string wanted = precision == Precision::double_precision ? "double" : "float";
  for (const std::string& built : built_precisions()) {
    if (built == wanted) return precision;
  }
  throw InputError(section.where("precision") + ": " + section.text("precision", "double") +
                   " precision is not in this build; configure with -DRKDG_PRECISIONS=\"double;float\"");
}

GeneratorParameters parse_parameters(SectionReader& section) {
  GeneratorParameters parameters;
  for (const std::string& item : section.list("parameters")) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError(section.where("parameters") + ": expected key=value in 'parameters' of [mesh], got " +
                       in_quotes(item));
    }
    if (!parameters.emplace(item.substr(0, equals), item.substr(equals + 1)).second) {
      throw InputError(section.where("parameters") + ": " + in_quotes(item.substr(0, equals)) + " is given twice");
    }
  }
  return parameters;
}

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

void read_reconstruction(SectionReader& section, Case& result) {
  SolverOptions& options = result.solver;
  options.reconstruction = section.choice("reconstruction", Reconstruction::none, reconstruction_choices);
  options.limiter = section.choice("limiter", Limiter::venkatakrishnan, limiter_choices);
  options.limiter_constant = section.positive("limiter_constant", options.limiter_constant);
  options.limiter_length = result.reference.length;
  const bool reconstructs = options.reconstruction != Reconstruction::none;
  for (const std::string key : {"limiter", "limiter_constant"}) {
    if (!reconstructs && section.has(key))
      throw InputError(section.where(key) + ": '" + key + "' needs 'reconstruction = linear'");
  }
  if (options.limiter != Limiter::venkatakrishnan && section.has("limiter_constant")) {
    throw InputError(section.where("limiter_constant") + ": 'limiter_constant' needs 'limiter = venkatakrishnan'");
  }
  if (reconstructs && options.degree > 0) {
    throw InputError(section.where("reconstruction") +
                     ": a reconstruction from cell means needs 'degree = 0'; degree " + std::to_string(options.degree) +
                     " has slopes of its own");
  }
  if (reconstructs && options.gas.viscous) {
    throw InputError(section.where("reconstruction") +
                     ": a reconstruction has no viscous terms; it needs 'model = euler' in [gas]");
  }
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

/// `solver = newton` takes none of the keys of the march.
void read_steady_solver(SectionReader& section, Case& result) {
  SolverOptions& options = result.solver;
  options.newton = section.choice<bool>("solver", false, {{"march", false}, {"newton", true}});
  if (!options.newton) return;
  for (const std::string key : {"scheme", "cfl", "dt", "end", "step", "spread", "damping"}) {
    if (section.has(key)) {
      throw InputError(section.where(key) + ": '" + key +
                       "' belongs to 'solver = march'; Newton's method has no use for it");
    }
  }
  if (options.reconstruction != Reconstruction::none) {
    throw InputError(section.where("solver") +
                     ": 'solver = newton' has no use for 'reconstruction' in [space]; take 'solver = march'");
  }
  if (options.precision == Precision::single_precision) {
    throw InputError(section.where("solver") + ": 'solver = newton' needs 'precision = double' in [space]");
  }
}

void read_steady_keys(SectionReader& section, Case& result) {
  TimeSection& time = result.time;
  SolverOptions& options = result.solver;
  read_steady_solver(section, result);
  time.tolerance = section.positive("tolerance", 1e-10);
  time.drop = section.positive("drop", 0.0);
  time.sequence = read_sequence(section, options.degree);
  time.raise = section.positive("raise", options.newton ? 1e-2 : 1e-4);
  options.local_time_step =
      section.choice<bool>("step", time.steady && !options.newton, {{"local", true}, {"global", false}});
  options.time_step_spread = section.positive("spread", options.time_step_spread);
  for (const std::string key : {"solver", "tolerance", "drop", "sequence", "raise", "step", "spread", "damping"}) {
    if (!time.steady && section.has(key)) {
      throw InputError(section.where(key) + ": '" + key + "' needs 'mode = steady'");
    }
  }
  for (const std::string key : {"drop", "raise"}) {
    if ((key == "drop" ? time.drop : time.raise) >= 1.0) {
      throw InputError(section.where(key) + ": '" + key + "' is the part of the largest residual to fall to, below 1");
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

/// `line = x0, y0, x1, y1, n`, or several such groups of five.
std::vector<ProbeLine> read_lines(SectionReader& section) {
  constexpr std::size_t group = 5;
  const std::string text = section.text("line", "");
  const std::size_t count = text.empty() ? 0 : 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  const std::string where = section.where("line");
  const std::string wanted = ": 'line' is x0, y0, x1, y1, n: two ends and the number of points, at least 2";
  if (count % group != 0) throw InputError(where + wanted);
  std::vector<ProbeLine> lines;
  if (count == 0) return lines;
  const std::vector<double> numbers = *section.numbers("line", count);
  for (std::size_t i = 0; i < count; i += group) {
    const double points = numbers[i + 4];
    if (points != std::floor(points) || points < 2 || points > most_line_points) throw InputError(where + wanted);
    lines.push_back({{numbers[i], numbers[i + 1]}, {numbers[i + 2], numbers[i + 3]}, static_cast<int>(points)});
  }
  return lines;
}

}  // namespace

void require_built_degree(int degree, const std::string& where) {
  for (const std::string& built : built_degrees()) {
    if (built == std::to_string(degree)) return;
  }
  throw InputError(where + ": degree " + std::to_string(degree) +
                   " is not in this build (it has: " + join(built_degrees()) + "; others by -DRKDG_DEGREES)");
}

void read_mesh(const IniFile& file, Case& result) {
  SectionReader section(file, "mesh", result.names.constants);
  MeshSection& mesh = result.mesh;
  mesh.file = section.text("file", "");
  mesh.generate = section.text("generate", "");
  for (const std::string key : {"file", "generate"}) section.refuse_misspelling(key);
  if (mesh.file.empty() == mesh.generate.empty()) {
    throw InputError(section.where() + ": [mesh] needs one of 'file = PATH' and 'generate = NAME'");
  }
  mesh.where = section.where(mesh.file.empty() ? "generate" : "file");
  mesh.level = section.integer<int>("level", 0, 0, max_mesh_level);
  mesh.parameters = parse_parameters(section);
  if (mesh.generate.empty() && (section.has("level") || section.has("parameters"))) {
    throw InputError(section.where(section.has("level") ? "level" : "parameters") +
                     ": 'level' and 'parameters' belong to 'generate', not to 'file'");
  }
  std::vector<std::pair<std::string, OrderingMethod>> methods;
  for (const OrderingMethod method : ordering_methods()) methods.emplace_back(name_of(method), method);
  mesh.ordering.method = section.choice<OrderingMethod>("ordering", OrderingMethod::none, methods);
  mesh.ordering.starts = section.list("start");
  if (section.has("start") && mesh.ordering.method == OrderingMethod::none) {
    throw InputError(section.where("start") + ": 'start' needs an 'ordering'");
  }
  mesh.where_start = section.where("start");
  section.finish();
}

void read_space(const IniFile& file, Case& result) {
  SectionReader section(file, "space", result.names.constants);
  SolverOptions& options = result.solver;
  options.degree = section.integer<int>("degree", 2, 0);
  require_built_degree(options.degree, section.where("degree"));
  options.quads = section.choice<QuadSpace>("quads", QuadSpace::P, {{"P", QuadSpace::P}, {"Q", QuadSpace::Q}});
  options.riemann = section.choice<Riemann>("riemann", Riemann::llf,
                                            {{"llf", Riemann::llf}, {"roe", Riemann::roe}, {"hllc", Riemann::hllc}});
  section.choice<bool>("viscous", true, {{"br2", true}});
  options.eta = section.text("eta", "auto") == "auto" ? 0.0 : section.positive("eta", 0.0);
  options.mass_inverse =
      section.choice<MassInverse>("mass_inverse", MassInverse::exact,
                                  {{"exact", MassInverse::exact}, {"weight-adjusted", MassInverse::weight_adjusted}});
  options.extra_quadrature = section.integer<int>("extra_quadrature", 0, 0, most_extra_quadrature);
  options.assembly = section.choice("assembly", Assembly::automatic, assembly_choices);
  options.layout = section.choice("layout", Layout::automatic, layout_choices);
  options.precision = read_precision(section);
  read_reconstruction(section, result);
  section.finish();
}

void read_time(const IniFile& file, Case& result) {
  SectionReader section(file, "time", result.names.constants);
  TimeSection& time = result.time;
  SolverOptions& options = result.solver;
  options.scheme = section.choice<TimeScheme>("scheme", TimeScheme::ssprk3,
                                              {{"ssprk3", TimeScheme::ssprk3},
                                               {"ssprk54", TimeScheme::ssprk54},
                                               {"rk4", TimeScheme::rk4},
                                               {"multistage4", TimeScheme::multistage4}});
  if (options.scheme == TimeScheme::multistage4 && options.degree > 0) {
    throw InputError(section.where("scheme") + ": 'multistage4' is made for 'degree = 0' in [space]; take 'ssprk3'");
  }
  if (section.has("cfl") && section.has("dt")) {
    throw InputError(section.where("dt") + ": [time] has both 'cfl' and 'dt'; keep one of them");
  }
  options.cfl = section.positive("cfl", 0.5);
  options.fixed_dt = section.positive("dt", 0.0);
  time.end = section.positive("end", std::numeric_limits<double>::infinity());
  time.steps = section.integer<long>("steps", std::numeric_limits<long>::max(), 1);
  time.steady = section.choice<bool>("mode", false, {{"unsteady", false}, {"steady", true}});
  read_steady_keys(section, result);
  read_smoothing(section, options, time.steady);
  if (!section.has("end") && !section.has("steps") && !options.newton) {
    for (const std::string key : {"end", "steps"}) section.refuse_misspelling(key);
    throw InputError(section.where() + ": [time] needs 'end = TIME' or 'steps = NUMBER', or both");
  }
  section.finish();
}

void read_output(const IniFile& file, Case& result) {
  SectionReader section(file, "output", result.names.constants);
  OutputSection& output = result.output;
  output.directory = section.text("directory", "out");
  output.every = section.integer<long>("every", 0, 0);
  output.format = section.choice<FieldFormat>(
      "format", FieldFormat::vtu,
      {{"vtu", FieldFormat::vtu}, {"vtkhdf", FieldFormat::vtkhdf}, {"none", FieldFormat::none}});
  output.forces = section.list("forces");
  output.surface = section.list("surface");
  output.probes = section.text("probes", "");
  output.lines = read_lines(section);
  output.surface_every = section.integer<long>("surface_every", 0, 0);
  if (section.has("surface_every") && output.surface.empty()) {
    throw InputError(section.where("surface_every") + ": 'surface_every' needs a 'surface', a list of boundaries");
  }
  output.errors = section.integer<long>("errors", 0, 0);
  if (section.has("errors") && !result.exact) {
    throw InputError(section.where("errors") + ": 'errors' needs a section [exact] to measure them against");
  }
  output.monitor = section.integer<long>("monitor", result.solver.newton ? 1 : 20, 1);
  output.where_forces = section.where("forces");
  output.where_surface = section.where("surface");
  output.where_probes = section.where("probes");
  output.where_line = section.where("line");
  section.finish();

  SectionReader checkpoint(file, "checkpoint", result.names.constants);
  result.checkpoint_every = checkpoint.integer<long>("every", result.solver.newton ? 10 : 10000, 0);
  checkpoint.finish();
}

void read_average(const IniFile& file, Case& result) {
  SectionReader section(file, "average", result.names.constants);
  AverageSection& average = result.average;
  average.wanted = section.present();
  average.from = section.number("from", 0.0);
  average.every = section.integer<long>("every", average.every, 1);
  section.finish();
  if (average.wanted && result.solver.local_time_step) {
    throw InputError(section.where() + ": [average] has no meaning where each cell takes its own time step");
  }
}

void read_catalyst(const IniFile& file, Case& result) {
  SectionReader section(file, "catalyst", result.names.constants);
  CatalystSection& catalyst = result.catalyst;
  catalyst.script = section.text("script", "");
  catalyst.every = section.integer<long>("every", 0, 0);
  catalyst.cells = section.choice<CatalystCells>(
      "cells", CatalystCells::linear, {{"linear", CatalystCells::linear}, {"lagrange", CatalystCells::lagrange}});
  catalyst.where = section.where("script");
  section.finish();
  if (section.present() && catalyst.script.empty()) {
    throw InputError(section.where() + ": [catalyst] needs 'script = PATH', a Python script of ParaView Catalyst");
  }
}

}  // namespace dg::app
