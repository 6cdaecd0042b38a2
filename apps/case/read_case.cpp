#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <set>

#include "apps/case/case.hpp"
#include "apps/case/ini_file.hpp"
#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

void refuse_unknown_sections(const IniFile& file) {
  static const std::vector<std::string> known{"mesh",       "space",       "gas",     "reference",    "turbulence",
                                              "parameters", "expressions", "initial", "exact",        "source",
                                              "forcing",    "sponge",      "time",    "output",       "checkpoint",
                                              "average",    "catalyst",    "units",   "boundary.NAME"};
  static const std::string boundary = "boundary.";
  for (const IniSection& section : file.sections()) {
    if (section.name.starts_with(boundary)) continue;
    if (section.name != known.back() && std::find(known.begin(), known.end(), section.name) != known.end()) continue;
    if (section.name == "equations")
      throw InputError(section.where +
                       ": 'run', 'check' and 'compile' take equations of your own; other commands take a "
                       "gas alone, without a section [equations]");
    throw InputError(section.where + ": unknown section [" + shown(section.name) + "]" +
                     suggestion(section.name, known));
  }
}

/// What no case can do without is said first: the mistakes of an empty case would be told in an odd order.
void require_sections(const IniFile& file) {
  if (file.find("mesh") == nullptr) {
    throw InputError(file.name() + ": lacks a section [mesh] with 'file = PATH' or 'generate = NAME'");
  }
  if (file.find("time") == nullptr) {
    throw InputError(file.name() + ": lacks a section [time] with 'end = TIME' or 'steps = NUMBER'");
  }
}

/// The formulas of keys, in 3-D with the one that belongs to the third direction, behind the second.
std::vector<Formula> formulas_of(SectionReader& section, const std::array<std::string, 4>& keys,
                                 const std::string& third, const std::string& why, Case& result,
                                 bool of_state = false) {
  std::vector<Formula> formulas;
  const bool is_3d = section.has(third);
  for (const std::string& key : keys) static_cast<void>(section.has(key));  // none is another one misspelt
  for (const std::string& key : keys) formulas.push_back(section.formula(key, why));
  if (is_3d) formulas.insert(formulas.begin() + 3, section.formula(third, why));
  result.claims.push_back({is_3d ? 3 : 2, is_3d ? section.where(third) : section.where(),
                           "a section with" + std::string(is_3d ? " '" : "out '") + third + "'"});
  for (Formula& formula : formulas) formula.of_state = of_state;
  claim_z(formulas, result);
  return formulas;
}

void read_initial(const IniFile& file, Case& result) {
  SectionReader section(file, "initial", result.names.constants);
  result.initial.where = section.where();
  const bool formulas =
      section.has("rho") || section.has("u") || section.has("v") || section.has("w") || section.has("p");
  if (formulas && section.has("type")) {
    throw InputError(section.where("type") + ": [initial] has both a type and formulas; keep one of them");
  }
  if (formulas) {
    result.initial.kind = InitialKind::expressions;
    result.initial.formulas = primitive_formulas(section, "the initial state needs rho, u, v and p", result);
  } else {
    result.initial.kind = section.choice<InitialKind>(
        "type", InitialKind::freestream, {{"freestream", InitialKind::freestream}, {"exact", InitialKind::exact}});
  }
  section.finish();
}

void read_exact(const IniFile& file, Case& result) {
  SectionReader section(file, "exact", result.names.constants);
  if (section.present()) result.exact = primitive_formulas(section, "an exact solution needs rho, u, v and p", result);
  section.finish();
}

void read_source(const IniFile& file, Case& result) {
  SectionReader section(file, "source", result.names.constants);
  if (!section.present()) return;
  SourceSection& source = result.source;
  source.kind = section.choice<SourceKind>("from", SourceKind::expressions, {{"exact", SourceKind::from_exact}});
  if (file.find("source")->find("step") != nullptr) {
    throw InputError(section.where("step") +
                     ": 'step' in [source] is no longer used: the derivatives of [exact] are exact; remove it");
  }
  if (source.kind == SourceKind::from_exact && result.solver.gas.subgrid.model != SubgridModel::none) {
    throw InputError(section.where("from") +
                     ": 'from = exact' in [source] does not include a 'model' of [turbulence]; remove one of them");
  }
  if (source.kind == SourceKind::expressions) {
    const std::string why = "a source needs rho, rhou, rhov and rhoE, or 'from = exact'";
    source.formulas = formulas_of(section, {"rho", "rhou", "rhov", "rhoE"}, "rhow", why, result, true);
  }
  section.finish();
}

void require_exact(const Case& result) {
  if (result.exact) return;
  const auto refuse = [](const std::string& where, const std::string& what) {
    throw InputError(where + ": " + what + " needs a section [exact] with rho, u, v and p");
  };
  if (result.initial.kind == InitialKind::exact) refuse(result.initial.where, "'type = exact' in [initial]");
  if (result.source.kind == SourceKind::from_exact) refuse(result.path, "'from = exact' in [source]");
  for (const BoundaryCondition& boundary : result.solver.boundaries) {
    if (boundary.type == BoundaryType::exact) {
      refuse(result.where_boundary.at(boundary.name),
             "'type = exact' in [" + shown(boundary_title(boundary.name)) + "]");
    }
  }
  for (const BoundaryRule& rule : result.boundary_rules) {
    if (rule.condition.type == BoundaryType::exact)
      refuse(rule.where, "'type = exact' in [boundary." + shown(rule.pattern) + "]");
  }
}

/// The boundary of the mean that ends the run is one whose forces are known.
void find_boundary_of_mean(Case& result) {
  if (!result.time.until) return;
  SettledMean& mean = *result.time.until;
  const std::vector<std::string>& forces = result.output.forces;
  if (forces.empty()) throw InputError(mean.where + ": 'until' needs 'forces = NAME' in [output]");
  if (mean.boundary.empty() && forces.size() > 1)
    throw InputError(mean.where + ": 'until' needs 'on NAME', as 'forces' in [output] names several boundaries");
  if (mean.boundary.empty()) mean.boundary = forces.front();
  if (std::find(forces.begin(), forces.end(), mean.boundary) == forces.end())
    throw InputError(mean.where + ": 'until' is about boundary " + in_quotes(mean.boundary) +
                     ", which is not among 'forces' in [output]" + suggestion(mean.boundary, forces));
}

}  // namespace

void read_parameters(const IniFile& file, Case& result) {
  const IniSection* section = file.find("parameters");
  if (section == nullptr) return;
  result.names.parameters = std::make_shared<FormulaParameters>();
  SectionReader reader(file, "parameters", result.names.constants);
  for (const IniEntry& entry : section->entries()) {
    check_parameter_name(result.names, entry.key, entry.where);
    result.names.parameters->names.push_back(entry.key);
    result.names.parameters->values.push_back(reader.number(entry.key, 0.0));
  }
}

void read_expressions(const IniFile& file, Case& result) {
  const IniSection* section = file.find("expressions");
  if (section == nullptr) return;
  for (const IniEntry& entry : section->entries()) {
    result.names.auxiliaries.emplace_back(entry.key, Formula{entry.value, entry.where});
  }
  check_auxiliaries(result.names);
}

std::vector<Formula> primitive_formulas(SectionReader& section, const std::string& why, Case& result) {
  return formulas_of(section, {"rho", "u", "v", "p"}, "w", why, result);
}

std::string Case::resolve(const std::string& relative) const {
  return (std::filesystem::path(path).parent_path() / relative).string();
}

Case read_case(const std::string& path, const std::vector<std::string>& overrides) {
  return interpret_case(IniFile::read(path), overrides);
}

Case interpret_case(IniFile file, const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) file.set(assignment);
  refuse_unknown_sections(file);
  require_sections(file);

  Case result;
  result.path = file.name();
  result.text = file.text();
  read_gas_and_reference(file, result);
  read_units(file, result);
  read_turbulence(file, result);
  read_parameters(file, result);
  read_expressions(file, result);
  read_mesh(file, result);
  read_space(file, result);
  read_boundaries(file, result);
  read_initial(file, result);
  read_exact(file, result);
  read_source(file, result);
  read_time(file, result);
  read_forcing(file, result);
  read_sponge(file, result);
  read_output(file, result);
  read_average(file, result);
  read_catalyst(file, result);
  require_exact(result);
  find_boundary_of_mean(result);
  return result;
}

}  // namespace dg::app
