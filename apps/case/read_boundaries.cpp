#include <fmt/format.h>

#include <cmath>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

const std::vector<std::pair<std::string, BoundaryType>>& boundary_types() {
  static const std::vector<std::pair<std::string, BoundaryType>> types{
      {"farfield", BoundaryType::farfield},
      {"wall-adiabatic", BoundaryType::wall_adiabatic},
      {"wall-isothermal", BoundaryType::wall_isothermal},
      {"wall-heat-flux", BoundaryType::wall_heat_flux},
      {"wall-modelled", BoundaryType::wall_modelled},
      {"wall-slip", BoundaryType::wall_slip},
      {"symmetry", BoundaryType::symmetry},
      {"outflow-pressure", BoundaryType::outflow_pressure},
      {"outflow-nonreflecting", BoundaryType::outflow_nonreflecting},
      {"inflow-total", BoundaryType::inflow_total},
      {"inflow-velocity", BoundaryType::inflow_velocity},
      {"supersonic-in", BoundaryType::supersonic_in},
      {"supersonic-out", BoundaryType::supersonic_out},
      {"exact", BoundaryType::exact},
      {"periodic", BoundaryType::periodic}};
  return types;
}

namespace {

/// One value of a boundary: a key, and where its numbers go, three of a vector.
struct BoundaryKey {
  std::string key;
  std::vector<double*> values;
  bool positive;

  bool is_vector() const { return values.size() > 1; }
  bool is_temperature() const { return key.ends_with("temperature"); }
};

std::vector<double*> components_of(std::array<double, 3>& vector) { return {&vector[0], &vector[1], &vector[2]}; }

/// What the keys of a boundary are, per type, in the order of BoundaryFormulas; a key that its type does not use is
/// refused as unknown.
std::vector<BoundaryKey> boundary_keys(BoundaryCondition& b) {
  const BoundaryKey velocity{"velocity", components_of(b.velocity), false};
  switch (b.type) {
    case BoundaryType::wall_adiabatic:
      return {velocity};
    case BoundaryType::wall_isothermal:
    case BoundaryType::inflow_velocity:
      return {velocity, {"temperature", {&b.temperature}, true}};
    case BoundaryType::wall_heat_flux:
      return {velocity, {"heat_flux", {&b.heat_flux}, false}};
    case BoundaryType::farfield:
    case BoundaryType::supersonic_in:
      return {{"rho", {&b.state.rho}, true},
              {"velocity", components_of(b.state.velocity), false},
              {"pressure", {&b.state.p}, true}};
    case BoundaryType::outflow_pressure:
    case BoundaryType::outflow_nonreflecting:
      return {{"pressure", {&b.pressure}, true}};
    case BoundaryType::inflow_total:
      return {{"total_pressure", {&b.total_pressure}, true},
              {"total_temperature", {&b.total_temperature}, true},
              {"direction", components_of(b.direction), false}};
    default:
      return {};
  }
}

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

/// Of an outflow that does not reflect.
void read_relaxation(SectionReader& section, BoundaryCondition& boundary) {
  boundary.relaxation = section.number("relaxation", boundary.relaxation);
  if (boundary.relaxation < 0.0)
    throw InputError(section.where("relaxation") + ": 'relaxation' of an outflow must not be negative");
  if (!section.has("length")) {
    section.refuse_misspelling("length");
    throw InputError(section.where() +
                     ": 'outflow-nonreflecting' needs 'length = VALUE', the length of the domain along the flow");
  }
  boundary.length = section.positive("length", boundary.length);
}

/// The temperature of a modelled wall, a number; without one it is adiabatic.
void read_modelled_wall(SectionReader& section, BoundaryCondition& boundary, const Units& units) {
  boundary.temperature = section.has("temperature") ? section.positive("temperature", 1.0) / units.kelvin : 0.0;
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
    if (boundary.type == BoundaryType::inflow_velocity) boundary.velocity = boundary.state.velocity;
    std::optional<InflowSection> inflow;
    if (boundary.type == BoundaryType::inflow_velocity) inflow = read_inflow(section, boundary, result);
    read_boundary_values(section, boundary, inflow.has_value(), result);
    if (boundary.type == BoundaryType::outflow_nonreflecting) read_relaxation(section, boundary);
    if (boundary.type == BoundaryType::wall_modelled) read_modelled_wall(section, boundary, result.units);
    if (boundary.type == BoundaryType::wall_modelled && !result.solver.gas.viscous)
      throw InputError(section.where("type") +
                       ": 'wall-modelled' has no meaning with 'model = euler', which has no friction; use 'wall-slip'");
    if (boundary.type == BoundaryType::wall_heat_flux && !result.solver.gas.viscous)
      throw InputError(
          section.where("type") +
          ": 'wall-heat-flux' has no meaning with 'model = euler', which conducts no heat; use 'wall-slip'");
    if (boundary.type == BoundaryType::periodic) {
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
