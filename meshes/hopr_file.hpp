/// The mesh in an HDF5 file of HOPR or PyHOPE, which FLEXI and GALAEXI read.
/// Reference: HOPR user guide, "HOPR HDF5 Curved Mesh Format", hopr.readthedocs.io.
#pragma once

#include <string>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// True if an HDF5 file holds the tables of such a mesh. A child of this process looks.
bool is_hopr_file(const std::string& path);

/// Reads cells of all shapes of orders 1 to 4. The boundary conditions are the boundaries; periodic ones stay open, and
/// `notes` says which belong together. HDF5 reads in a child of this process: damaged files make it crash. Throws
/// InputError for what cannot be read, and for hanging nodes (mortars).
ForeignMesh read_hopr_file(const std::string& path, std::vector<std::string>& notes);

/// The same by this process, which a damaged file may crash.
ForeignMesh read_hopr_tables(const std::string& path, std::vector<std::string>& notes);

}  // namespace dg
