#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

const std::vector<std::pair<std::string, BoundaryType>>& boundary_types() {
  static const std::vector<std::pair<std::string, BoundaryType>> types{
      {"farfield", BoundaryType::farfield},
      {"wall-adiabatic", BoundaryType::wall_adiabatic},
      {"wall-isothermal", BoundaryType::wall_isothermal},
      {"wall-slip", BoundaryType::wall_slip},
      {"symmetry", BoundaryType::symmetry},
      {"outflow-pressure", BoundaryType::outflow_pressure},
      {"inflow-total", BoundaryType::inflow_total},
      {"supersonic-in", BoundaryType::supersonic_in},
      {"supersonic-out", BoundaryType::supersonic_out},
      {"exact", BoundaryType::exact},
      {"periodic", BoundaryType::periodic}};
  return types;
}

void read_gas(const IniFile& file, Case& result, bool& has_mu) {
  SectionReader section(file, "gas", result.names.constants);
  GasOptions& gas = result.solver.gas;
  gas.viscous = section.choice<bool>("model", true, {{"navier-stokes", true}, {"euler", false}});
  gas.gamma = section.number("gamma", 1.4);
  if (!(gas.gamma > 1.0)) throw InputError(section.where("gamma") + ": 'gamma' in [gas] must be greater than 1");
  gas.prandtl = section.positive("prandtl", 0.72);
  gas.law =
      section.choice<ViscosityLaw>("viscosity", ViscosityLaw::constant,
                                   {{"constant", ViscosityLaw::constant}, {"sutherland", ViscosityLaw::sutherland}});
  gas.sutherland_constant = section.positive("sutherland_constant", gas.sutherland_constant);
  has_mu = section.has("mu");
  gas.viscosity = gas.viscous ? section.positive("mu", 0.0) : 0.0;
  if (has_mu && !gas.viscous) throw InputError(section.where("mu") + ": 'mu' has no use with 'model = euler'");
  section.finish();
}

void read_reference(const IniFile& file, Case& result, bool has_mu) {
  SectionReader section(file, "reference", result.names.constants);
  ReferenceSection& reference = result.reference;
  GasOptions& gas = result.solver.gas;
  reference.mach = section.number("mach", 0.0);
  if (reference.mach < 0.0) throw InputError(section.where("mach") + ": 'mach' in [reference] must not be negative");
  reference.alpha = section.number("alpha", 0.0);
  reference.length = section.positive("length", 1.0);
  reference.reynolds = section.positive("reynolds", 0.0);
  const bool has_reynolds = section.has("reynolds");
  if (gas.viscous && has_mu == has_reynolds) {
    throw InputError(section.where() + ": give the viscosity once, as 'mu' in [gas] or as 'reynolds' in [reference]" +
                     (has_mu ? "" : " (or 'model = euler')"));
  }
  if (gas.viscous && has_reynolds) {
    if (!section.has("mach") || reference.mach == 0.0) {
      throw InputError(section.where("reynolds") + ": 'reynolds' needs a 'mach' above 0 (mu = mach length / reynolds)");
    }
    gas.viscosity = reference.mach * reference.length / reference.reynolds;
  }
  const double angle = reference.alpha * std::numbers::pi / 180.0;
  reference.freestream = {1.0, reference.mach * std::cos(angle), reference.mach * std::sin(angle), 1.0 / gas.gamma};
  section.finish();
}

/// What the keys of a boundary are, per type; a key that its type does not use is refused as unknown.
void read_boundary_keys(SectionReader& section, BoundaryCondition& boundary, double gamma) {
  const auto pair = [&](const std::string& key, std::array<double, 2>& value) {
    if (const auto numbers = section.numbers(key, 2)) value = {(*numbers)[0], (*numbers)[1]};
  };
  switch (boundary.type) {
    case BoundaryType::wall_adiabatic:
      pair("velocity", boundary.velocity);
      break;
    case BoundaryType::wall_isothermal:
      pair("velocity", boundary.velocity);
      boundary.temperature = section.positive("temperature", 1.0);
      break;
    case BoundaryType::farfield:
    case BoundaryType::supersonic_in:
      boundary.state[0] = section.positive("rho", boundary.state[0]);
      if (const auto velocity = section.numbers("velocity", 2)) {
        boundary.state[1] = (*velocity)[0];
        boundary.state[2] = (*velocity)[1];
      }
      boundary.state[3] = section.positive("pressure", boundary.state[3]);
      break;
    case BoundaryType::outflow_pressure:
      boundary.pressure = section.positive("pressure", 1.0 / gamma);
      break;
    case BoundaryType::inflow_total:
      pair("direction", boundary.direction);
      boundary.total_pressure = section.positive("total_pressure", boundary.total_pressure);
      boundary.total_temperature = section.positive("total_temperature", boundary.total_temperature);
      if (boundary.direction == std::array<double, 2>{0.0, 0.0}) {
        throw InputError(section.where("direction") + ": 'direction' must not be 0, 0");
      }
      break;
    case BoundaryType::periodic:
      boundary.partner = section.name("partner", "the boundary it joins");
      break;
    default:
      break;
  }
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
  if (mach > 0.0) boundary.direction = {boundary.state[1] / mach, boundary.state[2] / mach};
  return boundary;
}

}  // namespace

void read_gas_and_reference(const IniFile& file, Case& result) {
  bool has_mu = false;
  read_gas(file, result, has_mu);
  const GasOptions& gas = result.solver.gas;
  result.names.constants = {{"gamma", gas.gamma}, {"prandtl", gas.prandtl}};
  read_reference(file, result, has_mu);
  const ReferenceSection& reference = result.reference;
  result.names.constants.insert({{"mu", gas.viscosity},
                                 {"mach", reference.mach},
                                 {"reynolds", reference.reynolds},
                                 {"alpha", reference.alpha},
                                 {"length", reference.length},
                                 {"rho_inf", reference.freestream[0]},
                                 {"u_inf", reference.freestream[1]},
                                 {"v_inf", reference.freestream[2]},
                                 {"p_inf", reference.freestream[3]}});
}

void read_boundaries(const IniFile& file, Case& result) {
  static const std::string prefix = "boundary.";
  for (const IniSection& ini : file.sections()) {
    if (!ini.name.starts_with(prefix)) continue;
    SectionReader section(file, ini.name, result.names.constants);
    BoundaryCondition boundary = freestream_condition(result, ini.name.substr(prefix.size()));
    section.formula("type", "the condition that holds there");
    boundary.type = section.choice<BoundaryType>("type", BoundaryType::farfield, boundary_types());
    read_boundary_keys(section, boundary, result.solver.gas.gamma);
    section.finish();
    result.where_boundary[boundary.name] = ini.where;
    result.solver.boundaries.push_back(std::move(boundary));
  }
}

}  // namespace dg::app
