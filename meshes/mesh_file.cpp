#include "meshes/mesh_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "meshes/errors.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/input_file.hpp"

namespace dg {

Mesh2 read_mesh(const std::string& path) {
  const std::string head = file_head(path, 11);
  if (head.starts_with("\x89HDF\r\n\x1a\n")) return read_mesh_hdf5(path);
  if (head.starts_with("$MeshFormat")) return read_gmsh(path);
  throw InputError(path +
                   ": is no mesh file; rkdg reads Gmsh files (.msh, versions 2.2 and 4.1) and its own HDF5 meshes");
}

void write_mesh(const Mesh2& mesh, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".msh") return write_gmsh(mesh, path);
  if (ending == ".h5" || ending == ".hdf5") return write_mesh_hdf5(mesh, path);
  throw InputError(fmt::format("{}: unknown ending '{}' of a mesh file; use .msh (Gmsh), .h5 or .hdf5", path, ending));
}

}  // namespace dg
