/// A straight tetrahedron of degree 1 as a thread takes it alone. The rate of its modes comes from what its faces have
/// left at nodes (element/face_nodes.hpp) and the integral over its volume.
///
/// The lifting of a jump adds to derivatives q_r along the reference directions that are of degree 1, too. Those of the
/// state are constant, and so are those of the modes. So the volume integral of a mode is its derivative times the sum
/// of fluxes over the points.
#pragma once

#include "libdg/kernels/engines/lane_rows.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, bool Viscous>
class ThreadPerElementCell {
 public:
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, modes = 4, nodes = face_node_count(1), faces = 4;
  static_assert(dim == 3);

  Real rate[n_var][modes] = {};

  /// With the numbers of its geometry (space/tile_cells.hpp) tile_rows apart.
  __device__ ThreadPerElementCell(const ZoneView<Real>& zone, const Real* geometry)
      : zone_(zone), geometry_(geometry) {}

  __device__ Real inverse_length() const { return geometry(affine_cell_numbers(dim, faces) - 1); }

  /// Adds what local face f has left: flux and jump [variable][node], in whole pieces. `view` is how the cell sees it
  /// (view_slots()).
  template <int f, int piece>
  __device__ void add_face(int view, const Real* flux, const Real* jump) {
    constexpr int variants = 1 + orientation_count(FaceShape::triangle), numbers = FaceTermNumbers(1).lift;
    Real m[numbers], x[piece];
    load_pieces<numbers, true>(zone_.fragments_3d.faces[0].terms.lift + (f * variants + view) * numbers, m);
    const Real sign = view > 0 ? Real(-1) : Real(1), length = -sign * geometry(cell_lengths(dim) + f);
    load_pieces<piece, false>(flux, x);
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int k = 0; k < modes; ++k) rate[n][k] += length * lifted(m, k, x + n * nodes);
    if constexpr (!Viscous) return;
    load_pieces<piece, false>(jump, x);
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int k = 0; k < modes; ++k) {
        const Real of_jump = sign * lifted(m, k, x + n * nodes);
#pragma unroll
        for (int r = 0; r < dim; ++r)
          if (reference_normal(CellShape::tetrahedron, f, r) != 0)
            slope_[r][k][n] += Real(reference_normal(CellShape::tetrahedron, f, r)) * of_jump;
      }
  }

  /// Of a state with the modes u, [variable][mode].
  template <class EqHere>
  __device__ void volume_integral(const EqHere& equations, const Real* u) {
    const TablesView<Real>& tables = zone_.tables;
    if constexpr (Viscous) differentiate(u);
    Real metric[dim * dim], sum[dim][n_var] = {};
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) metric[i] = geometry(cell_metric + i);
#pragma unroll 1
    for (int q = 0; q < tables.n_points; ++q) {
      Real value[modes];
      load_pieces<modes, true>(tables.interpolate + q * modes, value);
      Real state[n_var], reference[dim][n_var], flux[dim][n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real c[modes];
        load_pieces<modes, false>(u + n * modes, c);
        state[n] = value[0] * c[0];
#pragma unroll
        for (int k = 1; k < modes; ++k) state[n] += value[k] * c[k];
        if constexpr (Viscous)
#pragma unroll
          for (int r = 0; r < dim; ++r) {
            reference[r][n] = value[0] * slope_[r][0][n];
#pragma unroll
            for (int k = 1; k < modes; ++k) reference[r][n] += value[k] * slope_[r][k][n];
          }
      }
      reference_flux(with_viscosity(equations, Viscous), metric, state, reference, flux);
      const Real weight = __ldg(tables.weights + q);
#pragma unroll
      for (int r = 0; r < dim; ++r)
#pragma unroll
        for (int n = 0; n < n_var; ++n) sum[r][n] += weight * flux[r][n];
    }
    const int points = tables.n_stored;
#pragma unroll
    for (int r = 0; r < dim; ++r)
#pragma unroll
      for (int k = 1; k < modes; ++k) {
        const Real derivative = __ldg(tables.differentiate + r * points * modes + k);
#pragma unroll
        for (int n = 0; n < n_var; ++n) rate[n][k] += derivative * sum[r][n];
      }
  }

 private:
  __device__ Real geometry(int i) const { return geometry_[i * tile_rows]; }

  __device__ static Real lifted(const Real* m, int k, const Real* x) {
    Real sum = m[k * nodes] * x[0];
#pragma unroll
    for (int i = 1; i < nodes; ++i) sum += m[k * nodes + i] * x[i];
    return sum;
  }

  /// Adds the derivatives of the state, which have mode 0 alone.
  __device__ void differentiate(const Real* u) {
#pragma unroll
    for (int r = 0; r < dim; ++r)
#pragma unroll
      for (int k = 1; k < modes; ++k) {
        const Real d = __ldg(zone_.tables.derivative + r * modes * modes + k);
#pragma unroll
        for (int n = 0; n < n_var; ++n) slope_[r][0][n] += d * u[n * modes + k];
      }
  }

  const ZoneView<Real>& zone_;
  const Real* geometry_;
  Real slope_[dim][modes][n_var] = {};  ///< modes of q_r
};

}  // namespace dg
