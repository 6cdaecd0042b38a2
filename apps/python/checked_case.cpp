#include "apps/python/checked_case.hpp"

#include <string>

namespace dg::app {

Case checked_case(IniFile file, bool has_mesh) {
  const std::string where = "mesh given to the simulation";
  if (has_mesh) {
    for (const std::string key : {"file", "generate", "level", "parameters"}) {
      const IniSection* section = file.find("mesh");
      if (section != nullptr && section->find(key) != nullptr) file.set("mesh." + key + "=", where);
    }
    file.set("mesh.file=given by a program", where);
  }
  Case c = interpret_case(std::move(file), {});
  require_built(c);
  if (has_mesh) c.mesh.file.clear();
  return c;
}

}  // namespace dg::app
