/// Whether the scales of a case fit what it says of its gas and its boundaries.
#pragma once

#include <string>
#include <vector>

#include "apps/case/fields.hpp"

namespace dg::app {

/// Throws InputError for coefficients that have no scale.
void require_scales(const Case& c);

/// What users ought to know, a line each. They are coefficients or a viscosity by a free stream that no boundary has,
/// and values in other units than the initial state's. All ranks call this together, each with its part of the mesh.
template <int Dim>
std::vector<std::string> doubtful_scales(const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh,
                                         Communicator& ranks);

}  // namespace dg::app
