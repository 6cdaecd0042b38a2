#include <cmath>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

void read_units(const IniFile& file, Case& result) {
  SectionReader section(file, "units", result.names.constants);
  if (!section.present()) return;
  Units& units = result.units;
  units.given = true;
  units.metre = section.positive("metre", 1.0);
  units.kilogram = section.positive("kilogram", 1.0);
  units.second = section.positive("second", 1.0);
  units.kelvin = section.positive("kelvin", 1.0);
  units.gas_constant = section.positive("gas_constant", 1.0);
  section.finish();
  const bool has_kelvin = section.has("kelvin");
  if (has_kelvin == section.has("gas_constant"))
    throw InputError(section.where(has_kelvin ? "kelvin" : "") + ": [units] " +
                     (has_kelvin ? "has both" : "needs one of") +
                     " 'gas_constant', in J/(kg K), and 'kelvin', the temperature where gamma p / rho = 1" +
                     (has_kelvin ? "; keep one of them, as the other follows" : ""));
  // a^2 = gamma R T, and a^2 is the T of the case.
  const double speed = units.metre / units.second, gamma = result.solver.gas.gamma;
  const double product = speed * speed / gamma;
  (has_kelvin ? units.gas_constant : units.kelvin) = product / (has_kelvin ? units.kelvin : units.gas_constant);
  for (const double number : {units.kelvin, units.gas_constant, units.force(2), units.force(3)})
    if (!std::isnormal(number))
      throw InputError(section.where() +
                       ": [units] gives temperatures or forces that overflow; each key says "
                       "what one unit of the case is in SI");
}

}  // namespace dg::app
