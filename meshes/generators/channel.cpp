#include <algorithm>
#include <limits>

#include "meshes/generators/box_maker.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

Mesh3 make_channel(int level, const Parameters& parameters) {
  Box box{};
  box.kind = static_cast<BoxKind>(parameters.choice("kind", {"tetrahedra", "prisms", "hexahedra"}));
  box.order = parameters.integer("order", 1, max_geometry_order);
  const int most = 1 << 15;
  const int n = parameters.integer("n", 1, most, std::min(most, 8 << level));
  box.n = {parameters.integer("nx", 1, most, n), parameters.integer("ny", 1, most, n),
           parameters.integer("nz", 1, most, n)};
  box.low = {0, -1, 0};
  box.high = {parameters.real("length", 1e-6, 1e6), 1, parameters.real("span", 1e-6, 1e6)};
  box.grading[1] = parameters.real("grading", 0, max_grading);
  box.distortion = parameters.real("distortion", 0, 0.2);
  box.seed = parameters.integer("seed", 0, std::numeric_limits<int>::max());
  box.boundaries = {"left", "right", "bottom", "top", "front", "back"};
  check_size(box, parameters);
  return make_box_mesh(box, "mesh 'channel'");
}

}  // namespace

Generator channel_generator() {
  return {{"channel",
           "the flow between two plates at y = -1 and 1, with matching ends; boundaries left, right (x), bottom, top "
           "(y, the plates), front, back (z)",
           {{"kind", "hexahedra", "tetrahedra, prisms or hexahedra"},
            {"n", "auto", "cubes along each side, before they are cut; auto: 8 * 2^level"},
            {"nx", "auto", "cubes along x; auto: n"},
            {"ny", "auto", "cubes along y; auto: n"},
            {"nz", "auto", "cubes along z; auto: n"},
            {"length", "12.566370614359172", "extent along x, in half heights of the channel"},
            {"span", "6.283185307179586", "extent along z"},
            {"grading", "2", "clustering of cubes at the plates, by a hyperbolic tangent, from 0 (none) to 5"},
            {"distortion", "0", "random displacement of inner vertices, as a fraction of the local spacing, 0 to 0.2"},
            {"seed", "1", "seed of the displacements"},
            {"order", "1", "geometric order, 1 to 4"}}},
          make_channel};
}

}  // namespace dg
