#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

namespace {

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
  if (has_mu && !gas.viscous)
    throw InputError(section.where("mu") + ": 'mu' has no meaning with 'model = euler'; remove it");
  section.finish();
}

void read_force_reference(SectionReader& section, Case& result) {
  ForceReference& force = result.reference.force;
  force.pressure = section.number("pressure", result.reference.freestream.p);
  result.reference.gives_pressure = section.has("pressure");
  if (force.pressure < 0.0) {
    throw InputError(section.where("pressure") + ": 'pressure' in [reference] must not be negative");
  }
  claim_components(section, "center", result);
  if (const auto center = section.numbers("center", section.vector_size("center")))
    std::copy(center->begin(), center->end(), force.center.begin());
  result.solver.force_reference = force;
}

void read_reference(const IniFile& file, Case& result, bool has_mu) {
  SectionReader section(file, "reference", result.names.constants);
  ReferenceSection& reference = result.reference;
  GasOptions& gas = result.solver.gas;
  reference.mach = section.number("mach", 0.0);
  if (reference.mach < 0.0) throw InputError(section.where("mach") + ": 'mach' in [reference] must not be negative");
  reference.where_mach = section.where("mach");
  reference.where_reynolds = section.where("reynolds");
  reference.alpha = section.number("alpha", 0.0);
  reference.beta = section.number("beta", 0.0);
  reference.length = section.positive("length", 1.0);
  reference.gives_length = section.has("length");
  reference.area = section.positive("area", reference.length * reference.length);
  for (const std::string key : {"beta", "area"})
    if (section.has(key)) result.claims.push_back({3, section.where(key), "'" + key + "' in [reference]"});
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
  const double alpha = reference.alpha * std::numbers::pi / 180.0, beta = reference.beta * std::numbers::pi / 180.0;
  const double in_plane = reference.mach * std::cos(beta);
  reference.freestream = {
      1.0, {in_plane * std::cos(alpha), in_plane * std::sin(alpha), reference.mach * std::sin(beta)}, 1.0 / gas.gamma};
  read_force_reference(section, result);
  section.finish();
}

}  // namespace

void claim_components(SectionReader& section, const std::string& key, Case& result) {
  const std::size_t size = section.vector_size(key);
  if (size == 0) return;
  result.claims.push_back({static_cast<int>(size), section.where(key),
                           fmt::format("'{}' with {} components", key, size == 2 ? "two" : "three")});
}

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
                                 {"rho_inf", reference.freestream.rho},
                                 {"u_inf", reference.freestream.velocity[0]},
                                 {"v_inf", reference.freestream.velocity[1]},
                                 {"w_inf", reference.freestream.velocity[2]},
                                 {"p_inf", reference.freestream.p}});
}

}  // namespace dg::app
