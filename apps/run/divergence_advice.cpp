#include "apps/run/divergence_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <vector>

#include "apps/case/built_variants.hpp"
#include "apps/run/encoded_name.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"

namespace dg::app {
namespace {

using Vector = std::array<double, 2>;

/// States that are positive at all quadrature points leave positive averages after steps that are small enough: Zhang,
/// Xia, Shu, J. Sci. Comput. 50 (2012) 29.
constexpr double safe_for_averages = 0.1;

template <int Dim>
bool is_wall(const ProblemOf<Dim>& problem, const std::string& name) {
  const auto& all = problem.c.solver.boundaries;
  const auto it = std::find_if(all.begin(), all.end(), [&](const BoundaryCondition& b) { return b.name == name; });
  return it != all.end() && is_wall(it->type);
}

/// Cells that share a face with a cell, and the boundaries that the cell or one of them lies at.
struct Surroundings {
  std::vector<Index> neighbours;
  std::vector<int> boundaries;
};

template <int Dim>
Surroundings surroundings_of(const Mesh<Dim>& mesh, Index cell) {
  Surroundings found;
  for (const Face& face : mesh.faces) {
    if (face.plus < 0 || (face.minus != cell && face.plus != cell)) continue;
    found.neighbours.push_back(face.minus == cell ? face.plus : face.minus);
  }
  const auto is_near = [&](Index c) {
    return c == cell || std::find(found.neighbours.begin(), found.neighbours.end(), c) != found.neighbours.end();
  };
  for (const Face& face : mesh.faces) {
    if (face.boundary >= 0 && is_near(face.minus)) found.boundaries.push_back(face.boundary);
  }
  return found;
}

void advise_step(const SolverOptions& options, double step_limit, std::vector<std::string>& advice) {
  if (options.fixed_dt > 0.0 && step_limit > 0.0 && options.fixed_dt > step_limit) {
    advice.push_back(fmt::format("a smaller time step (dt = {:.3g} is above the limit of stability, {:.3g})",
                                 options.fixed_dt, step_limit));
  }
  if (options.fixed_dt == 0.0 && options.cfl > 1.0) {
    advice.push_back(fmt::format("cfl = 0.5 (cfl = {:.3g} is above the limit of stability, 1)", options.cfl));
  } else if (options.fixed_dt == 0.0 && options.cfl > largest_safe_cfl) {
    advice.push_back(fmt::format("cfl = 0.9 or 0.5 (cfl = {:.3g} leaves no margin to the limit of linear stability, 1)",
                                 options.cfl));
  } else if (options.fixed_dt == 0.0 && options.cfl > 0.5) {
    advice.push_back("cfl = 0.5");
  } else if (options.fixed_dt == 0.0 && !options.newton && options.keeps_positive() &&
             options.cfl > safe_for_averages) {
    advice.push_back(fmt::format("cfl = {:.3g} (averages stay positive for certain in small steps only)",
                                 std::max(options.cfl / 4.0, safe_for_averages)));
  }
}

/// In strong expansions, as behind a body that a supersonic stream meets all at once, the linearised states have no
/// positive density and pressure.
void advise_flux(const SolverOptions& options, std::vector<std::string>& advice) {
  if (options.riemann == Riemann::roe || options.riemann == Riemann::roe_low_mach)
    advice.push_back("riemann = hllc or llf (Roe's linearisation fails in strong expansions)");
}

void advise_degree(const Case& c, int dim, std::vector<std::string>& advice) {
  std::vector<std::string> lower;
  for (const std::string& degree : built_degrees(dim)) {
    if (std::stoi(degree) < c.solver.degree) lower.push_back(degree);
  }
  if (c.time.steady && c.time.sequence.empty() && !lower.empty()) {
    advice.push_back(
        fmt::format("an initial state found by lower degrees ('sequence = {}' in [time])", fmt::join(lower, ", ")));
  }
}

/// A wall of straight faces, to which a high degree sees corners.
void advise_order(const Problem& problem, const Surroundings& near, std::vector<std::string>& advice) {
  const Mesh2& mesh = problem.whole_mesh();
  constexpr double notable_bend = 1.0;
  for (const int boundary : near.boundaries) {
    if (mesh.geometry_order > 1 || problem.c.solver.degree < 1 || !is_wall(problem, mesh.boundary_names[boundary])) {
      continue;
    }
    const double bend = largest_bend(mesh, boundary);
    if (bend < notable_bend) continue;
    advice.push_back(
        fmt::format("a mesh of order 2 or more (faces of '{}', near that cell, are straight and bend by up to {:.0f} "
                    "degrees: to a high degree each is a corner)",
                    printable_name(mesh.boundary_names[boundary]), bend));
    break;
  }
}

/// Gas that enters faster than any moves inside: steps follow from the states inside.
void advise_start(const SolverOptions& options, long step, const Surroundings& near, std::vector<std::string>& advice) {
  constexpr long first_steps = 3;
  if (step > first_steps || near.boundaries.empty() || options.fixed_dt > 0.0 || options.solves_systems()) return;
  advice.push_back(
      "a start with the state of the boundary in the cells beside it (the first step follows from the "
      "states inside)");
}

/// Where gas leaves slower than sound, or enters, the state inside does not say what is outside.
template <int Dim>
void advise_outflow(const ProblemOf<Dim>& problem, const Surroundings& near, std::vector<std::string>& advice) {
  for (const int boundary : near.boundaries) {
    const std::string& name = problem.whole_mesh().boundary_names[boundary];
    const auto& all = problem.c.solver.boundaries;
    const auto it = std::ranges::find(all, name, &BoundaryCondition::name);
    if (it == all.end() || it->type != BoundaryType::supersonic_out) continue;
    advice.push_back(
        fmt::format("'farfield' with the state outside in place of 'supersonic-out' on '{}', if gas there "
                    "enters or is slower than sound",
                    printable_name(name)));
    break;
  }
}

template <int Dim>
void advise_mesh(const ProblemOf<Dim>& problem, Index cell, const Surroundings& near,
                 std::vector<std::string>& advice) {
  const Mesh<Dim>& mesh = problem.whole_mesh();
  constexpr double notable_ratio = Dim == 2 ? 4.0 : 8.0;
  if constexpr (Dim == 2) advise_order(problem, near, advice);
  double ratio = 1.0;
  const double volume = cell_volume(mesh, cell);
  for (const Index other : near.neighbours) {
    const double of_other = cell_volume(mesh, other);
    ratio = std::max({ratio, volume / of_other, of_other / volume});
  }
  if (ratio > notable_ratio) {
    advice.push_back(
        fmt::format("cells that change more slowly in size (its neighbours differ by a factor of {:.0f})", ratio));
  }
}

}  // namespace

double largest_bend(const Mesh2& mesh, int boundary) {
  constexpr double corner = 45.0;
  std::map<Index, Vector> arriving, leaving;
  for (const Face& face : mesh.faces) {
    if (face.boundary != boundary) continue;
    const Index a = face_node(mesh, face.minus, face.minus_face, 0);
    const Index b = face_node(mesh, face.minus, face.minus_face, mesh.geometry_order);
    const Vector along{mesh.nodes[b][0] - mesh.nodes[a][0], mesh.nodes[b][1] - mesh.nodes[a][1]};
    leaving[a] = along;
    arriving[b] = along;
  }
  double largest = 0.0;
  for (const auto& [node, before] : arriving) {
    const auto next = leaving.find(node);
    if (next == leaving.end()) continue;
    const Vector& after = next->second;
    const double sine = before[0] * after[1] - before[1] * after[0];
    const double cosine = before[0] * after[0] + before[1] * after[1];
    const double angle = std::abs(std::atan2(sine, cosine)) * 180.0 / std::numbers::pi;
    if (angle < corner) largest = std::max(largest, angle);
  }
  return largest;
}

template <int Dim>
Index fastest_cell(const ProblemOf<Dim>& problem) {
  const std::vector<double> coefficients = problem.solver->coefficients();
  const double gamma = problem.c.solver.gas.gamma;
  double largest = -1.0;
  Index fastest = 0;
  std::size_t begin = 0;
  for (Index cell = 0; cell < problem.whole_mesh().cell_count(); ++cell) {
    const auto modes = static_cast<std::size_t>(problem.solver->mode_count(cell));
    const auto mean = [&](int variable) { return coefficients[begin + static_cast<std::size_t>(variable) * modes]; };
    double speed = 0.0;
    for (int d = 0; d < Dim; ++d) speed = std::hypot(speed, mean(1 + d) / mean(0));
    const double internal = mean(Dim + 1) / mean(0) - 0.5 * speed * speed;
    speed += std::sqrt(std::max(0.0, gamma * (gamma - 1.0) * internal));
    if (speed > largest || std::isnan(speed)) {
      largest = std::isnan(speed) ? std::numeric_limits<double>::infinity() : speed;
      fastest = cell;
    }
    begin += (Dim + 2) * modes;
  }
  return fastest;
}

template Index fastest_cell<2>(const ProblemOf<2>&);
template Index fastest_cell<3>(const ProblemOf<3>&);

template <int Dim>
std::string divergence_advice(const ProblemOf<Dim>& problem, Index cell, double step_limit, long step) {
  std::vector<std::string> advice;
  const Surroundings near = surroundings_of(problem.whole_mesh(), cell);
  advise_start(problem.c.solver, step, near, advice);
  advise_outflow(problem, near, advice);
  advise_step(problem.c.solver, step_limit, advice);
  advise_flux(problem.c.solver, advice);
  advise_degree(problem.c, Dim, advice);
  advise_mesh(problem, cell, near, advice);
  if (problem.c.solver.degree > 0) {
    if (problem.c.solver.shocks == ShockCapturing::none)
      advice.push_back(
          fmt::format("'shocks = {}' in [space], if there are shocks or layers that the mesh does not resolve",
                      problem.c.solver.solves_systems() ? "viscosity" : "damping"));
    advice.push_back("a finer mesh or a lower degree there");
  } else {
    advice.push_back("a finer mesh there");
  }
  return fmt::format("try {}", fmt::join(advice, ", or "));
}

template std::string divergence_advice<2>(const ProblemOf<2>&, Index, double, long);
template std::string divergence_advice<3>(const ProblemOf<3>&, Index, double, long);

}  // namespace dg::app
