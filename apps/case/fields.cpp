#include "apps/case/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/case/inflow.hpp"
#include "apps/case/manufactured_source.hpp"
#include "libdg/backend/first_number.hpp"
#include "libdg/backend/parallel.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

FormulasPointer compiled(const std::vector<Expression>& values) {
  std::vector<NodeId> nodes;
  for (const Expression& value : values) nodes.push_back(value.node);
  return std::make_shared<const Formulas>(*values.front().graph, nodes);
}

/// Formulas of a case as expressions of a graph that must outlive them.
struct Parsed {
  Parsed(const Case& c, const std::vector<Formula>& formulas) : graph(c.names, formulas) {
    for (std::size_t i = 0; i < formulas.size(); ++i) values.push_back(graph[i]);
  }
  FormulaGraph graph;
  std::vector<Expression> values;
};

FormulasPointer compiled(const Case& c, const std::vector<Formula>& formulas) {
  return compiled(Parsed(c, formulas).values);
}

/// The formulas of a boundary in so many dimensions, in the units that the user gives them, and what each is of.
struct FormulasOfBoundary {
  FormulasOfBoundary(const BoundaryFormulas& boundary, int dim) {
    for (const BoundaryFormulas::Value& value : boundary.values) {
      const std::size_t count = std::min(value.components.size(), static_cast<std::size_t>(dim));
      formulas.insert(formulas.end(), value.components.begin(), value.components.begin() + count);
      values.insert(values.end(), count, &value);
    }
  }
  /// Turns what these formulas give into units of the case.
  void convert(std::vector<Expression>& expressions) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]->unit != 1.0) expressions[i] = values[i]->unit * expressions[i];
  }
  std::vector<Formula> formulas;
  std::vector<const BoundaryFormulas::Value*> values;
};

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
  if (type == BoundaryType::farfield || type == BoundaryType::supersonic_in)
    values = conservative_state(values, c.solver.gas);
  if (type == BoundaryType::inflow_total) {
    constexpr std::size_t first = 2;
    Expression square = values[first] * values[first];
    for (std::size_t d = 1; d < Dim; ++d) square = square + values[first + d] * values[first + d];
    const Expression length = square_root(square);
    for (std::size_t d = 0; d < Dim; ++d) values[first + d] = values[first + d] / length;
  }
  while (values.size() < n_var) values.push_back(values.front().number(1.0));
  values.insert(values.end(), guards.begin(), guards.end());
  return compiled(values);
}

/// The conservative state of the exact solution, guarded by its density and pressure.
FormulasPointer exact_data(const std::vector<Expression>& primitive, const GasOptions& gas) {
  std::vector<Expression> values = conservative_state(primitive, gas);
  values.insert(values.end(), {primitive.front(), primitive.back()});
  return compiled(values);
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

/// Formulas, and behind them what [sponge] adds to them: its strength and its state.
template <int Dim>
std::vector<Formula> with_sponge(const Case& c, std::vector<Formula> formulas) {
  if (!c.sponge.wanted) return formulas;
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
  if (!c.sponge.wanted) return compiled(source);
  ExpressionGraph& graph = parsed.graph.graph;
  source.resize(Dim + 2, Expression{&graph, graph.number(0.0)});
  add_sponge<Dim>(c, parsed, source);
  return compiled(source);
}

/// What is said of a value that cannot be.
template <std::size_t Dim>
std::string fault_text(const Formula& formula, const std::string& what, double value, const std::array<double, Dim>& x,
                       double t, const char* wanted) {
  const std::string number = std::isnan(value) ? "not a number" : fmt::format("{:.6g}", value);
  return fmt::format("{}: {} is {} at {}, t = {:.6g}; it must be {}", formula.where, what, number, place_text(x), t,
                     wanted);
}

/// Says which value a boundary cannot have, if there is one.
template <std::size_t Dim>
std::optional<std::string> fault_of_boundary(const FormulasOfBoundary& boundary, const std::string& name,
                                             const std::vector<double>& values, const std::array<double, Dim>& x,
                                             double t) {
  double direction = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (boundary.values[i]->key == "direction") direction = std::hypot(direction, values[i]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const BoundaryFormulas::Value& what = *boundary.values[i];
    const bool no_direction = what.key == "direction" && direction == 0.0;
    if (std::isfinite(values[i]) && !no_direction && (values[i] > 0.0 || !what.positive)) continue;
    return fault_text(boundary.formulas[i], "'" + what.key + "' of boundary " + in_quotes(name), values[i], x, t,
                      no_direction    ? "a direction, not 0, 0"
                      : what.positive ? "positive"
                                      : "finite");
  }
  return std::nullopt;
}

/// The values of formulas at one point.
template <std::size_t Dim>
std::vector<double> values_at(const Case& c, const std::vector<Formula>& formulas, const std::array<double, Dim>& x,
                              double t) {
  std::vector<double> values(formulas.size());
  if (formulas.empty()) return values;
  compiled(c, formulas)->template evaluate<Dim>(std::span(&x, 1), t, values.data());
  return values;
}

/// The first component that no gas can have: rho and p must be positive, all must be finite. -1 if there is none.
template <std::size_t N>
int bad_component(const std::array<double, N>& primitive) {
  for (std::size_t i = 0; i < N; ++i) {
    const bool must_be_positive = i == 0 || i + 1 == N;
    if (!std::isfinite(primitive[i]) || (must_be_positive && primitive[i] <= 0.0)) return static_cast<int>(i);
  }
  return -1;
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
      fields.initial_formulas = compiled(c, *c.exact);
      break;
    case InitialKind::expressions:
      fields.initial = FieldExpressions<Dim>(c.names, c.initial.formulas);
      fields.initial_formulas = compiled(c, c.initial.formulas);
      break;
  }
  if (c.source.kind == SourceKind::expressions || (c.sponge.wanted && c.source.kind == SourceKind::none)) {
    Parsed parsed(c, with_sponge<Dim>(c, c.source.formulas));
    const auto end = parsed.values.begin() + static_cast<std::ptrdiff_t>(c.source.formulas.size());
    fields.source = source_of<Dim>(c, parsed, {parsed.values.begin(), end});
  }
  if (c.sponge.wanted) {
    fields.sponge = FieldExpressions<Dim>(c.names, sponge_state<Dim>(c));
    fields.sponge_strength = compiled(c, {c.sponge.strength});
  }
  for (const BoundaryCondition& b : c.solver.boundaries) {
    if (b.from_data) fields.boundaries[b.name] = boundary_data<Dim>(c, b.type, c.boundary_formulas.at(b.name));
    if (c.inflows.contains(b.name)) fields.inflows[b.name] = turbulent_inflow<Dim>(c, b.name);
  }
  return fields;
}

template <int Dim>
void check_boundary_formulas(const Case& c, const Mesh<Dim>& mesh) {
  struct Checked {
    FormulasOfBoundary parts;
    Formulas formulas;
  };
  std::map<std::string, Checked> checked;
  for (const auto& [name, boundary] : c.boundary_formulas) {
    FormulasOfBoundary parts(boundary, Dim);
    const FormulaGraph parsed(c.names, parts.formulas);
    checked.emplace(name, Checked{std::move(parts), Formulas(parsed.graph, parsed.values)});
  }
  for (const Face& f : mesh.faces) {
    if (f.plus >= 0) continue;
    const auto here = checked.find(mesh.boundary_names[f.boundary]);
    if (here == checked.end()) continue;
    const auto& parts = here->second.parts;
    const auto& formulas = here->second.formulas;
    for_each_face_point(face_vertex_count(mesh.cell_shapes[f.minus], f.minus_face), mesh.geometry_order,
                        [&](int i, int j) {
                          const auto& x = mesh.nodes[face_node(mesh, f.minus, f.minus_face, i, j)];
                          std::vector<double> values(parts.values.size());
                          formulas.template evaluate<Dim>(std::span(&x, 1), 0.0, values.data());
                          if (const auto fault = fault_of_boundary(parts, here->first, values, x, 0.0))
                            throw InputError(*fault);
                        });
  }
}

template <int Dim>
FormulasPointer raw_boundary_formulas(const Case& c, const std::string& boundary) {
  const auto found = c.boundary_formulas.find(boundary);
  if (found == c.boundary_formulas.end()) return nullptr;
  const FormulasOfBoundary parts(found->second, Dim);
  Parsed parsed(c, parts.formulas);
  parts.convert(parsed.values);
  return compiled(parsed.values);
}

template <int Dim>
std::string bad_data_text(const Case& c, const std::string& boundary, const BadData<Dim>& bad) {
  const auto& x = bad.x;
  const double t = bad.t;
  if (bad.boundary == bad.source) {
    const std::vector<double> values = values_at(c, c.source.formulas, x, t);
    const std::vector<const char*> names = field_names<Dim>();
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i]))
        return fault_text(c.source.formulas[i], fmt::format("'{}' in [source]", names[i]), values[i], x, t, "finite");
    return fmt::format("{}: the source of [exact] is not finite at {}, t = {:.6g}", c.path, place_text(x), t);
  }
  if (c.inflows.contains(boundary))
    if (const auto fault = inflow_fault<Dim>(c, boundary, x)) return *fault;
  if (const auto found = c.boundary_formulas.find(boundary); found != c.boundary_formulas.end()) {
    const FormulasOfBoundary parts(found->second, Dim);
    if (const auto fault = fault_of_boundary(parts, boundary, values_at(c, parts.formulas, x, t), x, t)) return *fault;
  } else if (c.exact) {
    std::array<double, Dim + 2> values;
    std::ranges::copy(values_at(c, *c.exact, x, t), values.begin());
    if (const int i = bad_component(values); i >= 0)
      return fault_text((*c.exact)[i], "[exact] on boundary " + in_quotes(boundary), values[i], x, t,
                        i == 0 || i == Dim + 1 ? "positive" : "finite");
  }
  return fmt::format("{}: the data of boundary {} overflow at {}, t = {:.6g}", c.where_boundary.at(boundary),
                     in_quotes(boundary), place_text(x), t);
}

template <int Dim>
void check_state(const std::type_identity_t<GasField<Dim>>& primitive, const Mesh<Dim>& mesh,
                 const std::vector<std::string>& where, const std::string& what) {
  FirstNumber first;
  parallel_for(mesh.node_count(), [&](std::ptrdiff_t i) {
    const Index node = static_cast<Index>(i);
    if (bad_component(at(primitive, mesh.nodes[node], 0.0)) >= 0) first.note(node);
  });
  if (!first) return;
  const auto& place = mesh.nodes[*first];
  const auto state = at(primitive, place, 0.0);
  std::string velocity;
  for (int d = 0; d < Dim; ++d) velocity += fmt::format(", {} = {:.6g}", velocity_names[d], state[1 + d]);
  throw InputError(
      fmt::format("{}: {} is not a physical state at {}: rho = {:.6g}{}, p = {:.6g} (rho and p must be positive)",
                  where[bad_component(state)], what, place_text(place), state[0], velocity, state[Dim + 1]));
}

template std::string place_text<2>(const std::array<double, 2>&);
template std::string place_text<3>(const std::array<double, 3>&);
template CaseFields<2> make_fields<2>(const Case&);
template CaseFields<3> make_fields<3>(const Case&);
template void check_boundary_formulas<2>(const Case&, const Mesh<2>&);
template void check_boundary_formulas<3>(const Case&, const Mesh<3>&);
template FormulasPointer raw_boundary_formulas<2>(const Case&, const std::string&);
template FormulasPointer raw_boundary_formulas<3>(const Case&, const std::string&);
template std::string bad_data_text<2>(const Case&, const std::string&, const BadData<2>&);
template std::string bad_data_text<3>(const Case&, const std::string&, const BadData<3>&);
template void check_state<2>(const GasField<2>&, const Mesh<2>&, const std::vector<std::string>&, const std::string&);
template void check_state<3>(const GasField<3>&, const Mesh<3>&, const std::vector<std::string>&, const std::string&);

}  // namespace dg::app
