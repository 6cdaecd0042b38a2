/// The functions of a case: initial state, exact solution and source, made from its formulas.
#pragma once

#include <map>
#include <memory>

#include "apps/case/case.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

using FormulasPointer = std::shared_ptr<const Formulas>;

struct CaseFields {
  FieldFunction initial;        ///< primitive, at t = 0
  FieldFunction exact;          ///< primitive; empty if the case has none
  FormulasPointer exact_state;  ///< the same, conservative; null if the case has none
  FormulasPointer source;       ///< of the conservative equations; null if the case has none
  /// Data of boundaries whose values are formulas, as boundary_states() wants them.
  std::map<std::string, FormulasPointer> boundaries;

  bool exact_varies() const { return exact_state && exact_state->varies_in_time(); }
  bool source_varies() const { return source && source->varies_in_time(); }
};

/// Throws InputError for a formula that is not understood.
CaseFields make_fields(const Case& c);

/// Evaluates the formulas of boundaries at the nodes of their faces at t = 0; throws InputError for the first value
/// that is not finite or, where it must be, not positive, and for a direction 0, 0.
void check_boundary_formulas(const Case& c, const Mesh2& mesh);

/// Evaluates a primitive field at every node of the mesh at t = 0; throws InputError for the first point where it is no
/// state of a gas. The message opens with the place of the field that is wrong, one of `where` (of rho, u, v, p), and
/// calls them together `what`.
void check_state(const FieldFunction& primitive, const Mesh2& mesh, const std::array<std::string, 4>& where,
                 const std::string& what);

}  // namespace dg::app
