/// Reading and writing meshes: rkdg's own HDF5 file, which needs no Gmsh, and a reader that picks the format by
/// content.
#pragma once

#include <string>
#include <vector>

#include "meshes/any_mesh.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Reads an HDF5 mesh file written by write_mesh(), of the dimension that it says. Throws InputError for a damaged or
/// foreign file; the second form also for a 3-D mesh.
AnyMesh read_any_mesh_hdf5(const std::string& path);
Mesh2 read_mesh_hdf5(const std::string& path);

/// Writes an HDF5 mesh file under a temporary name and renames it. Throws InputError if the file cannot be written.
template <int Dim>
void write_mesh_hdf5(const Mesh<Dim>& mesh, const std::string& path);

/// Reads a mesh, HDF5, Gmsh, SU2, CGNS, HOPR or VTK, told apart by what is in the file. `notes` gets what of the file
/// has been left out. Cells of an order above `highest_order` become cells of that order. The second form throws
/// InputError for a 3-D mesh.
AnyMesh read_any_mesh(const std::string& path, std::vector<std::string>* notes = nullptr,
                      int highest_order = max_element_order);
Mesh2 read_mesh(const std::string& path);

/// Writes a mesh: Gmsh for the ending .msh, VTK for .vtu, HDF5 for .h5 and .hdf5. Throws InputError for any other
/// ending.
template <int Dim>
void write_mesh(const Mesh<Dim>& mesh, const std::string& path);

/// The 2-D mesh that `mesh` holds. Throws InputError with the name `source` if it is a 3-D one.
Mesh2 as_mesh_2d(AnyMesh mesh, const std::string& source);

}  // namespace dg
