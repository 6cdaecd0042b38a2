#include "apps/user_equations/equations_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/case/suggest.hpp"
#include "libdg/user_equations/compiled_equations.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

void refuse_unknown_sections(const IniFile& file) {
  static const std::vector<std::string> known{"equations",   "mesh",    "space",      "parameters",
                                              "expressions", "initial", "exact",      "source",
                                              "time",        "output",  "checkpoint", "boundary.NAME"};
  for (const IniSection& section : file.sections()) {
    if (section.name.starts_with("boundary.")) continue;
    if (section.name != known.back() && std::ranges::find(known, section.name) != known.end()) continue;
    throw InputError(fmt::format("{}: [{}] has no meaning beside [equations]{}", section.where, shown(section.name),
                                 suggestion(section.name, known)));
  }
  for (const char* needed : {"mesh", "initial", "time"})
    if (file.find(needed) == nullptr) throw InputError(fmt::format("{}: lacks a section [{}]", file.name(), needed));
}

/// The path of a header as a compiler finds it: beside the case file, unless it is one of rkdg.
std::string header_path(const EquationsCase& result, const std::string& given) {
  std::error_code error;
  const std::string beside = result.c.resolve(given);
  return std::filesystem::exists(beside, error) || !given.starts_with("libdg/") ? beside : given;
}

/// Which equations; then what they are called in this file is known.
void read_equations(const IniFile& file, bool on_device, EquationsCase& result) {
  SectionReader section(file, "equations", result.c.names.constants);
  if (!section.has("header"))
    throw InputError(section.where() + ": [equations] lacks 'header', the C++ header that declares the equations");
  result.where = section.where("header");
  result.header = header_path(result, section.path("header", ""));
  result.name = section.name("name", "the struct in the header, such as 'name = Burgers'");
  compile_equations(result, on_device);
  result.equations = result.compiled->description();
  result.c.names.variables = result.equations.variables;
  for (const auto& [name, value] : result.equations.parameters) {
    if (name == "header" || name == "name")
      throw InputError(
          fmt::format("{}: a parameter of {} is called '{}', as a key of [equations]; give it another name",
                      result.where, result.name, name));
    check_parameter_name(result.c.names, name, result.where);
    result.system.parameters.push_back(section.number(name, value));
    result.c.names.constants[name] = result.system.parameters.back();
  }
  section.finish();
}

void check_limiters(SectionReader& section, const EquationsCase& result) {
  if (result.c.solver.positivity == Positivity::on && !result.equations.positive)
    throw InputError(
        fmt::format("{}: 'positivity = on' needs equations that say what is positive, and {} does not "
                    "(libdg/equations/positive_states.hpp)",
                    section.where("positivity"), result.name));
}

void read_flux(SectionReader& section, EquationsCase& result) {
  std::vector<std::pair<std::string, int>> fluxes;
  for (const std::string& name : result.equations.fluxes) fluxes.emplace_back(name, static_cast<int>(fluxes.size()));
  result.system.flux = section.choice<int>("riemann", 0, fluxes);
}

/// A formula for each variable, with none missing; `of_state`: which may use the variables.
std::vector<Formula> formulas_of_variables(SectionReader& section, const std::string& why, EquationsCase& result,
                                           bool of_state = false) {
  std::vector<Formula> formulas;
  for (const std::string& variable : result.equations.variables) static_cast<void>(section.has(variable));
  for (const std::string& variable : result.equations.variables) {
    formulas.push_back(section.formula(variable, why));
    formulas.back().of_state = of_state;
  }
  claim_z(formulas, result.c);
  return formulas;
}

void read_boundary(const IniSection& ini, SectionReader& section, EquationsCase& result) {
  const BoundaryTitle title = boundary_of(ini.name);
  if (title.is_pattern)
    throw InputError(ini.where + ": beside [equations] each boundary needs a section of its own, not a pattern");
  EquationsCase::Boundary boundary;
  boundary.where = ini.where;
  constexpr int periodic = -1;
  std::vector<std::pair<std::string, int>> kinds{{"periodic", periodic}};
  for (const auto& kind : result.equations.boundary_kinds)
    kinds.emplace_back(kind.name, static_cast<int>(kinds.size()) - 1);
  section.formula("type", "the condition that holds there");
  boundary.kind = section.choice<int>("type", periodic, kinds);
  BoundaryCondition condition;
  condition.name = title.name;
  condition.type = boundary.kind == periodic ? BoundaryType::periodic : BoundaryType::wall_slip;
  if (boundary.kind == periodic && section.has("partner"))
    condition.partner = section.name("partner", "the boundary it joins");
  if (boundary.kind != periodic && result.equations.boundary_kinds[boundary.kind].takes_data) {
    const bool from_exact = std::ranges::none_of(result.equations.variables, [&](auto& v) { return section.has(v); });
    if (from_exact && !result.exact)
      throw InputError(fmt::format("{}: 'type = {}' takes a formula for each of {}, or a section [exact]",
                                   section.where("type"), section.text("type", ""),
                                   name_list(result.equations.variables)));
    boundary.formulas =
        from_exact ? *result.exact : formulas_of_variables(section, "this type takes all variables", result);
  }
  section.finish();
  result.c.where_boundary[title.name] = ini.where;
  result.c.solver.boundaries.push_back(condition);
  result.boundaries[title.name] = std::move(boundary);
}

void read_fields(const IniFile& file, EquationsCase& result) {
  Case& c = result.c;
  SectionReader exact(file, "exact", c.names.constants);
  if (exact.present()) {
    result.exact = formulas_of_variables(exact, "an exact solution needs all variables", result);
    c.exact = result.exact;  // what [output] asks for
  }
  exact.finish();
  SectionReader initial(file, "initial", c.names.constants);
  if (initial.text("type", "") == "exact") {
    if (!result.exact) throw InputError(initial.where("type") + ": 'type = exact' needs a section [exact]");
    result.initial = *result.exact;
  } else {
    result.initial = formulas_of_variables(initial, "the initial state needs all variables", result);
  }
  initial.finish();
  SectionReader source(file, "source", c.names.constants);
  if (source.present()) result.source = formulas_of_variables(source, "a source needs all variables", result, true);
  source.finish();
}

/// What the sections of time and output may say of a gas alone.
void refuse_what_is_for_a_gas(const IniFile& file) {
  const auto refuse = [&](const std::string& section, const std::string& key) {
    const IniSection* found = file.find(section);
    const IniEntry* entry = found == nullptr ? nullptr : found->find(key);
    if (entry != nullptr)
      throw InputError(fmt::format("{}: '{}' in [{}] has no meaning beside [equations]", entry->where, key, section));
  };
  for (const char* key : {"until", "sequence", "raise", "drop"}) refuse("time", key);
  for (const char* key : {"forces", "surface", "surface_every"}) refuse("output", key);
  const IniSection* time = file.find("time");
  const IniEntry* products = time == nullptr ? nullptr : time->find("products");
  if (products != nullptr && products->value == "exact")
    throw InputError(products->where +
                     ": 'products = exact' needs boundaries that are differentiated, as a gas has them; "
                     "use 'products = differences'");
}

/// A steady state is found by Newton's method alone.
void require_newton(const IniFile& file, const SolverOptions& options) {
  const IniSection* time = file.find("time");
  const auto says = [&](const char* key, const char* value) {
    const IniEntry* entry = time->find(key);
    return entry != nullptr && entry->value == value;
  };
  if (!says("mode", "steady")) return;
  bool is_explicit = says("solver", "march") || options.shocks != ShockCapturing::none ||
                     options.positivity == Positivity::on || options.precision == Precision::single_precision;
  for (const char* key : pseudo_time_keys) is_explicit = is_explicit || time->find(key) != nullptr;
  if (is_explicit)
    throw InputError(time->find("mode")->where +
                     ": 'mode = steady' beside [equations] takes Newton's method: no 'solver = march', no keys of "
                     "explicit steps, no 'shocks' or 'positivity', and 'precision = double'");
}

}  // namespace

bool has_equations(const IniFile& file) { return file.find("equations") != nullptr; }

void compile_equations(EquationsCase& ec, bool on_device) {
  const SolverOptions& options = ec.c.solver;
  try {
    const bool limited =
        options.degree > 0 && (options.shocks != ShockCapturing::none || options.positivity == Positivity::on);
    ec.compiled =
        &compiled_equations({ec.header, ec.name, options.precision, on_device ? options.degree : -1, limited});
  } catch (const InputError& error) {
    throw InputError(ec.where + ": " + error.what());
  }
}

EquationsCase read_equations_case(IniFile file, const std::vector<std::string>& overrides, bool on_device) {
  for (const std::string& assignment : overrides) file.set(assignment);
  refuse_unknown_sections(file);
  EquationsCase result;
  Case& c = result.c;
  c.path = file.name();
  c.text = file.text();
  SectionReader space(file, "space", c.names.constants);
  read_discretisation(space, c);
  // Before the equations are compiled: a solver with limiters takes longer.
  read_limiters(space, {{"none", ShockCapturing::none}, {"damping", ShockCapturing::damping}}, c);
  read_equations(file, on_device, result);
  check_limiters(space, result);
  read_flux(space, result);
  space.finish();
  read_parameters(file, c);
  read_expressions(file, c);
  read_mesh(file, c);
  read_fields(file, result);
  for (const IniSection& ini : file.sections()) {
    if (!ini.name.starts_with("boundary.")) continue;
    SectionReader section(file, ini.name, c.names.constants);
    read_boundary(ini, section, result);
  }
  refuse_what_is_for_a_gas(file);
  require_newton(file, c.solver);
  read_time(file, c);
  read_output(file, c);
  return result;
}

}  // namespace dg::app
