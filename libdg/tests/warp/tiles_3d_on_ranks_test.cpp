#include <catch2/catch.hpp>

#include "libdg/tests/warp/tile_rates_3d.hpp"
#include "meshes/subdomain.hpp"

namespace dg::test {
namespace {

/// Rank 0 has the cells that have no prisms beside them, rank 1 the others that are none, rank 2 the prisms.
std::vector<int> ranks_by_shape(const Mesh3& mesh) {
  std::vector<int> rank_of;
  for (const CellShape shape : mesh.cell_shapes) rank_of.push_back(shape == CellShape::prism ? 2 : 0);
  for (const Face& f : mesh.faces) {
    if (f.plus < 0 || mesh.cell_shapes[f.minus] == mesh.cell_shapes[f.plus]) continue;
    rank_of[mesh.cell_shapes[f.minus] == CellShape::prism ? f.plus : f.minus] = 1;
  }
  return rank_of;
}

/// dU/dt of the cells of a mesh by tiles, cell after cell.
std::vector<double> rate_of(const Mesh3& mesh, const Halo& halo, const SpaceOptions& options,
                            const std::vector<double>& u) {
  using Gas = NavierStokes3D<double>;
  GasOptions gas;
  gas.viscous = true;
  gas.viscosity = 0.02;
  BoundaryParameters<double, 3> exact{};
  exact.type = BoundaryType::exact;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, {Gas(gas), Riemann::roe, {{"outside", exact, false}}}, halo);
  space.set_boundary_data(boundary_data(mesh, space, options.degree, options.quads));
  return rate_by_tiles<2, true>(space, *backend, u);
}

/// Rates of the parts are those of the whole, to the last bit.
void check_parts(Shapes3D shapes) {
  INFO(name_of(shapes));
  const Mesh3 mesh = mesh_of_shapes(shapes, 4, false);
  SpaceOptions options;
  options.degree = 2;
  options.quads = QuadSpace::Q;
  options.assembly = Assembly::tiles;
  const std::vector<double> u = rough_state(mesh, options.degree, options.quads);
  const std::vector<double> whole = rate_of(mesh, {}, options, u);
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh.cell_shapes)
    begin.push_back(begin.back() + 5 * mode_count(space_of(shape, options.quads), options.degree));
  const std::vector<int> rank_of = ranks_by_shape(mesh);
  for (int rank = 0; rank < 3; ++rank) {
    const auto [part, halo] = make_subdomain(mesh, rank_of, rank, 3);
    std::vector<double> own, wanted;
    for (const Index c : halo.cell) own.insert(own.end(), u.begin() + begin[c], u.begin() + begin[c + 1]);
    for (const Index c : std::span(halo.cell).first(halo.own_cells))
      wanted.insert(wanted.end(), whole.begin() + begin[c], whole.begin() + begin[c + 1]);
    std::vector<double> found = rate_of(part, halo, options, own);
    found.resize(wanted.size());
    CHECK(found == wanted);
  }
}

TEST_CASE("What tiles give to a cell does not depend on the shapes of the others on its rank") {
  check_parts(Shapes3D::hexahedra_and_prisms);
  check_parts(Shapes3D::prisms_and_tetrahedra);
}

}  // namespace
}  // namespace dg::test
