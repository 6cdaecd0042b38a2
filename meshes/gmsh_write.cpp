#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
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

constexpr int inside = 1;  // tag of the one surface or volume that all cells belong to

std::size_t gmsh_tag(Index node) { return static_cast<std::size_t>(node) + 1; }

template <int Dim>
void add_nodes(const Mesh<Dim>& mesh) {
  Tags tags(mesh.nodes.size());
  std::iota(tags.begin(), tags.end(), gmsh_tag(0));
  std::vector<double> coordinates;
  coordinates.reserve(3 * mesh.nodes.size());
  for (const auto& node : mesh.nodes) {
    coordinates.insert(coordinates.end(), node.begin(), node.end());
    if (Dim == 2) coordinates.push_back(0.0);
  }
  gmsh::model::mesh::addNodes(Dim, inside, tags, coordinates);
}

template <int Dim>
void add_cells(const Mesh<Dim>& mesh, CellShape shape) {
  if (std::find(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), shape) == mesh.cell_shapes.end()) return;
  const std::vector<int> lattice = msh_node_order(shape, mesh.geometry_order);
  Tags nodes;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    if (mesh.cell_shapes[c] != shape) continue;
    for (const int n : lattice) nodes.push_back(gmsh_tag(mesh.cell_nodes[mesh.cell_node_begin[c] + n]));
  }
  gmsh::model::mesh::addElementsByType(inside, msh_cell_type(shape, mesh.geometry_order), {}, nodes);
}

/// Where a node of a face lies on its lattice.
struct FacePoint {
  int i, j;
};

/// The lattice points of a line, triangle or quadrilateral, in Gmsh's order of its nodes.
std::vector<FacePoint> face_points(int vertices, int order) {
  std::vector<FacePoint> points;
  if (vertices == 2) {
    points = {{0, 0}, {order, 0}};
    for (int k = 1; k < order; ++k) points.push_back({k, 0});
    return points;
  }
  const CellShape shape = vertices == 3 ? CellShape::triangle : CellShape::quadrilateral;
  std::vector<FacePoint> lattice;
  for_each_lattice_point(shape, order, [&](int i, int j, int) { lattice.push_back({i, j}); });
  for (const int n : msh_node_order(shape, order)) points.push_back(lattice[n]);
  return points;
}

/// Nodes of the faces of a boundary, in Gmsh's order, by the number of their vertices.
using FaceTags = std::map<int, Tags>;

/// By boundary. A face between periodic boundaries is a face of both.
template <int Dim>
std::vector<FaceTags> boundary_faces(const Mesh<Dim>& mesh) {
  std::vector<FaceTags> faces(mesh.boundary_names.size());
  std::map<int, std::vector<FacePoint>> points;
  for (int vertices = Dim == 2 ? 2 : 3; vertices <= (Dim == 2 ? 2 : 4); ++vertices)
    points[vertices] = face_points(vertices, mesh.geometry_order);
  const auto append = [&](int boundary, Index cell, int face) {
    const int vertices = face_vertex_count(mesh.cell_shapes[cell], face);
    for (const auto& [i, j] : points.at(vertices))
      faces[boundary][vertices].push_back(gmsh_tag(face_node(mesh, cell, face, i, j)));
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
  return faces;
}

int face_type(int vertices, int order) {
  if (vertices == 2) return msh_line_type(order);
  return msh_cell_type(vertices == 3 ? CellShape::triangle : CellShape::quadrilateral, order);
}

template <int Dim>
void add_boundaries(const Mesh<Dim>& mesh) {
  const std::vector<FaceTags> faces = boundary_faces(mesh);
  for (std::size_t b = 0; b < faces.size(); ++b) {
    if (faces[b].empty()) continue;
    const int tag = static_cast<int>(b) + 1;
    gmsh::model::addDiscreteEntity(Dim - 1, tag);
    for (const auto& [vertices, nodes] : faces[b])
      gmsh::model::mesh::addElementsByType(tag, face_type(vertices, mesh.geometry_order), {}, nodes);
    gmsh::model::addPhysicalGroup(Dim - 1, {tag}, tag);
    gmsh::model::setPhysicalName(Dim - 1, tag, mesh.boundary_names[b]);
  }
}

// A file that is cut short does not end with the line that ends a section.
bool is_whole(const std::string& path) { return file_tail(path, 13) == "$EndElements\n"; }

void check_names(const std::vector<std::string>& names, const std::string& path) {
  for (const std::string& name : names) {
    if (name.empty() || name.find_first_of("\"\n") != std::string::npos) {
      throw InputError(fmt::format("{}: a Gmsh file cannot hold a boundary called {}", path, in_quotes(name)));
    }
  }
}

}  // namespace

template <int Dim>
void write_gmsh(const Mesh<Dim>& mesh, const std::string& path, bool ascii) {
  if (!path.ends_with(".msh")) throw InputError(path + ": the name of a Gmsh mesh file must end in .msh");
  check_names(mesh.boundary_names, path);
  OutputFile output(path);
  {
    const GmshModel model;
    model.run(path, [&] {
      gmsh::option::setNumber("Mesh.MshFileVersion", 4.1);
      gmsh::option::setNumber("Mesh.Binary", ascii ? 0 : 1);
      gmsh::model::addDiscreteEntity(Dim, inside);
      add_nodes(mesh);
      for (int shape = 0; shape < cell_shape_count; ++shape) add_cells(mesh, static_cast<CellShape>(shape));
      add_boundaries(mesh);
      gmsh::model::addPhysicalGroup(Dim, {inside}, 1);
      gmsh::model::setPhysicalName(Dim, 1, "fluid");
      gmsh::write(output.temporary());
    });
  }
  // Gmsh does not notice a full disk.
  if (!is_whole(output.temporary())) throw InputError(path + ": cannot be written; is the disk full?");
  output.publish();
}
template void write_gmsh<2>(const Mesh2&, const std::string&, bool);
template void write_gmsh<3>(const Mesh3&, const std::string&, bool);

}  // namespace dg
