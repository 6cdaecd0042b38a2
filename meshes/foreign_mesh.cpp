#include "meshes/foreign_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "meshes/build.hpp"
#include "meshes/checks.hpp"
#include "meshes/complete_elements.hpp"
#include "meshes/degenerate_cells.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_groups.hpp"
#include "meshes/into_plane.hpp"
#include "meshes/lattice.hpp"
#include "meshes/lower_order.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/side_table.hpp"
#include "meshes/stated_pairs.hpp"

namespace dg {
namespace {

template <int Dim>
void check_type(const MshElementType& type, int type_number, const Mesh<Dim>& mesh, const std::string& path) {
  if (!type.complete) {
    throw InputError(
        fmt::format("{}: has incomplete pyramids (type {}: order {} with {} nodes), which are completed at order 2 "
                    "only; set Mesh.SecondOrderIncomplete = 0 in Gmsh",
                    path, type_number, type.order, type.node_count));
  }
  if (mesh.cell_count() > 0 && type.order != mesh.geometry_order) {
    throw InputError(fmt::format("{}: has elements of orders {} and {}; all must have the same order", path,
                                 mesh.geometry_order, type.order));
  }
}

template <int Dim>
void append_cells(const ElementBlock& block, const MshElementType& type, Mesh<Dim>& mesh, const std::string& path) {
  check_type(type, block.type, mesh, path);
  mesh.geometry_order = type.order;
  const CellShape shape = cell_shape(type.shape);
  const std::vector<int> lattice = msh_node_order(shape, type.order);
  const std::size_t begin = mesh.cell_nodes.size(), end = begin + block.nodes.size();
  if (end > std::numeric_limits<Index>::max()) {
    throw InputError(path + ": has too many cells; all their nodes together must be fewer than 2^31");
  }
  mesh.cell_nodes.resize(end);
  for (std::size_t cell = begin; cell < end; cell += lattice.size()) {
    for (std::size_t n = 0; n < lattice.size(); ++n) mesh.cell_nodes[cell + lattice[n]] = block.nodes[cell - begin + n];
    mesh.cell_shapes.push_back(shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(cell + lattice.size()));
  }
}

template <int Dim>
void append_all_cells(const ForeignMesh& file, Mesh<Dim>& mesh, const std::string& path) {
  for (const ElementBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) == Dim) append_cells(block, type, mesh, path);
  }
  if (mesh.cell_count() > 0) return;
  throw InputError(path + ": has no triangles or quadrilaterals" +
                   (file.advice_on_cells.empty() ? "" : "; " + file.advice_on_cells));
}

/// Calls visit(block, type) for the elements that are faces of cells.
template <int Dim, class Visit>
void for_each_face_block(const ForeignMesh& file, const Visit& visit) {
  for (const ElementBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) == Dim - 1) visit(block, type);
  }
}

/// Index in mesh.boundary_names of each physical group of faces, in the order of their tags. Groups of one name are one
/// boundary; a group without a name is called by its tag.
template <int Dim>
std::map<int, std::int16_t> name_boundaries(const ForeignMesh& file, Mesh<Dim>& mesh, const std::string& path) {
  std::map<int, std::int16_t> boundary_of_group;
  for_each_face_block<Dim>(file, [&](const ElementBlock& block, const MshElementType&) {
    for (const int group : block.groups) boundary_of_group[group] = -1;
  });
  std::vector<std::string>& names = mesh.boundary_names;
  std::unordered_map<std::string, std::int16_t> known;
  for (auto& [group, boundary] : boundary_of_group) {
    const auto named = file.group_names.find({Dim - 1, group});
    const std::string name = named == file.group_names.end() ? std::to_string(group) : named->second;
    if (names.size() == std::numeric_limits<std::int16_t>::max()) throw InputError(path + ": has too many boundaries");
    const auto [found, is_new] = known.emplace(name, static_cast<std::int16_t>(names.size()));
    boundary = found->second;
    if (is_new) names.push_back(name);
  }
  return boundary_of_group;
}

template <int Dim>
std::vector<TaggedFace<Dim>> boundary_faces(const ForeignMesh& file,
                                            const std::map<int, std::int16_t>& boundary_of_group) {
  std::vector<TaggedFace<Dim>> faces;
  for_each_face_block<Dim>(file, [&](const ElementBlock& block, const MshElementType& type) {
    const std::size_t vertices = Dim == 2 ? 2 : vertex_count(cell_shape(type.shape));
    for (const int group : block.groups) {
      for (std::size_t n = 0; n < block.nodes.size(); n += type.node_count) {  // the vertices come first
        TaggedFace<Dim>& face = faces.emplace_back();
        face.boundary = boundary_of_group.at(group);
        face.vertices.fill(-1);
        std::copy_n(block.nodes.begin() + static_cast<std::ptrdiff_t>(n), vertices, face.vertices.begin());
      }
    }
  });
  return faces;
}

/// Copies the nodes in use, in their order, and numbers them anew: Gmsh also saves centres of circles and the like.
template <int Dim>
void copy_used_nodes(ForeignMesh& file, Mesh<Dim>& mesh, std::vector<TaggedFace<Dim>>& faces, const std::string& path,
                     std::vector<std::string>& notes) {
  std::vector<Index> number(file.nodes.size(), -1);
  for (const Index n : mesh.cell_nodes) number[n] = 0;
  for (const auto& face : faces)
    for (const Index n : face.vertices)
      if (n >= 0) number[n] = 0;
  std::vector<std::array<double, 3>> used;
  for (std::size_t n = 0; n < number.size(); ++n) {
    if (number[n] < 0) continue;
    number[n] = static_cast<Index>(used.size());
    used.push_back(file.nodes[n]);
  }
  if constexpr (Dim == 2) mesh.nodes = into_plane(used, path, file.advice_on_cells, notes);
  if constexpr (Dim == 3) mesh.nodes = std::move(used);
  for (Index& n : mesh.cell_nodes) n = number[n];
  for (auto& face : faces)
    for (Index& n : face.vertices)
      if (n >= 0) n = number[n];
  for (PeriodicNodes& link : file.periodic_nodes) {
    for (auto& pair : link.pairs)
      for (Index& n : pair) n = number[n];
    std::erase_if(link.pairs, [](const auto& pair) { return pair[0] < 0 || pair[1] < 0; });
  }
}

void refuse_order(int order, const std::string& path) {
  if (order <= max_geometry_order) return;
  throw InputError(
      fmt::format("{}: has elements of order {}; cells have orders 1 to {}: 'rkdg convert IN OUT --order "
                  "{}' lowers their order",
                  path, order, max_geometry_order, max_geometry_order));
}

/// Takes the file apart as it goes, so that its arrays are not there beside those of build_faces().
template <int Dim>
Mesh<Dim> build_mesh(ForeignMesh file, const std::string& path, std::vector<std::string>& notes, int highest_order) {
  Mesh<Dim> mesh;
  append_all_cells(file, mesh, path);
  std::vector<TaggedFace<Dim>> faces = boundary_faces<Dim>(file, name_boundaries(file, mesh, path));
  file.blocks = {};
  if (mesh.geometry_order > highest_order) lower_order(mesh, file.nodes, highest_order, path);
  refuse_order(mesh.geometry_order, path);
  copy_used_nodes(file, mesh, faces, path, notes);
  file.nodes = {};
  check_arrays(mesh, path);
  orient_cells(mesh);
  const SideTable<Dim> sides(mesh);
  settle_groups(mesh, sides, faces, path, notes);
  build_faces(mesh, sides, faces, path);
  state_periodic_pairs(mesh, file.periodic_nodes, path, notes);
  return mesh;
}

}  // namespace

AnyMesh mesh_of(ForeignMesh file, const std::string& path, std::vector<std::string>& notes, int highest_order) {
  complete_elements(file);
  replace_degenerate_cells(file, path, notes);
  const bool is_3d = std::any_of(file.blocks.begin(), file.blocks.end(), [](const ElementBlock& block) {
    return dim_of(msh_element_type(block.type).shape) == 3;
  });
  if (is_3d) return build_mesh<3>(std::move(file), path, notes, highest_order);
  return build_mesh<2>(std::move(file), path, notes, highest_order);
}

}  // namespace dg
