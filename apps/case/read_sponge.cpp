#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

void read_sponge(const IniFile& file, Case& result) {
  SectionReader section(file, "sponge", result.names.constants);
  if (!section.present()) return;
  SpongeSection& sponge = result.sponge;
  sponge.wanted = true;
  sponge.where = section.where();
  for (const std::string key : {"rho", "u", "v", "w", "p"})
    if (section.has(key) && sponge.formulas.empty())
      sponge.formulas = primitive_formulas(
          section, "the state of [sponge] needs rho, u, v and p, or none for the free stream", result);
  sponge.strength = section.formula("strength", "how fast [sponge] draws the solution to its state, as 1 / time");
  section.finish();
  claim_z({sponge.strength}, result);
  FormulaGraph parsed(result.names, {sponge.strength});
  if ((parsed.graph.node(parsed.values[0]).uses & (uses_time | uses_parameters)) != 0)
    throw InputError(sponge.strength.where +
                     ": 'strength' in [sponge] must be a formula of the place alone, without t and [parameters]");
}

}  // namespace dg::app
