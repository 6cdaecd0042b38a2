/// The mesh in a CGNS file (.cgns), of HDF5 or ADF.
/// Reference: CGNS Standard Interface Data Structures, cgns.github.io.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// True if this build contains the CGNS library.
bool has_cgns();

/// True if a file that begins so is one of CGNS, of ADF or of HDF5: either names the version of its library early.
inline bool is_cgns_head(std::string_view head) {
  if (!head.starts_with("\x89HDF\r\n\x1a\n") && head.find("ADF Database Version") != 4) return false;
  return head.find("CGNSLibraryVersion") != std::string_view::npos;
}

/// Reads the zones of the one base that has any. These are elements of orders 1 to 4, of fixed types or mixed, and the
/// cells of structured zones.
/// Points of different zones in the same place become one. Boundaries have the names of the families of the boundary
/// conditions or, without families, those of the conditions. In a zone without boundary conditions they have the names
/// of the sections of their faces. The library reads in a child of this process, because damaged files make it crash.
/// Throws InputError for what cannot be read, and where this build has no CGNS.
ForeignMesh read_cgns_file(const std::string& path, std::vector<std::string>& notes);

}  // namespace dg
