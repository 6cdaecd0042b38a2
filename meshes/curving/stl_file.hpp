/// The triangles of an STL file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/curving/facet_tree.hpp"

namespace dg {

/// Understands text and binary files; triangles without area are left out. Throws InputError, naming `path`, for
/// damaged ones and for files without triangles.
std::vector<Facet<3>> parse_stl_file(std::string_view bytes, const std::string& path);

}  // namespace dg
