#include "libdg/tests/warp/tile_rates_3d.hpp"

namespace dg::test {
namespace {

/// Rates of a rough state, in so many slabs and in its place, or all at once beside it.
template <int P>
std::vector<double> rough_rate(const Mesh3& mesh, QuadSpace quads, int slabs) {
  using Gas = NavierStokes3D<double>;
  GasOptions gas;
  gas.viscous = true;
  gas.viscosity = 0.02;
  BoundaryParameters<double, 3> exact{};
  exact.type = BoundaryType::exact;
  SpaceOptions options;
  options.degree = P;
  options.quads = quads;
  options.assembly = Assembly::tiles;
  options.slabs = slabs;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, {Gas(gas), Riemann::roe, {{"outside", exact, false}}});
  REQUIRE(space.slabs().count == slabs);
  space.set_boundary_data(boundary_data(mesh, space, P, quads));
  return rate_by_tiles<P, true>(space, *backend, rough_state(mesh, P, quads), {}, slabs > 1);
}

TEST_CASE("Slab after slab, and in the place of the state, tiles give the bits that they give all at once") {
  for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra})
    for (const double bend : {0.0, 0.02}) {
      const Mesh3 mesh = mesh_of_shapes(shapes, 4, false, {bend > 0 ? 2 : 1, bend});
      const std::vector<double> at_once = rough_rate<1>(mesh, QuadSpace::P, 1);
      for (const int slabs : {2, 3, 5}) {
        INFO(name_of(shapes) << ", bent by " << bend << ", " << slabs << " slabs");
        CHECK(rough_rate<1>(mesh, QuadSpace::P, slabs) == at_once);
      }
    }
  const Mesh3 cubes = mesh_of_shapes(Shapes3D::hexahedra, 5, false),
              bent = mesh_of_shapes(Shapes3D::hexahedra, 5, false, {2, 0.02});
  CHECK(rough_rate<2>(cubes, QuadSpace::Q, 3) == rough_rate<2>(cubes, QuadSpace::Q, 1));
  const Mesh3 hybrid = mesh_of_shapes(Shapes3D::hexahedra_and_prisms, 4, false);
  CHECK(rough_rate<2>(hybrid, QuadSpace::Q, 3) == rough_rate<2>(hybrid, QuadSpace::Q, 1));
  CHECK(rough_rate<2>(bent, QuadSpace::Q, 3) == rough_rate<2>(bent, QuadSpace::Q, 1));
}

}  // namespace
}  // namespace dg::test
