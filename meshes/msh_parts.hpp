/// Gmsh meshes that are split over several files, one for each partition.
#pragma once

#include <string>

#include "meshes/msh_file.hpp"

namespace dg {

/// The mesh of all files beside `path`, which is called name_K.msh as Gmsh calls part K: name_1.msh, name_2.msh and so
/// on. Nodes and elements follow each other as in the files. Throws the refusal of `part` if `path` is not called so,
/// and InputError where a file is missing or damaged.
ForeignMesh join_msh_parts(const std::string& path, const PartOfMesh& part);

}  // namespace dg
