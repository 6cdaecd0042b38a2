/// What limiters know of the states of a set of equations: what stays positive, and where shocks show.
///
/// A struct of equations may have, each by itself:
///
///   static constexpr bool first_is_positive = true;   variable 0, such as a density or a depth, is positive
///   V positive(u, w)                                  a concave function of the state that is positive: a pressure
///   static constexpr double least_positive = 0.1;     the least that a limiter leaves of them at a point, relative to
///                                                     the average of its cell; without it 0.01
///   static constexpr int sensed = 1;                  the variable that jumps at shocks; without it, variable 0
///
/// Of a gas all are known: density, pressure, and the density again. admissible() should ask for the same, so that runs
/// end where an average is not positive.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/equations/equations_of_gas.hpp"

namespace dg {

template <class Eq>
concept FirstIsPositive = EquationsOfGas<Eq> || requires {
  requires Eq::first_is_positive;
};

template <class Eq>
concept HasPositiveFunction = EquationsOfGas<Eq> ||
    requires(const Eq& equations, const typename Eq::Real (&u)[Eq::n_var]) {
  equations.positive(u, equations.point(u));
};

/// Whether a limiter can keep states positive.
template <class Eq>
concept HasPositiveStates = FirstIsPositive<Eq> || HasPositiveFunction<Eq>;

template <class Eq>
constexpr double positivity_floor() {
  if constexpr (requires { Eq::least_positive; })
    return Eq::least_positive;
  else
    return 0.01;
}

template <class Eq>
constexpr int sensed_variable() {
  if constexpr (requires { Eq::sensed; })
    return Eq::sensed;
  else
    return 0;
}

/// The concave function of a state. Precondition: HasPositiveFunction.
template <class Eq, class V>
RKDG_FN V positive_function(const Eq& equations, const V (&u)[Eq::n_var]) {
  if constexpr (EquationsOfGas<Eq>)
    return equations.point(u).p;
  else
    return equations.positive(u, equations.point(u));
}

/// Whether the sensed variable is the positive one.
template <class Eq>
concept SensesPositive = FirstIsPositive<Eq> &&(sensed_variable<Eq>() == 0);

}  // namespace dg
