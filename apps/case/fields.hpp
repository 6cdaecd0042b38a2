/// The functions of a case: initial state, exact solution and source, made from its formulas.
#pragma once

#include "apps/case/case.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

struct CaseFields {
  FieldFunction initial;       ///< primitive, at t = 0
  FieldFunction exact;         ///< primitive; empty if the case has none
  FieldFunction source;        ///< of the conservative equations; empty if the case has none
  bool exact_varies = false;   ///< in time
  bool source_varies = false;  ///< in time
};

/// Throws InputError for a formula that is not understood.
CaseFields make_fields(const Case& c);

/// Evaluates a primitive field at every node of the mesh at t = 0; throws InputError for the first point where it is no
/// state of a gas. The message opens with the place of the field that is wrong, one of `where` (of rho, u, v, p), and
/// calls them together `what`.
void check_state(const FieldFunction& primitive, const Mesh2& mesh, const std::array<std::string, 4>& where,
                 const std::string& what);

}  // namespace dg::app
