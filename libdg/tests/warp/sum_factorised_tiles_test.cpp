#include "libdg/tests/warp/tile_rates_3d.hpp"

namespace dg::test {
namespace {

template <int P, bool Viscous, class Real = double>
void check_hexahedra(bool periodic, const Bending& bending = {}) {
  check_rate<P, Viscous, Real>(Shapes3D::hexahedra, periodic, QuadSpace::Q, bending);
}

TEST_CASE("Lines of hexahedra, on a warp of the host, give rates as the definition does") {
  check_hexahedra<1, true>(false);
  check_hexahedra<2, true>(true);
  check_hexahedra<2, false>(false);
  check_hexahedra<3, true>(false);
}

TEST_CASE("Lines of hexahedra do so in single precision, to its rounding") {
  check_hexahedra<1, true, float>(false);
  check_hexahedra<2, true, float>(true);
  check_hexahedra<2, false, float>(false);
  check_hexahedra<3, true, float>(false);
}

TEST_CASE("Lines of curved hexahedra beside straight ones give rates as the definition does") {
  const Bending bilinear{1, 0.04}, bent{2, 0.02};
  check_hexahedra<1, true>(true, bilinear);
  check_hexahedra<1, false>(false, bilinear);
  check_hexahedra<2, true>(false, bent);
  check_hexahedra<3, true>(false, bent);
  check_hexahedra<3, false>(true, bent);
  check_hexahedra<2, true, float>(true, bent);
}

TEST_CASE("Lines of hexahedra of any geometric order, whose metric terms are made for their points, do so, too") {
  check_hexahedra<1, true>(true, {2, 0.03});
  check_hexahedra<2, true>(false, {4, 0.03});
  check_hexahedra<3, true>(true, {3, 0.03});
  check_hexahedra<3, false>(false, {4, 0.03});
}

TEST_CASE("Lines of hexahedra beside cells that go by matrices give rates as the definition does") {
  check_rate<1, true>(Shapes3D::hexahedra_and_prisms, true, QuadSpace::Q);
  check_rate<2, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q);
  check_rate<3, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q);
  check_rate<3, false>(Shapes3D::hexahedra_and_prisms, true, QuadSpace::Q_and_prisms);
  check_rate<3, true>(Shapes3D::all_four, false, QuadSpace::Q_and_prisms);
  check_rate<3, true, float>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q);
}

TEST_CASE("Curved ones do so, too, and straight ones beside curved ones that go by matrices") {
  const Bending bent{2, 0.02};
  check_rate<1, true>(Shapes3D::hexahedra, false, QuadSpace::Q, bent);
  check_rate<2, true>(Shapes3D::hexahedra_and_prisms, true, QuadSpace::Q, bent);
  check_rate<3, true>(Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q, bent);
  check_rate<2, true>(Shapes3D::all_four, false, QuadSpace::Q, bent);
}

TEST_CASE(
    "With exact mass inverses, curved hexahedra go by matrices beside straight ones that go by sum factorisation") {
  for (const bool periodic : {true, false})
    check_rate<2, true>(Shapes3D::hexahedra, periodic, QuadSpace::Q, {2, 0.02}, FaceRule::full, TileProducts::fastest,
                        MassInverse::exact);
}

TEST_CASE("A source goes to lines of hexahedra by the mass matrix of each") {
  check_source<2>(Shapes3D::hexahedra, QuadSpace::Q, {2, 0.03});
}

TEST_CASE("Lines of curved hexahedra keep a uniform flow and conserve") {
  check_totals(Shapes3D::hexahedra, QuadSpace::Q);
}

TEST_CASE("Lines of curved hexahedra beside other cells keep a uniform flow and conserve") {
  for (const Shapes3D shapes : {Shapes3D::hexahedra_and_prisms, Shapes3D::all_four}) check_totals(shapes, QuadSpace::Q);
}

}  // namespace
}  // namespace dg::test
