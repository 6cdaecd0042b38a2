#include "libdg/tests/warp/tile_rates_3d.hpp"

namespace dg::test {
namespace {

/// Where no shape goes in a way of its own.
template <int P, bool Viscous, class Real = double>
void check_matrices(Shapes3D shapes, bool periodic, QuadSpace quads = QuadSpace::P, const Bending& bending = {}) {
  check_rate<P, Viscous, Real>(shapes, periodic, quads, bending, FaceRule::full, TileProducts::matrices);
}

TEST_CASE("Tiles of 3-D cells, on a warp of the host, give rates as the definition does") {
  check_rate<1, true>(Shapes3D::tetrahedra, true);
  check_rate<1, true>(Shapes3D::tetrahedra, false);
  check_rate<1, true>(Shapes3D::tetrahedra, true, QuadSpace::P, {}, FaceRule::reduced);
  check_rate<2, false>(Shapes3D::tetrahedra, false);
  check_rate<3, true>(Shapes3D::tetrahedra, false);
  for (const Shapes3D shapes :
       {Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra})
    check_rate<2, true>(shapes, false);
  check_rate<1, true>(Shapes3D::hexahedra_and_prisms, true);
  check_rate<1, true>(Shapes3D::prisms_and_tetrahedra, true);
  check_rate<1, false>(Shapes3D::hexahedra_and_prisms, false);
  check_rate<3, true>(Shapes3D::hexahedra_and_prisms, false);
  check_matrices<2, true>(Shapes3D::tetrahedra, true);
  check_matrices<2, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q);
  check_rate<1, true>(Shapes3D::prisms, true, QuadSpace::Q_and_prisms);
  check_rate<2, true>(Shapes3D::prisms, false, QuadSpace::Q_and_prisms);
  check_rate<2, false>(Shapes3D::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms);
  check_rate<2, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Shapes3D::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms);
  check_rate<3, false>(Shapes3D::prisms, false, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Shapes3D::prisms, true, QuadSpace::Q_and_prisms);
  check_rate<2, true>(Shapes3D::prisms, true, QuadSpace::Q_and_prisms, {}, FaceRule::reduced);
}

TEST_CASE("Teams of two warps, which tiles of more than 20 modes take, give rates as the definition does") {
  check_rate<4, true>(Shapes3D::tetrahedra, false);
  check_rate<4, true>(Shapes3D::tetrahedra, true, QuadSpace::P, {2, 0.02});
  check_rate<4, true>(Shapes3D::all_four, false);
  check_rate<4, true>(Shapes3D::prisms, true, QuadSpace::P, {1, 0.04});
}

TEST_CASE("Tiles of pyramids, whose triangles neighbours list in three ways, give rates as the definition does") {
  check_rate<1, true>(Shapes3D::pyramids, true);
  check_rate<2, true>(Shapes3D::pyramids, false);
  check_rate<2, false>(Shapes3D::all_four, false, QuadSpace::Q);
  check_rate<2, true>(Shapes3D::all_four, true);
  check_rate<2, true>(Shapes3D::all_four, false, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Shapes3D::all_four, false);
  check_rate<2, true>(Shapes3D::pyramids, true, QuadSpace::P, {}, FaceRule::reduced);
  check_rate<1, true>(Shapes3D::pyramids, true, QuadSpace::P, {1, 0.04});
  check_rate<2, true>(Shapes3D::all_four, false, QuadSpace::P, {2, 0.02});
  check_rate<3, true>(Shapes3D::all_four, false, QuadSpace::P, {2, 0.02});
  check_rate<2, true, float>(Shapes3D::all_four, false);
}

TEST_CASE("Likewise in single precision, to its rounding") {
  check_rate<1, true, float>(Shapes3D::tetrahedra, true);
  check_rate<1, true, float>(Shapes3D::tetrahedra, false);
  check_rate<2, true, float>(Shapes3D::tetrahedra, true, QuadSpace::P, {}, FaceRule::reduced);
  check_rate<2, false, float>(Shapes3D::tetrahedra, false);
  check_rate<3, true, float>(Shapes3D::tetrahedra, false);
  check_rate<3, true, float>(Shapes3D::tetrahedra, true, QuadSpace::P, {}, FaceRule::reduced);
  check_rate<3, false, float>(Shapes3D::tetrahedra, true);
  for (const Shapes3D shapes :
       {Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra})
    check_rate<2, true, float>(shapes, false);
  check_rate<1, true, float>(Shapes3D::hexahedra_and_prisms, true);
  check_rate<3, true, float>(Shapes3D::hexahedra_and_prisms, false);
  check_matrices<2, true, float>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q);
  check_rate<2, true, float>(Shapes3D::prisms, false, QuadSpace::Q_and_prisms);
}

TEST_CASE("Tiles of curved 3-D cells beside straight ones give rates as the definition does") {
  const Bending bent{2, 0.02};
  check_rate<1, true>(Shapes3D::tetrahedra, true, QuadSpace::P, bent);
  check_rate<2, true>(Shapes3D::tetrahedra, false, QuadSpace::P, bent);
  check_rate<3, true>(Shapes3D::tetrahedra, false, QuadSpace::P, bent);
  check_rate<2, true>(Shapes3D::prisms, true, QuadSpace::P, {1, 0.04});
  for (const Shapes3D shapes : {Shapes3D::hexahedra, Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra})
    check_rate<2, true>(shapes, false, QuadSpace::P, bent);
  check_rate<1, false>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::P, bent);
  check_rate<3, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::P, bent);
  check_matrices<1, true>(Shapes3D::hexahedra, false, QuadSpace::Q, bent);
  check_matrices<2, true>(Shapes3D::hexahedra_and_prisms, true, QuadSpace::Q, bent);
  check_rate<1, true>(Shapes3D::prisms, true, QuadSpace::Q_and_prisms, bent);
  check_rate<2, true>(Shapes3D::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms, bent);
  check_rate<2, true, float>(Shapes3D::prisms_and_tetrahedra, false, QuadSpace::P, bent);
}

TEST_CASE(
    "Curved prisms with triangle x line do so by sum factorisation, and by matrices where their rule has more points") {
  for (const Bending& sum_factorised : {Bending{1, 0.04}, Bending{2, 0.02}})
    check_rate<3, true>(Shapes3D::prisms_and_tetrahedra, false, QuadSpace::Q_and_prisms, sum_factorised);
  check_rate<2, true>(Shapes3D::prisms, true, QuadSpace::Q_and_prisms, {1, 0.04});
  check_rate<3, false>(Shapes3D::prisms, true, QuadSpace::Q_and_prisms, {2, 0.02});
  check_rate<3, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q_and_prisms, {2, 0.02});
  check_rate<3, true, float>(Shapes3D::prisms, false, QuadSpace::Q_and_prisms, {2, 0.02});
  check_rate<3, true>(Shapes3D::prisms, false, QuadSpace::Q_and_prisms, {3, 0.02});
}

TEST_CASE("A source goes to prisms with triangle x line by their modes, curved or straight, and to cells by matrices") {
  for (const Bending& bending : {Bending{}, Bending{2, 0.02}}) {
    check_source<3>(Shapes3D::prisms, QuadSpace::Q_and_prisms, bending);
    check_source<2>(Shapes3D::prisms_and_tetrahedra, QuadSpace::P, bending);
  }
}

TEST_CASE("Tiles of curved 3-D cells keep a uniform flow and conserve") {
  for (const Shapes3D shapes : {Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra, Shapes3D::all_four})
    check_totals(shapes, QuadSpace::P);
}

}  // namespace
}  // namespace dg::test
