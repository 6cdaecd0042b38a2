#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/tests/warp/tile_rates_3d.hpp"

namespace dg::test {
namespace {

/// Constants that make the eddy viscosity of the rough states as large as the other.
constexpr SubgridOptions subgrid_models[]{{SubgridModel::smagorinsky, 1.0},
                                          {SubgridModel::wale, 1.5},
                                          {SubgridModel::vreman, 1.0},
                                          {SubgridModel::sigma, 4.0}};

template <int P, class Real = double>
void check_model(const SubgridOptions& model, Shapes3D shapes, bool periodic, QuadSpace quads = QuadSpace::P,
                 const Bending& bending = {}, TileProducts products = TileProducts::fastest) {
  INFO("model " << static_cast<int>(model.model));
  check_rate<P, true, Real, AddedViscosityGas3D>(shapes, periodic, quads, bending, FaceRule::full, products,
                                                 MassInverse::automatic, model);
}

TEST_CASE("Tiles with a subgrid model give rates as the definition does, whatever the model") {
  for (const SubgridOptions& model : subgrid_models) {
    check_model<2>(model, Shapes3D::all_four, false);
    check_model<2>(model, Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q_and_prisms);
  }
}

/// Thread by thread, by nodes, by blocks, by sum factorisation, by triangle and line, by matrices.
TEST_CASE("Tiles with a subgrid model do so in all ways of cells, straight and curved") {
  const SubgridOptions wale{SubgridModel::wale, 1.5}, sigma{SubgridModel::sigma, 4.0};
  check_model<2>(wale, Shapes3D::tetrahedra, false);
  check_model<2>(wale, Shapes3D::tetrahedra, true);
  check_model<2, float>(wale, Shapes3D::tetrahedra, false);
  check_model<3>(sigma, Shapes3D::tetrahedra, false);
  check_model<3>(sigma, Shapes3D::tetrahedra, true, QuadSpace::P, {2, 0.02});
  check_model<2>(sigma, Shapes3D::all_four, false, QuadSpace::P, {2, 0.02});
  check_model<2>(wale, Shapes3D::tetrahedra, true, QuadSpace::P, {}, TileProducts::matrices);
  check_model<2>(wale, Shapes3D::hexahedra_and_prisms, true, QuadSpace::Q_and_prisms, {2, 0.02});
  check_model<3>(sigma, Shapes3D::hexahedra_and_prisms, false, QuadSpace::Q_and_prisms);
}

}  // namespace
}  // namespace dg::test
