#include "libdg/tests/warp/solid_tile_rates.hpp"

namespace dg::test {
namespace {

/// Where no shape goes in a way of its own.
template <int P, bool Viscous, class Real = double>
void check_matrices(Solid solid, bool periodic, QuadSpace quads = QuadSpace::P, const Bending& bending = {}) {
  check_rate<P, Viscous, Real>(solid, periodic, quads, bending, FaceRule::full, TileProducts::matrices);
}

TEST_CASE("Tiles of solid cells, on a warp of the host, give rates as the definition does") {
  check_rate<1, true>(Solid::tetrahedra, true);
  check_rate<1, true>(Solid::tetrahedra, false);
  check_rate<1, true>(Solid::tetrahedra, true, QuadSpace::P, {}, FaceRule::lean);
  check_rate<2, false>(Solid::tetrahedra, false);
  check_rate<3, true>(Solid::tetrahedra, false);
  for (const Solid solid : {Solid::prisms, Solid::hexahedra, Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra})
    check_rate<2, true>(solid, false);
  check_rate<1, true>(Solid::hexahedra_and_prisms, true);
  check_rate<1, true>(Solid::prisms_and_tetrahedra, true);
  check_rate<1, false>(Solid::hexahedra_and_prisms, false);
  check_rate<3, true>(Solid::hexahedra_and_prisms, false);
  check_matrices<2, true>(Solid::tetrahedra, true);
  check_matrices<2, true>(Solid::hexahedra_and_prisms, false, QuadSpace::Q);
  check_rate<1, true>(Solid::prisms, true, QuadSpace::Q_and_prisms);
  check_rate<2, true>(Solid::prisms, false, QuadSpace::Q_and_prisms);
  check_rate<2, false>(Solid::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms);
  check_rate<2, true>(Solid::hexahedra_and_prisms, false, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Solid::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms);
  check_rate<3, false>(Solid::prisms, false, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Solid::prisms, true, QuadSpace::Q_and_prisms);
  check_rate<2, true>(Solid::prisms, true, QuadSpace::Q_and_prisms, {}, FaceRule::lean);
}

TEST_CASE("Teams of two warps, which tiles of more than 20 modes take, give rates as the definition does") {
  check_rate<4, true>(Solid::tetrahedra, false);
  check_rate<4, true>(Solid::tetrahedra, true, QuadSpace::P, {2, 0.02});
  check_rate<4, true>(Solid::all_four, false);
  check_rate<4, true>(Solid::prisms, true, QuadSpace::P, {1, 0.04});
}

TEST_CASE("Tiles of pyramids, whose triangles neighbours list in three ways, give rates as the definition does") {
  check_rate<1, true>(Solid::pyramids, true);
  check_rate<2, true>(Solid::pyramids, false);
  check_rate<2, false>(Solid::all_four, false, QuadSpace::Q);
  check_rate<2, true>(Solid::all_four, true);
  check_rate<2, true>(Solid::all_four, false, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Solid::all_four, false);
  check_rate<2, true>(Solid::pyramids, true, QuadSpace::P, {}, FaceRule::lean);
  check_rate<1, true>(Solid::pyramids, true, QuadSpace::P, {1, 0.04});
  check_rate<2, true>(Solid::all_four, false, QuadSpace::P, {2, 0.02});
  check_rate<3, true>(Solid::all_four, false, QuadSpace::P, {2, 0.02});
  check_rate<2, true, float>(Solid::all_four, false);
}

TEST_CASE("Likewise in single precision, to its rounding") {
  check_rate<1, true, float>(Solid::tetrahedra, true);
  check_rate<1, true, float>(Solid::tetrahedra, false);
  check_rate<2, true, float>(Solid::tetrahedra, true, QuadSpace::P, {}, FaceRule::lean);
  check_rate<2, false, float>(Solid::tetrahedra, false);
  check_rate<3, true, float>(Solid::tetrahedra, false);
  check_rate<3, true, float>(Solid::tetrahedra, true, QuadSpace::P, {}, FaceRule::lean);
  check_rate<3, false, float>(Solid::tetrahedra, true);
  for (const Solid solid : {Solid::prisms, Solid::hexahedra, Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra})
    check_rate<2, true, float>(solid, false);
  check_rate<1, false, float>(Solid::hexahedra_and_prisms, true);
  check_rate<3, true, float>(Solid::hexahedra_and_prisms, false);
  check_matrices<2, true, float>(Solid::hexahedra_and_prisms, false, QuadSpace::Q);
  check_rate<2, true, float>(Solid::prisms, false, QuadSpace::Q_and_prisms);
}

TEST_CASE("Tiles of curved solid cells beside straight ones give rates as the definition does") {
  const Bending bent{2, 0.02};
  check_rate<1, true>(Solid::tetrahedra, true, QuadSpace::P, bent);
  check_rate<2, true>(Solid::tetrahedra, false, QuadSpace::P, bent);
  check_rate<3, true>(Solid::tetrahedra, false, QuadSpace::P, bent);
  check_rate<2, true>(Solid::prisms, true, QuadSpace::P, {1, 0.04});
  for (const Solid solid : {Solid::hexahedra, Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra})
    check_rate<2, true>(solid, false, QuadSpace::P, bent);
  check_rate<1, false>(Solid::hexahedra_and_prisms, false, QuadSpace::P, bent);
  check_rate<3, true>(Solid::hexahedra_and_prisms, false, QuadSpace::P, bent);
  check_matrices<1, true>(Solid::hexahedra, false, QuadSpace::Q, bent);
  check_matrices<2, true>(Solid::hexahedra_and_prisms, true, QuadSpace::Q, bent);
  check_rate<1, true>(Solid::prisms, true, QuadSpace::Q_and_prisms, bent);
  check_rate<2, true>(Solid::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms, bent);
  check_rate<2, true, float>(Solid::prisms_and_tetrahedra, false, QuadSpace::P, bent);
}

TEST_CASE("Curved prisms with triangle x line do so by lines, and by matrices where their rule has more points") {
  for (const Bending& by_lines : {Bending{1, 0.04}, Bending{2, 0.02}})
    check_rate<3, true>(Solid::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms, by_lines);
  check_rate<2, true>(Solid::prisms, true, QuadSpace::Q_and_prisms, {1, 0.04});
  check_rate<3, false>(Solid::prisms, true, QuadSpace::Q_and_prisms, {2, 0.02});
  check_rate<3, true>(Solid::hexahedra_and_prisms, false, QuadSpace::Q_and_prisms, {2, 0.02});
  check_rate<3, true, float>(Solid::prisms, false, QuadSpace::Q_and_prisms, {2, 0.02});
  check_rate<3, true>(Solid::prisms, false, QuadSpace::Q_and_prisms, {3, 0.02});
}

TEST_CASE("A source goes to prisms with triangle x line by their modes, curved or straight, and to cells by matrices") {
  for (const Bending& bending : {Bending{}, Bending{2, 0.02}}) {
    check_source<3>(Solid::prisms, QuadSpace::Q_and_prisms, bending);
    check_source<2>(Solid::prisms_and_tetrahedra, QuadSpace::P, bending);
  }
}

TEST_CASE("Tiles of curved solid cells keep a uniform flow and conserve") {
  for (const Solid solid : {Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra, Solid::all_four})
    check_totals(solid, QuadSpace::P);
}

}  // namespace
}  // namespace dg::test
