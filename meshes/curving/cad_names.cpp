#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "meshes/curving/cad_files.hpp"

namespace dg {

bool CadFiles::is_name(const std::string& path) {
  static constexpr std::array endings{".step", ".stp", ".iges", ".igs", ".brep"};
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool CadFiles::is_unit(const std::string& unit) {
  static constexpr std::array known{"m", "cm", "mm", "km", "inch", "ft"};
  return std::find(known.begin(), known.end(), unit) != known.end();
}

}  // namespace dg
