/// Keeps density and pressure of a gas positive at all quadrature points, by scaling each cell about its average.
///
/// u <- a + theta (u - a) with the average a and the largest theta <= 1 for which density and pressure are at least
/// positivity_floor times those of the average at the points of the volume and of all faces. The pressure is a concave
/// function of the state, so that theta for it follows from its value at a point and at the average. An average that is
/// no state stays as it is: the run then ends. Zhang and Shu, J. Comput. Phys. 229 (2010) 8918.
#pragma once

#include "libdg/time/filters/filtered_cells.hpp"

namespace dg {

/// Least density and pressure of a point, relative to those of the average of its cell.
inline constexpr double positivity_floor = 0.01;

/// Whether bounds of all polynomials show the cells to be positive, without a look at points: the usual case. In the
/// frame that moves with the average, momentum is small where the velocity varies little. Calls visit(k, coefficients)
/// for each mode that it reads: a device has no room to read them twice.
template <class Eq, class V, class Visit>
RKDG_FN MaskOf<V> clearly_positive(const FilteredCells<Eq, V>& cells, const Eq& equations,
                                   const V (&average)[Eq::n_var], const typename Eq::template Point<V>& w,
                                   const Visit& visit) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim, energy = Eq::n_var - 1;
  V deviation[Eq::n_var];
  for (V& d : deviation) d = V(Real(0));
  for (int k = 0; k < cells.tables.modes; ++k) {
    V c[Eq::n_var], kinetic(Real(0));
    for (int n = 0; n < Eq::n_var; ++n) c[n] = cells.mode(n, k);
    visit(k, c);
    if (k == 0)
      for (int n = 0; n < Eq::n_var; ++n) c[n] -= average[n] / cells.constant();
    for (int d = 0; d < dim; ++d) {
      kinetic += w.velocity[d] * (V(Real(0.5)) * w.velocity[d] * c[0] - c[1 + d]);
      c[1 + d] -= w.velocity[d] * c[0];
    }
    c[energy] += kinetic;
    const V largest(cells.tables.largest[k]);
    for (int n = 0; n < Eq::n_var; ++n) deviation[n] += largest * absolute(c[n]);
  }
  const V floor = V(Real(positivity_floor)), internal = w.p / V(equations.gamma - Real(1));
  const V density = average[0] - deviation[0];
  V momentum2(Real(0));
  for (int d = 0; d < dim; ++d) momentum2 += deviation[1 + d] * deviation[1 + d];
  const V rest = internal * (V(Real(1)) - floor) - deviation[energy];
  return (density > floor * average[0]) & (V(Real(2)) * density * rest > momentum2);
}

/// theta of cells, from their values at all points.
template <class Eq, class V>
RKDG_FN V positive_scaling(const FilteredCells<Eq, V>& cells, const Eq& equations, const V (&average)[Eq::n_var],
                           V pressure) {
  using Real = RealOf<V>;
  const V one(Real(1)), floor = V(Real(positivity_floor));
  V least = average[0];
  for (int q = 0; q < cells.tables.points; ++q) least = minimum(least, cells.at(0, q));
  const V density = select(least < floor * average[0], (one - floor) * average[0] / (average[0] - least), one);
  V scaling = density;
  for (int q = 0; q < cells.tables.points; ++q) {
    V u[Eq::n_var];
    for (int n = 0; n < Eq::n_var; ++n) u[n] = average[n] + density * (cells.at(n, q) - average[n]);
    const V p = equations.point(u).p;
    scaling =
        select(p < floor * pressure, minimum(scaling, density * (one - floor) * pressure / (pressure - p)), scaling);
  }
  return scaling;
}

/// Which cells were scaled; visit(k, coefficients) as above.
template <class Eq, class V, class Visit>
RKDG_FN MaskOf<V> keep_positive(const FilteredCells<Eq, V>& cells, const Eq& equations, const Visit& visit) {
  using Real = RealOf<V>;
  const V one(Real(1));
  V average[Eq::n_var];
  for (int n = 0; n < Eq::n_var; ++n) average[n] = cells.average(n);
  const auto w = equations.point(average);
  const auto untouched = clearly_positive(cells, equations, average, w, visit) | !equations.admissible(average, w);
  if (all(untouched)) return one < one;
  const V scaling = select(untouched, one, positive_scaling(cells, equations, average, w.p));
  const auto scaled = scaling < one;
  if (any(scaled)) cells.scale([&](int) { return scaling; });
  return scaled;
}

}  // namespace dg
