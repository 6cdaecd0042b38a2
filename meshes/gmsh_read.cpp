#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "meshes/bounding_box.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/input_file.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/msh_file.hpp"

namespace dg {
namespace {

bool is_cell(const MshElementType& type) {
  return type.shape == MshShape::triangle || type.shape == MshShape::quadrilateral;
}

void check_type(const MshElementType& type, int type_number, const Mesh2& mesh, const std::string& path) {
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

void append_cells(const MshBlock& block, const MshElementType& type, Mesh2& mesh, const std::string& path) {
  check_type(type, block.type, mesh, path);
  mesh.geometry_order = type.order;
  const CellShape shape = type.shape == MshShape::triangle ? CellShape::triangle : CellShape::quadrilateral;
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

void append_all_cells(const MshFile& file, Mesh2& mesh, const std::string& path) {
  for (const MshBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (is_cell(type)) append_cells(block, type, mesh, path);
  }
  if (mesh.cell_count() > 0) return;
  throw InputError(path +
                   ": has no triangles or quadrilaterals; once a line has a physical group, Gmsh saves the cells "
                   "only of surfaces that have one too");
}

/// Index in mesh.boundary_names of each physical group of lines, in the order of their tags. Groups of one name are one
/// boundary; a group without a name is called by its tag.
std::map<int, std::int16_t> name_boundaries(const MshFile& file, Mesh2& mesh, const std::string& path) {
  std::map<int, std::int16_t> boundary_of_group;
  for (const MshBlock& block : file.blocks) {
    if (msh_element_type(block.type).shape != MshShape::line) continue;
    for (const int group : block.groups) boundary_of_group[group] = -1;
  }
  std::vector<std::string>& names = mesh.boundary_names;
  std::unordered_map<std::string, std::int16_t> known;
  for (auto& [group, boundary] : boundary_of_group) {
    const auto named = file.group_names.find({1, group});
    const std::string name = named == file.group_names.end() ? std::to_string(group) : named->second;
    if (names.size() == std::numeric_limits<std::int16_t>::max()) throw InputError(path + ": has too many boundaries");
    const auto [found, is_new] = known.emplace(name, static_cast<std::int16_t>(names.size()));
    boundary = found->second;
    if (is_new) names.push_back(name);
  }
  return boundary_of_group;
}

std::vector<BoundaryEdge> boundary_edges(const MshFile& file, const std::map<int, std::int16_t>& boundary_of_group) {
  std::vector<BoundaryEdge> edges;
  for (const MshBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (type.shape != MshShape::line) continue;
    for (const int group : block.groups) {
      const std::int16_t boundary = boundary_of_group.at(group);
      for (std::size_t n = 0; n < block.nodes.size(); n += type.node_count) {  // the ends come first
        edges.push_back({{block.nodes[n], block.nodes[n + 1]}, boundary});
      }
    }
  }
  return edges;
}

/// Copies the nodes in use, in their order, and numbers them anew: Gmsh also saves centres of circles and the like.
void copy_used_nodes(const MshFile& file, Mesh2& mesh, std::vector<BoundaryEdge>& edges, const std::string& path) {
  std::vector<Index> number(file.nodes.size(), -1);
  for (const Index n : mesh.cell_nodes) number[n] = 0;
  for (const BoundaryEdge& edge : edges) {
    for (const Index n : edge.vertices) number[n] = 0;
  }
  std::vector<double> heights;
  for (std::size_t n = 0; n < number.size(); ++n) {
    if (number[n] < 0) continue;
    number[n] = mesh.node_count();
    mesh.nodes.push_back({file.nodes[n][0], file.nodes[n][1]});
    heights.push_back(file.nodes[n][2]);
  }
  for (Index& n : mesh.cell_nodes) n = number[n];
  for (BoundaryEdge& edge : edges) {
    for (Index& n : edge.vertices) n = number[n];
  }

  const double tolerance = 1e-10 * bounding_box(mesh).diagonal();
  for (std::size_t n = 0; n < heights.size(); ++n) {
    if (std::abs(heights[n] - heights[0]) <= tolerance) continue;
    throw InputError(fmt::format("{}: is not plane: z is {:.7g} at {} but {:.7g} at {}", path, heights[0],
                                 place(mesh.nodes[0]), heights[n], place(mesh.nodes[n])));
  }
}

}  // namespace

Mesh2 parse_gmsh(std::string_view text, const std::string& path) {
  Mesh2 mesh;
  std::vector<BoundaryEdge> edges;
  {
    const MshFile file = parse_msh_file(text, path);
    append_all_cells(file, mesh, path);
    edges = boundary_edges(file, name_boundaries(file, mesh, path));
    copy_used_nodes(file, mesh, edges, path);
  }
  build_faces(mesh, edges, path);
  return mesh;
}

Mesh2 read_gmsh(const std::string& path) { return parse_gmsh(file_contents(path), path); }

}  // namespace dg
