#include "meshes/extruded.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/mesh_file.hpp"

namespace dg {
namespace {

Mesh2 plane_of(int level, const Parameters& parameters) {
  const std::string &of = parameters.text("of"), &file = parameters.text("file");
  if (of == "extrude") parameters.reject("of", "the name of a plane mesh");
  if (file.empty()) return generate_mesh(of, level, parameters.others());
  if (parameters.given("of")) parameters.reject("of", "left out beside 'file'");
  if (!parameters.others().empty())
    parameters.reject("file", "left out where the plane mesh has parameters, such as " +
                                  parameters.others().begin()->first + ", which go with 'of'");
  return read_mesh(file);
}

Mesh3 make_extrude(int level, const Parameters& parameters) {
  const double low = parameters.real("zmin", -1e6, 1e6), span = parameters.real("span", 1e-6, 1e6);
  const int layers = parameters.integer("layers", 1, 1 << 15);
  return extruded(plane_of(level, parameters), low, low + span, layers, "mesh 'extrude'");
}

}  // namespace

Generator extrude_generator() {
  return {{"extrude",
           "a plane mesh swept along z into prisms and hexahedra; its boundaries, and front, back (z), which match",
           {{"of", "square", "name of the plane mesh, whose parameters are given beside these: of=cylinder order=3"},
            {"file", "", "file with the plane mesh, instead of a name"},
            {"zmin", "0", "front end"},
            {"span", "1", "extent along z"},
            {"layers", "1", "cells along z"}}},
          make_extrude,
          Others::kept};
}

}  // namespace dg
