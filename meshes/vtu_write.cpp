#include "meshes/vtu_write.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <vector>

#include "meshes/errors.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/output_file.hpp"
#include "meshes/periodic.hpp"
#include "meshes/vtk_node_order.hpp"

namespace dg {
namespace {

constexpr const char* vtk_type(double) { return "Float64"; }
constexpr const char* vtk_type(std::int64_t) { return "Int64"; }
constexpr const char* vtk_type(std::int32_t) { return "Int32"; }
constexpr const char* vtk_type(std::uint8_t) { return "UInt8"; }

template <int Dim>
class VtuWriter {
 public:
  explicit VtuWriter(const Mesh<Dim>& mesh) : mesh_(mesh) {
    add_cells();
    add_faces();
    for (const auto& node : mesh.nodes)
      for (int d = 0; d < 3; ++d) places_.push_back(d < Dim ? node[d] : 0);
  }

  void write(const std::string& path) {
    std::string bytes = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"UnstructuredGrid\" version=\"2.2\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<UnstructuredGrid>\n<FieldData>\n{}</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
        names(), mesh_.node_count(), types_.size());
    bytes += "<Points>\n" + tag("Points", places_, 3) + "</Points>\n<Cells>\n";  // each takes the next place
    bytes += tag("connectivity", nodes_);
    bytes += tag("offsets", ends_);
    bytes += tag("types", types_);
    bytes += "</Cells>\n<CellData>\n" + tag("CellEntityIds", groups_);
    bytes += "</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_";
    append(bytes, places_);
    append(bytes, nodes_);
    append(bytes, ends_);
    append(bytes, types_);
    append(bytes, groups_);
    bytes += "\n</AppendedData>\n</VTKFile>\n";
    OutputFile file(path);
    file.write(bytes);
    file.publish();
  }

 private:
  void end_cell(int type, std::int32_t group) {
    types_.push_back(static_cast<std::uint8_t>(type));
    ends_.push_back(static_cast<std::int64_t>(nodes_.size()));
    groups_.push_back(group);
  }

  void add_cells() {
    std::array<std::vector<int>, cell_shape_count> orders;
    for (Index c = 0; c < mesh_.cell_count(); ++c) {
      const CellShape shape = mesh_.cell_shapes[c];
      if (shape == CellShape::pyramid && mesh_.geometry_order > 1)
        throw InputError(fmt::format("{} is a pyramid of order {}, which VTK lacks; write the mesh as .h5 or .msh",
                                     cell_at(mesh_, c), mesh_.geometry_order));
      std::vector<int>& order = orders[static_cast<std::size_t>(shape)];
      if (order.empty()) order = vtk_node_order(shape, mesh_.geometry_order);
      for (const int n : order) nodes_.push_back(mesh_.cell_nodes[mesh_.cell_node_begin[c] + n]);
      end_cell(vtk_cell_type(shape, mesh_.geometry_order), 0);
    }
  }

  void add_faces() {
    const double tolerance = periodic_tolerance(mesh_);
    for (const Face& face : mesh_.faces) {
      if (face.boundary >= 0) add_face(face.minus, face.minus_face, face.boundary);
      if (face.plus < 0 || mesh_.periodic_pairs.empty() || shares_nodes(mesh_, face)) continue;
      if (const auto sides = periodic_sides_of(mesh_, face, tolerance)) {
        add_face(face.minus, face.minus_face, sides->minus);
        add_face(face.plus, face.plus_face, sides->plus);
      }
    }
  }

  void add_face(Index cell, int number, int boundary) {
    const int m = mesh_.geometry_order, vertices = face_vertex_count(mesh_.cell_shapes[cell], number);
    const auto node = [&](int i, int j) { return face_node(mesh_, cell, number, i, j); };
    if (vertices == 2) {
      constexpr int line = 3, lagrange_line = 68;
      for (const int end : {0, m}) nodes_.push_back(node(end, 0));
      for (int i = 1; i < m; ++i) nodes_.push_back(node(i, 0));
      return end_cell(m == 1 ? line : lagrange_line, boundary + 1);
    }
    const CellShape shape = vertices == 3 ? CellShape::triangle : CellShape::quadrilateral;
    std::vector<Index> lattice(static_cast<std::size_t>(node_count(shape, m)));
    for_each_face_point(vertices, m, [&](int i, int j) {
      lattice[static_cast<std::size_t>(lattice_node(shape, m, i, j))] = node(i, j);
    });
    for (const int n : vtk_node_order(shape, m)) nodes_.push_back(lattice[static_cast<std::size_t>(n)]);
    end_cell(vtk_cell_type(shape, m), boundary + 1);
  }

  /// VTK has texts as the numbers of their characters, with a 0 behind each.
  std::string names() const {
    std::string text =
        fmt::format("<Array type=\"String\" Name=\"boundary_names\" NumberOfTuples=\"{}\" format=\"ascii\">\n",
                    mesh_.boundary_names.size());
    for (const std::string& name : mesh_.boundary_names) {
      for (const char c : name) text += fmt::format("{} ", static_cast<unsigned char>(c));
      text += "0\n";
    }
    return text + "</Array>\n";
  }

  template <class T>
  std::string tag(const char* name, const std::vector<T>& values, int components = 1) {
    const std::size_t offset = appended_;
    appended_ += sizeof(std::uint64_t) + values.size() * sizeof(T);
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        vtk_type(T{}), name, components, offset);
  }

  template <class T>
  static void append(std::string& bytes, const std::vector<T>& values) {
    const std::uint64_t size = values.size() * sizeof(T);
    bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
    bytes.append(reinterpret_cast<const char*>(values.data()), size);
  }

  const Mesh<Dim>& mesh_;
  std::vector<double> places_;
  std::vector<Index> nodes_;
  std::vector<std::int64_t> ends_;
  std::vector<std::uint8_t> types_;
  std::vector<std::int32_t> groups_;  ///< 0 for cells
  std::size_t appended_ = 0;
};

}  // namespace

template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, const std::string& path) {
  VtuWriter<Dim>(mesh).write(path);
}
template void write_vtu<2>(const Mesh2&, const std::string&);
template void write_vtu<3>(const Mesh3&, const std::string&);

}  // namespace dg
