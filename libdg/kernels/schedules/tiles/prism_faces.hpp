/// Assembly `tiles`, what the faces between straight prisms with triangle x line have in common, be they upright
/// (prism_sides.hpp) or triangles (prism_ends.hpp): numerical fluxes and jumps, with traces by sum factorisation; .cu
/// files only.
///
/// Derivatives across a face are found along with the values; until they are needed, they take the room of the modes in
/// shared memory.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/kernels/schedules/tiles/prism_matrices.hpp"
#include "libdg/kernels/schedules/tiles/solid_face_frame.hpp"
#include "libdg/kernels/schedules/tiles/solid_faces.hpp"

namespace dg {

template <class Eq, int Kind, int P, bool Viscous>
struct PrismFaces : SolidFaceTiles<Eq, Kind, P, false, Viscous> {
  using Base = SolidFaceTiles<Eq, Kind, P, false, Viscous>;
  using Base::dim, Base::n_var, Base::NG, Base::scheme, Base::store, Base::stored, Base::first;
  using typename Base::Indices, typename Base::Real;

  const PrismFaceFragmentsView<Real>& matrices;
  const PrismFaceLine<Real, P + 1>& line;

 protected:
  using Base::side_numbers, Base::stores_at_once, Base::turn_of_code;
  using typename Base::Piece;
  using State = typename Base::template State<Space::prism_Q>;
  using Modes = typename Base::template Modes<Space::prism_Q>;
  static constexpr int N = P + 1, modes = total_degree_count(2, P), mode_slots = slot_count(modes);
  static constexpr FaceRange range = faces_of_kind(CellShape::prism, Kind);

  struct Work {
    TileLane lane;
    Indices at;
    Real* shared;

    __device__ Real number(int i) const { return shared[i * tile_rows + lane.row()]; }
  };

  /// Whether there are such prisms on both sides; dense matrices take the other tiles.
  __device__ bool between_prisms(const Indices& at) const {
    return scheme.zones.zone[zone_of<dim>(at.minus_code)].space == Space::prism_Q &&
           scheme.zones.zone[zone_of<dim>(at.plus_code)].space == Space::prism_Q;
  }
  __device__ static int face_of_kind(Index code) { return face_of<dim>(code) - range.first; }

  /// Modes of the cells on a side, and what takes their place: numbers of the lane's own, one every `warp_lanes`.
  __device__ Real* rows(const Work& w, int side) const { return w.shared + Base::modes_begin + side * side_numbers; }
  __device__ Real* kept(const Work& w, int side) const { return rows(w, side) + w.lane.lane; }

  /// The lane's mode of the triangle in a slot, with mode c of the line.
  __device__ const Real* mode(const Work& w, int side, int c, int slot) const {
    const Index number = __ldg(matrices.modes + (c * mode_slots + slot) * quarters + w.lane.quarter());
    return rows(w, side) + w.lane.row() * Modes::stride + number;
  }

  /// A derivative across the face, with eta times the lifting, and those along the directions of the reference face.
  struct Derivatives {
    Real across, along[dim - 1];
  };

  /// Takes the flux at point g, where both sides have these values and derivatives(side, variable), and leaves it with
  /// the jump.
  template <class Find>
  __device__ void leave(const Work& w, Index item, int g, const Real (&value)[2][n_var],
                        [[maybe_unused]] const Find& derivatives) const {
    Real n[dim], h[n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = w.number(solid_normal + d);
    scheme.equations.riemann_flux(scheme.riemann, value[0], scheme.equations.point(value[0]), value[1],
                                  scheme.equations.point(value[1]), n, h);
    if constexpr (Viscous) {
      // One side after the other: there are not registers enough for both at once.
      keep_order();
      const auto minus = viscous_flux(w, n, solid_minus_axes, value[0], [&](int k) { return derivatives(0, k); });
      keep_order();
      const auto plus = viscous_flux(w, n, solid_plus_axes, value[1], [&](int k) { return derivatives(1, k); });
      const BoundaryLanes<Eq, Real> inside(scheme, w.at.plus_code, w.at.plus, false);
      scheme.equations.subtract_viscous_flux(minus, plus, n, false, inside.factors, h);
    }
    const Index face = (stored + item) * tile_rows + w.lane.row();
    const bool at_once = stores_at_once();
    Real* row = w.shared + Base::stored_begin() + w.lane.row() * Piece::stride;
    Real* flux = (at_once ? beyond(store.flux[Kind], face, Base::piece) : row) + g;
    Real* jump = (at_once ? beyond(store.jump[Kind], face, Base::piece) : row + Piece::size) + g;
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      flux[k * NG] = h[k];
      if (Viscous) jump[k * NG] = Real(-0.5) * (value[0][k] - value[1][k]);
    }
  }

  /// Stores what all lanes have left, where it was collected.
  __device__ void store_rows(const Work& w, Index item) const {
    if (stores_at_once()) return;
    __syncwarp();
    const Index face = (stored + item) * tile_rows + w.lane.row();
    const Real* row = w.shared + Base::stored_begin() + w.lane.row() * Piece::stride;
    Piece::store(w.lane, beyond(store.flux[Kind], face, Base::piece), row);
    if (Viscous) Piece::store(w.lane, beyond(store.jump[Kind], face, Base::piece), row + Piece::size);
  }

 private:
  /// Of a side with the state u and derivatives(variable).
  template <class Find>
  __device__ auto viscous_flux(const Work& w, const Real (&n)[dim], int axes, const Real (&u)[n_var],
                               const Find& derivatives) const {
    const Real axis = w.number(axes);
    Real grad[dim][n_var];
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      const Derivatives x = derivatives(k);
      grad[1][k] = x.along[0];
      grad[2][k] = x.along[1];
      grad[0][k] = normal_derivative(w, axes, axis * x.across, x.along);
    }
    return viscous_side_flux<Frame::face>(scheme.equations, u, scheme.equations.point(u), grad, n,
                                          face_tangents<dim, Real>(w));
  }
};

}  // namespace dg
