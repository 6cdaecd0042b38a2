/// Assembly `tensor`, faces: numerical fluxes and jumps, with all products by matrices that cells share on the matrix
/// units; .cu files only.
#pragma once

#include "libdg/operator/device_shape.hpp"
#include "libdg/operator/face_flux.hpp"
#include "libdg/operator/side.hpp"
#include "libdg/operator/tensor_tile.hpp"
#include "libdg/operator/tile_faces.hpp"

namespace dg {

/// Faces between affine cells (not Curved) have one normal, and their lifting is the same matrix everywhere; others may
/// have cells of both kinds. On a Boundary, the ghost state takes the place of the outer trace.
template <int P, bool Curved, bool Boundary>
struct TensorFaces {
  static constexpr TileShape shape = tile_face_shape(P);
  static constexpr int NG = P + 1, G = slot_count(NG);
  static constexpr int numbers = Curved ? curved_face_numbers(NG) : affine_face_numbers;

  Scheme<double> scheme;
  TileFacesView<double> faces;
  const double* state;
  double* store;  ///< see StoredFace

  static constexpr FaceClass kind = face_class(Curved, Boundary);

  /// What else a warp looks up by.
  struct Indices {
    Index minus_code, plus_code;  ///< of the tile
    Index minus, plus;            ///< of the lane's face
  };

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    const Index tile = faces.begin[static_cast<int>(kind)] + item, face = tile * tile_faces + lane.row();
    return {faces.minus_code[tile], faces.plus_code[tile], faces.minus[face], faces.plus[face]};
  }

  __device__ void operator()(Index item, const TileLane& lane, const Indices& indices) const {
    const Index tile = faces.begin[static_cast<int>(kind)] + item;
    Work w{lane, indices, tile * tile_faces + lane.row()};
    w.geometry = faces.geometry + lane.row();
    const Index affine = Curved ? faces.begin[static_cast<int>(FaceClass::curved_inner)] : 0;
    w.geometry += std::int64_t(affine) * affine_face_numbers * tile_faces;
    w.geometry += std::int64_t(tile - affine) * numbers * tile_faces;

    traces(indices.minus_code, indices.minus, Way::along, lane, w.minus);
    if constexpr (Boundary)
      set_boundary(w);
    else
      traces(indices.plus_code, indices.plus, Way::against, lane, w.plus);
#pragma unroll
    for (int s = 0; s < G; ++s) finish(w, s);
  }

 private:
  /// What a lane holds of its face: [slot of points][variable].
  struct Work {
    TileLane lane;
    Indices at;
    Index face;
    const double* geometry = nullptr;                       ///< number i of the face at i * tile_faces
    TileProduct minus[G][n_var] = {}, plus[G][n_var] = {};  ///< traces and normal derivatives
    double viscous_boundary[G][n_var] = {};                 ///< u_b

    __device__ double number(int i) const { return geometry[i * tile_faces]; }
  };

  /// What both sides have at the lane's point of a slot.
  struct Derivatives {
    TileProduct along[n_var] = {};                     ///< derivatives of the traces along the face
    TileProduct lifted[Curved ? dim : 1][n_var] = {};  ///< liftings; affine: without n |J_f| / det J
  };

  __device__ static int point(const Work& w, int slot) { return quarters * slot + w.lane.quarter(); }

  __device__ static double normal(const Work& w, int slot, int d) {
    if constexpr (Curved) return w.number(min(point(w, slot), NG - 1) * curved_point_numbers + point_normal + d);
    return w.number(unit_normal + d);
  }

  __device__ void traces(Index code, Index cell, Way way, const TileLane& lane, TileProduct (&trace)[G][n_var]) const {
    const ZoneView<double>& zone = scheme.zones.zone[code / face_slots];
    const int slot = code % face_slots;
    switch (zone.space) {
      case Space::triangle_P:
        return side_traces<Space::triangle_P>(zone, cell, slot, way, lane, trace);
      case Space::quadrilateral_P:
        return side_traces<Space::quadrilateral_P>(zone, cell, slot, way, lane, trace);
      case Space::quadrilateral_Q:
        return side_traces<Space::quadrilateral_Q>(zone, cell, slot, way, lane, trace);
    }
  }

  template <Space S>
  __device__ void side_traces(const ZoneView<double>& zone, Index cell, int slot, Way way, const TileLane& lane,
                              TileProduct (&trace)[G][n_var]) const {
    constexpr int NK = Element<S, P>::n_modes, K = slot_count(NK);
    const double* modes = state + zone.state_begin + TiledState<K>::cell(cell, lane.quarter());
    const double* fragment = zone.fragments.trace[static_cast<int>(way)] + slot * G * K * warp_lanes + lane.lane;
#pragma unroll
    for (int l = 0; l < K; ++l) {
      double c[n_var];
      const bool exists = (l + 1) * quarters <= NK || l * quarters + lane.quarter() < NK;
#pragma unroll
      for (int n = 0; n < n_var; ++n) c[n] = exists ? modes[TiledState<K>::mode(n, l)] : 0.0;
#pragma unroll
      for (int s = 0; s < G; ++s) multiply_add(trace[s], c, fragment[(s * K + l) * warp_lanes]);
    }
  }

  __device__ void set_boundary(Work& w) const {
#pragma unroll
    for (int s = 0; s < G; ++s) {
      double inside[n_var], ghost[n_var], viscous[n_var], n[dim];
#pragma unroll
      for (int k = 0; k < n_var; ++k) inside[k] = ghost[k] = viscous[k] = w.minus[s][k][0];
#pragma unroll
      for (int d = 0; d < dim; ++d) n[d] = normal(w, s, d);
      if (point(w, s) < NG) {
        const double* data = scheme.boundary_data + (std::int64_t(w.at.plus) * NG + point(w, s)) * n_var;
        boundary_states(scheme.conditions[-1 - w.at.plus_code], scheme.gas, inside, n, data, ghost, viscous);
      }
#pragma unroll
      for (int k = 0; k < n_var; ++k) {
        w.plus[s][k][0] = ghost[k];
        w.viscous_boundary[s][k] = viscous[k];
      }
    }
  }

  /// Right-hand side of the lifting, see lifting_jump().
  __device__ static double jump(const Work& w, int slot, int n) {
    const double inside = w.minus[slot][n][0];
    return Boundary ? w.viscous_boundary[slot][n] - inside : -0.5 * (inside - w.plus[slot][n][0]);
  }

  __device__ void tangential(const Work& w, int slot, Derivatives& d) const {
    const double* fragment = scheme.zones.zone[0].fragments.tangential + slot * G * warp_lanes + w.lane.lane;
    const bool odd = w.lane.row() % 2;  // the column of this lane's entries
#pragma unroll
    for (int l = 0; l < G; ++l) {
      double minus[n_var], plus[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        minus[n] = w.minus[l][n][0];
        plus[n] = w.plus[l][n][0];
      }
      const double b = fragment[l * warp_lanes];
      multiply_add(d.along, minus, odd ? 0.0 : b);
      multiply_add(d.along, plus, odd ? b : 0.0);
    }
  }

  __device__ void lift_affine(const Work& w, int slot, Derivatives& d) const {
    const Index code = !Boundary && w.lane.row() % 2 ? w.at.plus_code : w.at.minus_code;
    const double* fragment =
        scheme.zones.zone[code / face_slots].fragments.face_lift + slot * G * warp_lanes + w.lane.lane;
#pragma unroll
    for (int l = 0; l < G; ++l) {
      double x[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[n] = jump(w, l, n);
      multiply_add(d.lifted[0], x, fragment[l * warp_lanes]);
    }
  }

  /// Each face has its own matrix: the lanes of a row show each other their points.
  __device__ void lift_curved(const Work& w, int slot, Derivatives& to) const {
    const double* matrix = w.geometry + NG * curved_point_numbers * tile_faces;
    const int g = min(point(w, slot), NG - 1);
#pragma unroll
    for (int l = 0; l < G; ++l) {
      const double length = w.number(min(point(w, l), NG - 1) * curved_point_numbers + point_length);
      double x[dim][n_var];
#pragma unroll
      for (int d = 0; d < dim; ++d)
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[d][n] = length * normal(w, l, d) * jump(w, l, n);
#pragma unroll
      for (int q = 0; q < quarters; ++q) {
        const int h = quarters * l + q;
        if (h >= NG) continue;
        const double a[2] = {matrix[(g * NG + h) * tile_faces], matrix[((NG + g) * NG + h) * tile_faces]};
#pragma unroll
        for (int d = 0; d < dim; ++d)
#pragma unroll
          for (int n = 0; n < n_var; ++n) {
            const double y = __shfl_sync(0xffffffffu, x[d][n], q, quarters);
#pragma unroll
            for (int j = 0; j < 2; ++j) to.lifted[d][n][j] += a[j] * y;
          }
      }
    }
  }

  /// Flux and jump at the lane's point of a slot.
  __device__ void finish(const Work& w, int s) const {
    FaceStates<1, n_var, double> f;
    f.on_boundary = f.has_boundary = Boundary;
    double n[dim], h[n_var];
    Derivatives derivatives;
    if (scheme.gas.viscous) {
      tangential(w, s, derivatives);
      if constexpr (Curved)
        lift_curved(w, s, derivatives);
      else
        lift_affine(w, s, derivatives);
    }
    if (NG % quarters != 0 && point(w, s) >= NG) return;
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = normal(w, s, d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      f.minus[0][k] = w.minus[s][k][0];
      f.plus[0][k] = w.plus[s][k][0];
      f.viscous_boundary[0][k] = w.viscous_boundary[s][k];
    }
    if (scheme.gas.viscous) gradients(w, derivatives, s, n, f);
    const BoundaryLanes<double> boundary(scheme, w.at.plus_code, w.at.plus, Boundary);
    face_flux(scheme, Team<1, double>{}, boundary, f, 0, n, h);
    double* to = store + std::int64_t(w.face) * StoredFace<P>::size + point(w, s);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      to[k * NG] = h[k];
      if (scheme.gas.viscous) to[StoredFace<P>::jump + k * NG] = jump(w, s, k);
    }
  }

  /// Gradients of both sides with eta times the lifting.
  __device__ static void gradients(const Work& w, const Derivatives& from, int s, const double (&normal)[dim],
                                   FaceStates<1, n_var, double>& f) {
    const int first = Curved ? point(w, s) * curved_point_numbers : 0;
    const int axes[2] = {Curved ? first + point_minus_axes : minus_axes, Curved ? first + point_plus_axes : plus_axes};
#pragma unroll
    for (int d = 0; d < dim; ++d)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        const double across = w.number(axes[j] + d), tangent = w.number(axes[j] + dim + d);
        const double scale = Curved ? 1.0 : w.number(lift_scale + j) * normal[d];
#pragma unroll
        for (int k = 0; k < n_var; ++k) {
          const double derivative = j == 0 ? w.minus[s][k][1] : w.plus[s][k][1];
          const double g = across * derivative + tangent * from.along[k][j] + scale * from.lifted[Curved ? d : 0][k][j];
          (j == 0 ? f.grad_minus : f.grad_plus)[d][0][k] = g;
        }
      }
  }
};

}  // namespace dg
