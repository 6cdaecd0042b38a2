#include <catch2/catch.hpp>

#include "apps/run/slow_assembly.hpp"
#include "meshes/generators/box_maker.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

Mesh3 box_mesh(BoxKind kind, double curved = 0, int order = 2) {
  Box b{};
  b.high = {1, 1, 1};
  b.n = {2, 2, 2};
  b.order = curved > 0 ? order : 1;
  b.kind = kind;
  b.curved = curved;
  b.boundaries = {"a", "b", "c", "d", "e", "f"};
  return make_box_mesh(b, "box");
}

SolverOptions with_q(int degree) {
  SolverOptions o;
  o.degree = degree;
  o.quads = QuadSpace::Q_and_prisms;
  return o;
}

/// With which prisms do not go by triangle and line.
SolverOptions with_more_points() {
  SolverOptions o = with_q(4);
  o.extra_quadrature = 2;
  return o;
}

std::string on_device(const Mesh3& mesh, const SolverOptions& o, const std::string& assembly = "gather") {
  SolverInfo info;
  info.backend = "cuda";
  info.assembly = assembly;
  return slow_assembly(mesh, o, info);
}

}  // namespace

TEST_CASE("cells that tiles do not hold are named with what would let them") {
  const Mesh3 hexahedra = box_mesh(BoxKind::hexahedra), bent = box_mesh(BoxKind::hexahedra, 0.03);
  SolverOptions o = with_q(3);
  o.extra_quadrature = 2;
  CHECK_THAT(on_device(hexahedra, o), Contains("hexahedra with Q of degree 3, but would with 'extra_quadrature = 0'"));
  o = with_q(3);
  o.mass_inverse = MassInverse::exact;
  CHECK_THAT(on_device(bent, o),
             Contains("curved hexahedra with Q of degree 3, but would with 'mass_inverse = weight_adjusted'"));
}

TEST_CASE("prisms of many modes are named where they do not go by triangle and line") {
  const Mesh3 prisms = box_mesh(BoxKind::prisms);
  CHECK(on_device(prisms, with_q(4)).empty());
  CHECK(on_device(box_mesh(BoxKind::prisms, 0.03), with_q(4)).empty());
  CHECK_THAT(on_device(prisms, with_more_points()),
             Contains("prisms with Q of degree 4, but would with 'extra_quadrature = 0'"));
  SolverOptions o = with_q(4);
  o.face_rule = FaceRule::reduced;
  CHECK_THAT(on_device(prisms, o), Contains("prisms with Q of degree 4, but would with 'face_rule = full'"));
  CHECK_THAT(on_device(box_mesh(BoxKind::prisms, 0.03, 3), with_q(4)),
             Contains("curved prisms with Q of degree 4, but would with 'prisms = P'"));
  CHECK_THAT(on_device(prisms, with_q(5)), Contains("prisms with Q of degree 5") && !Contains("but would"));
}

TEST_CASE("hexahedra of many modes are named where others lie beside them only") {
  CHECK_THAT(on_device(box_mesh(BoxKind::hybrid), with_q(4)),
             Contains("hexahedra with Q of degree 4, but would with 'hexahedra = P'") && !Contains("prisms"));
  CHECK(on_device(box_mesh(BoxKind::hexahedra), with_q(4)).empty());
}

TEST_CASE("nothing is said of an assembly that is fast, that was asked for, or on a CPU") {
  const Mesh3 prisms = box_mesh(BoxKind::prisms);
  CHECK(on_device(prisms, with_q(3)).empty());
  CHECK(on_device(prisms, with_more_points(), "tiles").empty());
  SolverOptions o = with_more_points();
  o.assembly = Assembly::gather;
  CHECK(on_device(prisms, o).empty());
  SolverInfo info;
  info.backend = "cpu";
  info.assembly = "gather";
  CHECK(slow_assembly(prisms, with_more_points(), info).empty());
}
