#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// What the running mean is made of, which the explicit steps of a run in time advance.
void read_mean(SectionReader& section, const Case& c, SpongeSection& sponge) {
  if (!section.has("averaging_time")) {
    section.refuse_misspelling("averaging_time");
    throw InputError(section.where("state") +
                     ": 'state = mean' in [sponge] needs 'averaging_time = VALUE', the time over which it averages");
  }
  sponge.averaging_time = section.positive("averaging_time", 0.0);
  if (c.time.steady)
    throw InputError(section.where("state") +
                     ": 'state = mean' in [sponge] needs 'mode = unsteady'; for a steady flow use 'damping' in [time]");
  if (c.solver.solves_systems())
    throw InputError(section.where("state") +
                     ": 'state = mean' in [sponge] needs an explicit 'scheme' in [time], such as 'ssprk3'");
}

void read_state(SectionReader& section, Case& c) {
  SpongeSection& sponge = c.sponge;
  const bool is_mean = section.choice<bool>("state", false, {{"given", false}, {"mean", true}});
  for (const std::string key : {"rho", "u", "v", "w", "p"}) {
    if (!section.has(key)) continue;
    if (is_mean)
      throw InputError(section.where(key) + ": '" + key +
                       "' in [sponge] belongs to 'state = given'; a running mean has no formulas");
    if (sponge.formulas.empty())
      sponge.formulas =
          primitive_formulas(section, "the state of [sponge] needs rho, u, v and p, or none for the free stream", c);
  }
  if (is_mean) return read_mean(section, c, sponge);
  if (section.has("averaging_time"))
    throw InputError(section.where("averaging_time") + ": 'averaging_time' in [sponge] needs 'state = mean'");
}

}  // namespace

void read_sponge(const IniFile& file, Case& result) {
  SectionReader section(file, "sponge", result.names.constants);
  if (!section.present()) return;
  SpongeSection& sponge = result.sponge;
  sponge.wanted = true;
  sponge.where = section.where();
  read_state(section, result);
  sponge.strength = section.formula("strength", "how fast [sponge] draws the solution to its state, as 1 / time");
  section.finish();
  claim_z({sponge.strength}, result);
  FormulaGraph parsed(result.names, {sponge.strength});
  if ((parsed.graph.node(parsed.values[0]).uses & (uses_time | uses_parameters)) != 0)
    throw InputError(sponge.strength.where +
                     ": 'strength' in [sponge] must be a formula of the place alone, without t and [parameters]");
}

}  // namespace dg::app
