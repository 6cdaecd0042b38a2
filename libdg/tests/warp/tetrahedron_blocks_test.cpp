#include "libdg/tests/warp/tile_rates_3d.hpp"

namespace dg::test {
namespace {

TEST_CASE("Tetrahedra by blocks of symmetric modes, on warps of the host, give rates as the definition does") {
  check_rate<3, false>(Shapes3D::tetrahedra, true);
  check_rate<3, true>(Shapes3D::tetrahedra, true, QuadSpace::P, {1, 0.04});
  check_rate<4, false>(Shapes3D::tetrahedra, false);
  check_rate<4, true>(Shapes3D::tetrahedra, true, QuadSpace::P, {1, 0.04});
}

TEST_CASE("Tetrahedra by blocks do so with fewer points on faces, and in single precision to its rounding") {
  check_rate<3, true>(Shapes3D::tetrahedra, true, QuadSpace::P, {}, FaceRule::reduced);
  check_rate<4, true>(Shapes3D::tetrahedra, true, QuadSpace::P, {}, FaceRule::reduced);
  check_rate<4, true, float>(Shapes3D::tetrahedra, true);
}

TEST_CASE("Tetrahedra by blocks keep a uniform flow and conserve") {
  check_totals<3>(Shapes3D::tetrahedra, QuadSpace::P, {1, 0.04});
  check_totals<4>(Shapes3D::tetrahedra, QuadSpace::P, {1, 0.04});
}

TEST_CASE("A source, whose moments come by the modes of the basis, adds to rates of tetrahedra by blocks") {
  check_source<3>(Shapes3D::tetrahedra, QuadSpace::P);
  check_source<4>(Shapes3D::tetrahedra, QuadSpace::P);
}

}  // namespace
}  // namespace dg::test
