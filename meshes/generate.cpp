#include "meshes/generate.hpp"

#include <algorithm>

#include "meshes/errors.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all{couette_generator(),  square_generator(),   cylinder_generator(),
                                          naca0012_generator(), airfoils_generator(), box_generator(),
                                          channel_generator(),  extrude_generator(),  sphere_generator()};
  return all;
}

}  // namespace

const std::vector<GeneratorInfo>& mesh_generators() {
  static const std::vector<GeneratorInfo> infos = [] {
    std::vector<GeneratorInfo> list;
    for (const Generator& generator : generators()) list.push_back(generator.info);
    return list;
  }();
  return infos;
}

AnyMesh generate_any_mesh(const std::string& name, int level, const GeneratorParameters& parameters) {
  const auto found = std::find_if(generators().begin(), generators().end(),
                                  [&](const Generator& generator) { return generator.info.name == name; });
  if (found == generators().end()) {
    std::string names;
    for (const Generator& generator : generators()) names += (names.empty() ? "" : ", ") + generator.info.name;
    throw InputError("there is no mesh generator " + in_quotes(name) + " (there are: " + names + ")");
  }
  if (level < 0 || level > max_mesh_level)
    throw InputError("mesh '" + name + "': level " + std::to_string(level) + " should be an integer from 0 to " +
                     std::to_string(max_mesh_level));
  return found->make(level, Parameters(found->info, parameters, found->others));
}

Mesh2 generate_mesh(const std::string& name, int level, const GeneratorParameters& parameters) {
  return as_mesh_2d(generate_any_mesh(name, level, parameters), "mesh '" + name + "'");
}

}  // namespace dg
