#include <catch2/catch.hpp>

#include "libdg/element/basis.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/tests/reference_rate.hpp"
#include "libdg/tests/solid_mesh.hpp"
#include "libdg/tests/support.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::test {
namespace {

using Gas = Gas3<double>;
using Point = std::array<double, 3>;
using State = std::array<double, 5>;

/// Works through tiles as run_tiles() does on a device.
template <class Kernel>
void run_on_warp(const Kernel& kernel, Index tiles) {
  std::vector<double2> memory(kernel.shared_numbers() / 2 + 1, {NAN, NAN});
  auto* shared = reinterpret_cast<double*>(memory.data());
  std::vector<std::jthread> lanes;
  for (int i = 0; i < warp_lanes; ++i)
    lanes.emplace_back([&, i] {
      threadIdx.x = static_cast<unsigned>(i);
      const TileLane lane{i};
      for (Index tile = 0; tile < tiles; ++tile) {
        const auto indices = kernel.fetch(tile, lane);
        kernel.start(tile, lane, indices, shared, 0);
        close_copies();
        kernel(tile, lane, indices, shared, 0, [] { close_copies(); });
        __syncwarp();
      }
    });
}

State outside(const Point& x) {
  const double rho = 1 + 0.1 * std::sin(x[0] + x[1]), u = 0.3, v = 0.1 * std::cos(3 * x[2]), w = -0.2;
  return {rho, rho * u, rho * v, rho * w, 2 + 0.125 * x[1] + 0.5 * rho * (u * u + v * v + w * w)};
}

/// States of all cells that differ by jumps at all faces.
std::vector<double> rough_state(const Mesh3& mesh, int degree) {
  std::vector<double> phi(mode_count(Space::tetrahedron_P, degree)), u;
  evaluate_basis<3>(Space::tetrahedron_P, degree, {-0.5, -0.5, -0.5}, phi);
  Random random(11);
  for (Index c = 0; c < mesh.cell_count(); ++c)
    for (const double mean : outside({random(0, 1), random(0, 1), random(0, 1)}))
      for (std::size_t k = 0; k < phi.size(); ++k) u.push_back(k == 0 ? mean / phi[0] : random(-0.01, 0.01));
  return u;
}

/// Values of outside() at the points of all boundary faces.
std::vector<double> boundary_data(const Mesh3& mesh, const SemiDiscretisation<Gas>& space, int degree) {
  const auto tables = make_tables<double, 3>(Space::tetrahedron_P, degree, 2 * degree);
  std::vector<double> data(space.boundary_data_size(), 1.0);
  for (std::size_t i = 0; i < space.boundary_faces().size(); ++i) {
    const auto [cell, face, boundary] = space.boundary_faces()[i];
    const auto& reference = tables.faces[0].points[face];
    std::vector<Point> x(reference.size());
    CellMap<3>(CellShape::tetrahedron, 1, std::span<const Point>(reference)).evaluate(mesh, cell, x, {});
    for (std::size_t g = 0; g < x.size(); ++g) {
      const State u = outside(x[g]);
      std::copy(u.begin(), u.end(), data.begin() + (i * max_face_points(3, degree) + g) * 5);
    }
  }
  return data;
}

/// dU/dt by both kernels.
template <int P, bool Viscous>
std::vector<double> rate_by_tiles(SemiDiscretisation<Gas>& space, Backend& backend, const std::vector<double>& u) {
  const auto& scheme = space.scheme();
  const std::size_t numbers = std::size_t(scheme.tiles.begin[face_classes]) * tile_rows * SolidPiece<5, P>::numbers;
  const Array<double> in(backend, space.pack(u)), one(backend, std::vector<double>{1.0});
  Array<double> out(backend, space.state_size()), flux(backend, numbers), jump(backend, numbers);
  Stage<double> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = 1;
  stage.dt = one.data();
  const auto take_faces = [&]<bool Boundary>() {
    const int c = static_cast<int>(face_class(false, Boundary));
    run_on_warp(
        SolidFaceTiles<Gas, P, Boundary, Viscous>{scheme, stage.in, flux.data(), jump.data(), scheme.tiles.begin[c]},
        scheme.tiles.begin[c + 1] - scheme.tiles.begin[c]);
  };
  take_faces.template operator()<true>();
  take_faces.template operator()<false>();
  const ZoneView<double>& zone = scheme.zones.zone[0];
  run_on_warp(SolidCellTiles<Gas, Space::tetrahedron_P, P, Viscous>{zone, scheme.equations, stage_of(zone, stage), 0,
                                                                    flux.data(), jump.data(), nullptr},
              zone.launched / tile_rows);
  return space.unpack(out.copy_out());
}

template <int P, bool Viscous>
void check_rate(bool periodic) {
  INFO("degree " << P << (Viscous ? ", viscous" : "") << (periodic ? ", periodic" : ", with boundaries"));
  const Mesh3 mesh = solid_mesh(Solid::tetrahedra, periodic ? 3 : 2, periodic);
  GasOptions gas;
  gas.viscous = Viscous;
  gas.viscosity = 0.02;
  BoundaryParameters<double, 3> exact{};
  exact.type = BoundaryType::exact;
  ReferenceScheme<3> reference{P, QuadSpace::P, 0, 0, gas, Riemann::roe, {}, outside, {}};
  Physics<Gas> physics{Gas(gas), Riemann::roe, {}};
  if (!periodic) {
    reference.boundaries = {exact};
    physics.boundaries.push_back({"outside", exact, false});
  }
  SpaceOptions options;
  options.degree = P;
  options.assembly = Assembly::tiles;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, physics);
  if (!periodic) space.set_boundary_data(boundary_data(mesh, space, P));
  const std::vector<double> u = rough_state(mesh, P);
  CHECK(relative_difference(rate_by_tiles<P, Viscous>(space, *backend, u), reference_rate<3>(mesh, reference, u)) <
        1e-13);
}

TEST_CASE("Tiles of tetrahedra, on a warp of the host, give rates as the definition does") {
  check_rate<1, true>(true);
  check_rate<1, true>(false);
  check_rate<2, true>(false);
  check_rate<2, false>(false);
  check_rate<3, true>(false);
}

}  // namespace
}  // namespace dg::test
