#include "libdg/tests/warp/solid_tile_rates.hpp"

namespace dg::test {
namespace {

TEST_CASE(
    "Tiles of prisms with triangle x line whose edges have more points than a slot give rates as the definition") {
  constexpr QuadSpace quads = QuadSpace::Q_and_prisms;
  check_rate<4, true>(Solid::prisms, false, quads);
  check_rate<4, true>(Solid::prisms, true, quads, {1, 0.04});
  check_rate<4, true>(Solid::prisms_and_tetrahedra, false, quads);
  check_rate<4, true>(Solid::prisms_and_tetrahedra, false, quads, {2, 0.02});
  check_rate<4, true>(Solid::hexahedra_and_prisms, false, {.quads = false, .prisms = true});
}

TEST_CASE("Likewise where they do not conduct, and in single precision to its rounding") {
  constexpr QuadSpace quads = QuadSpace::Q_and_prisms;
  check_rate<4, false>(Solid::prisms, true, quads);
  check_rate<4, true, float>(Solid::prisms, false, quads);
}

TEST_CASE("A source goes to such prisms by their modes, and to curved ones by the mass matrix of each") {
  for (const Bending& bending : {Bending{}, Bending{2, 0.02}})
    check_source<4>(Solid::prisms, QuadSpace::Q_and_prisms, bending);
}

}  // namespace
}  // namespace dg::test
