#include "meshes/generate.hpp"

#include <algorithm>

#include "meshes/errors.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/partition_writer.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all{couette_generator(),  square_generator(),   cylinder_generator(),
                                          naca0012_generator(), airfoils_generator(), box_generator(),
                                          channel_generator(),  extrude_generator(),  sphere_generator()};
  return all;
}

const Generator& generator_of(const std::string& name, int level) {
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
  return *found;
}

template <int Dim>
WrittenParts write_grid(Grid<Dim> grid, int parts, const std::string& path, const std::string& source) {
  const GridPieces<Dim> pieces(std::move(grid), parts, source);
  MeshPiece<Dim> piece = pieces.piece(0);
  WrittenParts written{pieces.part_cells().back(), 0, piece.mesh.geometry_order, piece.mesh.boundary_names};
  written.boundary_names.pop_back();  // sides inside of the grid
  PartitionWriter<Dim> writer(
      {written.geometry_order, written.boundary_names, pieces.part_cells(), pieces.has_long_numbers()}, path);
  for (int part = 0; part < parts; ++part) {
    if (part > 0) {
      piece = {};
      piece = pieces.piece(part);
    }
    writer.add(piece);
  }
  written.faces = writer.faces();
  writer.finish();
  return written;
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
  const Generator& generator = generator_of(name, level);
  return generator.make(level, Parameters(generator.info, parameters, generator.others));
}

WrittenParts write_mesh_in_parts(const std::string& name, int level, const GeneratorParameters& parameters, int parts,
                                 const std::string& path) {
  const Generator& generator = generator_of(name, level);
  if (!generator.grid)
    throw InputError("mesh '" + name + "' is no regular grid and is not made in parts; cut it by 'rkdg partition'");
  return std::visit([&](auto grid) { return write_grid(std::move(grid), parts, path, "mesh '" + name + "'"); },
                    generator.grid(level, Parameters(generator.info, parameters, generator.others)));
}

Mesh2 generate_mesh(const std::string& name, int level, const GeneratorParameters& parameters) {
  return as_mesh_2d(generate_any_mesh(name, level, parameters), "mesh '" + name + "'");
}

}  // namespace dg
