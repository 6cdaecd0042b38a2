/// What a boundary condition of a gas is unless it says otherwise, and what it may say: see BoundaryDefaults.
///
/// The viscous state u_b enters the BR2 lifting with the full jump u - u_b and the one-sided flux
/// F_v(u_b, grad u + eta r). Reference: Bassi, Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507.
#pragma once

#include "libdg/backend/config.hpp"

namespace dg {

template <class Real, int Dim>
struct BoundaryParameters;

/// A condition derives from this, and stands in the list of boundaries/list.hpp. It has a `name`, the type of the case
/// file, and state(bc, gas, inside, n, data, u_b), which kernels call. The ghost state is that of
/// closed_boundary.hpp where the condition `is_closed`, else u_b.
///
/// `values` hands over what a case may give as numbers or formulas, in the order in which these lie in the data at a
/// point. `bc` is a BoundaryCondition or BoundaryParameters; the methods of `value` are
///
///   state(bc.state)                               rho, velocity, pressure; in the data conservative
///   vector(key, x), direction(key, x)             the latter has the length 1 in the data
///   number(key, x), pressure(key, x), temperature(key, x)   the last two are positive
///
/// take_data(bc, data) reads them in place of `values` where the solver itself writes the data. `constants` hands over
/// what can be numbers only: not_negative(key, x), optional_temperature(key, x) and needed_length(key, x, what it is).
///
/// SharedState and SharedValues name the struct from which conditions inherit state() or values(), so that kernels hold
/// that code once. What derives from such a condition and has its own names itself.
struct BoundaryDefaults {
  static constexpr bool is_wall = false;    ///< a body, whose size is that of the flow
  static constexpr bool is_closed = false;  ///< no gas flows through it, unless it blows
  static constexpr bool is_joined = false;
  static constexpr bool is_no_slip = false;
  static constexpr bool has_friction = false;
  static constexpr bool exchanges_heat = false;    ///< of a wall
  static constexpr bool takes_state = false;       ///< its data are a conservative state
  static constexpr bool may_be_turbulent = false;  ///< see TurbulentInflow
  static constexpr bool passes_traction = true;    ///< along the face, of the viscous flux
  static constexpr bool conducts = true;           ///< heat, by the gradient of the temperature
  static constexpr bool gives_heat = false;        ///< in its place
  static constexpr bool traction_in_data = false;  ///< in place of that of the viscous flux, and the heat with it
  static constexpr const char* absent_in_euler = nullptr;  ///< what `model = euler` lacks, if it needs that
  static constexpr const char* explicit_only = nullptr;    ///< what works with all steps, if this needs explicit ones

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition&, Value&&) {}
  template <class Condition, class Value>
  static void constants(Condition&, Value&&) {}
  /// Sets what differs from the free stream as freestream_condition() has it.
  template <class Condition>
  static void set_defaults(Condition&) {}
};

}  // namespace dg
