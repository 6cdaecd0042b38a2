/// The tables of a mesh in rkdg's HDF5 files.
#pragma once

#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Attributes "format" and "version" of the files.
inline constexpr const char* mesh_format_name = "rkdg-mesh";
inline constexpr std::int32_t mesh_format_version = 1;

/// Writes a mesh, and what says that it is one.
template <int Dim>
void write_mesh_tables(Hdf5TableWriter& file, const Mesh<Dim>& mesh);

/// The dimension of the mesh in a file. Refuses files that hold none, or one of another version.
int read_mesh_dimension(const Hdf5TableReader& file);

/// Faces of a mesh but for their cells, by rows of their tables: read(name, columns, T{}) gives those rows of a table.
/// `cells` is the length of the table of their cells.
template <int Dim, class Read>
std::vector<Face> read_sides_of_faces(const Hdf5TableReader& file, std::size_t cells, const Read& read) {
  const auto local_faces = read("face_local_faces", 2, std::int8_t{});
  const auto boundaries = read("face_boundaries", 1, std::int16_t{});
  // In 2-D the orientation of every face is the same and not stored.
  const auto orientations = Dim == 3 ? read("face_turns", 1, std::int8_t{}) : std::vector<std::int8_t>{};
  if (cells != 2 * boundaries.size() || local_faces.size() != 2 * boundaries.size() ||
      (Dim == 3 && orientations.size() != boundaries.size()))
    file.refuse("the tables of faces differ in length");
  std::vector<Face> faces(boundaries.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    faces[f] = {-1, -1, local_faces[2 * f], local_faces[2 * f + 1], boundaries[f]};
    if (Dim == 3) faces[f].orientation = orientations[f];
  }
  return faces;
}

/// A mesh of which only the geometric order is known.
template <int Dim>
Mesh<Dim> read_mesh_order(const Hdf5TableReader& file);

/// Sets the names of boundaries and the periodic pairs of a mesh.
template <int Dim>
void read_mesh_boundaries(const Hdf5TableReader& file, Mesh<Dim>& mesh);

/// Appends shapes of cells to a mesh whose order is known, and where their nodes begin among `entries` ones. Refuses
/// unknown shapes; what is missing of the nodes is left to check_arrays().
template <int Dim>
void append_shapes(const Hdf5TableReader& file, const std::vector<std::uint8_t>& shapes, std::size_t entries,
                   Mesh<Dim>& mesh);

}  // namespace dg
