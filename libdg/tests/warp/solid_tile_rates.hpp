/// What tiles of solid cells give, on a warp of host threads (warp.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/curved_solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/parts.hpp"
#include "libdg/kernels/schedules/tiles/solid_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_cells.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_faces.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/tests/solid_mesh.hpp"
#include "libdg/tests/support.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::test {

using Point = std::array<double, 3>;
using State = std::array<double, 5>;

/// Numbers that begin at a multiple of 16 bytes, and are none yet.
template <class Real>
class Memory {
 public:
  explicit Memory(std::size_t numbers) : pieces_(numbers * sizeof(Real) / sizeof(double2) + 1) {
    std::fill_n(data(), numbers, Real(NAN));
  }
  Real* data() { return reinterpret_cast<Real*>(pieces_.data()); }

 private:
  std::vector<double2> pieces_;
};

/// Works through tiles as run_tiles() does on a device.
template <class Kernel>
void run_on_warp(const Kernel& kernel, Index tiles) {
  Memory<typename Kernel::Number> memory(kernel.shared_numbers());
  Warp::run([&] {
    const TileLane lane{static_cast<int>(threadIdx.x)};
    for (Index tile = 0; tile < tiles; ++tile) {
      const auto indices = kernel.fetch(tile, lane);
      kernel.start(tile, lane, indices, memory.data(), 0);
      close_copies();
      kernel(tile, lane, indices, memory.data(), 0, [] { close_copies(); });
      __syncwarp();
    }
  });
}

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

/// dU/dt by both kernels.
template <int P, bool Viscous, class Gas>
std::vector<double> rate_by_tiles(SemiDiscretisation<Gas>& space, Backend& backend, const std::vector<double>& u) {
  using Real = typename Gas::Real;
  const auto& scheme = space.scheme();
  const Array<Real> in(backend, space.pack(u)), one(backend, std::vector<Real>{1});
  Array<Real> out(backend, space.state_size());
  Stage<Real> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = 1;
  stage.dt = one.data();
  const bool by_lines = scheme.zones.zone[0].solid_fragments.line_points != nullptr;
  const LineEnds<Real, P + 1> ends;
  const SolidTensorModes<P + 1> tensor_modes;
  SolidStore<Real> store{};
  std::vector<Memory<Real>> memory;
  const auto take_faces = [&]<int Kind>() {
    const TileFacesView<Real>& faces = scheme.tiles[Kind];
    const std::size_t numbers = std::size_t(faces.begin[face_classes]) * tile_rows * SolidPiece<Gas, Kind, P>::numbers;
    for (Real** array : {&store.flux[Kind], &store.jump[Kind]}) *array = memory.emplace_back(numbers).data();
    const auto take_class = [&]<bool Curved, bool Boundary>() {
      const int c = static_cast<int>(face_class(Curved, Boundary));
      if constexpr (Kind == 1)
        if (by_lines) {
          using Lines = SolidLineFaces<Gas, P, Boundary, Viscous>;
          run_on_warp(Lines{scheme, ends, tensor_modes, stage.in, store, faces.begin[c]},
                      (faces.begin[c + 1] - faces.begin[c]) * Lines::items_in_tile);
          return;
        }
      using Straight = SolidFaceTiles<Gas, Kind, P, Boundary, Viscous>;
      using Faces = std::conditional_t<Curved, CurvedSolidFaceTiles<Gas, Kind, P, Boundary, Viscous>, Straight>;
      run_on_warp(Faces{Straight{scheme, stage.in, store, solid_side_numbers<Gas, Kind, P>(scheme), faces.begin[c]}},
                  faces.begin[c + 1] - faces.begin[c]);
    };
    take_class.template operator()<false, true>();
    take_class.template operator()<false, false>();
    take_class.template operator()<true, true>();
    take_class.template operator()<true, false>();
  };
  take_faces.template operator()<0>();
  take_faces.template operator()<1>();
  for (int z = 0; z < scheme.zones.count; ++z) {
    const ZoneView<Real>& zone = scheme.zones.zone[z];
    with_space<3>(zone.space, [&]<Space S>() {
      if constexpr (S == Space::hexahedron_Q)
        if (by_lines) {
          const SolidLineCells<Gas, P, Viscous> kernel{zone,  scheme.equations, stage_of(zone, stage), z,
                                                       store, nullptr};
          kernel.at(0, [](const auto& of, Index, Index tiles) { run_on_warp(of, tiles); });
          return;
        }
      if constexpr (mode_count(S, P) <= most_tile_modes) {
        const auto run = [&]<class Cells>() {
          run_on_warp(Cells{zone, scheme.equations, stage_of(zone, stage), z, store, nullptr},
                      zone.launched / tile_rows);
        };
        if (zone.curved)
          run.template operator()<CurvedSolidCellTiles<Gas, S, P, Viscous>>();
        else
          run.template operator()<SolidCellTiles<Gas, S, P, Viscous>>();
      }
    });
  }
  return space.unpack(out.copy_out());
}

}  // namespace dg::test
