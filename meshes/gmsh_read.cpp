#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "meshes/bounding_box.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_groups.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/input_file.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/msh_file.hpp"

namespace dg {
namespace {

template <int Dim>
void check_type(const MshElementType& type, int type_number, const Mesh<Dim>& mesh, const std::string& path) {
  if (type.order > max_geometry_order) {
    throw InputError(fmt::format("{}: has elements of order {}; only orders 1 to {} are supported", path, type.order,
                                 max_geometry_order));
  }
  if (!type.complete) {
    throw InputError(
        fmt::format("{}: has incomplete elements (type {}: order {} with {} nodes); set "
                    "Mesh.SecondOrderIncomplete = 0 in Gmsh",
                    path, type_number, type.order, type.node_count));
  }
  if (mesh.cell_count() > 0 && type.order != mesh.geometry_order) {
    throw InputError(fmt::format("{}: has elements of orders {} and {}; all must have the same order", path,
                                 mesh.geometry_order, type.order));
  }
}

template <int Dim>
void append_cells(const MshBlock& block, const MshElementType& type, Mesh<Dim>& mesh, const std::string& path) {
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
void append_all_cells(const MshFile& file, Mesh<Dim>& mesh, const std::string& path) {
  for (const MshBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) == Dim) append_cells(block, type, mesh, path);
  }
  if (mesh.cell_count() > 0) return;
  throw InputError(path +
                   ": has no triangles or quadrilaterals; once a line has a physical group, Gmsh saves the cells "
                   "only of surfaces that have one too");
}

/// Calls visit(block, type) for the elements that are faces of cells.
template <int Dim, class Visit>
void for_each_face_block(const MshFile& file, const Visit& visit) {
  for (const MshBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) == Dim - 1) visit(block, type);
  }
}

/// Index in mesh.boundary_names of each physical group of faces, in the order of their tags. Groups of one name are one
/// boundary; a group without a name is called by its tag.
template <int Dim>
std::map<int, std::int16_t> name_boundaries(const MshFile& file, Mesh<Dim>& mesh, const std::string& path) {
  std::map<int, std::int16_t> boundary_of_group;
  for_each_face_block<Dim>(file, [&](const MshBlock& block, const MshElementType&) {
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
std::vector<TaggedFace<Dim>> boundary_faces(const MshFile& file, const std::map<int, std::int16_t>& boundary_of_group) {
  std::vector<TaggedFace<Dim>> faces;
  for_each_face_block<Dim>(file, [&](const MshBlock& block, const MshElementType& type) {
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

void check_plane(const Mesh2& mesh, const std::vector<double>& heights, const std::string& path) {
  const double tolerance = 1e-10 * bounding_box(mesh).diagonal();
  for (std::size_t n = 0; n < heights.size(); ++n) {
    if (std::abs(heights[n] - heights[0]) <= tolerance) continue;
    throw InputError(
        fmt::format("{}: is not plane: z is {:.7g} at {} but {:.7g} at {}; of a 3-D mesh, Gmsh saves the "
                    "cells only of volumes with a physical group once a surface has one",
                    path, heights[0], place(mesh.nodes[0]), heights[n], place(mesh.nodes[n])));
  }
}

/// Copies the nodes in use, in their order, and numbers them anew: Gmsh also saves centres of circles and the like.
template <int Dim>
void copy_used_nodes(const MshFile& file, Mesh<Dim>& mesh, std::vector<TaggedFace<Dim>>& faces,
                     const std::string& path) {
  std::vector<Index> number(file.nodes.size(), -1);
  for (const Index n : mesh.cell_nodes) number[n] = 0;
  for (const auto& face : faces)
    for (const Index n : face.vertices)
      if (n >= 0) number[n] = 0;
  std::vector<double> heights;
  for (std::size_t n = 0; n < number.size(); ++n) {
    if (number[n] < 0) continue;
    number[n] = mesh.node_count();
    auto& node = mesh.nodes.emplace_back();
    std::copy_n(file.nodes[n].begin(), Dim, node.begin());
    if constexpr (Dim == 2) heights.push_back(file.nodes[n][2]);
  }
  for (Index& n : mesh.cell_nodes) n = number[n];
  for (auto& face : faces)
    for (Index& n : face.vertices)
      if (n >= 0) n = number[n];
  if constexpr (Dim == 2) check_plane(mesh, heights, path);
}

/// Takes the file apart as it goes, so that its arrays are not there beside those of build_faces().
template <int Dim>
Mesh<Dim> mesh_of(MshFile file, const std::string& path, std::vector<std::string>& notes) {
  Mesh<Dim> mesh;
  append_all_cells(file, mesh, path);
  std::vector<TaggedFace<Dim>> faces = boundary_faces<Dim>(file, name_boundaries(file, mesh, path));
  file.blocks = {};
  copy_used_nodes(file, mesh, faces, path);
  file.nodes = {};
  settle_groups(mesh, faces, path, notes);
  build_faces(mesh, faces, path);
  return mesh;
}

}  // namespace

AnyMesh parse_gmsh(std::string_view text, const std::string& path, std::vector<std::string>* notes) {
  std::vector<std::string> unheard;
  std::vector<std::string>& said = notes == nullptr ? unheard : *notes;
  MshFile file = parse_msh_file(text, path);
  const bool solid = std::any_of(file.blocks.begin(), file.blocks.end(),
                                 [](const MshBlock& block) { return dim_of(msh_element_type(block.type).shape) == 3; });
  if (solid) return mesh_of<3>(std::move(file), path, said);
  return mesh_of<2>(std::move(file), path, said);
}

AnyMesh read_gmsh(const std::string& path, std::vector<std::string>* notes) {
  return parse_gmsh(file_contents(path), path, notes);
}

}  // namespace dg
