#include "libdg/tests/warp/solid_tile_rates.hpp"

namespace dg::test {
namespace {

TEST_CASE("Tetrahedra by blocks of symmetric modes, on warps of the host, give rates as the definition does") {
  check_rate<3, false>(Solid::tetrahedra, true);
  check_rate<3, true>(Solid::tetrahedra, true, QuadSpace::P, {1, 0.04});
  check_rate<4, false>(Solid::tetrahedra, false);
  check_rate<4, true>(Solid::tetrahedra, true, QuadSpace::P, {1, 0.04});
}

TEST_CASE("Tetrahedra by blocks do so with fewer points on faces, and in single precision to its rounding") {
  check_rate<3, true>(Solid::tetrahedra, true, QuadSpace::P, {}, FaceRule::lean);
  check_rate<4, true>(Solid::tetrahedra, true, QuadSpace::P, {}, FaceRule::lean);
  check_rate<4, true, float>(Solid::tetrahedra, true);
}

TEST_CASE("Tetrahedra by blocks keep a uniform flow and conserve") {
  check_totals<3>(Solid::tetrahedra, QuadSpace::P, {1, 0.04});
  check_totals<4>(Solid::tetrahedra, QuadSpace::P, {1, 0.04});
}

TEST_CASE("A source, whose moments come by the modes of the basis, adds to rates of tetrahedra by blocks") {
  check_source<3>(Solid::tetrahedra, QuadSpace::P);
  check_source<4>(Solid::tetrahedra, QuadSpace::P);
}

}  // namespace
}  // namespace dg::test
