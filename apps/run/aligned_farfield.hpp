/// Far fields along the stream, on which Newton's method stalls.
#pragma once

#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

/// Names the first boundary of type `farfield` a notable part of which its stream does not cross, and what to take in
/// its place. The text is empty if there is none. The flow enters and leaves there by turns, and the
/// condition jumps from one state to another.
template <int Dim>
std::string aligned_farfield(const ProblemOf<Dim>& problem);

}  // namespace dg::app
