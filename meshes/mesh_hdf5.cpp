#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/output_file.hpp"

namespace dg {
namespace {

constexpr const char* format_name = "rkdg-mesh";
constexpr std::int32_t format_version = 1;

void write_faces(Hdf5TableWriter& file, const std::vector<Face>& faces) {
  std::vector<std::int32_t> cells;
  std::vector<std::int8_t> local_faces;
  std::vector<std::int16_t> boundaries;
  cells.reserve(2 * faces.size());
  local_faces.reserve(2 * faces.size());
  boundaries.reserve(faces.size());
  for (const Face& face : faces) {
    cells.insert(cells.end(), {face.minus, face.plus});
    local_faces.insert(local_faces.end(), {face.minus_face, face.plus_face});
    boundaries.push_back(face.boundary);
  }
  file.table("face_cells", cells.data(), faces.size(), 2);
  file.table("face_local_faces", local_faces.data(), faces.size(), 2);
  file.table("face_boundaries", boundaries.data(), faces.size(), 1);
}

std::vector<Face> read_faces(const Hdf5TableReader& file) {
  const auto cells = file.table<std::int32_t>("face_cells", 2);
  const auto local_faces = file.table<std::int8_t>("face_local_faces", 2);
  const auto boundaries = file.table<std::int16_t>("face_boundaries", 1);
  if (cells.size() != 2 * boundaries.size() || local_faces.size() != 2 * boundaries.size()) {
    file.refuse("the tables of faces differ in length");
  }
  std::vector<Face> faces(boundaries.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    faces[f] = {cells[2 * f], cells[2 * f + 1], local_faces[2 * f], local_faces[2 * f + 1], boundaries[f]};
  }
  return faces;
}

void write_periodic_pairs(Hdf5TableWriter& file, const std::vector<PeriodicPair<2>>& pairs) {
  std::vector<std::int16_t> boundaries;
  std::vector<double> translations;
  for (const PeriodicPair<2>& pair : pairs) {
    boundaries.insert(boundaries.end(), {pair.a, pair.b});
    translations.insert(translations.end(), pair.translation.begin(), pair.translation.end());
  }
  file.table("periodic_boundaries", boundaries.data(), pairs.size(), 2);
  file.table("periodic_translations", translations.data(), pairs.size(), 2);
}

std::vector<PeriodicPair<2>> read_periodic_pairs(const Hdf5TableReader& file) {
  const auto boundaries = file.table<std::int16_t>("periodic_boundaries", 2);
  const auto translations = file.table<double>("periodic_translations", 2);
  if (boundaries.size() != translations.size()) file.refuse("the tables of periodic boundaries differ in length");
  std::vector<PeriodicPair<2>> pairs(boundaries.size() / 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {boundaries[2 * i], boundaries[2 * i + 1], {translations[2 * i], translations[2 * i + 1]}};
  }
  return pairs;
}

void read_cells(const Hdf5TableReader& file, Mesh2& mesh) {
  const auto shapes = file.table<std::uint8_t>("cell_shapes", 1);
  mesh.cell_nodes = file.table<Index>("cell_nodes", 1);
  mesh.cell_shapes.reserve(shapes.size());
  mesh.cell_node_begin.reserve(shapes.size() + 1);
  std::int64_t begin = 0;
  for (const std::uint8_t shape : shapes) {
    if (shape > static_cast<std::uint8_t>(CellShape::quadrilateral)) {
      file.refuse(fmt::format("cell {} has the unknown shape {}", mesh.cell_count(), shape));
    }
    mesh.cell_shapes.push_back(static_cast<CellShape>(shape));
    begin += node_count(mesh.cell_shapes.back(), mesh.geometry_order);
    if (begin > static_cast<std::int64_t>(mesh.cell_nodes.size())) break;  // refused by check_arrays()
    mesh.cell_node_begin.push_back(static_cast<Index>(begin));
  }
}

void read_header(const Hdf5TableReader& file, Mesh2& mesh) {
  if (file.text_attribute("format") != format_name) file.refuse("is an HDF5 file, but not an rkdg mesh");
  if (const int version = file.number_attribute("version"); version != format_version) {
    file.refuse(
        fmt::format("has version {} of the mesh format, but this rkdg reads version {}", version, format_version));
  }
  if (const int dimension = file.number_attribute("dimension"); dimension != 2) {
    file.refuse(fmt::format("is a {}-D mesh; only 2-D meshes are supported", dimension));
  }
  mesh.geometry_order = file.number_attribute("geometry_order");
  check_geometry_order(mesh.geometry_order, file.path());
}

}  // namespace

Mesh2 read_mesh_hdf5(const std::string& path) {
  const Hdf5TableReader file(path);
  Mesh2 mesh;
  read_header(file, mesh);
  const auto coordinates = file.table<double>("nodes", 2);
  mesh.nodes.resize(coordinates.size() / 2);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) mesh.nodes[n] = {coordinates[2 * n], coordinates[2 * n + 1]};
  read_cells(file, mesh);
  mesh.faces = read_faces(file);
  mesh.boundary_names = file.strings("boundary_names");
  mesh.periodic_pairs = read_periodic_pairs(file);
  check_arrays(mesh, path);
  check_jacobians(mesh, path);
  check_faces(mesh, path);
  return mesh;
}

void write_mesh_hdf5(const Mesh2& mesh, const std::string& path) {
  OutputFile output(path);
  Hdf5TableWriter file;
  file.attribute("format", format_name);
  file.attribute("version", format_version);
  file.attribute("dimension", 2);
  file.attribute("geometry_order", mesh.geometry_order);
  file.table("nodes", reinterpret_cast<const double*>(mesh.nodes.data()), mesh.nodes.size(), 2);
  file.table("cell_shapes", reinterpret_cast<const std::uint8_t*>(mesh.cell_shapes.data()), mesh.cell_shapes.size(), 1);
  file.table("cell_nodes", mesh.cell_nodes.data(), mesh.cell_nodes.size(), 1);
  write_faces(file, mesh.faces);
  file.strings("boundary_names", mesh.boundary_names);
  write_periodic_pairs(file, mesh.periodic_pairs);
  output.write(file.finish());
  output.publish();
}

}  // namespace dg
