#include <utility>

#include "meshes/gmsh_io.hpp"
#include "meshes/input_file.hpp"
#include "meshes/msh_file.hpp"
#include "meshes/msh_parts.hpp"

namespace dg {

AnyMesh parse_gmsh(std::string_view text, const std::string& path, std::vector<std::string>* notes, int highest_order) {
  std::vector<std::string> unheard;
  return mesh_of(parse_msh_file(text, path), path, notes == nullptr ? unheard : *notes, highest_order);
}

AnyMesh read_gmsh(const std::string& path, std::vector<std::string>* notes, int highest_order) {
  try {
    return parse_gmsh(file_contents(path), path, notes, highest_order);
  } catch (const PartOfMesh& part) {
    std::vector<std::string> unheard;
    return mesh_of(join_msh_parts(path, part), path, notes == nullptr ? unheard : *notes, highest_order);
  }
}

}  // namespace dg
