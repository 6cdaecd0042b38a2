#include "apps/run/scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "apps/case/boundary_keys.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// Factors by which values may differ: those that ought to be equal, temperatures of one flow, and pressures of one.
constexpr double equal = 1.01, of_temperatures = 10.0, of_pressures = 1000.0;

struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -least;

  bool empty() const { return least > most; }
  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  void add(const Range& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
  /// Whether the value is within this factor of the range.
  bool holds(double value, double factor) const { return value >= least / factor && value <= most * factor; }
  bool meets(const Range& other, double factor) const {
    return other.most >= least / factor && other.least <= most * factor;
  }
  /// Whether it is one value but for rounding.
  bool is_one() const { return most - least <= 1e-3 * std::abs(most); }
  std::string text() const {
    return is_one() ? fmt::format("{:.6g}", most) : fmt::format("{:.6g} to {:.6g}", least, most);
  }
};

/// What a boundary says of the gas, at t = 0; empty where it says nothing.
struct BoundaryScales {
  Range dynamic_pressure, momentum, pressure, temperature;

  std::array<Range*, 4> all() { return {&dynamic_pressure, &momentum, &pressure, &temperature}; }
};

/// The values of a boundary in the order of BoundaryFormulas.
template <int Dim>
std::vector<double> constant_values(BoundaryCondition b) {
  std::vector<double> values;
  for (const BoundaryKey& key : boundary_keys(b))
    for (std::size_t d = 0; d < key.values.size() && d < Dim; ++d) values.push_back(*key.values[d]);
  return values;
}

/// Adds what a primitive state says.
template <int Dim>
void add_state(BoundaryScales& scales, std::span<const double> state, double gamma) {
  double speed = 0.0;
  for (int d = 0; d < Dim; ++d) speed = std::hypot(speed, state[1 + d]);
  scales.dynamic_pressure.add(0.5 * state[0] * speed * speed);
  scales.momentum.add(state[0] * speed);
  scales.pressure.add(state[Dim + 1]);
  scales.temperature.add(gamma * state[Dim + 1] / state[0]);
}

/// Adds what such values of a boundary say.
template <int Dim>
void add_values(BoundaryScales& scales, BoundaryCondition b, std::span<const double> values, double gamma) {
  if (takes_state(b.type)) return add_state<Dim>(scales, values, gamma);
  std::size_t at = 0;
  for (const BoundaryKey& key : boundary_keys(b)) {
    if (key.is_temperature()) scales.temperature.add(values[at]);
    if (key.is_pressure()) scales.pressure.add(values[at]);
    at += key.is_vector() ? Dim : 1;
  }
  for (const ConstantKey& key : constant_keys(b))  // a wall without one is adiabatic
    if (key.is_temperature() && *key.value > 0.0) scales.temperature.add(*key.value);
}

/// Visits the values that a boundary has at t = 0 at the nodes of its faces, once where they are the same at all; none
/// that vary in time, which may begin with rest.
template <int Dim, class Visit>
void for_each_values(const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh, const BoundaryCondition& b,
                     const Visit& visit) {
  const bool is_exact = b.type == BoundaryType::exact;
  const FormulasPointer formulas = is_exact ? fields.exact_state : raw_boundary_formulas<Dim>(c, b.name);
  if (!formulas) return visit(constant_values<Dim>(b));
  if (formulas->varies_in_time()) return;
  for (const Face& f : mesh.faces) {
    if (f.plus >= 0 || mesh.boundary_names[f.boundary] != b.name) continue;
    for_each_face_point(face_vertex_count(mesh.cell_shapes[f.minus], f.minus_face), mesh.geometry_order,
                        [&](int i, int j) {
                          const auto& x = mesh.nodes[face_node(mesh, f.minus, f.minus_face, i, j)];
                          if (is_exact) return visit(at(fields.exact, x, 0.0));
                          std::vector<double> values(formulas->size());
                          formulas->template evaluate<Dim>(std::span(&x, 1), 0.0, values.data());
                          visit(values);
                        });
  }
}

/// The ranges of all ranks.
void join(std::span<BoundaryScales> scales, Communicator& ranks) {
  std::vector<double> least, most;
  for (BoundaryScales& s : scales)
    for (const Range* range : s.all()) least.push_back(range->least), most.push_back(range->most);
  ranks.reduce(least, Reduction::least);
  ranks.reduce(most, Reduction::largest);
  auto from = least.begin(), to = most.begin();
  for (BoundaryScales& s : scales)
    for (Range* range : s.all()) *range = {*from++, *to++};
}

/// Of the boundaries [condition], then that of the initial state, whose temperatures include those of stagnation.
template <int Dim>
std::vector<BoundaryScales> scales_of(const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh,
                                      Communicator& ranks) {
  const double gamma = c.solver.gas.gamma;
  std::vector<BoundaryScales> all;
  for (const BoundaryCondition& b : c.solver.boundaries)
    for_each_values(c, fields, mesh, b, [&, &scales = all.emplace_back()](std::span<const double> values) {
      add_values<Dim>(scales, b, values, gamma);
    });
  BoundaryScales& initial = all.emplace_back();
  constexpr std::size_t enough = 4096;  // nodes tell the scales of a state
  const std::size_t step = std::max<std::size_t>(1, mesh.nodes.size() / enough);
  for (std::size_t i = 0; i < mesh.nodes.size(); i += step) {
    const auto state = at(fields.initial, mesh.nodes[i], 0.0);
    add_state<Dim>(initial, state, gamma);
    double square = 0.0;
    for (int d = 0; d < Dim; ++d) square += state[1 + d] * state[1 + d];
    initial.temperature.add(gamma * state[Dim + 1] / state[0] + 0.5 * (gamma - 1.0) * square);
  }
  join(all, ranks);
  return all;
}

/// What boundaries say together, and the first of those that say anything.
struct Together {
  Range range;
  std::string boundary;
};
Together together(const Case& c, std::span<const BoundaryScales> scales, Range BoundaryScales::*what) {
  Together all;
  for (std::size_t i = 0; i < c.solver.boundaries.size(); ++i) {
    const Range& range = scales[i].*what;
    if (range.empty()) continue;
    if (all.range.empty()) all.boundary = in_quotes(c.solver.boundaries[i].name);
    all.range.add(range);
  }
  return all;
}

void judge_coefficients(const Case& c, std::span<const BoundaryScales> scales, std::vector<std::string>& notes) {
  const ReferenceSection& reference = c.reference;
  const double q = 0.5 * reference.mach * reference.mach;
  const Together stream = together(c, scales, &BoundaryScales::dynamic_pressure);
  const bool streams = !stream.range.empty() && stream.range.most > 0.0;
  if (streams && !stream.range.holds(q, equal))
    notes.push_back(fmt::format(
        "{}: coefficients are scaled by mach^2 / 2 = {:.6g}, but rho |u|^2 / 2 is {} on boundary {}{}",
        reference.where_mach, q, stream.range.text(), stream.boundary,
        stream.range.is_one() ? fmt::format("; multiply them by {:.6g} to scale by that", q / stream.range.most) : ""));
  const Together pressure = together(c, scales, &BoundaryScales::pressure);
  const double p = reference.force.pressure;
  if (reference.gives_pressure || pressure.range.empty() || pressure.range.holds(p, streams ? equal : 2.0)) return;
  notes.push_back(
      fmt::format("{}: forces and cp are those of the pressure above {:.6g}, but boundary {} has {}; set 'pressure' in "
                  "[reference] to the pressure of the free stream",
                  reference.where_mach, p, pressure.boundary, pressure.range.text()));
}

void judge_viscosity(const Case& c, std::span<const BoundaryScales> scales, std::vector<std::string>& notes) {
  const ReferenceSection& reference = c.reference;
  const GasOptions& gas = c.solver.gas;
  if (!gas.viscous) return;
  const Together stream = together(c, scales, &BoundaryScales::momentum);
  const double momentum = stream.range.most;
  if (reference.reynolds > 0.0 && momentum > 0.0 && !stream.range.holds(reference.mach, equal))
    notes.push_back(fmt::format(
        "{}: 'reynolds = {:.6g}' gives mu = {:.6g} by density 1 and speed {:.6g}, but rho |u| is {} on boundary {}, "
        "where the Reynolds number is {:.6g}",
        reference.where_reynolds, reference.reynolds, gas.viscosity, reference.mach, stream.range.text(),
        stream.boundary, momentum * reference.length / gas.viscosity));
  const Range& initial = scales.back().temperature;
  if (gas.law == ViscosityLaw::sutherland && !initial.holds(1.0, of_temperatures))
    notes.push_back(
        fmt::format("{}: 'viscosity = sutherland' has its viscosity at T = gamma p / rho = 1, but T is {} at t = 0",
                    c.path, initial.text()));
}

void judge_units(const Case& c, std::span<const BoundaryScales> scales, std::vector<std::string>& notes) {
  const BoundaryScales& initial = scales.back();
  for (std::size_t i = 0; i < c.solver.boundaries.size(); ++i) {
    const auto judge = [&, i](Range BoundaryScales::*what, double factor, const char* name) {
      const Range& here = scales[i].*what;
      if (here.empty() || (initial.*what).meets(here, factor)) return;
      const std::string& boundary = c.solver.boundaries[i].name;
      notes.push_back(
          fmt::format("{}: boundary {} has the {} {}, but the initial state has {}; are both in the same units?",
                      c.where_boundary.at(boundary), in_quotes(boundary), name, here.text(), (initial.*what).text()));
    };
    judge(&BoundaryScales::temperature, of_temperatures, "temperature (gamma p / rho)");
    judge(&BoundaryScales::pressure, of_pressures, "pressure");
  }
}

}  // namespace

void require_scales(const Case& c) {
  const ReferenceSection& reference = c.reference;
  const double pressure = 0.5 * reference.mach * reference.mach;
  bool can_scale = true;
  for (const double size : {1.0, reference.length, reference.length * reference.length, reference.area})
    can_scale = can_scale && std::isnormal(pressure * size) && std::isnormal(1.0 / (pressure * size));
  if (can_scale) return;
  const auto refuse = [&](const std::string& where, const std::string& key) {
    if (reference.mach <= 0.0)
      throw InputError(where + ": '" + key + "' needs a 'mach' above 0 in [reference] to scale with");
    throw InputError(
        fmt::format("{}: coefficients of '{}' would overflow with the 'mach' {:g}, 'length' {:g} and 'area' {:g} of "
                    "[reference]",
                    where, key, reference.mach, reference.length, reference.area));
  };
  if (!c.output.forces.empty()) refuse(c.output.where_forces, "forces");
  if (!c.output.surface.empty()) refuse(c.output.where_surface, "surface");
}

template <int Dim>
std::vector<std::string> doubtful_scales(const Case& c, const CaseFields<Dim>& fields, const Mesh<Dim>& mesh,
                                         Communicator& ranks) {
  const std::vector<BoundaryScales> scales = scales_of(c, fields, mesh, ranks);
  std::vector<std::string> notes;
  if (!c.output.forces.empty() || !c.output.surface.empty()) judge_coefficients(c, scales, notes);
  judge_viscosity(c, scales, notes);
  judge_units(c, scales, notes);
  return notes;
}

template std::vector<std::string> doubtful_scales<2>(const Case&, const CaseFields<2>&, const Mesh<2>&, Communicator&);
template std::vector<std::string> doubtful_scales<3>(const Case&, const CaseFields<3>&, const Mesh<3>&, Communicator&);

}  // namespace dg::app
