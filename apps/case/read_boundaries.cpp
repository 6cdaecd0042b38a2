#include <fmt/format.h>

#include <cmath>

#include "apps/case/boundary_keys.hpp"
#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

const std::vector<std::pair<std::string, BoundaryType>>& boundary_types() {
  static const auto types = [] {
    std::vector<std::pair<std::string, BoundaryType>> all;
    for (int i = 0; i < GasBoundaries::size; ++i)
      all.emplace_back(boundary_text(BoundaryType(i), [](auto condition) { return condition.name; }), BoundaryType(i));
    return all;
  }();
  return types;
}

namespace {

bool is_constant(const Formula& formula, const std::map<std::string, double>& constants) {
  try {
    evaluate_constant(formula, constants);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// The values of a key that are given; of a vector two or three.
std::vector<Formula> given_values(SectionReader& section, const BoundaryKey& key) {
  return section.formulas(key.key, key.is_vector() ? section.vector_size(key.key) : 1);
}

/// Whether a value of the boundary is not a number but a formula in place and time or of auxiliaries.
bool has_formulas(SectionReader& section, const std::vector<BoundaryKey>& keys, const Names& names) {
  for (const BoundaryKey& key : keys) {
    const std::vector<Formula> values = given_values(section, key);
    for (const Formula& value : values) {
      if (is_constant(value, names.constants)) continue;
      FormulaGraph(names, {value});  // throws for what is no formula either
      return true;
    }
  }
  return false;
}

/// All values of a boundary as formulas, the numbers among them, too.
BoundaryFormulas read_boundary_formulas(SectionReader& section, const std::vector<BoundaryKey>& keys, Case& result) {
  BoundaryFormulas all;
  for (const BoundaryKey& key : keys) {
    std::vector<Formula> values = given_values(section, key);
    if (values.empty()) {
      for (const double* value : key.values) values.push_back({fmt::format("{:.17g}", *value), section.where()});
    }
    claim_z(values, result);
    const double unit = key.is_temperature() && section.has(key.key) ? 1.0 / result.units.kelvin : 1.0;
    all.values.push_back({key.key, std::move(values), key.positive, unit});
  }
  return all;
}

void read_boundary_numbers(SectionReader& section, const std::vector<BoundaryKey>& keys, const Units& units) {
  for (const BoundaryKey& key : keys) {
    if (!key.is_vector()) {
      double& value = *key.values[0];
      value = key.positive ? section.positive(key.key, value) : section.number(key.key, value);
      if (key.is_temperature() && section.has(key.key)) value /= units.kelvin;
    } else if (const auto numbers = section.numbers(key.key, section.vector_size(key.key))) {
      for (double* value : key.values) *value = 0.0;
      for (std::size_t i = 0; i < numbers->size(); ++i) *key.values[i] = (*numbers)[i];
    }
  }
}

/// An inflow that `is_turbulent` has data at each point, numbers among them.
void read_boundary_values(SectionReader& section, BoundaryCondition& boundary, bool is_turbulent, Case& result) {
  const std::vector<BoundaryKey> keys = boundary_keys(boundary);
  for (const BoundaryKey& key : keys)
    if (key.is_vector()) claim_components(section, key.key, result);
  boundary.from_data = has_formulas(section, keys, result.names) || is_turbulent;
  if (boundary.from_data) {
    const BoundaryFormulas formulas = read_boundary_formulas(section, keys, result);
    if (is_turbulent) require_unchanging_mean(formulas, result);
    result.boundary_formulas[boundary.name] = formulas;
    return;
  }
  read_boundary_numbers(section, keys, result.units);
  if (boundary.direction == std::array<double, 3>{}) {
    throw InputError(section.where("direction") + ": 'direction' must not be " +
                     (section.vector_size("direction") == 2 ? "0, 0" : "0, 0, 0"));
  }
}

/// Without an optional temperature it is 0.
void read_constant(SectionReader& section, const ConstantKey& constant, const std::string& type, const Units& units) {
  const std::string& key = constant.key;
  double& value = *constant.value;
  switch (constant.kind) {
    case ConstantKey::Kind::not_negative:
      value = section.number(key, value);
      if (value < 0.0)
        throw InputError(fmt::format("{}: '{}' of '{}' must not be negative", section.where(key), key, type));
      return;
    case ConstantKey::Kind::optional_temperature:
      value = section.has(key) ? section.positive(key, 1.0) / units.kelvin : 0.0;
      return;
    case ConstantKey::Kind::needed_length:
      if (!section.has(key)) {
        section.refuse_misspelling(key);
        throw InputError(fmt::format("{}: '{}' needs '{} = VALUE', {}", section.where(), type, key, constant.what));
      }
      value = section.positive(key, value);
  }
}

void require_viscosity(SectionReader& section, BoundaryType type, const std::string& word) {
  if (const char* lacks = boundary_text(type, [](auto condition) { return condition.absent_in_euler; }))
    throw InputError(fmt::format("{}: '{}' has no meaning with 'model = euler', which {}; use 'wall-slip'",
                                 section.where("type"), word, lacks));
}

/// The free stream as the state, and its stagnation values, for boundaries that say nothing else.
BoundaryCondition freestream_condition(const Case& result, const std::string& name) {
  const double gamma = result.solver.gas.gamma;
  const double mach = result.reference.mach;
  BoundaryCondition boundary;
  boundary.name = name;
  boundary.state = result.reference.freestream;
  boundary.pressure = 1.0 / gamma;
  boundary.total_temperature = 1.0 + 0.5 * (gamma - 1.0) * mach * mach;
  boundary.total_pressure = std::pow(boundary.total_temperature, gamma / (gamma - 1.0)) / gamma;
  if (mach > 0.0) {
    for (std::size_t d = 0; d < 3; ++d) boundary.direction[d] = boundary.state.velocity[d] / mach;
  }
  return boundary;
}

}  // namespace

void read_boundaries(const IniFile& file, Case& result) {
  static const std::string prefix = "boundary.";
  for (const IniSection& ini : file.sections()) {
    if (!ini.name.starts_with(prefix)) continue;
    const BoundaryTitle title = boundary_of(ini.name);
    // A boundary in quotes may be called as the pattern is.
    auto namesake = result.boundary_formulas.extract(title.name);
    SectionReader section(file, ini.name, result.names.constants);
    BoundaryCondition boundary = freestream_condition(result, title.name);
    section.formula("type", "the condition that holds there");
    boundary.type = section.choice<BoundaryType>("type", BoundaryType::farfield, boundary_types());
    visit_boundary(boundary.type, [&](auto condition) { condition.set_defaults(boundary); });
    std::optional<InflowSection> inflow;
    if (may_be_turbulent(boundary.type)) inflow = read_inflow(section, boundary, result);
    read_boundary_values(section, boundary, inflow.has_value(), result);
    const std::string word = boundary_text(boundary.type, [](auto condition) { return condition.name; });
    for (const ConstantKey& key : constant_keys(boundary)) read_constant(section, key, word, result.units);
    if (!result.solver.gas.viscous) require_viscosity(section, boundary.type, word);
    if (is_joined(boundary.type)) {
      if (title.is_pattern)
        throw InputError(section.where("type") + ": a pattern cannot be periodic; each boundary has a partner of its " +
                         "own, and needs a section of its own");
      if (section.has("partner")) boundary.partner = section.name("partner", "the boundary it joins");
    }
    section.finish();
    if (title.is_pattern) {
      BoundaryRule rule{title.name, std::move(boundary), std::nullopt, std::move(inflow), ini.where};
      if (auto formulas = result.boundary_formulas.extract(title.name)) rule.formulas = std::move(formulas.mapped());
      result.boundary_rules.push_back(std::move(rule));
    } else {
      result.where_boundary[boundary.name] = ini.where;
      if (inflow) result.inflows[boundary.name] = *std::move(inflow);
      result.solver.boundaries.push_back(std::move(boundary));
    }
    if (namesake) result.boundary_formulas.insert(std::move(namesake));
  }
}

}  // namespace dg::app
