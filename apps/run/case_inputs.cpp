#include "apps/run/case_inputs.hpp"

namespace dg::app {

std::vector<std::string> input_files(const Case& c) {
  std::vector<std::string> files{c.path};
  for (const std::string& name : {c.mesh.file, c.output.probes, c.catalyst.script})
    if (!name.empty()) files.push_back(c.resolve(name));
  for (const auto& [name, inflow] : c.inflows)
    if (!inflow.profile.empty()) files.push_back(c.resolve(inflow.profile));
  for (const BoundaryRule& rule : c.boundary_rules)
    if (rule.inflow && !rule.inflow->profile.empty()) files.push_back(c.resolve(rule.inflow->profile));
  if (const auto file = c.mesh.parameters.find("file"); file != c.mesh.parameters.end()) files.push_back(file->second);
  return files;
}

}  // namespace dg::app
