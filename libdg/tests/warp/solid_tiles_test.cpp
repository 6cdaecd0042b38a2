#include <catch2/catch.hpp>
#include <limits>

#include "libdg/tests/reference_rate.hpp"
#include "libdg/tests/warp/solid_tile_rates.hpp"

namespace dg::test {
namespace {

template <int P, bool Viscous, class Real = double>
void check_rate(Solid solid, bool periodic, QuadSpace quads = QuadSpace::P, const Bending& bending = {}) {
  using Gas = Gas3<Real>;
  constexpr bool single = std::is_same_v<Real, float>;
  INFO(name_of(solid) << (quads == QuadSpace::Q ? ", Q" : "") << ", degree " << P << (Viscous ? ", viscous" : "")
                      << (single ? ", single" : "") << (periodic ? ", periodic" : ", with boundaries") << ", order "
                      << bending.order);
  const Mesh3 mesh = solid_mesh(solid, periodic || bending.order > 1 ? 3 : 2, periodic, bending);
  GasOptions gas;
  gas.viscous = Viscous;
  gas.viscosity = 0.02;
  BoundaryParameters<double, 3> exact{};
  BoundaryParameters<Real, 3> own_exact{};
  exact.type = own_exact.type = BoundaryType::exact;
  ReferenceScheme<3> reference{P, quads, 0, 0, gas, Riemann::roe, {}, outside, {}};
  Physics<Gas> physics{Gas(gas), Riemann::roe, {}};
  if (!periodic) {
    reference.boundaries = {exact};
    physics.boundaries.push_back({"outside", own_exact, false});
  }
  SpaceOptions options;
  options.degree = P;
  options.quads = quads;
  options.assembly = Assembly::tiles;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, physics);
  if (!periodic) {
    const std::vector<double> data = boundary_data(mesh, space, P, quads);
    space.set_boundary_data({data.begin(), data.end()});
  }
  const std::vector<double> u = rough_state(mesh, P, quads);
  const double difference =
      relative_difference(rate_by_tiles<P, Viscous>(space, *backend, u), reference_rate<3>(mesh, reference, u));
  CHECK(difference < (bending.amplitude == 0 ? 200 : 2000) * std::numeric_limits<Real>::epsilon());
}

TEST_CASE("Tiles of solid cells, on a warp of the host, give rates as the definition does") {
  check_rate<1, true>(Solid::tetrahedra, true);
  check_rate<2, false>(Solid::tetrahedra, false);
  check_rate<3, true>(Solid::tetrahedra, false);
  for (const Solid solid : {Solid::prisms, Solid::hexahedra, Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra})
    check_rate<2, true>(solid, false);
  check_rate<1, true>(Solid::hexahedra_and_prisms, true);
  check_rate<1, true>(Solid::prisms_and_tetrahedra, true);
  check_rate<1, false>(Solid::hexahedra_and_prisms, false);
  check_rate<3, true>(Solid::hexahedra_and_prisms, false);
  check_rate<1, true>(Solid::hexahedra, false, QuadSpace::Q);
  check_rate<2, true>(Solid::hexahedra, true, QuadSpace::Q);
  check_rate<2, false>(Solid::hexahedra, false, QuadSpace::Q);
  check_rate<3, true>(Solid::hexahedra, false, QuadSpace::Q);
  check_rate<2, true>(Solid::hexahedra_and_prisms, false, QuadSpace::Q);
}

TEST_CASE("Likewise in single precision, to its rounding") {
  check_rate<1, true, float>(Solid::tetrahedra, true);
  check_rate<2, false, float>(Solid::tetrahedra, false);
  check_rate<3, true, float>(Solid::tetrahedra, false);
  for (const Solid solid : {Solid::prisms, Solid::hexahedra, Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra})
    check_rate<2, true, float>(solid, false);
  check_rate<1, false, float>(Solid::hexahedra_and_prisms, true);
  check_rate<3, true, float>(Solid::hexahedra_and_prisms, false);
  check_rate<1, true, float>(Solid::hexahedra, false, QuadSpace::Q);
  check_rate<2, true, float>(Solid::hexahedra, true, QuadSpace::Q);
  check_rate<2, false, float>(Solid::hexahedra, false, QuadSpace::Q);
  check_rate<3, true, float>(Solid::hexahedra, false, QuadSpace::Q);
  check_rate<2, true, float>(Solid::hexahedra_and_prisms, false, QuadSpace::Q);
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
  check_rate<1, true>(Solid::hexahedra, false, QuadSpace::Q, bent);
  check_rate<2, true>(Solid::hexahedra_and_prisms, true, QuadSpace::Q, bent);
  check_rate<2, true, float>(Solid::prisms_and_tetrahedra, false, QuadSpace::P, bent);
}

/// Integrals over the mesh of fields with these coefficients.
State integrals(const SemiDiscretisation<Gas3<double>>& space, int degree, const std::vector<double>& coefficients) {
  State sum{};
  for (std::size_t c = 0; c < space.places().zone.size(); ++c) {
    const ZoneView<double>& zone = space.scheme().zones.zone[space.places().zone[c]];
    const Index at = space.places().local[c];
    const int modes = mode_count(zone.space, degree);
    std::vector<double> phi(modes);
    evaluate_basis<3>(zone.space, degree, {-0.5, -0.5, -0.5}, phi);
    for (int k = 0; k < modes; ++k) {
      const double straight = k == 0 ? zone.jacobian[at] / phi[0] : 0.0;
      const double moment = zone.curved ? zone.moments[std::int64_t(k) * zone.padded + at] : straight;
      for (int n = 0; n < 5; ++n) sum[n] += moment * coefficients[space.cell_begin()[c] + n * modes + k];
    }
  }
  return sum;
}

TEST_CASE("Tiles of curved solid cells keep a uniform flow and conserve") {
  using Gas = Gas3<double>;
  constexpr int degree = 2;
  for (const Solid solid : {Solid::hexahedra_and_prisms, Solid::prisms_and_tetrahedra}) {
    INFO(name_of(solid));
    const Mesh3 mesh = solid_mesh(solid, 3, true, {2, 0.03});
    GasOptions gas;
    gas.viscous = true;
    gas.viscosity = 0.02;
    SpaceOptions options;
    options.degree = degree;
    options.assembly = Assembly::tiles;
    const auto backend = make_backend(BackendKind::cpu, 1);
    SemiDiscretisation<Gas> space(*backend, mesh, options, {Gas(gas), Riemann::roe, {}});
    std::vector<double> uniform = rough_state(mesh, degree, QuadSpace::P);
    const std::vector<double> rough = uniform;
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      const Space of = space_of(mesh.cell_shapes[c], QuadSpace::P);
      std::vector<double> phi(mode_count(of, degree));
      evaluate_basis<3>(of, degree, {-0.5, -0.5, -0.5}, phi);
      const State mean = outside({0.3, 0.2, 0.1});
      for (std::size_t k = 0; k < phi.size(); ++k)
        for (std::size_t n = 0; n < mean.size(); ++n)
          uniform[space.cell_begin()[c] + n * phi.size() + k] = k == 0 ? mean[n] / phi[0] : 0.0;
    }
    const auto largest = [](const std::vector<double>& x) {
      double most = 0;
      for (const double a : x) most = std::isnan(a) ? 1e300 : std::max(most, std::abs(a));
      return most;
    };
    CHECK(largest(rate_by_tiles<degree, true>(space, *backend, uniform)) < 1e-12);
    const std::vector<double> rate = rate_by_tiles<degree, true>(space, *backend, rough);
    for (const double sum : integrals(space, degree, rate)) CHECK(std::abs(sum) < 1e-13 * largest(rate));
  }
}

}  // namespace
}  // namespace dg::test
