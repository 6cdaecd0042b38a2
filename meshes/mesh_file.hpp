/// Reading and writing meshes: rkdg's own HDF5 file, which needs no Gmsh, and a reader that picks the format by
/// content.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// Reads an HDF5 mesh file written by write_mesh(). Throws InputError for a damaged or foreign file.
Mesh2 read_mesh_hdf5(const std::string& path);

/// Writes an HDF5 mesh file under a temporary name and renames it. Throws InputError if the file cannot be written.
void write_mesh_hdf5(const Mesh2& mesh, const std::string& path);

/// Reads a mesh, HDF5 or Gmsh, told apart by the first bytes of the file.
Mesh2 read_mesh(const std::string& path);

/// Writes a mesh: Gmsh for the ending .msh, HDF5 for .h5 and .hdf5. Throws InputError for any other ending.
void write_mesh(const Mesh2& mesh, const std::string& path);

}  // namespace dg
