/// Reads a mesh file by a library that damaged files may crash, in a child of this process.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// Reads a file, says in the notes what it has left out, and throws InputError for what cannot be read.
using ReadForeignMesh = std::function<ForeignMesh(std::vector<std::string>&)>;

/// What `read` gives in a child of this process, which does not live on if `library` crashes, runs away in memory or
/// never ends. Throws InputError, naming `path`, then, where no child can be made, and for what `read` refuses.
ForeignMesh read_in_child(const std::string& path, const char* library, const ReadForeignMesh& read,
                          std::vector<std::string>& notes);

}  // namespace dg
