#include "apps/case/choices.hpp"
#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "libdg/equations/navier_stokes/subgrid_models.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

void read_turbulence(const IniFile& file, Case& result) {
  SectionReader section(file, "turbulence", result.names.constants);
  SubgridOptions& subgrid = result.solver.gas.subgrid;
  subgrid.model = section.choice("model", SubgridModel::none, subgrid_choices);
  subgrid.constant = section.positive("constant", default_constant(subgrid.model));
  subgrid.prandtl = section.positive("prandtl", subgrid.prandtl);
  for (const std::string key : {"constant", "prandtl"}) {
    if (section.has(key) && subgrid.model == SubgridModel::none)
      throw InputError(section.where(key) + ": '" + key + "' in [turbulence] needs a 'model', such as 'wale'");
  }
  if (subgrid.model != SubgridModel::none) {
    const std::string where = section.where("model");
    if (!result.solver.gas.viscous)
      throw InputError(where + ": a subgrid model needs 'model = navier-stokes' in [gas]");
    if (result.solver.shocks == ShockCapturing::viscosity)
      throw InputError(where + ": a subgrid model excludes 'shocks = viscosity' in [space]; use 'damping'");
    result.claims.push_back({3, where, "'model' in [turbulence]"});
  }
  section.finish();
}

}  // namespace dg::app
