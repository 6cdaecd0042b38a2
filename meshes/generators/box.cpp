#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "meshes/generators/box_maker.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/generators/random_numbering.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

Box read_box(int level, const Parameters& parameters) {
  Box box{};
  box.boundaries = {"left", "right", "bottom", "top", "front", "back"};
  box.kind = static_cast<BoxKind>(
      parameters.choice("kind", {"tetrahedra", "prisms", "hexahedra", "hybrid", "layers", "pyramids"}));
  box.order = parameters.integer("order", 1, max_geometry_order);
  const int most = 1 << 15;
  const int n = parameters.integer("n", 1, most, std::min(most, 4 << level));
  box.n = {parameters.integer("nx", 1, most, n), parameters.integer("ny", 1, most, n),
           parameters.integer("nz", 1, most, n)};
  for (const char* key : {"prisms", "tetrahedra"}) {
    if (box.kind != BoxKind::layers && parameters.text(key) != "auto")
      parameters.reject(key, "left out unless kind = layers");
  }
  if (box.kind == BoxKind::layers) {
    if (parameters.text("nz") != "auto")
      parameters.reject("nz", "left out for kind = layers, which has prisms + tetrahedra");
    box.prism_layers = parameters.integer("prisms", 0, most, n);
    box.n[2] = box.prism_layers + parameters.integer("tetrahedra", 0, most, n);
    if (box.n[2] == 0) parameters.reject("tetrahedra", "at least 1 if there are no prisms");
  }
  if (box.kind == BoxKind::hybrid)
    for (const auto& [key, count] : {std::pair{"nx", box.n[0]}, {"nz", box.n[2]}})
      if (count < 2) parameters.reject(parameters.text(key) == "auto" ? "n" : key, "at least 2 for kind = hybrid");
  const double far = 1e6;
  const char* ends[3][2] = {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}};
  for (int d = 0; d < 3; ++d) {
    box.low[d] = parameters.real(ends[d][0], -far, far);
    box.high[d] = parameters.real(ends[d][1], -far, far);
    if (box.high[d] <= box.low[d]) parameters.reject(ends[d][1], std::string("greater than ") + ends[d][0]);
  }
  const char* gradings[3] = {"xgrading", "ygrading", "grading"};
  for (int d = 0; d < 3; ++d) box.grading[d] = parameters.real(gradings[d], 0, max_grading);
  box.distortion = parameters.real("distortion", 0, 0.2);
  box.seed = parameters.integer("seed", 0, std::numeric_limits<int>::max());
  box.curved = parameters.real("curved", 0, 0.05);
  return box;
}

Mesh3 make_box(int level, const Parameters& parameters) {
  const Box box = read_box(level, parameters);
  check_size(box, parameters);
  const bool random = parameters.choice("numbering", {"grid", "random"}) == 1;
  const Mesh3 mesh = make_box_mesh(box, "mesh 'box'");
  return random ? randomly_numbered(mesh, static_cast<std::uint64_t>(box.seed)) : mesh;
}

AnyGrid box_in_parts(int level, const Parameters& parameters) {
  const Box box = read_box(level, parameters);
  if (box.kind == BoxKind::hybrid || box.kind == BoxKind::layers)
    parameters.reject("kind", "tetrahedra, prisms, hexahedra or pyramids in a mesh that is made in parts");
  if (box.distortion > 0) parameters.reject("distortion", "0 in a mesh that is made in parts");
  if (parameters.text("numbering") != "grid") parameters.reject("numbering", "grid in a mesh that is made in parts");
  const auto& cells = cells_of_cube(box.cells_at({0, 0, 0}));
  Grid<3> grid{box.n, static_cast<int>(cells.size()), 0, {}};
  for (const CubeCell& cell : cells) grid.nodes_of_cube += node_count(cell.shape, box.order);
  grid.make = [box](const GridWindow<3>& window) {
    Box part = box;
    part.part = window;
    return make_box_mesh(part, "mesh 'box'");
  };
  return grid;
}

}  // namespace

Generator box_generator() {
  return {{"box",
           "a three-dimensional box with matching opposite sides; boundaries left, right (x), bottom, top (y), front, "
           "back (z)",
           {{"kind", "tetrahedra",
             "tetrahedra, prisms, hexahedra, pyramids (six a cube), hybrid (hexahedra beside prisms, tetrahedra and "
             "pyramids "
             "at the back), or layers along z (of prisms, and of tetrahedra at the back)"},
            {"n", "auto", "cubes along each side, before they are cut; auto: 4 * 2^level"},
            {"nx", "auto", "cubes along x; auto: n"},
            {"ny", "auto", "cubes along y; auto: n"},
            {"nz", "auto", "cubes along z; auto: n"},
            {"prisms", "auto", "kind = layers: layers of prisms, two a square; auto: n"},
            {"tetrahedra", "auto", "kind = layers: layers of tetrahedra, six a cube; auto: n"},
            {"numbering", "grid", "grid, or random: the order of the cells"},
            {"distortion", "0", "random displacement of inner vertices, as a fraction of the local spacing, 0 to 0.2"},
            {"seed", "1", "seed of the displacements and of the random order"},
            {"order", "1", "geometric order, 1 to 4"},
            {"curved", "0", "amplitude of a smooth curving of the inside, as a fraction of the side, 0 to 0.05"},
            {"grading", "0", "clustering of cubes at front and back, by a hyperbolic tangent, from 0 (none) to 5"},
            {"xgrading", "0", "the same at left and right"},
            {"ygrading", "0", "the same at bottom and top"},
            {"xmin", "0", "left end"},
            {"xmax", "1", "right end"},
            {"ymin", "0", "lower end"},
            {"ymax", "1", "upper end"},
            {"zmin", "0", "front end"},
            {"zmax", "1", "back end"}}},
          make_box,
          Others::refused,
          box_in_parts};
}

}  // namespace dg
