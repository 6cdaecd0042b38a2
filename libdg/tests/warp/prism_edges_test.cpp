#include "libdg/tests/warp/tile_rates_3d.hpp"

namespace dg::test {
namespace {

TEST_CASE(
    "Tiles of prisms with triangle x line whose edges have more points than a slot give rates as the definition") {
  constexpr QuadSpace quads = QuadSpace::Q_and_prisms;
  check_rate<4, true>(Shapes3D::prisms, false, quads);
  check_rate<4, true>(Shapes3D::prisms, true, quads, {1, 0.04});
  check_rate<4, true>(Shapes3D::prisms_and_tetrahedra, false, quads);
  check_rate<4, true>(Shapes3D::prisms_and_tetrahedra, false, quads, {2, 0.02});
  check_rate<4, true>(Shapes3D::hexahedra_and_prisms, false, {.quads = false, .prisms = true});
}

TEST_CASE("Likewise where they do not conduct, and in single precision to its rounding") {
  constexpr QuadSpace quads = QuadSpace::Q_and_prisms;
  check_rate<4, false>(Shapes3D::prisms, true, quads);
  check_rate<4, true, float>(Shapes3D::prisms, false, quads);
}

TEST_CASE("A source goes to such prisms by their modes, and to curved ones by the mass matrix of each") {
  for (const Bending& bending : {Bending{}, Bending{2, 0.02}})
    check_source<4>(Shapes3D::prisms, QuadSpace::Q_and_prisms, bending);
}

}  // namespace
}  // namespace dg::test
