#include "apps/run/surface_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "apps/run/csv_file.hpp"
#include "apps/run/encoded_name.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"
#include "libdg/output/boundary_traces.hpp"
#include "libdg/output/surface_vtu.hpp"

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

/// What the files of a boundary say of each of its points.
template <int Dim>
struct SurfaceValues {
  std::vector<SurfacePointOf<Dim>> points;
  std::vector<SurfaceCoefficients<Dim>> coefficients;
  std::vector<double> wall_distances;  ///< none without viscosity
};

template <int Dim>
SurfaceValues<Dim> surface_values(const ProblemOf<Dim>& problem, const std::string& name) {
  const SolverOptions& options = problem.c.solver;
  const Gas<double> gas(options.gas);
  SurfaceValues<Dim> values;
  values.points = problem.solver->surface(name);
  for (const SurfacePointOf<Dim>& point : values.points)
    values.coefficients.push_back(surface_coefficients(point, problem.c.reference));
  if (!gas.viscous) return values;
  const std::vector<BoundaryTrace<Dim>> traces =
      boundary_traces(problem.whole_mesh(), *problem.solver, options.degree, name);
  for (std::size_t i = 0; i < values.points.size(); ++i)
    values.wall_distances.push_back(wall_distance(values.points[i], traces[i], gas, options.degree));
  return values;
}

template <int Dim>
std::string surface_table(const SurfaceValues<Dim>& values) {
  const bool viscous = !values.wall_distances.empty();
  std::vector<std::string> columns = place_columns<Dim>();
  columns.push_back("cp");
  for (const std::string& column : friction_columns<Dim>("")) columns.push_back(column);
  if (viscous) columns.push_back("yplus");
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (std::size_t i = 0; i < values.points.size(); ++i) {
    const SurfaceCoefficients<Dim>& c = values.coefficients[i];
    std::vector<double> row = place_cells(values.points[i]);
    row.push_back(c.cp);
    row.insert(row.end(), c.cf.begin(), c.cf.end());
    if (viscous) row.push_back(values.wall_distances[i]);
    text += csv_line(row);
  }
  return text;
}

std::vector<SurfaceArray> shown_arrays(const SurfaceValues<3>& values) {
  std::vector<SurfaceArray> arrays{{"cp", 1, {}}, {"cf", 3, {}}};
  for (const SurfaceCoefficients<3>& c : values.coefficients) {
    arrays[0].values.push_back(c.cp);
    arrays[1].values.insert(arrays[1].values.end(), c.cf.begin(), c.cf.end());
  }
  if (!values.wall_distances.empty()) arrays.push_back({"yplus", 1, values.wall_distances});
  return arrays;
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

std::string surface_file_name(const std::string& boundary, const std::string& suffix, const std::string& ending) {
  return "surface_" + file_name_part(boundary) + suffix + ending;
}

std::string step_suffix(long step) { return fmt::format("_{:09}", step); }

template <int Dim>
void write_surface_files(const ProblemOf<Dim>& problem, const OutputDirectory& directory, const std::string& suffix) {
  for (const std::string& name : problem.c.output.surface) {
    const SurfaceValues<Dim> values = surface_values(problem, name);
    write_file(directory.file(surface_file_name(name, suffix)), surface_table(values));
    if constexpr (Dim == 3)
      write_surface_vtu(problem.whole_mesh(), name, problem.c.solver.degree, shown_arrays(values),
                        problem.solver->time(), directory.file(surface_file_name(name, suffix, ".vtu")));
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
