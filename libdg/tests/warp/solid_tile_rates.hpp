/// What tiles of solid cells give, on a warp of host threads (warp.hpp).
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
#include "libdg/kernels/schedules/tiles/curved_solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_line_faces.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_face_nodes.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_points.hpp"
#include "libdg/kernels/schedules/tiles/solid_side_numbers.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/tests/reference_rate.hpp"
#include "libdg/tests/solid_mesh.hpp"
#include "libdg/tests/support.hpp"
#include "libdg/tests/warp/prism_tiles.hpp"
#include "libdg/tests/warp/run_on_warp.hpp"
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

/// A state of hexahedra with Q^p from modes to points or back, in its place.
template <int P, bool ToModes, class Gas>
void convert_lines(const SemiDiscretisation<Gas>& space, typename Gas::Real* state) {
  using Real = typename Gas::Real;
  const auto& scheme = space.scheme();
  Stage<Real> stage{};
  stage.in = stage.out = state;
  for (int z = 0; z < scheme.zones.count; ++z) {
    ZoneView<Real> zone = scheme.zones.zone[z];
    zone.launched = zone.padded;
    run_on_warp(SolidLinePoints<Gas, P, ToModes>{zone, scheme.equations, stage_of(zone, stage), z, {}, nullptr});
  }
}

/// dU/dt by both kernels, slab after slab, with the moments of a source if there is one; all cells go by lines, or
/// none. It lies beside the state, or in its place.
template <int P, bool Viscous, bool Lines = false, class Gas>
std::vector<double> rate_by_tiles(SemiDiscretisation<Gas>& space, Backend& backend, const std::vector<double>& u,
                                  const std::vector<double>& source = {}, bool in_place = false) {
  using Real = typename Gas::Real;
  const auto& scheme = space.scheme();
  REQUIRE((scheme.zones.zone[0].solid_fragments.line_points != nullptr) == Lines);
  const bool nodes = scheme.zones.zone[0].solid_fragments.faces[0].nodes.own_node != nullptr;
  const Array<Real> one(backend, std::vector<Real>{1});
  Array<Real> in(backend, space.pack(u)), moments, beside(backend, space.state_size());
  Array<Real>& out = in_place ? in : beside;
  Stage<Real> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = 1;
  stage.dt = one.data();
  if (!source.empty()) {
    moments = Array<Real>(backend, space.pack(source));
    stage.source = moments.data();
  }
  SolidStore<Real> store{};
  std::vector<Memory<Real>> memory;
  const Slabs& slabs = space.slabs();
  const auto make_room = [&]<int Kind>() {
    const Index tiles = slabs.count > 1 ? slabs.rooms[Kind].tiles : scheme.tiles[Kind].begin[face_classes];
    const std::size_t numbers = std::size_t(tiles) * tile_rows *
                                (nodes ? SolidPiece<Gas, Kind, P, true>::numbers : SolidPiece<Gas, Kind, P>::numbers);
    for (Real** array : {&store.flux[Kind], &store.jump[Kind]}) *array = memory.emplace_back(numbers).data();
  };
  make_room.template operator()<0>();
  make_room.template operator()<1>();
  const auto take_faces = [&]<int Kind>(int group) {
    const TileFacesView<Real>& faces = scheme.tiles[Kind];
    if (faces.begin[face_classes] == 0) return;
    const auto take_class = [&]<bool Curved, bool Boundary>() {
      const int c = static_cast<int>(face_class(Curved, Boundary));
      const TileGroup of = slabs.count > 1 ? slabs.rooms[Kind].groups[group][c]
                                           : TileGroup{faces.begin[c], faces.begin[c + 1], faces.begin[c]};
      [[maybe_unused]] const Index tiles = of.size();
      if constexpr (!Lines) {
        using Straight = SolidFaceTiles<Gas, Kind, P, Boundary, Viscous>;
        using Faces = std::conditional_t<Curved, CurvedSolidFaceTiles<Gas, Kind, P, Boundary, Viscous>, Straight>;
        const int numbers_of_side = solid_side_numbers<Gas, Kind, P>(scheme);
        if constexpr (!Curved && !Boundary && has_prism_fragments(Space::prism_Q, P))
          if (const int z = zone_of_prisms<P>(scheme); z >= 0) {
            const PrismMatrices<Real, P> matrices(backend, scheme.eta[z]);
            return run_prism_faces<Kind, Viscous>(scheme, stage, store, numbers_of_side, of, matrices);
          }
        const Straight straight{scheme, stage.in, store, numbers_of_side, of.begin, of.stored};
        if constexpr (Kind == 0 && !Curved && face_nodes_pay(P))
          if (nodes) return run_on_warp(NodalFaceTiles<Gas, P, Boundary, Viscous>{straight}, tiles);
        run_on_warp(Faces{straight}, tiles);
      } else if constexpr (Kind == 1) {
        const LineEnds<Real, P + 1> ends;
        using Straight = SolidLineFaces<Gas, P, Boundary, Viscous>;
        using Faces = std::conditional_t<Curved, CurvedSolidLineFaces<Gas, P, Boundary, Viscous>, Straight>;
        run_on_warp(Faces{Straight{scheme, ends, stage.in, store, of.begin, of.stored}},
                    tiles * Straight::items_in_tile);
      }
    };
    take_class.template operator()<false, true>();
    take_class.template operator()<false, false>();
    take_class.template operator()<true, true>();
    take_class.template operator()<true, false>();
  };
  const auto take_cells = [&](ZoneView<Real> zone, int z) {
    const auto run = [&]<class Cells>() {
      run_on_warp(Cells{zone, scheme.equations, stage_of(zone, stage), z, store, nullptr});
    };
    with_space<3>(zone.space, [&]<Space S>() {
      if constexpr (Lines) {
        if constexpr (S != Space::hexahedron_Q) return;
        if (zone.curved) return run.template operator()<CurvedSolidLineCells<Gas, P, Viscous>>();
        run.template operator()<SolidLineCells<Gas, P, Viscous>>();
      } else if constexpr (fits_solid_tiles(S, P)) {
        if constexpr (fits_solid_tiles(S, P, true))
          if (zone.curved) return run.template operator()<CurvedSolidCellTiles<Gas, S, P, Viscous>>();
        if constexpr (has_prism_fragments(S, P))
          if (PrismMatrices<Real, P>::fits(zone)) {
            const PrismMatrices<Real, P> matrices(backend, scheme.eta[z]);
            return run_on_warp(PrismCells<Gas, P, Viscous>{zone, scheme.equations, stage_of(zone, stage), z, store,
                                                           nullptr, matrices.view()});
          }
        if constexpr (S == Space::tetrahedron_P && face_nodes_pay(P))
          if (nodes) return run.template operator()<SolidCellTiles<Gas, S, P, Viscous, true>>();
        run.template operator()<SolidCellTiles<Gas, S, P, Viscous>>();
      }
    });
  };
  const auto take = [&](int group) {
    take_faces.template operator()<0>(group);
    take_faces.template operator()<1>(group);
    if (slabs.count > 1 && group == 0) return;
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      const auto begin = [&](int slab) { return slab_begin(zone.launched, slab, slabs.count); };
      take_cells(slabs.count > 1 ? cells_of<3>(zone, begin(group - 1), begin(group)) : zone, z);
    }
  };
  if constexpr (Lines) convert_lines<P, false>(space, in.data());
  for (int group = 0; group < (slabs.count > 1 ? 1 + slabs.count : 1); ++group) take(group);
  if constexpr (Lines) convert_lines<P, true>(space, out.data());
  return space.unpack(out.copy_out());
}

template <int P, bool Viscous, class Real = double, bool Lines = false>
void check_rate(Solid solid, bool periodic, QuadSpace quads = QuadSpace::P, const Bending& bending = {},
                FaceRule rule = FaceRule::full) {
  using Gas = Gas3<Real>;
  constexpr bool single = std::is_same_v<Real, float>;
  INFO(name_of(solid) << (quads == QuadSpace::Q ? ", Q" : "") << ", degree " << P << (Viscous ? ", viscous" : "")
                      << (single ? ", single" : "") << (periodic ? ", periodic" : ", with boundaries") << ", order "
                      << bending.order << (rule == FaceRule::lean ? ", lean" : ""));
  const Mesh3 mesh = solid_mesh(solid, periodic || bending.order > 1 ? 3 : 2, periodic, bending);
  GasOptions gas;
  gas.viscous = Viscous;
  gas.viscosity = 0.02;
  BoundaryParameters<double, 3> exact{};
  BoundaryParameters<Real, 3> own_exact{};
  exact.type = own_exact.type = BoundaryType::exact;
  ReferenceScheme<3> reference{P, quads, 0, 0, gas, Riemann::roe, {}, outside, {}, rule};
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
  const auto backend = make_backend(BackendKind::cpu, 1);
  SemiDiscretisation<Gas> space(*backend, mesh, options, physics);
  if (!periodic) {
    const std::vector<double> data = boundary_data(mesh, space, P, quads);
    space.set_boundary_data({data.begin(), data.end()});
  }
  REQUIRE((space.scheme().zones.zone[0].solid_fragments.faces[0].nodes.own_node != nullptr) ==
          (solid == Solid::tetrahedra && bending.amplitude == 0));
  const std::vector<double> u = rough_state(mesh, P, quads);
  const double difference =
      relative_difference(rate_by_tiles<P, Viscous, Lines>(space, *backend, u), reference_rate<3>(mesh, reference, u));
  CHECK(difference < (bending.amplitude == 0 ? 200 : 2000) * std::numeric_limits<Real>::epsilon());
}

/// Integrals over the mesh of fields with these coefficients.
inline State integrals(const SemiDiscretisation<Gas3<double>>& space, int degree,
                       const std::vector<double>& coefficients) {
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

/// A uniform flow stays uniform on curved cells of degree 2, and a rough one conserves.
template <bool Lines>
void check_totals(Solid solid, QuadSpace quads) {
  using Gas = Gas3<double>;
  constexpr int degree = 2;
  INFO(name_of(solid));
  const Mesh3 mesh = solid_mesh(solid, 3, true, {2, 0.03});
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
  CHECK(largest(rate_by_tiles<degree, true, Lines>(space, *backend, uniform)) < 1e-12);
  const std::vector<double> rate = rate_by_tiles<degree, true, Lines>(space, *backend, rough);
  for (const double sum : integrals(space, degree, rate)) CHECK(std::abs(sum) < 1e-13 * largest(rate));
}

}  // namespace dg::test
