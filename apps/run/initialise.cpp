#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "apps/ranks.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/scales.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/solver/bad_data.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

std::vector<std::string> places_of(const std::vector<Formula>& formulas) {
  std::vector<std::string> places;
  for (const Formula& formula : formulas) places.push_back(formula.where);
  return places;
}

std::vector<std::string> places_of_initial_state(const Case& c, int variables) {
  if (c.initial.kind == InitialKind::expressions) return places_of(c.initial.formulas);
  return std::vector<std::string>(static_cast<std::size_t>(variables), c.initial.where);
}

std::vector<std::string> places_of_sponge(const Case& c, int variables) {
  if (!c.sponge.formulas.empty()) return places_of(c.sponge.formulas);
  return std::vector<std::string>(static_cast<std::size_t>(variables), c.sponge.where);
}

template <int Dim>
void require_products_of_source(const Case& c, const CaseFields<Dim>& fields) {
  if (!fields.source || !fields.source->uses_state() || c.solver.products != JacobianProducts::exact) return;
  throw InputError((c.sponge.wanted ? c.sponge.where : c.source.formulas.front().where) +
                   ": 'products = exact' does not include a source that depends on the state; use 'products = "
                   "differences'");
}

/// The largest strength of [sponge] at the nodes, of all ranks; throws InputError for one that is none.
template <int Dim>
double largest_strength(const Case& c, const Formulas& strength, const Mesh<Dim>& mesh) {
  double largest = 0.0;
  for (const auto& x : mesh.nodes) {
    double value;
    strength.evaluate<Dim>(std::span(&x, 1), 0.0, &value);
    if (!std::isfinite(value) || value < 0.0)
      throw InputError(fmt::format("{}: 'strength' in [sponge] is {:.6g} at {}; it must not be negative",
                                   c.sponge.strength.where, value, place_text(x)));
    largest = std::max(largest, value);
  }
  all_ranks().reduce(std::span(&largest, 1), Reduction::largest);
  return largest;
}

/// The strength may be negative where there is no node.
template <int Dim>
void set_sponge_to_mean(SolverOf<Dim>& solver, const Case& c, const Formulas& strength) {
  try {
    solver.set_sponge_to_mean(strength, *c.sponge.averaging_time);
  } catch (const InputError& error) {
    throw InputError(c.sponge.strength.where + ": " + error.what());
  }
}

/// Data of boundaries and source, which may vary in time.
template <int Dim>
void set_data(SolverOf<Dim>& solver, const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh) {
  check_boundary_formulas(c, mesh);
  require_products_of_source(c, fields);
  if (c.sponge.has_given_state())
    check_state(fields.sponge, mesh, places_of_sponge(c, Dim + 2), "the state of [sponge] at t = 0");
  if (c.sponge.wanted) solver.set_source_rate(largest_strength(c, *fields.sponge_strength, mesh));
  try {
    set_boundary_data(solver, c, fields);
    if (c.forcing.wanted) solver.set_forcing({c.forcing.direction, c.forcing.mass_flow, c.forcing.force});
    if (fields.source) solver.set_source(fields.source);
    if (c.sponge.averaging_time) set_sponge_to_mean(solver, c, *fields.sponge_strength);
  } catch (const BadDataError<Dim>& error) {
    throw InputError(text_of(c, mesh, error));
  }
}

}  // namespace

template <int Dim>
std::string text_of(const Case& c, const Mesh<Dim>& mesh, const BadDataError<Dim>& error) {
  const int boundary = error.bad.boundary;
  return bad_data_text(c, boundary < 0 ? "" : mesh.boundary_names[boundary], error.bad);
}

template <int Dim>
void set_boundary_data(SolverOf<Dim>& solver, const Case& c, const CaseFields<Dim>& fields) {
  for (const BoundaryCondition& b : c.solver.boundaries) {
    if (b.type == BoundaryType::exact) solver.set_boundary_data(b.name, fields.exact_state);
    if (b.from_data) solver.set_boundary_data(b.name, fields.boundaries.at(b.name));
    const auto inflow = fields.inflows.find(b.name);
    if (inflow == fields.inflows.end()) continue;
    try {
      solver.set_turbulent_inflow(b.name, inflow->second);
    } catch (const InputError& error) {
      throw InputError(c.inflows.at(b.name).where + ": " + error.what());
    }
  }
}

template <int Dim>
void initialise(SolverOf<Dim>& solver, const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh) {
  const std::string name = c.initial.kind == InitialKind::freestream ? "the free stream" : "the initial state";
  check_state(fields.initial, mesh, places_of_initial_state(c, Dim + 2), name);
  if (fields.exact) {
    check_state(fields.exact, mesh, places_of(*c.exact), "the exact solution at t = 0");
  }
  solver.set_time(0.0);
  set_data(solver, c, fields, mesh);
  if (only_compiles()) return;  // no kernel has run that would turn a state into the basis of the stages
  if (fields.initial_formulas)
    solver.set_state(fields.initial_formulas);
  else
    solver.set_state(fields.initial);
  const GasBadCell<Dim> bad = solver.find_bad_cell();
  if (bad.cell < 0) return;
  throw InputError(fmt::format(
      "{}: {} is physical, but its projection onto polynomials is not: {} at {} in "
      "cell {}, the first of {}. Polynomials undershoot at a discontinuity: spread it over a few cells (with tanh), "
      "let "
      "cell sides follow it, refine the mesh there, or use degree 0",
      c.initial.where, name, state_text(bad.state, c.solver.gas.gamma), place_text(bad.point), bad.cell, bad.count));
}

template std::string text_of<2>(const Case&, const Mesh<2>&, const BadDataError<2>&);
template std::string text_of<3>(const Case&, const Mesh<3>&, const BadDataError<3>&);
template void set_boundary_data<2>(SolverOf<2>&, const Case&, const CaseFields<2>&);
template void set_boundary_data<3>(SolverOf<3>&, const Case&, const CaseFields<3>&);
template void initialise<2>(SolverOf<2>&, const Case&, const CaseFields<2>&, const Mesh<2>&);
template void initialise<3>(SolverOf<3>&, const Case&, const CaseFields<3>&, const Mesh<3>&);

}  // namespace dg::app
