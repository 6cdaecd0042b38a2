/// Which formula of a case gives what no gas can have, where and when.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/case/fields.hpp"
#include "apps/case/inflow.hpp"
#include "apps/case/parsed_formulas.hpp"
#include "libdg/backend/first_number.hpp"
#include "libdg/backend/parallel.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

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

template void check_boundary_formulas<2>(const Case&, const Mesh<2>&);
template void check_boundary_formulas<3>(const Case&, const Mesh<3>&);
template std::string bad_data_text<2>(const Case&, const std::string&, const BadData<2>&);
template std::string bad_data_text<3>(const Case&, const std::string&, const BadData<3>&);
template void check_state<2>(const GasField<2>&, const Mesh<2>&, const std::vector<std::string>&, const std::string&);
template void check_state<3>(const GasField<3>&, const Mesh<3>&, const std::vector<std::string>&, const std::string&);

}  // namespace dg::app
