/// The nodes of mixed elements in a CGNS file.
#pragma once

#include <cgnslib.h>

#include <string>
#include <vector>

namespace dg {

/// The list of types and nodes at a path such as "/Base/Zone/Section", as the file has it. It is empty if there is none
/// that can be read. The library itself reads mixed elements only with offsets, which files before version 3.4 lack.
std::vector<cgsize_t> read_cgns_connectivity(int file, const std::string& section);

}  // namespace dg
