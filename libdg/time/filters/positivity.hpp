/// Keeps states positive at all quadrature points, by scaling each cell about its average.
///
/// Of a gas, density and pressure are; other equations name what is (equations/positive_states.hpp).
///
/// `u <- a + theta (u - a)` with the average a and the largest theta <= 1 that keeps density and pressure up. At the
/// points of the volume and of all faces they are at least positivity_floor() times those of the average. The pressure
/// is a concave function of the state, so that theta for it follows from its value at a point and at the average. A
/// cell whose average is no state, or not positive, stays as it is. Zhang and Shu, J. Comput. Phys. 229 (2010) 8918.
#pragma once

#include "libdg/time/filters/cell_survey.hpp"

namespace dg {

/// The largest theta for which the pressure is above the floor at all points, where `density` is that for the density.
/// It finds the least density of the points, too.
template <class Eq, class Sizes, int T, class V>
RKDG_FN V pressure_scaling(const FilteredCells<Eq, Sizes, T, V>& cells, const Eq& equations,
                           const V (&average)[Eq::n_var], V pressure, V density, V& least_density) {
  const V one(RealOf<V>(1)), floor = V(RealOf<V>(positivity_floor<Eq>()));
  V scaling = density;
  for (int q = cells.team.rank; q < cells.tables.points; q += T) {
    V u[Eq::n_var];
    cells.find_values(q, u);
    least_density = minimum(least_density, u[0]);
    for (int n = 0; n < Eq::n_var; ++n) u[n] = average[n] + density * (u[n] - average[n]);
    const V p = positive_function(equations, u);
    scaling =
        select(p < floor * pressure, minimum(scaling, density * (one - floor) * pressure / (pressure - p)), scaling);
  }
  return minimum_over(cells.team, scaling);
}

/// The least density at all points.
template <class Eq, class Sizes, int T, class V>
RKDG_FN V least_density_of(const FilteredCells<Eq, Sizes, T, V>& cells, V least) {
  for (int q = cells.team.rank; q < cells.tables.points; q += T) {
    V u[Eq::n_var];
    cells.find_values(q, u);
    least = minimum(least, u[0]);
  }
  return minimum_over(cells.team, least);
}

/// theta of cells, from their values at all points; where there is only a density, or a pressure, for that alone.
template <class Eq, class Sizes, int T, class V>
RKDG_FN V positive_scaling(const FilteredCells<Eq, Sizes, T, V>& cells, const Eq& equations,
                           const V (&average)[Eq::n_var]) {
  const V one(RealOf<V>(1)), floor = V(RealOf<V>(positivity_floor<Eq>()));
  V least = average[0], scaling = one, pressure = one;
  if constexpr (HasPositiveFunction<Eq>) {
    pressure = positive_function(equations, average);
    scaling = pressure_scaling(cells, equations, average, pressure, one, least);
    if constexpr (!FirstIsPositive<Eq>) return scaling;
    least = minimum_over(cells.team, least);
  } else {
    least = least_density_of(cells, least);
  }
  const auto is_low = least < floor * average[0];
  if (!Team<T, V>::any_of(is_low)) return scaling;
  // The pressure of a state without density says nothing: it is looked at again where the density was low.
  const V density = select(is_low, (one - floor) * average[0] / (average[0] - least), one);
  if constexpr (HasPositiveFunction<Eq>)
    return select(is_low, pressure_scaling(cells, equations, average, pressure, density, least), scaling);
  else
    return density;
}

/// Scales cells; returns theta.
template <class Eq, class Sizes, int T, class V>
RKDG_FN V scale_to_positive(const FilteredCells<Eq, Sizes, T, V>& cells, const Eq& equations,
                            const V (&average)[Eq::n_var], MaskOf<V> untouched) {
  const V one(RealOf<V>(1));
  const V scaling = select(untouched, one, positive_scaling(cells, equations, average));
  if (any(scaling < one)) cells.scale(average, scaling);
  return scaling;
}

/// Whether cells need no scaling: clearly positive, or without an average that is a state.
template <class Eq, class Sizes, bool OfFaces, int T, class V>
RKDG_FN MaskOf<V> stays_as_it_is(const CellSurvey<Eq, Sizes, OfFaces, T, V>& survey, const Eq& equations) {
  const auto w = equations.point(survey.average);
  const MaskOf<V> is_no_state = !equations.admissible(survey.average, w);
  if constexpr (EquationsOfGas<Eq>) {
    return survey.is_clearly_positive(w.p * V(RealOf<V>(1) / (equations.gamma - RealOf<V>(1)))) | is_no_state;
  } else {
    const V zero(RealOf<V>(0));
    MaskOf<V> stays = is_no_state;
    if constexpr (FirstIsPositive<Eq>) stays = stays | !(survey.average[0] > zero);
    if constexpr (HasPositiveFunction<Eq>)
      stays = stays | !(equations.positive(survey.average, w) > zero);
    else
      stays = stays | survey.has_clearly_positive_first();
    return stays;
  }
}

}  // namespace dg
