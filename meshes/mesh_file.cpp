#include "meshes/mesh_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <variant>

#include "meshes/errors.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/input_file.hpp"

namespace dg {

namespace {

bool is_hdf5_name(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending == ".h5" || ending == ".hdf5";
}

[[noreturn]] void refuse_ending(const std::string& path, const char* known) {
  throw InputError(fmt::format("{}: unknown ending '{}' of a mesh file; use {}", path,
                               std::filesystem::path(path).extension().string(), known));
}

}  // namespace

AnyMesh read_any_mesh(const std::string& path) {
  const std::string head = file_head(path, 11);
  if (head.starts_with("\x89HDF\r\n\x1a\n")) return read_any_mesh_hdf5(path);
  if (head.starts_with("$MeshFormat")) return read_gmsh(path);
  throw InputError(path +
                   ": is no mesh file; rkdg reads Gmsh files (.msh, versions 2.2 and 4.1) and its own HDF5 meshes");
}

Mesh2 read_mesh(const std::string& path) { return plane_mesh(read_any_mesh(path), path); }

void write_mesh(const Mesh<2>& mesh, const std::string& path) {
  if (is_hdf5_name(path)) return write_mesh_hdf5(mesh, path);
  if (std::filesystem::path(path).extension() == ".msh") return write_gmsh(mesh, path);
  refuse_ending(path, ".msh (Gmsh), .h5 or .hdf5");
}

void write_mesh(const Mesh<3>& mesh, const std::string& path) {
  if (is_hdf5_name(path)) return write_mesh_hdf5(mesh, path);
  if (std::filesystem::path(path).extension() == ".msh") {
    throw InputError(path + ": 3-D meshes are not written as Gmsh files; use .h5 or .hdf5");
  }
  refuse_ending(path, ".h5 or .hdf5 for a 3-D mesh");
}

Mesh2 plane_mesh(AnyMesh mesh, const std::string& source) {
  if (auto* plane = std::get_if<Mesh2>(&mesh)) return std::move(*plane);
  throw InputError(source + ": is a 3-D mesh; a 2-D mesh is needed here");
}

}  // namespace dg
