/// What is in a file of VTK's HDF5 format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dg {

struct VtkHdfInfo {
  std::int64_t points = 0, cells = 0;
  std::vector<std::string> names;  ///< of the fields
  std::vector<double> times;
};

/// True if a file is one of VTK's HDF5 format; false, too, for any other and for damaged ones.
bool is_vtkhdf(const std::string& path);

/// Throws InputError for a file whose contents are not those of a series of fields on an unstructured mesh.
VtkHdfInfo read_vtkhdf_info(const std::string& path);

}  // namespace dg
