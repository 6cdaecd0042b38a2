#include "apps/case/fields.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>

#include "apps/case/manufactured_source.hpp"
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

std::vector<Formula> list_of(const std::array<Formula, 4>& formulas) { return {formulas.begin(), formulas.end()}; }

FormulasPointer compiled(const Case& c, const std::array<Formula, 4>& formulas) {
  return compiled(Parsed(c, list_of(formulas)).values);
}

std::vector<Formula> formulas_of(const BoundaryFormulas& boundary) {
  std::vector<Formula> formulas;
  for (const BoundaryFormulas::Value& value : boundary.values) formulas.push_back(value.formula);
  return formulas;
}

/// The data of a boundary from its formulas: n_var numbers, see at_point().
FormulasPointer boundary_data(const Case& c, BoundaryType type, const BoundaryFormulas& boundary) {
  constexpr std::size_t n_var = 4;
  Parsed parsed(c, formulas_of(boundary));
  std::vector<Expression>& values = parsed.values;
  if (type == BoundaryType::farfield || type == BoundaryType::supersonic_in)
    values = conservative_state(values, c.solver.gas);
  if (type == BoundaryType::inflow_total) {
    const Expression length = square_root(values[2] * values[2] + values[3] * values[3]);
    values[2] = values[2] / length;
    values[3] = values[3] / length;
  }
  while (values.size() < n_var) values.push_back(values.front().number(1.0));
  return compiled(values);
}

/// Throws InputError for a value that a boundary cannot have.
void require_boundary_values(const BoundaryFormulas& boundary, const std::string& name,
                             const std::vector<double>& values, const std::array<double, 2>& x) {
  double direction = 1.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const BoundaryFormulas::Value& what = boundary.values[i];
    if (what.key == "direction") direction = std::hypot(values[values.size() - 2], values.back());
    if (std::isfinite(values[i]) && direction > 0.0 && (values[i] > 0.0 || !what.positive)) continue;
    throw InputError(fmt::format("{}: '{}' of boundary {} is {:.6g} at x = {:.6g}, y = {:.6g}, t = 0; it must be {}",
                                 what.formula.where, what.key, in_quotes(name), values[i], x[0], x[1],
                                 direction == 0.0 ? "a direction, not 0, 0"
                                 : what.positive  ? "positive"
                                                  : "finite"));
  }
}

/// The first component that no gas can have: rho and p must be positive, all must be finite. -1 if there is none.
int bad_component(const std::array<double, 4>& primitive) {
  for (int i = 0; i < 4; ++i) {
    const bool must_be_positive = i == 0 || i == 3;
    if (!std::isfinite(primitive[i]) || (must_be_positive && primitive[i] <= 0.0)) return i;
  }
  return -1;
}

}  // namespace

CaseFields make_fields(const Case& c) {
  CaseFields fields;
  if (c.exact) {
    Parsed exact(c, list_of(*c.exact));
    fields.exact = FieldExpressions(c.names, *c.exact);
    fields.exact_state = compiled(conservative_state(exact.values, c.solver.gas));
    if (c.source.kind == SourceKind::from_exact)
      fields.source = compiled(manufactured_source(exact.values, c.solver.gas));
  }
  switch (c.initial.kind) {
    case InitialKind::freestream:
      fields.initial = [state = c.reference.freestream](double, double, double) { return state; };
      break;
    case InitialKind::exact:
      fields.initial = fields.exact;
      break;
    case InitialKind::expressions:
      fields.initial = FieldExpressions(c.names, c.initial.formulas);
      break;
  }
  if (c.source.kind == SourceKind::expressions) fields.source = compiled(c, c.source.formulas);
  for (const BoundaryCondition& b : c.solver.boundaries) {
    if (b.from_data) fields.boundaries[b.name] = boundary_data(c, b.type, c.boundary_formulas.at(b.name));
  }
  return fields;
}

void check_boundary_formulas(const Case& c, const Mesh2& mesh) {
  std::map<std::string, Formulas> formulas;
  for (const auto& [name, boundary] : c.boundary_formulas) {
    const FormulaGraph parsed(c.names, formulas_of(boundary));
    formulas.emplace(name, Formulas(parsed.graph, parsed.values));
  }
  for (const Face& f : mesh.faces) {
    if (f.plus >= 0) continue;
    const auto here = formulas.find(mesh.boundary_names[f.boundary]);
    if (here == formulas.end()) continue;
    const BoundaryFormulas& boundary = c.boundary_formulas.at(here->first);
    for (int k = 0; k <= mesh.geometry_order; ++k) {
      const auto& x = mesh.nodes[face_node(mesh, f.minus, f.minus_face, k)];
      std::vector<double> values(boundary.values.size());
      here->second.evaluate<2>(std::span(&x, 1), 0.0, values.data());
      require_boundary_values(boundary, here->first, values, x);
    }
  }
}

void check_state(const FieldFunction& primitive, const Mesh2& mesh, const std::array<std::string, 4>& where,
                 const std::string& what) {
  std::atomic<Index> first = mesh.node_count();
  parallel_for(mesh.node_count(), [&](std::ptrdiff_t i) {
    const Index node = static_cast<Index>(i);
    if (bad_component(primitive(mesh.nodes[node][0], mesh.nodes[node][1], 0.0)) < 0) return;
    for (Index known = first; node < known && !first.compare_exchange_weak(known, node);) {
    }
  });
  if (first == mesh.node_count()) return;
  const auto [x, y] = mesh.nodes[first];
  const std::array<double, 4> state = primitive(x, y, 0.0);
  throw InputError(fmt::format(
      "{}: {} is no state of a gas at x = {:.6g}, y = {:.6g}: rho = {:.6g}, u = {:.6g}, v = {:.6g}, p = {:.6g} "
      "(rho and p must be positive)",
      where[bad_component(state)], what, x, y, state[0], state[1], state[2], state[3]));
}

}  // namespace dg::app
