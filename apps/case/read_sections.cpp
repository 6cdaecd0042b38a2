#include "apps/case/read_sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/case/built_variants.hpp"
#include "apps/case/choices.hpp"
#include "apps/case/generator_parameters.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// Far beyond any use; rules of higher degrees would take more memory than most machines have.
constexpr int most_extra_quadrature = 100;
constexpr double most_line_points = 1e6;
constexpr int most_profile_points = 100'000;

Precision read_precision(SectionReader& section) {
  return section.choice<Precision>("precision", Precision::double_precision,
                                   {{"double", Precision::double_precision}, {"single", Precision::single_precision}});
}

void read_reconstruction(SectionReader& section, Case& result) {
  SolverOptions& options = result.solver;
  options.reconstruction = section.choice("reconstruction", Reconstruction::none, reconstruction_choices);
  options.limiter = section.choice("limiter", Limiter::venkatakrishnan, limiter_choices);
  options.limiter_constant = section.positive("limiter_constant", options.limiter_constant);
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
  for (const std::string key : {"shocks", "positivity"}) {
    if (reconstructs && section.has(key))
      throw InputError(section.where(key) + ": '" + key + "' is for degrees above 0; a reconstruction has a limiter");
  }
}

/// What quadrilaterals have in 2-D, and in 3-D hexahedra and prisms.
void read_spaces_of_shapes(SectionReader& section, Case& result) {
  static const std::vector<std::pair<std::string, bool>> spaces{{"P", false}, {"Q", true}};
  QuadSpace& quads = result.solver.quads;
  quads.quads = section.choice<bool>("quads", false, spaces);
  if (section.has("quads"))
    result.claims.push_back({2, section.where("quads"), "'quads' in [space] (hexahedra have a key of their own)"});
  const std::pair<std::string, bool*> spaces_3d[]{{"hexahedra", &quads.quads}, {"prisms", &quads.prisms}};
  for (const auto& [key, products] : spaces_3d) {
    if (!section.has(key)) continue;
    *products = section.choice<bool>(key, false, spaces);
    result.claims.push_back({3, section.where(key), "'" + key + "' in [space]"});
  }
}

bool is_point_count(double points) { return points == std::floor(points) && points >= 2; }

/// The lines of groups of so many numbers: two ends and a number of points. Empty if that is not what the numbers are;
/// throws InputError, opening with `where`, for lines that are none.
std::vector<ProbeLine> lines_of(const std::vector<double>& numbers, std::size_t dim, const std::string& where) {
  const std::size_t group = 2 * dim + 1;
  std::vector<ProbeLine> lines;
  if (numbers.size() % group != 0) return lines;
  for (std::size_t i = group - 1; i < numbers.size(); i += group)
    if (!is_point_count(numbers[i])) return lines;
  for (std::size_t i = 0; i < numbers.size(); i += group) {
    const double points = numbers[i + group - 1];
    if (points > most_line_points)
      throw InputError(
          fmt::format("{}: a 'line' has at most {:.0f} points, got {:.15g}", where, most_line_points, points));
    if (std::equal(&numbers[i], &numbers[i + dim], &numbers[i + dim]))
      throw InputError(fmt::format("{}: both ends of a 'line' are the point ({:.6g})", where,
                                   fmt::join(&numbers[i], &numbers[i + dim], ", ")));
    ProbeLine& line = lines.emplace_back();
    std::copy_n(&numbers[i], dim, line.a.begin());
    std::copy_n(&numbers[i + dim], dim, line.b.begin());
    line.points = static_cast<int>(numbers[i + group - 1]);
  }
  return lines;
}

/// `line = x0, y0, x1, y1, n`, or several such groups of five; in three dimensions groups of seven.
void read_lines(SectionReader& section, Case& result) {
  const std::string text = section.text("line", "");
  if (text.empty()) return;
  const std::string where = section.where("line");
  const std::size_t count = 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  const std::vector<double> numbers = *section.numbers("line", count);
  std::vector<ProbeLine>& lines = result.output.lines;
  lines = lines_of(numbers, 2, where);
  const bool in_plane = !lines.empty();
  if (!in_plane) lines = lines_of(numbers, 3, where);
  if (lines.empty())
    throw InputError(
        where +
        ": 'line' is x0, y0, x1, y1, n, or on a 3-D mesh x0, y0, z0, x1, y1, z1, n: two ends and the number of "
        "points, at least 2");
  result.claims.push_back({in_plane ? 2 : 3, where, in_plane ? "'line' of five numbers" : "'line' of seven numbers"});
}

/// A list of boundaries, each of them once.
std::vector<std::string> read_boundaries(SectionReader& section, const std::string& key) {
  std::vector<std::string> names = section.list(key);
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      throw InputError(section.where(key) + ": '" + key + "' lists " + in_quotes(*name) + " twice");
  return names;
}

}  // namespace

void claim_z(const std::vector<Formula>& formulas, Case& result) {
  for (const Formula& formula : formulas)
    if (depends_on_z(result.names, {formula})) result.claims.push_back({3, formula.where, "a formula of z"});
}

void require_built_degree(int degree, const std::string& where) {
  if (is_built(built_degrees(2), std::to_string(degree)) || is_built(built_degrees(3), std::to_string(degree))) return;
  throw InputError(where + ": degree " + std::to_string(degree) +
                   " is not in this build (it has: " + list_of_built_degrees(2) + "; in 3-D " +
                   list_of_built_degrees(3) + "; others by -DRKDG_DEGREES_2D and -DRKDG_DEGREES_3D)");
}

void read_mesh(const IniFile& file, Case& result) {
  SectionReader section(file, "mesh", result.names.constants);
  MeshSection& mesh = result.mesh;
  mesh.file = section.path("file", "");
  mesh.generate = section.text("generate", "");
  for (const std::string key : {"file", "generate"}) section.refuse_misspelling(key);
  if (mesh.file.empty() == mesh.generate.empty()) {
    throw InputError(section.where() + ": [mesh] needs one of 'file = PATH' and 'generate = NAME'");
  }
  mesh.where = section.where(mesh.file.empty() ? "generate" : "file");
  mesh.level = section.integer<int>("level", 0, 0, max_mesh_level);
  mesh.parameters =
      read_generator_parameters(section.list("parameters"), section.where("parameters"), result.names.constants);
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
  mesh.rank_order = section.choice<RankOrder>("rank_order", RankOrder::mesh,
                                              {{"mesh", RankOrder::mesh}, {"interface", RankOrder::interface}});
  section.finish();
}

void read_discretisation(SectionReader& section, Case& result) {
  SolverOptions& options = result.solver;
  options.degree = section.integer<int>("degree", 2, 0);
  result.where_degree = section.where("degree");
  read_spaces_of_shapes(section, result);
  section.choice<bool>("viscous", true, {{"br2", true}});
  options.eta = section.text("eta", "auto") == "auto" ? 0.0 : section.positive("eta", 0.0);
  options.mass_inverse = section.choice<MassInverse>("mass_inverse", MassInverse::automatic,
                                                     {{"auto", MassInverse::automatic},
                                                      {"exact", MassInverse::exact},
                                                      {"weight-adjusted", MassInverse::weight_adjusted}});
  options.extra_quadrature = section.integer<int>("extra_quadrature", 0, 0, most_extra_quadrature);
  options.face_rule =
      section.choice<FaceRule>("face_rule", FaceRule::full, {{"full", FaceRule::full}, {"lean", FaceRule::reduced}});
  options.assembly = section.choice("assembly", Assembly::automatic, assembly_choices);
  options.layout = section.choice("layout", Layout::automatic, layout_choices);
  options.precision = read_precision(section);
  result.where_precision = section.where("precision");
}

void read_limiters(SectionReader& section, const std::vector<std::pair<std::string, ShockCapturing>>& shocks,
                   Case& result) {
  SolverOptions& options = result.solver;
  options.shocks = section.choice("shocks", ShockCapturing::none, shocks);
  options.positivity = section.choice("positivity", Positivity::automatic, positivity_choices);
}

void read_space(const IniFile& file, Case& result) {
  SectionReader section(file, "space", result.names.constants);
  SolverOptions& options = result.solver;
  read_discretisation(section, result);
  options.riemann = section.choice<Riemann>(
      "riemann", Riemann::llf,
      {{"llf", Riemann::llf}, {"roe", Riemann::roe}, {"roe-low-mach", Riemann::roe_low_mach}, {"hllc", Riemann::hllc}});
  read_limiters(section, shock_choices, result);
  if (options.shocks == ShockCapturing::viscosity && options.assembly == Assembly::blocks)
    throw InputError(section.where("shocks") +
                     ": 'assembly = blocks' does not work with 'shocks = viscosity'; remove 'assembly'");
  read_reconstruction(section, result);
  section.finish();
}

void read_output(const IniFile& file, Case& result) {
  SectionReader section(file, "output", result.names.constants);
  OutputSection& output = result.output;
  output.directory = section.path("directory", "out");
  output.every = section.integer<long>("every", 0, 0);
  output.every_time = section.positive("every_time", 0.0);
  if (output.every_time > 0.0 && (result.solver.newton || result.solver.local_time_step))
    throw InputError(section.where("every_time") +
                     ": 'every_time' needs an unsteady run; use 'every' for a steady one");
  output.format = section.choice<FieldFormat>(
      "format", FieldFormat::vtu,
      {{"vtu", FieldFormat::vtu}, {"vtkhdf", FieldFormat::vtkhdf}, {"none", FieldFormat::none}});
  output.forces = read_boundaries(section, "forces");
  output.surface = read_boundaries(section, "surface");
  output.probes = section.path("probes", "");
  read_lines(section, result);
  output.surface_every = section.integer<long>("surface_every", 0, 0);
  if (section.has("surface_every") && output.surface.empty()) {
    throw InputError(section.where("surface_every") + ": 'surface_every' needs a 'surface', a list of boundaries");
  }
  output.errors = section.integer<long>("errors", 0, 0);
  if (section.has("errors") && !result.exact) {
    throw InputError(section.where("errors") + ": 'errors' needs a section [exact] to measure them against");
  }
  output.monitor = section.integer<long>("monitor", result.solver.solves_systems() ? 1 : 20, 1);
  output.where_forces = section.where("forces");
  output.where_surface = section.where("surface");
  output.where_probes = section.where("probes");
  output.where_line = section.where("line");
  section.finish();

  SectionReader checkpoint(file, "checkpoint", result.names.constants);
  result.checkpoint_every = checkpoint.integer<long>("every",
                                                     result.solver.newton                ? 10
                                                     : is_implicit(result.solver.scheme) ? 100
                                                                                         : 10000,
                                                     0);
  checkpoint.finish();
}

void read_average(const IniFile& file, Case& result) {
  SectionReader section(file, "average", result.names.constants);
  AverageSection& average = result.average;
  average.wanted = section.present();
  average.from = section.number("from", 0.0);
  average.every = section.integer<long>("every", is_implicit(result.solver.scheme) ? 1 : average.every, 1);
  average.moments = section.choice<int>("moments", average.moments, {{"2", 2}, {"4", 4}});
  if (section.has("profile")) {
    average.profile = section.choice<int>("profile", 0, {{"x", 0}, {"y", 1}, {"z", 2}});
    average.where_profile = section.where("profile");
    if (average.profile == 2) result.claims.push_back({3, average.where_profile, "'profile = z' in [average]"});
  }
  average.profile_points = section.integer<int>("profile_points", 0, 1, most_profile_points);
  if (section.has("profile_points") && !average.profile)
    throw InputError(section.where("profile_points") + ": 'profile_points' needs 'profile', a direction");
  section.finish();
  if (average.wanted && result.solver.local_time_step) {
    throw InputError(section.where() + ": [average] has no meaning where each cell takes its own time step");
  }
  if (average.wanted && result.solver.newton) {
    throw InputError(section.where() +
                     ": [average] has no meaning with Newton's method, whose steps are not steps in time; remove it");
  }
}

void read_catalyst(const IniFile& file, Case& result) {
  SectionReader section(file, "catalyst", result.names.constants);
  CatalystSection& catalyst = result.catalyst;
  catalyst.script = section.path("script", "");
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
