/// What may help a run that has diverged, judged by its case and by where it began to.
#pragma once

#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

/// From here to 1, the limit of linear theory, a density that varies in a cell may make a step unstable. On thin
/// triangles in viscous flow runs were lost after some thousand steps.
inline constexpr double largest_safe_cfl = 0.95;

/// "try ..., or ...": what the case has not tried, and what is odd about the mesh where cell `cell` lost its state.
/// `step_limit` is the largest stable step shortly before, 0 if it is not known. The run diverged in step `step`.
template <int Dim>
std::string divergence_advice(const ProblemOf<Dim>& problem, Index cell, double step_limit, long step);

/// The cell whose average moves fastest, sound included: that which a step that is too small follows from.
template <int Dim>
Index fastest_cell(const ProblemOf<Dim>& problem);

/// The largest angle below 45 degrees, in degrees, between neighbouring faces of a boundary, each taken as the chord of
/// its ends. It is 0 for a straight boundary, and for one whose only turns are corners.
double largest_bend(const Mesh2& mesh, int boundary);

}  // namespace dg::app
