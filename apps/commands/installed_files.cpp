#include "apps/commands/installed_files.hpp"

#include "meshes/errors.hpp"

namespace dg::app {

std::filesystem::path installed_file(const std::string& command, std::initializer_list<const char*> places) {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::filesystem::path path;
  for (const char* place : places) {
    path = (folder / place).lexically_normal();
    if (std::filesystem::exists(path)) return path;
  }
  throw RunError(command + ": " + path.filename().string() + " is not there; it belongs in " +
                 path.parent_path().string());
}

}  // namespace dg::app
