/// How finely cells resolve the flow at walls: the y+ to expect, before there is a flow.
#pragma once

#include <string>
#include <vector>

#include "apps/run/problem.hpp"

namespace dg::app {

/// Friction coefficients at the end of a flat plate at this Reynolds number. A laminar boundary layer has
/// `0.664 / Re^(1/2)` (Blasius), and a turbulent one, whose velocity profile follows the one-seventh power law,
/// `0.027 / Re^(1/7)`. From Re = 1e5 to 1e9 the latter is 8 % below to 13 % above `0.42 / ln(0.056 Re)^2` of White and
/// Christoph. That is accurate to 4 % there (Anderson, Aircraft Performance and Design, 1999, eq. 2.29).
double laminar_plate_friction(double reynolds);
double turbulent_plate_friction(double reynolds);

/// A line for each wall with friction. It has its y+, that of files, by the friction of a flat plate of the case's
/// length in the free stream. None where there is no viscosity or no free stream. All ranks call this together.
template <int Dim>
std::vector<std::string> wall_resolution(const ProblemOf<Dim>& problem);

}  // namespace dg::app
