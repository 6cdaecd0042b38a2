#include "meshes/mesh_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <utility>
#include <variant>

#include "meshes/cgns_file.hpp"
#include "meshes/errors.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/hopr_file.hpp"
#include "meshes/input_file.hpp"
#include "meshes/lower_order.hpp"
#include "meshes/msh_file.hpp"
#include "meshes/su2_file.hpp"
#include "meshes/vtu_file.hpp"
#include "meshes/vtu_write.hpp"

namespace dg {
namespace {

bool is_hdf5_head(std::string_view head) { return head.starts_with("\x89HDF\r\n\x1a\n"); }

constexpr std::string_view formats =
    "rkdg reads files of Gmsh (.msh), SU2 (.su2), CGNS (.cgns), HOPR (.h5) and VTK (.vtu), and its own HDF5 meshes "
    "(.h5); Gmsh and meshio convert others to these";

/// What rkdg writes says so at once; of anything else the tables in the file are looked for.
bool is_own_hdf5(std::string_view head, const std::string& path) {
  return head.find("rkdg-mesh") != std::string_view::npos || !is_hopr_file(path);
}

AnyMesh read_foreign(std::string_view head, const std::string& path, std::vector<std::string>& notes, int highest) {
  if (is_cgns_head(head)) return mesh_of(read_cgns_file(path, notes), path, notes, highest);
  if (is_hdf5_head(head)) return mesh_of(read_hopr_file(path, notes), path, notes, highest);
  if (is_su2_text(head)) return mesh_of(parse_su2_file(file_contents(path), path, notes), path, notes, highest);
  if (is_vtu_text(head)) return mesh_of(parse_vtu_file(file_contents(path), path), path, notes, highest);
  throw InputError(fmt::format("{}: is not a mesh file; {}", path, formats));
}

AnyMesh with_order_up_to(int highest, AnyMesh mesh, const std::string& path) {
  return std::visit(
      [&](auto& of_dimension) -> AnyMesh {
        if (of_dimension.geometry_order <= highest) return std::move(of_dimension);
        return with_lower_order(std::move(of_dimension), highest, path);
      },
      mesh);
}

}  // namespace

AnyMesh read_any_mesh(const std::string& path, std::vector<std::string>* notes, int highest_order) {
  constexpr std::size_t longest_comment = 1 << 20;  // before the first section of a Gmsh file
  const std::string head = file_head(path, longest_comment);
  if (is_hdf5_head(head) && !is_cgns_head(head) && is_own_hdf5(head, path))
    return with_order_up_to(highest_order, read_any_mesh_hdf5(path), path);
  if (is_msh_text(head)) return read_gmsh(path, notes, highest_order);
  std::vector<std::string> unheard;
  return read_foreign(head, path, notes == nullptr ? unheard : *notes, highest_order);
}

Mesh2 read_mesh(const std::string& path) { return as_mesh_2d(read_any_mesh(path), path); }

template <int Dim>
void write_mesh(const Mesh<Dim>& mesh, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".h5" || ending == ".hdf5") return write_mesh_hdf5(mesh, path);
  if (ending == ".msh") return write_gmsh(mesh, path);
  if (ending == ".vtu") return write_vtu(mesh, path);
  throw InputError(
      fmt::format("{}: unknown ending '{}' of a mesh file; use .msh (Gmsh), .vtu (VTK), .h5 or .hdf5", path, ending));
}
template void write_mesh<2>(const Mesh2&, const std::string&);
template void write_mesh<3>(const Mesh3&, const std::string&);

Mesh2 as_mesh_2d(AnyMesh mesh, const std::string& source) {
  if (auto* mesh_2d = std::get_if<Mesh2>(&mesh)) return std::move(*mesh_2d);
  throw InputError(source + ": is a 3-D mesh; a 2-D mesh is needed here");
}

}  // namespace dg
