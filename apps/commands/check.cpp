#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/case/read_sections.hpp"
#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/ranks.hpp"
#include "apps/run/closed_box.hpp"
#include "apps/run/divergence_advice.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/explain_choices.hpp"
#include "apps/run/in_situ.hpp"
#include "apps/run/partition.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/run_report.hpp"
#include "apps/run/step_cost.hpp"
#include "apps/run/wall_resolution.hpp"
#include "apps/user_equations/equations_command.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/element/held_degree.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/curving/facet_angles.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// What stands behind the number of faces of a boundary: that it is joined to its partner, or the word for its
/// condition.
std::string suffix_of(const Case& c, const std::string& boundary, std::int64_t faces) {
  for (const BoundaryCondition& b : c.solver.boundaries) {
    if (b.name != boundary) continue;
    if (faces == 0 && b.type == BoundaryType::periodic) return " (joined)";
    return std::string(", ") + boundary_text(b.type, [](auto condition) { return condition.name; });
  }
  return "";
}

/// Of all ranks, which call this together.
template <int Dim>
void print_mesh(const ProblemOf<Dim>& problem) {
  const OwnCells<Dim> own = problem.own_cells();
  const Mesh<Dim>& mesh = own.mesh;
  std::vector<std::int64_t> cells(cell_shape_count), faces(mesh.boundary_names.size());
  for (Index cell = 0; cell < own.count(); ++cell) ++cells[static_cast<std::size_t>(mesh.cell_shapes[cell])];
  for (const Face& face : mesh.faces) {
    if (face.boundary >= 0) ++faces[static_cast<std::size_t>(face.boundary)];
  }
  own.ranks.reduce(cells, Reduction::sum);
  own.ranks.reduce(faces, Reduction::sum);
  std::vector<std::string> shapes;
  for (const auto& [shape, name] : {std::pair{CellShape::triangle, "triangles"},
                                    {CellShape::quadrilateral, "quadrilaterals"},
                                    {CellShape::tetrahedron, "tetrahedra"},
                                    {CellShape::prism, "prisms"},
                                    {CellShape::hexahedron, "hexahedra"},
                                    {CellShape::pyramid, "pyramids"}}) {
    if (dim_of(shape) == Dim) shapes.push_back(fmt::format("{} {}", cells[static_cast<std::size_t>(shape)], name));
  }
  const SolverInfo& info = problem.solver->info();
  print_out("mesh       {} cells ({}) of order {}, {} faces, {} {:.6g}\n", info.cells, join(shapes),
            mesh.geometry_order, info.faces, Dim == 2 ? "area" : "volume", problem.flow.volume);
  for (std::size_t b = 0; b < faces.size(); ++b) {
    print_out("boundary   {}: {} faces{}\n", printable_name(mesh.boundary_names[b]), faces[b],
              suffix_of(problem.c, mesh.boundary_names[b], faces[b]));
  }
}

/// Of all ranks, which call this together.
template <int Dim>
void print_partition(const ProblemOf<Dim>& problem) {
  Communicator& ranks = all_ranks();
  if (!problem.part || ranks.size() == 1) return;
  PartitionShares shares = shares_of(*problem.part, problem.c.solver, ranks);
  std::vector<std::int64_t> bytes(shares.ranks.size());
  bytes[ranks.rank()] = static_cast<std::int64_t>(problem.ranked->own().info().bytes);
  ranks.reduce(bytes, Reduction::sum);
  for (std::size_t rank = 0; rank < bytes.size(); ++rank) shares.ranks[rank].bytes = bytes[rank];
  print_out("{}", shares_text(shares, problem.solver->info().faces, "rank"));
}

/// Cells on which P may not have the order of its degree, unless refinement makes them affine.
struct DistortedCells {
  CellShape shape;
  const char* text;
  const char* remedy;  ///< what has the order there, if anything
};
constexpr std::array distorted_cells{
    DistortedCells{CellShape::quadrilateral, "quadrilaterals are not parallelograms", "quads = Q"},
    DistortedCells{CellShape::prism, "prisms do not have two equal triangles", "prisms = Q"},
    DistortedCells{CellShape::hexahedron, "hexahedra are not parallelepipeds", "hexahedra = Q"},
    DistortedCells{CellShape::pyramid, "pyramids have no parallelogram as base", nullptr}};

/// Of all ranks, which call this together.
template <int Dim>
void print_order(const ProblemOf<Dim>& problem) {
  const SolverOptions& options = problem.c.solver;
  const OwnCells<Dim> own = problem.own_cells();
  std::vector<std::int64_t> all(cell_shape_count), distorted(cell_shape_count);
  for (Index cell = 0; cell < own.count(); ++cell) {
    const auto shape = static_cast<std::size_t>(own.mesh.cell_shapes[cell]);
    ++all[shape];
    if (!is_affine(own.mesh, cell)) ++distorted[shape];
  }
  own.ranks.reduce(all, Reduction::sum);
  own.ranks.reduce(distorted, Reduction::sum);
  for (const DistortedCells& cells : distorted_cells) {
    const auto shape = static_cast<std::size_t>(cells.shape);
    const int held = held_degree(space_of(cells.shape, options.quads), options.degree);
    if (distorted[shape] == 0 || held == options.degree) continue;
    print_out("order      {} of {} {}: if refinement leaves them so, P{} can fall to order {} there{}\n",
              distorted[shape], all[shape], cells.text, options.degree, held + 1,
              cells.remedy == nullptr ? "" : fmt::format("; {} has order {}", cells.remedy, options.degree + 1));
  }
}

/// Of all ranks, which call this together. Straight faces leave a wall with corners, which polynomials see.
template <int Dim>
void warn_of_straight_walls(const ProblemOf<Dim>& problem) {
  constexpr int least_degree = 2;
  if (problem.c.solver.degree < least_degree) return;
  const OwnCells<Dim> own = problem.own_cells();
  for (std::size_t b = 0; b < own.mesh.boundary_names.size(); ++b) {
    const std::string& name = own.mesh.boundary_names[b];
    const auto is_this_wall = [&](const BoundaryCondition& condition) {
      return condition.name == name && is_wall(condition.type);
    };
    const auto& conditions = problem.c.solver.boundaries;
    if (std::none_of(conditions.begin(), conditions.end(), is_this_wall)) continue;
    FacetAngles angles = facet_angles(own.mesh, static_cast<int>(b));
    std::vector<std::int64_t> counts{angles.neighbours, angles.slight};
    std::vector<double> angle{angles.largest};
    own.ranks.reduce(counts, Reduction::sum);
    own.ranks.reduce(angle, Reduction::largest);
    angles = {counts[0], counts[1], angle[0]};
    if (!angles.looks_curved()) continue;
    print_warning(
        "{}: boundary {} is made of straight faces that turn by up to {:.2g} degrees, as those of a curved wall do: "
        "its corners spoil the order of degree {}; 'rkdg convert IN OUT --curve {}' makes it smooth",
        problem.c.path, in_quotes(name), angles.largest, problem.c.solver.degree, shown(name));
  }
}

template <int Dim>
void print_solver(const ProblemOf<Dim>& problem) {
  const SolverInfo& info = problem.solver->info();
  const TimeSection& time = problem.c.time;
  const double dt = problem.solver->stable_time_step();
  print_out("solver     degree {}, {} DOF, {} precision, {} assembly, {} layout\n", problem.c.solver.degree, info.dof,
            info.precision, info.assembly, info.layout);
  print_out("backend    {} on {}, {} threads\n", info.backend, info.device, info.threads);
  warn_of_slow_assembly(problem);
  print_out("memory     {:.0f} MB of this machine at most; arrays of the solver {:.1f} MB{}\n",
            static_cast<double>(problem.memory.host) / 1e6, static_cast<double>(info.bytes) / 1e6,
            info.backend == "cuda" ? " of the device" : " of them");
  if (problem.memory.newton > 0)
    print_out("newton     {:.0f} MB of the memory for blocks of the Jacobian and for Krylov vectors; products {}\n",
              static_cast<double>(problem.memory.newton) / 1e6,
              problem.c.solver.products == JacobianProducts::exact ? "exact" : "by differences");
  if (problem.c.solver.newton) return;
  if (is_implicit(problem.c.solver.scheme) && problem.c.solver.fixed_dt == 0.0) {
    print_out("time step  set by the error {:.2g}; {:.4g} at the start, the limit of an explicit scheme\n",
              problem.c.solver.step_tolerance, problem.solver->time_step_limit());
    return;
  }
  if (problem.c.solver.gas.viscous && problem.c.solver.fixed_dt == 0.0 && problem.c.solver.cfl > largest_safe_cfl)
    print_warning("{}: cfl = {:.3g} leaves no margin to the limit of linear stability, 1; 0.9 is usual", problem.c.path,
                  problem.c.solver.cfl);
  if (problem.c.solver.local_time_step) {
    print_out("time step  local, the smallest {:.4g} at the start; at most {} iterations\n", dt, time.steps);
  } else if (std::isfinite(time.end)) {
    print_out("time step  {:.4g} at the start: about {:.12g} steps to the end at {:.6g}\n", dt,
              std::ceil(time.end / dt), time.end);
  } else {
    print_out("time step  {:.4g} at the start: {} steps reach about {:.6g}\n", dt, time.steps,
              dt * static_cast<double>(time.steps));
  }
}

template <int Dim>
void print_units(const ProblemOf<Dim>& problem) {
  const Units& units = problem.c.units;
  if (!units.given) return;
  print_out("units      {:.6g} m, {:.6g} kg, {:.6g} s, {:.6g} K for T = 1, R = {:.6g} J/(kg K)\n", units.metre,
            units.kilogram, units.second, units.kelvin, units.gas_constant);
}

template <int Dim>
void print_problem(const ProblemOf<Dim>& problem, bool verbose) {
  InSitu<Dim> in_situ(problem);
  in_situ.load();
  if (loses_mass(problem.c)) print_warning("{}: {}", problem.c.path, mass_note);
  for (const std::string& note : problem.notes) print_warning("{}", note);
  if (problem.heats_for_ever) print_warning("{}: {}", problem.c.path, heat_note);
  print_mesh(problem);
  print_partition(problem);
  print_order(problem);
  warn_of_straight_walls(problem);
  print_units(problem);
  for (const std::string& line : wall_resolution(problem)) print_out("wall       {}\n", line);
  print_solver(problem);
  if (verbose) print_out("{}", explained_choices(problem));
  if (!only_compiles()) print_out("run time   {}\n", run_time_text(problem));
  print_out("{}: the case is in order\n", problem.c.path);
}

}  // namespace

int command_check(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  add_case_options(options);
  options.add_options()("verbose", "explain the choices that the case leaves to the program");
  const auto values = parse_command_line({"check", "CASE.ini [options]",
                                          "Checks a case as 'run' would (keys, mesh, boundaries, formulas, initial "
                                          "state), says what it will need, and times some explicit steps. Writes "
                                          "nothing."},
                                         options, {"CASE.ini"}, false, arguments);
  if (!values) return 0;
  const Machine machine = read_machine(*values);
  if (const auto equations = equations_problem(*values, machine)) {
    print_equations(*equations);
    return 0;
  }
  const AnyProblem problem = make_any_problem(read_case(*values), machine);
  const bool verbose = values->count("verbose") != 0;
  std::visit([&](const auto& p) { print_problem(*p, verbose); }, problem);
  return 0;
}

}  // namespace dg::app
