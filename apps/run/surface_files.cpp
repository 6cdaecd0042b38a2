#include "apps/run/surface_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "apps/run/csv_file.hpp"
#include "apps/run/encoded_name.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"
#include "libdg/output/boundary_traces.hpp"

namespace dg::app {
namespace {

/// Height of the cell over degree + 1, in multiples of the viscous length at the wall, nu / sqrt(tau / rho).
double wall_distance(const SurfacePoint& point, const BoundaryTrace& trace, const Gas<double>& gas, int degree) {
  double u[4];
  std::copy(trace.state.begin(), trace.state.end(), u);
  const double mu = viscosity(gas, primitive(gas, u));
  const auto [nx, ny] = point.normal;
  const double friction = std::abs(point.traction[0] * ny - point.traction[1] * nx);
  return trace.height / (degree + 1) * std::sqrt(friction * u[0]) / mu;
}

std::string surface_table(const Problem& problem, const std::string& name) {
  const SolverOptions& options = problem.c.solver;
  const Gas<double> gas(options.gas);
  std::string text = std::string("x,y,nx,ny,weight,cp,cf") + (gas.viscous ? ",yplus\n" : "\n");
  const std::vector<SurfacePoint> points = problem.solver->surface(name);
  std::vector<BoundaryTrace> traces;
  if (gas.viscous) traces = boundary_traces(problem.mesh, *problem.solver, options.degree, name);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SurfacePoint& point = points[i];
    const SurfaceCoefficients c = surface_coefficients(point, problem.c.reference);
    std::vector<double> row{point.x[0], point.x[1], point.normal[0], point.normal[1], point.weight, c.cp, c.cf};
    if (gas.viscous) row.push_back(wall_distance(point, traces[i], gas, options.degree));
    text += csv_line(row);
  }
  return text;
}

}  // namespace

SurfaceCoefficients surface_coefficients(const SurfacePoint& point, const ReferenceSection& reference) {
  const double q = 0.5 * reference.freestream[0] * reference.mach * reference.mach;
  const double angle = reference.alpha * std::numbers::pi / 180.0;
  const auto [nx, ny] = point.normal;
  const double pressure = point.convective[0] * nx + point.convective[1] * ny;
  const double along = ny * std::cos(angle) - nx * std::sin(angle);  // of the tangent (ny, -nx)
  const double friction = (point.traction[0] * ny - point.traction[1] * nx) * (along < 0.0 ? -1.0 : 1.0);
  return {(pressure - reference.freestream[3]) / q, friction / q};
}

std::string surface_file_name(const std::string& boundary, const std::string& suffix) {
  return "surface_" + file_name_part(boundary) + suffix + ".csv";
}

std::string step_suffix(long step) { return fmt::format("_{:09}", step); }

void write_surface_files(const Problem& problem, const OutputDirectory& directory, const std::string& suffix) {
  for (const std::string& name : problem.c.output.surface) {
    write_file(directory.file(surface_file_name(name, suffix)), surface_table(problem, name));
  }
}

}  // namespace dg::app
