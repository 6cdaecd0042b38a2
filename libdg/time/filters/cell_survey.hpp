/// What filters look at in every cell, from one reading of its coefficients.
#pragma once

#include "libdg/equations/positive_states.hpp"
#include "libdg/time/filters/filtered_cells.hpp"

namespace dg {

/// The frame in which a survey looks at a cell: at rest.
template <class Eq, class V>
struct SurveyFrame {
  RKDG_FN explicit SurveyFrame(const V (&)[Eq::n_var]) {}
  RKDG_FN void move(V (&)[Eq::n_var]) const {}
};

/// Of a gas: the frame that moves with a state, in which momentum is small where the velocity varies little.
template <EquationsOfGas Eq, class V>
struct SurveyFrame<Eq, V> {
  using Real = RealOf<V>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;

  V velocity[dim];

  RKDG_FN explicit SurveyFrame(const V (&u)[n_var]) {
    const V volume = V(Real(1)) / u[0];
    for (int d = 0; d < dim; ++d) velocity[d] = volume * u[1 + d];
  }

  /// A state in the frame.
  RKDG_FN void move(V (&u)[n_var]) const {
    V kinetic(Real(0));
    for (int d = 0; d < dim; ++d) {
      kinetic += velocity[d] * (V(Real(0.5)) * velocity[d] * u[0] - u[1 + d]);
      u[1 + d] -= velocity[d] * u[0];
    }
    u[n_var - 1] += kinetic;
  }
};

/// Averages of cells, and bounds of how far they are exceeded at the points.
///
/// Bounds are those of |sum_i u_i psi_i - average| <= sum_g L_g max_(i in g) |u_i - average_i| with
/// ZoneFilterView::largest. A device has no registers to read coefficients twice: the frame is that of coefficient 0.
/// Averages over faces are found with OfFaces alone, as they take as long as all else.
template <class Eq, class Sizes, bool OfFaces, int T, class V>
struct CellSurvey {
  using Real = RealOf<V>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, sensed = sensed_variable<Eq>();
  static constexpr int most_faces = dim == 2 ? 4 : 6;

  const FilteredCells<Eq, Sizes, T, V>& cells;
  V average[n_var];
  V face_average[most_faces];  ///< of the sensed variable, with OfFaces
  SurveyFrame<Eq, V> frame;
  V rest[n_var];       ///< the average in the frame
  V deviation[n_var];  ///< bounds of what is added to it

  RKDG_FN explicit CellSurvey(const FilteredCells<Eq, Sizes, T, V>& cells_) : cells(cells_), frame(frame_of(cells_)) {
    V lowest[n_var], highest[n_var];
    begin(lowest, highest);
    look(lowest, highest);
    combine(lowest, highest);
  }

  /// Whether density and pressure are above the floor at all points, by the bounds: the usual case.
  RKDG_FN MaskOf<V> is_clearly_positive(V internal_energy) const requires EquationsOfGas<Eq> {
    constexpr int energy = n_var - 1;
    const V floor = V(Real(positivity_floor<Eq>())), density = rest[0] - deviation[0];
    V momentum2(Real(0));
    for (int d = 0; d < dim; ++d) {
      const V most = absolute(rest[1 + d]) + deviation[1 + d];
      momentum2 += most * most;
    }
    const V internal = rest[energy] - deviation[energy] - floor * internal_energy;
    return (density > floor * average[0]) & (V(Real(2)) * density * internal > momentum2);
  }
  /// The same of variable 0 alone.
  RKDG_FN MaskOf<V> has_clearly_positive_first() const {
    return rest[0] - deviation[0] > V(Real(positivity_floor<Eq>())) * average[0];
  }

 private:
  RKDG_FN static SurveyFrame<Eq, V> frame_of(const FilteredCells<Eq, Sizes, T, V>& cells) {
    V u[n_var];
    for (int n = 0; n < n_var; ++n) u[n] = cells.coefficient(n, 0);
    return SurveyFrame<Eq, V>(u);
  }

  RKDG_FN void begin(V (&lowest)[n_var], V (&highest)[n_var]) {
    V u[n_var];
    for (int n = 0; n < n_var; ++n) u[n] = cells.coefficient(n, 0);
    const V w = cells.weight(0);
    // Averages that are one product are not added up over the team.
    for (int n = 0; n < n_var; ++n) average[n] = cells.has_constant_first() ? w * u[n] : V(Real(0));
    frame.move(u);
    for (int n = 0; n < n_var; ++n) {
      lowest[n] = highest[n] = u[n];
      deviation[n] = V(Real(0));
    }
    for (V& a : face_average) a = V(Real(0));
  }

  RKDG_FN void look(V (&lowest)[n_var], V (&highest)[n_var]) {
    const auto& tables = cells.tables;
    const bool adds_up = !cells.has_constant_first();
    V most[n_var];  // of the group
    for (V& m : most) m = V(Real(0));
    cells.each_own([&](int group, int i) {
      V u[n_var];
      RKDG_UNROLL_DEVICE
      for (int n = 0; n < n_var; ++n) u[n] = cells.coefficient(n, i);
      if constexpr (OfFaces) {
        RKDG_UNROLL_DEVICE
        for (int f = 0; f < most_faces; ++f)
          if (f < cells.faces()) face_average[f] += V(tables.face_average[f * cells.size() + i]) * u[sensed];
      }
      if (adds_up && (cells.zone.curved || group == 0)) {
        const V w = cells.weight(i);
        for (int n = 0; n < n_var; ++n) average[n] += w * u[n];
      }
      frame.move(u);
      if (group == 0) {
        for (int n = 0; n < n_var; ++n) {
          lowest[n] = minimum(lowest[n], u[n]);
          highest[n] = maximum(highest[n], u[n]);
        }
        return;
      }
      const bool is_first = i == group, is_last = i + cells.groups() >= cells.size();
      for (int n = 0; n < n_var; ++n) most[n] = is_first ? absolute(u[n]) : maximum(most[n], absolute(u[n]));
      if (is_last)
        for (int n = 0; n < n_var; ++n) deviation[n] += V(tables.largest[group]) * most[n];
    });
  }

  RKDG_FN void combine(V (&lowest)[n_var], V (&highest)[n_var]) {
    const auto& tables = cells.tables;
    if constexpr (OfFaces)
      for (int f = 0; f < most_faces; ++f)
        if (f < cells.faces()) face_average[f] = sum_over(cells.team, face_average[f]);
    if (!cells.has_constant_first())
      for (V& a : average) a = sum_over(cells.team, a);
    for (int n = 0; n < n_var; ++n) rest[n] = average[n];
    frame.move(rest);
    const bool has_groups = cells.groups() > 1, has_members = cells.groups() < cells.size();
    for (int n = 0; n < n_var; ++n) {
      if (has_groups) deviation[n] = sum_over(cells.team, deviation[n]);
      if (has_members && !has_groups) {
        lowest[n] = minimum_over(cells.team, lowest[n]);
        highest[n] = maximum_over(cells.team, highest[n]);
      }
      const V constant = V(tables.one) * rest[n];
      const V most = maximum(highest[n] - constant, constant - lowest[n]);
      const V of_first = V(tables.largest[0]) * most;
      deviation[n] += has_groups ? from_member(cells.team, of_first, 0) : of_first;
    }
  }
};

}  // namespace dg
