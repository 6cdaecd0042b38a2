#include <fmt/format.h>

#include <cstddef>
#include <numeric>

#include "meshes/face_match.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/input_file.hpp"
#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/output_file.hpp"
#include "meshes/periodic.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

using Tags = std::vector<std::size_t>;

constexpr int surface = 1;  // tag of the one surface that all cells belong to

std::size_t gmsh_tag(Index node) { return static_cast<std::size_t>(node) + 1; }

void add_nodes(const Mesh2& mesh) {
  Tags tags(mesh.nodes.size());
  std::iota(tags.begin(), tags.end(), gmsh_tag(0));
  std::vector<double> coordinates;
  coordinates.reserve(3 * mesh.nodes.size());
  for (const auto& node : mesh.nodes) coordinates.insert(coordinates.end(), {node[0], node[1], 0.0});
  gmsh::model::mesh::addNodes(2, surface, tags, coordinates);
}

void add_cells(const Mesh2& mesh, CellShape shape) {
  const std::vector<int> lattice = msh_node_order(shape, mesh.geometry_order);
  Tags nodes;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    if (mesh.cell_shapes[c] != shape) continue;
    for (const int n : lattice) nodes.push_back(gmsh_tag(mesh.cell_nodes[mesh.cell_node_begin[c] + n]));
  }
  if (!nodes.empty())
    gmsh::model::mesh::addElementsByType(surface, msh_cell_type(shape, mesh.geometry_order), {}, nodes);
}

// Nodes of the edges of each boundary, in Gmsh's order: the ends, then the nodes between. A face between periodic
// boundaries is an edge of both.
std::vector<Tags> boundary_edges(const Mesh2& mesh) {
  std::vector<Tags> edges(mesh.boundary_names.size());
  const auto append = [&](int boundary, Index cell, int face) {
    const auto tag = [&](int k) { return gmsh_tag(face_node(mesh, cell, face, k)); };
    edges[boundary].insert(edges[boundary].end(), {tag(0), tag(mesh.geometry_order)});
    for (int k = 1; k < mesh.geometry_order; ++k) edges[boundary].push_back(tag(k));
  };
  const double tolerance = periodic_tolerance(mesh);
  for (const Face& face : mesh.faces) {
    if (face.boundary >= 0) append(face.boundary, face.minus, face.minus_face);
    if (face.plus < 0 || mesh.periodic_pairs.empty() || shares_nodes(mesh, face)) continue;
    if (const auto sides = periodic_sides_of(mesh, face, tolerance)) {
      append(sides->minus, face.minus, face.minus_face);
      append(sides->plus, face.plus, face.plus_face);
    }
  }
  return edges;
}

void add_boundaries(const Mesh2& mesh) {
  const std::vector<Tags> edges = boundary_edges(mesh);
  const int type = msh_line_type(mesh.geometry_order);
  for (std::size_t b = 0; b < edges.size(); ++b) {
    if (edges[b].empty()) continue;
    const int tag = static_cast<int>(b) + 1;
    gmsh::model::addDiscreteEntity(1, tag);
    gmsh::model::mesh::addElementsByType(tag, type, {}, edges[b]);
    gmsh::model::addPhysicalGroup(1, {tag}, tag);
    gmsh::model::setPhysicalName(1, tag, mesh.boundary_names[b]);
  }
}

// A file that is cut short does not end with the line that ends a section.
bool is_whole(const std::string& path) { return file_tail(path, 13) == "$EndElements\n"; }

void check_names(const Mesh2& mesh, const std::string& path) {
  for (const std::string& name : mesh.boundary_names) {
    if (name.empty() || name.find_first_of("\"\n") != std::string::npos) {
      throw InputError(fmt::format("{}: a Gmsh file cannot hold a boundary called {}", path, in_quotes(name)));
    }
  }
}

}  // namespace

void write_gmsh(const Mesh2& mesh, const std::string& path, bool ascii) {
  if (!path.ends_with(".msh")) throw InputError(path + ": the name of a Gmsh mesh file must end in .msh");
  check_names(mesh, path);
  OutputFile output(path);
  {
    const GmshModel model;
    model.run(path, [&] {
      gmsh::option::setNumber("Mesh.MshFileVersion", 4.1);
      gmsh::option::setNumber("Mesh.Binary", ascii ? 0 : 1);
      gmsh::model::addDiscreteEntity(2, surface);
      add_nodes(mesh);
      for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) add_cells(mesh, shape);
      add_boundaries(mesh);
      gmsh::model::addPhysicalGroup(2, {surface}, 1);
      gmsh::model::setPhysicalName(2, 1, "fluid");
      gmsh::write(output.temporary());
    });
  }
  // Gmsh does not notice a full disk.
  if (!is_whole(output.temporary())) throw InputError(path + ": cannot be written; is the disk full?");
  output.publish();
}

}  // namespace dg
