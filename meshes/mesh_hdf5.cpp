#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/mesh_tables.hpp"
#include "meshes/output_file.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg {
namespace {

constexpr const char* rotations_table = "periodic_rotations";  // not there without rotations

// In 2-D the orientation of every face is the same and not stored.
void write_faces(Hdf5TableWriter& file, const std::vector<Face>& faces, bool with_orientations) {
  std::vector<std::int32_t> cells;
  std::vector<std::int8_t> local_faces, orientations;
  std::vector<std::int16_t> boundaries;
  cells.reserve(2 * faces.size());
  local_faces.reserve(2 * faces.size());
  boundaries.reserve(faces.size());
  for (const Face& face : faces) {
    cells.insert(cells.end(), {face.minus, face.plus});
    local_faces.insert(local_faces.end(), {face.minus_face, face.plus_face});
    boundaries.push_back(face.boundary);
    if (with_orientations) orientations.push_back(face.orientation);
  }
  file.table("face_cells", cells.data(), faces.size(), 2);
  file.table("face_local_faces", local_faces.data(), faces.size(), 2);
  file.table("face_boundaries", boundaries.data(), faces.size(), 1);
  if (with_orientations) file.table("face_turns", orientations.data(), faces.size(), 1);
}

template <int Dim>
void write_periodic_pairs(Hdf5TableWriter& file, const std::vector<PeriodicPair<Dim>>& pairs) {
  std::vector<std::int16_t> boundaries;
  std::vector<double> translations;
  for (const auto& pair : pairs) {
    boundaries.insert(boundaries.end(), {pair.a, pair.b});
    translations.insert(translations.end(), pair.translation.begin(), pair.translation.end());
  }
  file.table("periodic_boundaries", boundaries.data(), pairs.size(), 2);
  file.table("periodic_translations", translations.data(), pairs.size(), Dim);
  if (std::ranges::none_of(pairs, [](const auto& pair) { return pair.is_rotated(); })) return;
  std::vector<double> rotations;
  for (const auto& pair : pairs) rotations.insert(rotations.end(), pair.rotation.begin(), pair.rotation.end());
  file.table(rotations_table, rotations.data(), pairs.size(), Dim * Dim);
}

template <int Dim>
std::vector<PeriodicPair<Dim>> read_periodic_pairs(const Hdf5TableReader& file) {
  const auto boundaries = file.table<std::int16_t>("periodic_boundaries", 2);
  const auto translations = file.table<double>("periodic_translations", Dim);
  std::vector<PeriodicPair<Dim>> pairs(boundaries.size() / 2);
  if (translations.size() != Dim * pairs.size()) file.refuse("the tables of periodic boundaries differ in length");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].a = boundaries[2 * i];
    pairs[i].b = boundaries[2 * i + 1];
    for (int d = 0; d < Dim; ++d) pairs[i].translation[d] = translations[Dim * i + d];
  }
  if (!file.has_table(rotations_table)) return pairs;
  const auto rotations = file.table<double>(rotations_table, Dim * Dim);
  if (rotations.size() != Dim * Dim * pairs.size()) file.refuse("the tables of periodic boundaries differ in length");
  for (std::size_t i = 0; i < pairs.size(); ++i)
    std::copy_n(rotations.begin() + Dim * Dim * i, Dim * Dim, pairs[i].rotation.begin());
  for (const auto& pair : pairs)
    if (pair.is_rotated() && !is_rotation(pair.rotation)) file.refuse("a rotation of periodic boundaries is none");
  return pairs;
}

template <int Dim>
std::vector<std::array<double, Dim>> points_of(const std::vector<double>& coordinates) {
  std::vector<std::array<double, Dim>> points(coordinates.size() / Dim);
  for (std::size_t n = 0; n < points.size(); ++n)
    for (int d = 0; d < Dim; ++d) points[n][d] = coordinates[Dim * n + d];
  return points;
}

template <int Dim>
Mesh<Dim> read_tables(const Hdf5TableReader& file) {
  Mesh<Dim> mesh = read_mesh_order<Dim>(file);
  mesh.nodes = points_of<Dim>(file.table<double>("nodes", Dim));
  mesh.cell_nodes = file.table<Index>("cell_nodes", 1);
  append_shapes(file, file.table<std::uint8_t>("cell_shapes", 1), mesh.cell_nodes.size(), mesh);
  const auto cells = file.table<Index>("face_cells", 2);
  mesh.faces = read_sides_of_faces<Dim>(file, cells.size(), [&]<class T>(const char* name, std::size_t columns, T) {
    return file.table<T>(name, columns);
  });
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    mesh.faces[f].minus = cells[2 * f];
    mesh.faces[f].plus = cells[2 * f + 1];
  }
  read_mesh_boundaries(file, mesh);
  check_arrays(mesh, file.path());
  check_jacobians(mesh, file.path());
  check_faces(mesh, file.path());
  return mesh;
}

}  // namespace

int read_mesh_dimension(const Hdf5TableReader& file) {
  if (file.text_attribute("format") != mesh_format_name) file.refuse("is an HDF5 file, but not an rkdg mesh");
  if (const int version = file.number_attribute("version"); version != mesh_format_version) {
    file.refuse(
        fmt::format("has version {} of the mesh format, but this rkdg reads version {}", version, mesh_format_version));
  }
  const int dimension = file.number_attribute("dimension");
  if (dimension != 2 && dimension != 3) {
    file.refuse(fmt::format("is a {}-D mesh; only 2-D and 3-D meshes are supported", dimension));
  }
  return dimension;
}

template <int Dim>
Mesh<Dim> read_mesh_order(const Hdf5TableReader& file) {
  Mesh<Dim> mesh;
  mesh.geometry_order = file.number_attribute("geometry_order");
  check_geometry_order(mesh.geometry_order, file.path());
  return mesh;
}

template <int Dim>
void read_mesh_boundaries(const Hdf5TableReader& file, Mesh<Dim>& mesh) {
  mesh.boundary_names = file.strings("boundary_names");
  mesh.periodic_pairs = read_periodic_pairs<Dim>(file);
}

template <int Dim>
void append_shapes(const Hdf5TableReader& file, const std::vector<std::uint8_t>& shapes, std::size_t entries,
                   Mesh<Dim>& mesh) {
  std::int64_t begin = mesh.cell_node_begin.back();
  mesh.cell_shapes.reserve(mesh.cell_shapes.size() + shapes.size());
  mesh.cell_node_begin.reserve(mesh.cell_shapes.capacity() + 1);
  for (const std::uint8_t shape : shapes) {
    if (shape >= cell_shape_count)
      file.refuse(fmt::format("cell {} has the unknown shape {}", mesh.cell_count(), shape));
    mesh.cell_shapes.push_back(static_cast<CellShape>(shape));
    begin += node_count(mesh.cell_shapes.back(), mesh.geometry_order);
    if (begin > static_cast<std::int64_t>(entries)) break;  // refused by check_arrays()
    mesh.cell_node_begin.push_back(static_cast<Index>(begin));
  }
}

template <int Dim>
void write_mesh_tables(Hdf5TableWriter& file, const Mesh<Dim>& mesh) {
  file.attribute("format", mesh_format_name);
  file.attribute("version", mesh_format_version);
  file.attribute("dimension", Dim);
  file.attribute("geometry_order", mesh.geometry_order);
  file.table("nodes", reinterpret_cast<const double*>(mesh.nodes.data()), mesh.nodes.size(), Dim);
  file.table("cell_shapes", reinterpret_cast<const std::uint8_t*>(mesh.cell_shapes.data()), mesh.cell_shapes.size(), 1);
  file.table("cell_nodes", mesh.cell_nodes.data(), mesh.cell_nodes.size(), 1);
  write_faces(file, mesh.faces, Dim == 3);
  file.strings("boundary_names", mesh.boundary_names);
  write_periodic_pairs(file, mesh.periodic_pairs);
}

AnyMesh read_any_mesh_hdf5(const std::string& path) {
  const Hdf5TableReader file(path);
  const int dimension = read_mesh_dimension(file);
  if (is_cut_into_parts(file)) return read_mesh_in_parts(path, dimension);
  if (dimension == 3) return read_tables<3>(file);
  return read_tables<2>(file);
}

Mesh2 read_mesh_hdf5(const std::string& path) { return as_mesh_2d(read_any_mesh_hdf5(path), path); }

template <int Dim>
void write_mesh_hdf5(const Mesh<Dim>& mesh, const std::string& path) {
  OutputFile output(path);
  Hdf5TableWriter file;
  write_mesh_tables(file, mesh);
  output.write(file.finish());
  output.publish();
}

template Mesh<2> read_mesh_order<2>(const Hdf5TableReader&);
template Mesh<3> read_mesh_order<3>(const Hdf5TableReader&);
template void read_mesh_boundaries<2>(const Hdf5TableReader&, Mesh<2>&);
template void read_mesh_boundaries<3>(const Hdf5TableReader&, Mesh<3>&);
template void append_shapes<2>(const Hdf5TableReader&, const std::vector<std::uint8_t>&, std::size_t, Mesh<2>&);
template void append_shapes<3>(const Hdf5TableReader&, const std::vector<std::uint8_t>&, std::size_t, Mesh<3>&);
template void write_mesh_tables<2>(Hdf5TableWriter&, const Mesh<2>&);
template void write_mesh_tables<3>(Hdf5TableWriter&, const Mesh<3>&);
template void write_mesh_hdf5<2>(const Mesh<2>&, const std::string&);
template void write_mesh_hdf5<3>(const Mesh<3>&, const std::string&);

}  // namespace dg
