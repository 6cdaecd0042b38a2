#include "meshes/generators/generator.hpp"
#include "meshes/generators/rectangle.hpp"

namespace dg {
namespace {

Skeleton tiled(int kind, const Rectangle& r, double share) {
  switch (kind) {
    case 0:
      return structured_rectangle(r, Tiling::quadrilaterals);
    case 1:
      return structured_rectangle(r, Tiling::triangles);
    case 2:
      return unstructured_rectangle(r);
    default:
      return mixed_rectangle(r, share);
  }
}

Mesh2 make_couette(int level, const Parameters& parameters) {
  const std::string source = "mesh 'couette'";
  const int kind = parameters.choice("kind", {"quads", "triangles", "unstructured", "mixed"});
  const double share = parameters.real("unstructured", 0, 100) / 100;
  if (kind != 3 && parameters.given("unstructured")) parameters.reject("unstructured", "left out unless kind = mixed");
  const int nx = parameters.integer("nx", 1, 1 << 20, 4 << level);
  const int ny = parameters.integer("ny", 1, 1 << 20, 2 << level);
  check_cell_count(2.0 * nx * ny, 1, source);
  const Skeleton skeleton = tiled(kind, {0, 4, 0, 2, nx, ny}, share);
  Mesh2 mesh = elevated(skeleton, 1, {}, source);
  build_faces(mesh, skeleton.edges, source);
  return mesh;
}

}  // namespace

Generator couette_generator() {
  return {
      {"couette",
       "the rectangle 0..4 x 0..2 of the Couette flow; boundaries left, right, bottom, top",
       {{"kind", "quads", "quads, triangles (squares cut by one diagonal), unstructured, or mixed (triangles)"},
        {"unstructured", "67", "kind = mixed: share of the area with unstructured triangles, on the right, in percent"},
        {"nx", "auto", "edges along x; auto: 4 * 2^level"},
        {"ny", "auto", "edges along y; auto: 2 * 2^level"}}},
      make_couette};
}

}  // namespace dg
