#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/closed_box.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/in_situ.hpp"
#include "apps/run/partition.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {
namespace {

template <int Dim>
void print_mesh(const ProblemOf<Dim>& problem) {
  const Mesh<Dim>& mesh = problem.mesh;
  std::vector<std::string> shapes;
  for (const auto& [shape, name] : {std::pair{CellShape::triangle, "triangles"},
                                    {CellShape::quadrilateral, "quadrilaterals"},
                                    {CellShape::tetrahedron, "tetrahedra"},
                                    {CellShape::prism, "prisms"},
                                    {CellShape::hexahedron, "hexahedra"}}) {
    if (dim_of(shape) != Dim) continue;
    shapes.push_back(fmt::format("{} {}", std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), shape), name));
  }
  print_out("mesh       {} cells ({}) of order {}, {} faces, {} {:.6g}\n", mesh.cell_count(), join(shapes),
            mesh.geometry_order, mesh.face_count(), Dim == 2 ? "area" : "volume", problem.volume);
  std::vector<Index> faces(mesh.boundary_names.size());
  for (const Face& face : mesh.faces) {
    if (face.boundary >= 0) ++faces[static_cast<std::size_t>(face.boundary)];
  }
  for (std::size_t b = 0; b < faces.size(); ++b) {
    print_out("boundary   {}: {} faces{}\n", printable_name(mesh.boundary_names[b]), faces[b],
              faces[b] == 0 ? " (joined)" : "");
  }
}

template <int Dim>
void print_partition(const ProblemOf<Dim>& problem) {
  const int ranks = problem.solver->info().ranks;
  if (ranks == 1 || problem.rank_of.empty()) return;
  print_out("{}", shares_text(problem.mesh, shares_of(problem.mesh, problem.rank_of, ranks, problem.c.solver), "rank"));
}

template <int Dim>
void print_solver(const ProblemOf<Dim>& problem) {
  const SolverInfo& info = problem.solver->info();
  const TimeSection& time = problem.c.time;
  const double dt = problem.solver->stable_time_step();
  print_out("solver     degree {}, {} DOF, {} precision, {} assembly, {} layout\n", problem.c.solver.degree, info.dof,
            info.precision, info.assembly, info.layout);
  print_out("backend    {} on {}, {} threads\n", info.backend, info.device, info.threads);
  print_out("memory     {:.0f} MB of this machine at most; arrays of the solver {:.1f} MB{}\n",
            static_cast<double>(problem.memory.host) / 1e6, static_cast<double>(info.bytes) / 1e6,
            info.backend == "cuda" ? " of the device" : " of them");
  if (problem.memory.newton > 0)
    print_out("newton     {:.0f} MB of the memory for blocks of the Jacobian and for Krylov vectors\n",
              static_cast<double>(problem.memory.newton) / 1e6);
  if (problem.c.solver.newton) return;
  if (is_implicit(problem.c.solver.scheme) && problem.c.solver.fixed_dt == 0.0) {
    print_out("time step  of the error {:.2g}, {:.4g} at the start, the limit of an explicit scheme\n",
              problem.c.solver.step_tolerance, problem.solver->time_step_limit());
    return;
  }
  if (problem.c.solver.local_time_step) {
    print_out("time step  of each cell's own, the least {:.4g} at the start; at most {} iterations\n", dt, time.steps);
  } else if (std::isfinite(time.end)) {
    print_out("time step  {:.4g} at the start: about {:.0f} steps to the end at {:.6g}\n", dt, std::ceil(time.end / dt),
              time.end);
  } else {
    print_out("time step  {:.4g} at the start: {} steps reach about {:.6g}\n", dt, time.steps,
              dt * static_cast<double>(time.steps));
  }
}

template <int Dim>
void print_problem(const ProblemOf<Dim>& problem) {
  const InSitu<Dim> in_situ(problem);
  if (loses_mass(problem.c)) print_warning("{}: {}", problem.c.path, mass_note);
  print_mesh(problem);
  print_partition(problem);
  print_solver(problem);
  print_out("{}: the case is in order\n", problem.c.path);
}

}  // namespace

int command_check(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  add_case_options(options);
  const auto values = parse_command_line({"check", "CASE.ini [options]",
                                          "Checks a case as 'run' would (keys, mesh, boundaries, formulas, initial "
                                          "state), says what it will need, and runs "
                                          "and writes nothing."},
                                         options, {"CASE.ini"}, false, arguments);
  if (!values) return 0;
  const AnyProblem problem = make_any_problem(read_case(*values), read_machine(*values));
  std::visit([](const auto& p) { print_problem(*p); }, problem);
  return 0;
}

}  // namespace dg::app
