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

template <int degree>
void check_source() {
  const Mesh3 mesh = solid_mesh(Solid::tetrahedra, 2, true, {});
  SpaceOptions options;
  options.degree = degree;
  options.assembly = Assembly::tiles;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas3<double>> space(*backend, mesh, options, {Gas3<double>(GasOptions{}), Riemann::roe, {}});
  const std::vector<double> u = rough_state(mesh, degree, QuadSpace::P);
  std::vector<double> source, expected = rate_by_tiles<degree, false>(space, *backend, u);
  Random random(5);
  for (std::size_t i = 0; i < u.size(); ++i) {
    source.push_back(random(-1, 1));
    expected[i] += source[i];
  }
  CHECK(relative_difference(rate_by_tiles<degree, false>(space, *backend, u, source), expected) < 1e-13);
}

TEST_CASE("A source, whose moments come by the modes of the basis, adds to rates of tetrahedra by blocks") {
  check_source<3>();
  check_source<4>();
}

}  // namespace
}  // namespace dg::test
