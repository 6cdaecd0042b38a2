#include <algorithm>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

void read_forcing(const IniFile& file, Case& result) {
  SectionReader section(file, "forcing", result.names.constants);
  if (!section.present()) return;
  ForcingSection& forcing = result.forcing;
  forcing.wanted = true;
  forcing.where = section.where();
  forcing.direction = section.choice<int>("direction", 0, {{"x", 0}, {"y", 1}, {"z", 2}});
  if (section.has("direction") && forcing.direction == 2)
    result.claims.push_back({3, section.where("direction"), "'direction = z' in [forcing]"});
  if (section.has("mass_flow") == section.has("pressure_gradient")) {
    for (const std::string key : {"mass_flow", "pressure_gradient"}) section.refuse_misspelling(key);
    throw InputError(section.where() + ": [forcing] needs one of 'mass_flow = VALUE' and 'pressure_gradient = VALUE'");
  }
  if (section.has("mass_flow"))
    forcing.mass_flow = section.number("mass_flow", 0.0);
  else
    forcing.force = -section.number("pressure_gradient", 0.0);
  section.finish();
  if (result.solver.solves_systems())
    throw InputError(forcing.where +
                     ": [forcing] needs explicit steps: 'solver = march' in [time], or another 'scheme'");
  if (forcing.mass_flow && result.solver.local_time_step)
    throw InputError(section.where("mass_flow") +
                     ": 'mass_flow' needs steps in time, which 'mode = steady' does not take; use 'mode = unsteady', "
                     "or 'pressure_gradient'");
}

}  // namespace dg::app
