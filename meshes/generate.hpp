/// Parametric meshes of the studies, by name and level.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "meshes/any_mesh.hpp"
#include "meshes/global_index.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Parameters of a generator as they stand on the command line or in a case file: key -> text.
using GeneratorParameters = std::map<std::string, std::string>;

/// A parameter of a generator: its key, its default as text, and one line of help.
struct GeneratorParameter {
  std::string key, fallback, help;
};

/// A mesh generator as shown by `rkdg mesh --help`.
struct GeneratorInfo {
  std::string name, help;
  std::vector<GeneratorParameter> parameters;
};

/// Levels beyond this are refused: a refinement multiplies the cells by four, in 3-D by eight.
inline constexpr int max_mesh_level = 12;

/// All generators, in the order in which help lists them.
const std::vector<GeneratorInfo>& mesh_generators();

/// Makes the mesh `name` at `level` (0 is the coarsest). Throws InputError for an unknown name, key or value, and says
/// which there are.
AnyMesh generate_any_mesh(const std::string& name, int level, const GeneratorParameters& parameters);

/// What write_mesh_in_parts() has written.
struct WrittenParts {
  GlobalIndex cells = 0, faces = 0;
  int geometry_order = 1;
  std::vector<std::string> boundary_names;
};

/// Makes the mesh as a partition file (partition_file.hpp) of so many parts, one after the other; no more than one is
/// in memory. Parts are blocks of the grid. Throws InputError as generate_any_mesh() does, and for a mesh that is no
/// regular grid.
WrittenParts write_mesh_in_parts(const std::string& name, int level, const GeneratorParameters& parameters, int parts,
                                 const std::string& path);

/// generate_any_mesh() of a generator of 2-D meshes. Throws InputError for one of 3-D meshes, too.
Mesh2 generate_mesh(const std::string& name, int level, const GeneratorParameters& parameters);

}  // namespace dg
