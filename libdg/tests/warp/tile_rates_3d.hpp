/// What tiles of 3-D cells give, on a warp of host threads (warp.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/tests/mesh_of_shapes.hpp"
#include "libdg/tests/reference_cell.hpp"
#include "libdg/tests/reference_rate.hpp"
#include "libdg/tests/support.hpp"
#include "libdg/tests/warp/rate_by_tiles.hpp"
#include "libdg/tests/warp/tile_zones.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::test {

using Point = std::array<double, 3>;
using State = std::array<double, 5>;

inline State outside(const Point& x) {
  const double rho = 1 + 0.1 * std::sin(x[0] + x[1]), u = 0.3, v = 0.1 * std::cos(3 * x[2]), w = -0.2;
  return {rho, rho * u, rho * v, rho * w, 2 + 0.125 * x[1] + 0.5 * rho * (u * u + v * v + w * w)};
}

/// States of all cells that differ by jumps at all faces.
inline std::vector<double> rough_state(const Mesh3& mesh, int degree, QuadSpace quads) {
  std::vector<double> u;
  Random random(11);
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const Space space = space_of(mesh.cell_shapes[c], quads);
    std::vector<double> phi(mode_count(space, degree));
    evaluate_basis<3>(space, degree, {-0.5, -0.5, -0.5}, phi);
    for (const double mean : outside({random(0, 1), random(0, 1), random(0, 1)}))
      for (std::size_t k = 0; k < phi.size(); ++k) u.push_back(k == 0 ? mean / phi[0] : random(-0.01, 0.01));
  }
  return u;
}

/// Values of outside() at the points of all boundary faces.
template <class Gas>
std::vector<double> boundary_data(const Mesh3& mesh, const SemiDiscretisation<Gas>& space, int degree,
                                  QuadSpace quads) {
  std::vector<double> data(space.boundary_data_size(), 1.0);
  for (std::size_t i = 0; i < space.boundary_faces().size(); ++i) {
    const auto [cell, face, boundary] = space.boundary_faces()[i];
    const CellShape shape = mesh.cell_shapes[cell];
    const auto tables = make_tables<double, 3>(space_of(shape, quads), degree, 2 * degree);
    const FaceTables<double, 3>& of_kind = tables.faces[kind_of_face(shape, face)];
    const auto& reference = of_kind.points[face - of_kind.range.first];
    std::vector<Point> x(reference.size());
    CellMap<3>(shape, mesh.geometry_order, std::span<const Point>(reference)).evaluate(mesh, cell, x, {});
    for (std::size_t g = 0; g < x.size(); ++g) {
      const State u = outside(x[g]);
      std::copy(u.begin(), u.end(), data.begin() + (i * max_face_points(3, degree) + g) * 5);
    }
  }
  return data;
}

/// Straight tetrahedra go by nodes, from degree 3 on by blocks. Hexahedra with Q go by sum factorisation, with exact
/// mass inverses the straight ones alone.
template <class Gas>
void require_families(const SemiDiscretisation<Gas>& space, const Mesh3& mesh, const SpaceOptions& options) {
  const auto has = [&](CellShape shape, bool curved) {
    for (Index c = 0; c < mesh.cell_count(); ++c)
      if (mesh.cell_shapes[c] == shape && (curved || is_affine(mesh, c))) return true;
    return false;
  };
  const bool fastest = options.tile_products == TileProducts::fastest;
  const bool curved_ones_are_sum_factorised = options.mass_inverse != MassInverse::exact;
  REQUIRE((zone_of_nodes(space.context()) >= 0) == (fastest && has(CellShape::tetrahedron, false)));
  REQUIRE((zone_of_blocks(space.context()) >= 0) ==
          (fastest && options.degree >= 3 && has(CellShape::tetrahedron, false)));
  REQUIRE((sum_factorised_zone(space.context()) >= 0) ==
          (fastest && options.quads.quads && has(CellShape::hexahedron, curved_ones_are_sum_factorised)));
}

template <int P, bool Viscous, class Real = double, template <class> class Equations = NavierStokes3D>
void check_rate(Shapes3D shapes, bool periodic, QuadSpace quads = QuadSpace::P, const Bending& bending = {},
                FaceRule rule = FaceRule::full, TileProducts products = TileProducts::fastest,
                MassInverse mass_inverse = MassInverse::automatic, const SubgridOptions& subgrid = {}) {
  using Gas = Equations<Real>;
  constexpr bool single = std::is_same_v<Real, float>;
  INFO(name_of(shapes) << (quads == QuadSpace::Q ? ", Q" : "") << ", degree " << P << (Viscous ? ", viscous" : "")
                       << (single ? ", single" : "") << (periodic ? ", periodic" : ", with boundaries") << ", order "
                       << bending.order << (rule == FaceRule::reduced ? ", reduced" : ""));
  const Mesh3 mesh = mesh_of_shapes(shapes, periodic || bending.order > 1 ? 3 : 2, periodic, bending);
  GasOptions gas;
  gas.viscous = Viscous;
  gas.viscosity = 0.02;
  gas.subgrid = subgrid;
  BoundaryParameters<double, 3> exact{};
  BoundaryParameters<Real, 3> own_exact{};
  exact.type = own_exact.type = BoundaryType::exact;
  ReferenceScheme<3> reference{P, quads, 0, 0, gas, Riemann::roe, {}, outside, {}, rule, mass_inverse};
  Physics<Gas> physics{Gas(gas), Riemann::roe, {}};
  if (!periodic) {
    reference.boundaries = {exact};
    physics.boundaries.push_back({"outside", own_exact, false});
  }
  SpaceOptions options;
  options.degree = P;
  options.quads = quads;
  options.assembly = Assembly::tiles;
  options.face_rule = rule;
  options.tile_products = products;
  options.mass_inverse = mass_inverse;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, physics);
  if (!periodic) {
    const std::vector<double> data = boundary_data(mesh, space, P, quads);
    space.set_boundary_data({data.begin(), data.end()});
  }
  require_families(space, mesh, options);
  const std::vector<double> u = rough_state(mesh, P, quads);
  const double difference =
      relative_difference(rate_by_tiles<P, Viscous>(space, *backend, u), reference_rate<3>(mesh, reference, u));
  CHECK(difference < (bending.amplitude == 0 ? 200 : 2000) * std::numeric_limits<Real>::epsilon());
}

/// Integrals over the mesh of fields with these coefficients.
inline State integrals(const SemiDiscretisation<NavierStokes3D<double>>& space, int degree,
                       const std::vector<double>& coefficients) {
  State sum{};
  for (std::size_t c = 0; c < space.places().zone.size(); ++c) {
    const ZoneView<double>& zone = space.context().zones.zone[space.places().zone[c]];
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

/// A uniform flow stays uniform, and a rough one conserves: by default on curved cells.
template <int degree = 2>
void check_totals(Shapes3D shapes, QuadSpace quads, const Bending& bending = {2, 0.03}) {
  using Gas = NavierStokes3D<double>;
  INFO(name_of(shapes));
  const Mesh3 mesh = mesh_of_shapes(shapes, 3, true, bending);
  GasOptions gas;
  gas.viscous = true;
  gas.viscosity = 0.02;
  SpaceOptions options;
  options.degree = degree;
  options.quads = quads;
  options.assembly = Assembly::tiles;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, {Gas(gas), Riemann::roe, {}});
  std::vector<double> uniform = rough_state(mesh, degree, quads);
  const std::vector<double> rough = uniform;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const Space of = space_of(mesh.cell_shapes[c], quads);
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

/// Moments of a source add to rates, on curved cells by the mass matrix of each; straight ones take them over det J.
template <int degree>
void check_source(Shapes3D shapes, QuadSpace quads, const Bending& bending = {}) {
  const Mesh3 mesh = mesh_of_shapes(shapes, 3, true, bending);
  SpaceOptions options;
  options.degree = degree;
  options.quads = quads;
  options.assembly = Assembly::tiles;
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<NavierStokes3D<double>> space(*backend, mesh, options,
                                                   {NavierStokes3D<double>(GasOptions{}), Riemann::roe, {}});
  const std::vector<double> u = rough_state(mesh, degree, quads);
  std::vector<double> source, expected = rate_by_tiles<degree, false>(space, *backend, u);
  Random random(5);
  for (std::size_t i = 0; i < u.size(); ++i) source.push_back(random(-1, 1));
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const std::size_t begin = space.cell_begin()[c];
    const int modes = mode_count(space_of(mesh.cell_shapes[c], quads), degree);
    const ReferenceCell<3> cell(mesh, c, degree, quads, &u[begin]);
    const Matrix moments = Eigen::Map<const Matrix>(&source[begin], modes, 5);
    const Matrix added = cell.affine ? moments : cell.solve_mass(moments);
    for (int i = 0; i < modes * 5; ++i) expected[begin + i] += added.data()[i];
  }
  CHECK(relative_difference(rate_by_tiles<degree, false>(space, *backend, u, source), expected) < 1e-12);
}

}  // namespace dg::test
