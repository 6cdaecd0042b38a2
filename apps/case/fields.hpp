/// The functions of a case: initial state, exact solution and source, made from its formulas.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/solver/bad_data.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

using FormulasPointer = std::shared_ptr<const Formulas>;

template <int Dim = 2>
struct CaseFields {
  GasField<Dim> initial;             ///< primitive, at t = 0
  FormulasPointer initial_formulas;  ///< the same; null where it is the free stream
  GasField<Dim> exact;               ///< primitive; empty if the case has none
  FormulasPointer exact_state;       ///< the same as boundary data; null if the case has none
  FormulasPointer source;            ///< of the conservative equations; null if the case has none
  GasField<Dim> sponge;              ///< the given state of [sponge], primitive; empty if the case has none
  FormulasPointer sponge_strength;   ///< of the place; null if the case has none
  /// Data of boundaries whose values are formulas, as boundary_states() wants them.
  std::map<std::string, FormulasPointer> boundaries;

  std::map<std::string, TurbulentInflow<Dim>> inflows;  ///< of those boundaries, too, that are turbulent

  bool exact_varies() const { return exact_state && exact_state->varies_in_time(); }
  bool source_varies() const { return source && source->varies_in_time(); }
};

/// Throws InputError for a formula that is not understood. Precondition: the case is one of that dimension.
template <int Dim>
CaseFields<Dim> make_fields(const Case& c);

/// u, v, w.
inline constexpr std::array velocity_names{"u", "v", "w"};

/// Names of the conservative fields, as in files and tables.
template <int Dim>
std::vector<const char*> field_names() {
  if constexpr (Dim == 2)
    return {"rho", "rhou", "rhov", "rhoE"};
  else
    return {"rho", "rhou", "rhov", "rhow", "rhoE"};
}

/// A place in words, as in "x = 1, y = 2".
template <std::size_t Dim>
std::string place_text(const std::array<double, Dim>& x);

/// Evaluates the formulas of boundaries at the nodes of their faces at t = 0. Throws InputError for the first value
/// that is not finite or, where it must be, not positive, and for a direction 0, 0.
template <int Dim>
void check_boundary_formulas(const Case& c, const Mesh<Dim>& mesh);

/// The values of a boundary in the order of BoundaryFormulas and in units of the case, as many components as there are
/// dimensions. They are null where they are no formulas.
template <int Dim>
FormulasPointer raw_boundary_formulas(const Case& c, const std::string& boundary);

/// Says which formula of a boundary, which has that name, or of the source has no meaning, where and when.
template <int Dim>
std::string bad_data_text(const Case& c, const std::string& boundary, const BadData<Dim>& bad);

/// Evaluates a primitive field at every node of the mesh at t = 0. Throws InputError for the first point where it is no
/// state of a gas. The message opens with the place of the field that is wrong, one of `where` (of rho, u, ..., p), and
/// calls them together `what`.
template <int Dim>
void check_state(const std::type_identity_t<GasField<Dim>>& primitive, const Mesh<Dim>& mesh,
                 const std::vector<std::string>& where, const std::string& what);

}  // namespace dg::app
