#include "apps/run/case_inputs.hpp"

namespace dg::app {

std::vector<std::string> input_files(const Case& c) {
  std::vector<std::string> files{c.path};
  for (const std::string& name : {c.mesh.file, c.output.probes, c.catalyst.script})
    if (!name.empty()) files.push_back(c.resolve(name));
  if (const auto file = c.mesh.parameters.find("file"); file != c.mesh.parameters.end()) files.push_back(file->second);
  return files;
}

}  // namespace dg::app
