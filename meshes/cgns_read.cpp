#include "meshes/cgns_file.hpp"
#include "meshes/cgns_reader.hpp"
#include "meshes/foreign_mesh_child.hpp"

namespace dg {

bool has_cgns() { return true; }

ForeignMesh read_cgns_file(const std::string& path, std::vector<std::string>& notes) {
  return read_in_child(
      path, "CGNS", [&](std::vector<std::string>& said) { return CgnsReader(path).read(said); }, notes);
}

}  // namespace dg
