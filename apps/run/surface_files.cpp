#include "apps/run/surface_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "apps/run/csv_file.hpp"
#include "apps/run/encoded_name.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"
#include "libdg/output/boundary_traces.hpp"

namespace dg::app {
namespace {

/// The viscous force along the boundary, per length or area.
template <int Dim>
std::array<double, Dim> friction_of(const SurfacePointOf<Dim>& point) {
  double normal = 0.0;
  for (int d = 0; d < Dim; ++d) normal += point.traction[d] * point.normal[d];
  std::array<double, Dim> friction;
  for (int d = 0; d < Dim; ++d) friction[d] = point.traction[d] - normal * point.normal[d];
  return friction;
}

/// In the plane along the tangent (n_y, -n_x), with its sign.
double friction_along(const SurfacePointOf<2>& point) {
  return point.traction[0] * point.normal[1] - point.traction[1] * point.normal[0];
}

/// Height of the cell over degree + 1, in multiples of the viscous length at the wall, nu / sqrt(tau / rho).
template <int Dim>
double wall_distance(const SurfacePointOf<Dim>& point, const BoundaryTrace<Dim>& trace, const Gas<double>& gas,
                     int degree) {
  double u[Dim + 2];
  std::copy(trace.state.begin(), trace.state.end(), u);
  const double mu = viscosity(gas, primitive(gas, u));
  double friction = 0.0;
  if constexpr (Dim == 2)
    friction = std::abs(friction_along(point));
  else
    for (const double f : friction_of(point)) friction = std::hypot(friction, f);
  return trace.height / (degree + 1) * std::sqrt(friction * u[0]) / mu;
}

template <int Dim>
std::string surface_table(const ProblemOf<Dim>& problem, const std::string& name) {
  const SolverOptions& options = problem.c.solver;
  const Gas<double> gas(options.gas);
  std::vector<std::string> columns = place_columns<Dim>();
  columns.push_back("cp");
  for (const std::string& column : friction_columns<Dim>("")) columns.push_back(column);
  if (gas.viscous) columns.push_back("yplus");
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  const std::vector<SurfacePointOf<Dim>> points = problem.solver->surface(name);
  std::vector<BoundaryTrace<Dim>> traces;
  if (gas.viscous) traces = boundary_traces(problem.mesh, *problem.solver, options.degree, name);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SurfacePointOf<Dim>& point = points[i];
    const SurfaceCoefficients<Dim> c = surface_coefficients(point, problem.c.reference);
    std::vector<double> row = place_cells(point);
    row.push_back(c.cp);
    row.insert(row.end(), c.cf.begin(), c.cf.end());
    if (gas.viscous) row.push_back(wall_distance(point, traces[i], gas, options.degree));
    text += csv_line(row);
  }
  return text;
}

}  // namespace

template <int Dim>
SurfaceCoefficients<Dim> surface_coefficients(const SurfacePointOf<Dim>& point, const ReferenceSection& reference) {
  const double q = 0.5 * reference.freestream.rho * reference.mach * reference.mach;
  double pressure = 0.0;
  for (int d = 0; d < Dim; ++d) pressure += point.convective[d] * point.normal[d];
  SurfaceCoefficients<Dim> c{(pressure - reference.freestream.p) / q, {}};
  if constexpr (Dim == 2) {
    const double angle = reference.alpha * std::numbers::pi / 180.0;
    const auto [nx, ny] = point.normal;
    const double along = ny * std::cos(angle) - nx * std::sin(angle);  // of the tangent (ny, -nx)
    c.cf[0] = friction_along(point) * (along < 0.0 ? -1.0 : 1.0) / q;
  } else {
    c.cf = friction_of(point);
    for (double& f : c.cf) f /= q;
  }
  return c;
}

template <int Dim>
std::vector<std::string> place_columns() {
  if constexpr (Dim == 2)
    return {"x", "y", "nx", "ny", "weight"};
  else
    return {"x", "y", "z", "nx", "ny", "nz", "weight"};
}

template <int Dim>
std::vector<double> place_cells(const SurfacePointOf<Dim>& point) {
  std::vector<double> cells(point.x.begin(), point.x.end());
  cells.insert(cells.end(), point.normal.begin(), point.normal.end());
  cells.push_back(point.weight);
  return cells;
}

template <int Dim>
std::vector<std::string> friction_columns(const std::string& suffix) {
  if constexpr (Dim == 2)
    return {"cf" + suffix};
  else
    return {"cfx" + suffix, "cfy" + suffix, "cfz" + suffix};
}

std::string surface_file_name(const std::string& boundary, const std::string& suffix) {
  return "surface_" + file_name_part(boundary) + suffix + ".csv";
}

std::string step_suffix(long step) { return fmt::format("_{:09}", step); }

template <int Dim>
void write_surface_files(const ProblemOf<Dim>& problem, const OutputDirectory& directory, const std::string& suffix) {
  for (const std::string& name : problem.c.output.surface) {
    write_file(directory.file(surface_file_name(name, suffix)), surface_table(problem, name));
  }
}

template SurfaceCoefficients<2> surface_coefficients<2>(const SurfacePointOf<2>&, const ReferenceSection&);
template std::vector<std::string> place_columns<2>();
template std::vector<double> place_cells<2>(const SurfacePointOf<2>&);
template std::vector<std::string> friction_columns<2>(const std::string&);
template void write_surface_files<2>(const ProblemOf<2>&, const OutputDirectory&, const std::string&);
template SurfaceCoefficients<3> surface_coefficients<3>(const SurfacePointOf<3>&, const ReferenceSection&);
template std::vector<std::string> place_columns<3>();
template std::vector<double> place_cells<3>(const SurfacePointOf<3>&);
template std::vector<std::string> friction_columns<3>(const std::string&);
template void write_surface_files<3>(const ProblemOf<3>&, const OutputDirectory&, const std::string&);

}  // namespace dg::app
