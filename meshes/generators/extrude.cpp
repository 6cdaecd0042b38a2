#include <algorithm>

#include "meshes/errors.hpp"
#include "meshes/extruded.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

constexpr std::string_view of_base = "of.";

void refuse_unknown(const std::string& key, const GeneratorInfo& base, const GeneratorInfo& own) {
  const bool known = std::any_of(base.parameters.begin(), base.parameters.end(),
                                 [&](const GeneratorParameter& parameter) { return parameter.key == key; });
  if (!known)
    throw InputError("mesh 'extrude': unknown parameter " + in_quotes(key) + " (it has: " + keys_of(own) + "; mesh '" +
                     base.name + "' of it: " + keys_of(base) + ")");
}

/// What was given for the 2-D mesh: under the keys that only it has, or beginning with "of.".
GeneratorParameters base_parameters(const std::string& of, const Parameters& parameters) {
  const auto& infos = mesh_generators();
  const auto base =
      std::find_if(infos.begin(), infos.end(), [&](const GeneratorInfo& info) { return info.name == of; });
  GeneratorParameters result;
  for (const auto& [given, value] : parameters.others()) {
    const std::string key = given.starts_with(of_base) ? given.substr(of_base.size()) : given;
    if (base != infos.end()) refuse_unknown(key, *base, parameters.info());
    if (!result.emplace(key, value).second)
      throw InputError("mesh 'extrude': " + in_quotes(key) + " is given twice, also as 'of." + key + "'");
  }
  return result;
}

Mesh2 base_of(int level, const Parameters& parameters) {
  const std::string &of = parameters.text("of"), &file = parameters.text("file");
  if (of == "extrude") parameters.reject("of", "the name of a 2-D mesh");
  if (file.empty()) return generate_mesh(of, level, base_parameters(of, parameters));
  if (parameters.given("of")) parameters.reject("of", "left out beside 'file'");
  if (!parameters.others().empty())
    parameters.reject("file", "left out where the 2-D mesh has parameters, such as " +
                                  parameters.others().begin()->first + ", which go with 'of'");
  return read_mesh(file);
}

Mesh3 make_extrude(int level, const Parameters& parameters) {
  const double low = parameters.real("zmin", -1e6, 1e6), span = parameters.real("span", 1e-6, 1e6);
  const int layers = parameters.integer("layers", 1, 1 << 15);
  return extruded(base_of(level, parameters), low, low + span, layers, "mesh 'extrude'");
}

}  // namespace

Generator extrude_generator() {
  return {{"extrude",
           "a 2-D mesh swept along z into prisms and hexahedra; its boundaries, and front, back (z), which match",
           {{"of", "square",
             "name of the 2-D mesh, whose parameters are given beside these, or as of.KEY where both have it: "
             "of=cylinder order=3 of.layers=12"},
            {"file", "", "file with the 2-D mesh, instead of a name"},
            {"zmin", "0", "front end"},
            {"span", "1", "extent along z"},
            {"layers", "1", "cells along z; of.layers are those of the 2-D mesh, if it has any"}}},
          make_extrude,
          Others::kept};
}

}  // namespace dg
