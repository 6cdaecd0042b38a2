#include "apps/case/fields.hpp"

#include <fmt/format.h>

#include "apps/case/inflow.hpp"
#include "apps/case/manufactured_source.hpp"
#include "apps/case/parsed_formulas.hpp"
#include "libdg/solver/boundary_kinds.hpp"

namespace dg::app {
namespace {

/// Gives a direction among the values the length 1.
void normalise_direction(const FormulasOfBoundary& parts, std::vector<Expression>& values) {
  std::vector<Expression*> direction;
  for (std::size_t i = 0; i < parts.values.size(); ++i)
    if (parts.values[i]->key == "direction") direction.push_back(&values[i]);
  if (direction.empty()) return;
  Expression square = *direction[0] * *direction[0];
  for (std::size_t d = 1; d < direction.size(); ++d) square = square + *direction[d] * *direction[d];
  const Expression length = square_root(square);
  for (Expression* component : direction) *component = *component / length;
}

/// The data of a boundary from its formulas: n_var numbers, see boundary_states(), and what guards them.
template <int Dim>
FormulasPointer boundary_data(const Case& c, BoundaryType type, const BoundaryFormulas& boundary) {
  constexpr std::size_t n_var = Dim + 2;
  const FormulasOfBoundary parts(boundary, Dim);
  Parsed parsed(c, parts.formulas);
  std::vector<Expression>& values = parsed.values;
  parts.convert(values);
  std::vector<Expression> guards;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (parts.values[i]->positive) guards.push_back(values[i]);
  if (takes_state(type)) values = conservative_state(values, c.solver.gas);
  normalise_direction(parts, values);
  while (values.size() < n_var) values.push_back(values.front().number(1.0));
  values.insert(values.end(), guards.begin(), guards.end());
  return compiled_formulas(values);
}

/// The conservative state of the exact solution, guarded by its density and pressure.
FormulasPointer exact_data(const std::vector<Expression>& primitive, const GasOptions& gas) {
  std::vector<Expression> values = conservative_state(primitive, gas);
  values.insert(values.end(), {primitive.front(), primitive.back()});
  return compiled_formulas(values);
}

/// The state of [sponge] in so many dimensions.
template <int Dim>
std::vector<Formula> sponge_state(const Case& c) {
  if (!c.sponge.formulas.empty()) return c.sponge.formulas;
  std::vector<Formula> free_stream;
  for (const char* name : {"rho_inf", "u_inf", "v_inf", "w_inf", "p_inf"})
    if (Dim == 3 || name != std::string("w_inf")) free_stream.push_back({name, c.sponge.where});
  return free_stream;
}

/// Formulas, and behind them what a given state of [sponge] adds to them: its strength and this state.
template <int Dim>
std::vector<Formula> with_sponge(const Case& c, std::vector<Formula> formulas) {
  if (!c.sponge.has_given_state()) return formulas;
  formulas.push_back(c.sponge.strength);
  const std::vector<Formula> state = sponge_state<Dim>(c);
  formulas.insert(formulas.end(), state.begin(), state.end());
  return formulas;
}

/// Adds strength (U_given - U) of [sponge].
template <int Dim>
void add_sponge(const Case& c, Parsed& parsed, std::vector<Expression>& source) {
  const auto variable = [&](Variable v) { return Expression{&parsed.graph.graph, parsed.graph.graph.variable(v)}; };
  const auto first = parsed.values.end() - (Dim + 3);
  const std::vector<Expression> given = conservative_state({first + 1, parsed.values.end()}, c.solver.gas);
  std::vector<Expression> here{variable(Variable::rho)};
  for (int d = 0; d < Dim; ++d) here.push_back(variable(static_cast<Variable>(static_cast<int>(Variable::u) + d)));
  here.push_back(variable(Variable::p));
  here = conservative_state(here, c.solver.gas);
  for (std::size_t n = 0; n < source.size(); ++n) source[n] = source[n] + *first * (given[n] - here[n]);
}

/// A source of these formulas, none for no formulas, with what [sponge] adds. Precondition: `parsed` ends as
/// with_sponge() says.
template <int Dim>
FormulasPointer source_of(const Case& c, Parsed& parsed, std::vector<Expression> source) {
  if (!c.sponge.has_given_state()) return compiled_formulas(source);
  ExpressionGraph& graph = parsed.graph.graph;
  source.resize(Dim + 2, Expression{&graph, graph.number(0.0)});
  add_sponge<Dim>(c, parsed, source);
  return compiled_formulas(source);
}

}  // namespace

template <std::size_t Dim>
std::string place_text(const std::array<double, Dim>& x) {
  std::string text;
  for (std::size_t d = 0; d < Dim; ++d) text += fmt::format("{}{} = {:.6g}", d == 0 ? "" : ", ", "xyz"[d], x[d]);
  return text;
}

template <int Dim>
CaseFields<Dim> make_fields(const Case& c) {
  CaseFields<Dim> fields;
  if (c.exact) {
    Parsed parsed(c, with_sponge<Dim>(c, *c.exact));
    const std::vector<Expression> exact(parsed.values.begin(), parsed.values.begin() + (Dim + 2));
    fields.exact = FieldExpressions<Dim>(c.names, *c.exact);
    fields.exact_state = exact_data(exact, c.solver.gas);
    if (c.source.kind == SourceKind::from_exact)
      fields.source = source_of<Dim>(c, parsed, manufactured_source(exact, c.solver.gas));
  }
  switch (c.initial.kind) {
    case InitialKind::freestream:
      fields.initial = [state = c.reference.freestream.values<Dim>()](auto...) { return state; };
      break;
    case InitialKind::exact:
      fields.initial = fields.exact;
      fields.initial_formulas = compiled_formulas(c, *c.exact);
      break;
    case InitialKind::expressions:
      fields.initial = FieldExpressions<Dim>(c.names, c.initial.formulas);
      fields.initial_formulas = compiled_formulas(c, c.initial.formulas);
      break;
  }
  if (c.source.kind == SourceKind::expressions || (c.sponge.has_given_state() && c.source.kind == SourceKind::none)) {
    Parsed parsed(c, with_sponge<Dim>(c, c.source.formulas));
    const auto end = parsed.values.begin() + static_cast<std::ptrdiff_t>(c.source.formulas.size());
    fields.source = source_of<Dim>(c, parsed, {parsed.values.begin(), end});
  }
  if (c.sponge.has_given_state()) fields.sponge = FieldExpressions<Dim>(c.names, sponge_state<Dim>(c));
  if (c.sponge.wanted) fields.sponge_strength = compiled_formulas(c, {c.sponge.strength});
  for (const BoundaryCondition& b : c.solver.boundaries) {
    if (b.from_data) fields.boundaries[b.name] = boundary_data<Dim>(c, b.type, c.boundary_formulas.at(b.name));
    if (c.inflows.contains(b.name)) fields.inflows[b.name] = turbulent_inflow<Dim>(c, b.name);
  }
  return fields;
}

template <int Dim>
FormulasPointer raw_boundary_formulas(const Case& c, const std::string& boundary) {
  const auto found = c.boundary_formulas.find(boundary);
  if (found == c.boundary_formulas.end()) return nullptr;
  const FormulasOfBoundary parts(found->second, Dim);
  Parsed parsed(c, parts.formulas);
  parts.convert(parsed.values);
  return compiled_formulas(parsed.values);
}

template std::string place_text<2>(const std::array<double, 2>&);
template std::string place_text<3>(const std::array<double, 3>&);
template CaseFields<2> make_fields<2>(const Case&);
template CaseFields<3> make_fields<3>(const Case&);
template FormulasPointer raw_boundary_formulas<2>(const Case&, const std::string&);
template FormulasPointer raw_boundary_formulas<3>(const Case&, const std::string&);

}  // namespace dg::app
