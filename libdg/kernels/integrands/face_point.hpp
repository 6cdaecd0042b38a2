/// What holds at a point of a face, each stated once: the jump that is lifted, the states behind a boundary, and the
/// numerical flux.
///
/// Between cells the lifting has the right-hand side -(u- - u+) / 2, on a boundary -(u- - u_b). The flux is
/// H(u-, u+, n) - 1/2 (F_v- + F_v+) . n, where a boundary lets only a part of the viscous flux through.
/// Reference: Bassi, Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507.
#pragma once

#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/face_axes.hpp"

namespace dg {

/// Right-hand side of the lifting of a variable between cells with these traces.
template <class V>
RKDG_FN V jump_between_cells(V minus, V plus) {
  return V(RealOf<V>(-0.5)) * (minus - plus);
}

/// The same on a boundary with the state u_b of viscous fluxes.
template <class V>
RKDG_FN V jump_on_boundary(V inside, V u_b) {
  return u_b - inside;
}

/// The data at point g of a boundary face, with space for so many points of a face.
template <int DataPoints, class Eq>
RKDG_FN const typename Eq::Real* data_at(const KernelContext<Eq>& context, Index face, int g) {
  return context.boundary_data + (std::int64_t(face) * DataPoints + g) * Eq::n_var;
}

/// Ghost state and u_b at point g of one boundary face, whose condition `code` says (boundary_code()).
template <int DataPoints, class Eq, class Number>
RKDG_CALL void boundary_states_at(const KernelContext<Eq>& context, Index code, Index face, int g,
                                  const typename Eq::Real (&n)[Eq::dim], const Number (&inside)[Eq::n_var],
                                  Number (&ghost)[Eq::n_var], Number (&u_b)[Eq::n_var]) {
  context.equations.boundary_states(context.conditions[-1 - code], inside, n, data_at<DataPoints>(context, face, g),
                                    ghost, u_b);
}

/// What belongs to the boundary conditions of the lanes.
template <class Eq, class V>
struct BoundaryLanes {
  static constexpr int n_factors = Eq::n_viscous_factors;

  IndexOf<V> code;       ///< boundary_code() in lanes on a boundary
  IndexOf<V> face;       ///< number of the boundary face, for `exact` data
  V factors[n_factors];  ///< how much of the viscous flux counts; 1 between cells

  RKDG_FN BoundaryLanes(const KernelContext<Eq>& context, IndexOf<V> code_, IndexOf<V> face_, MaskOf<V> on_boundary)
      : code(code_), face(face_) {
    RKDG_UNROLL
    for (int i = 0; i < n_factors; ++i) factors[i] = V(RealOf<V>(1));
    if (!any(on_boundary)) return;
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
      if (!lane_of(on_boundary, lane)) continue;
      RealOf<V> of_lane[n_factors];
      Eq::viscous_factors(context.conditions[-1 - lane_of(code, lane)], of_lane);
      RKDG_UNROLL
      for (int i = 0; i < n_factors; ++i) set_lane(factors[i], lane, of_lane[i]);
    }
  }

  /// Takes the factors of point g, with space for data at so many points of a face.
  template <int DataPoints>
  RKDG_FN void load_factors_at(const KernelContext<Eq>& context, MaskOf<V> on_boundary, int g) {
    if constexpr (requires(const typename Eq::Condition& bc) { Eq::has_factors_at_points(bc); }) {
      if (!any(on_boundary)) return;
      for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
        if (!lane_of(on_boundary, lane)) continue;
        const auto& bc = context.conditions[-1 - lane_of(code, lane)];
        if (!Eq::has_factors_at_points(bc)) continue;
        RealOf<V> of_lane[n_factors];
        Eq::viscous_factors_at(bc, data_at<DataPoints>(context, lane_of(face, lane), g), of_lane);
        RKDG_UNROLL
        for (int i = 0; i < n_factors; ++i) set_lane(factors[i], lane, of_lane[i]);
      }
    }
  }
};

/// Those of point g of one face, which is OnBoundary or between cells.
template <int DataPoints, bool OnBoundary, class Eq>
RKDG_FN BoundaryLanes<Eq, typename Eq::Real> boundary_at_point(const KernelContext<Eq>& context, Index code, Index face,
                                                               [[maybe_unused]] int g) {
  BoundaryLanes<Eq, typename Eq::Real> boundary(context, code, face, OnBoundary);
  if constexpr (OnBoundary) boundary.template load_factors_at<DataPoints>(context, true, g);
  return boundary;
}

/// F_v . n of both sides, and BoundaryLanes or a reference to them.
template <class Flux, class Boundary>
struct ViscousFluxes {
  Flux minus, plus;
  Boundary boundary;
  bool has_boundary;  ///< any lane is on one
};

/// The numerical flux through the unit normal n between the states `minus` and `plus`, of which the latter is the ghost
/// state on a boundary. `fluxes(w_minus, w_plus)` has ViscousFluxes. It is called with `viscous` alone, once the
/// convective flux is known.
template <class Eq, class V, class Fluxes>
RKDG_FN void numerical_flux(const KernelContext<Eq>& context, const V (&minus)[Eq::n_var], const V (&plus)[Eq::n_var],
                            const V (&n)[Eq::dim], bool viscous, const Fluxes& fluxes, V (&flux)[Eq::n_var]) {
  const auto w_minus = context.equations.point(minus), w_plus = context.equations.point(plus);
  context.equations.riemann_flux(context.riemann, minus, w_minus, plus, w_plus, n, flux);
  if (!viscous) return;
  const auto& of_sides = fluxes(w_minus, w_plus);
  context.equations.subtract_viscous_flux(of_sides.minus, of_sides.plus, n, of_sides.has_boundary,
                                          of_sides.boundary.factors, flux);
}

}  // namespace dg
