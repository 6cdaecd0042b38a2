#include "apps/run/surface_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "apps/run/csv_file.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/series_time.hpp"
#include "libdg/element/element.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"
#include "libdg/output/boundary_traces.hpp"
#include "libdg/output/surface_vtu.hpp"

namespace dg::app {
namespace {

constexpr std::size_t step_digits = 9;  ///< at least, in the suffix of a step

/// The force along the normal without viscosity, per length or area: on a wall the pressure.
template <int Dim>
double wall_pressure(const SurfacePointOf<Dim>& point) {
  double pressure = 0.0;
  for (int d = 0; d < Dim; ++d) pressure += point.convective[d] * point.normal[d];
  return pressure;
}

/// The viscous force along the boundary, per length or area.
template <int Dim>
std::array<double, Dim> friction_of(const SurfacePointOf<Dim>& point) {
  double normal = 0.0;
  for (int d = 0; d < Dim; ++d) normal += point.traction[d] * point.normal[d];
  std::array<double, Dim> friction;
  for (int d = 0; d < Dim; ++d) friction[d] = point.traction[d] - normal * point.normal[d];
  return friction;
}

/// In 2-D along the tangent (n_y, -n_x), with its sign.
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
  bool viscous = false;
  std::vector<double> wall_distances;  ///< none without viscosity
};

/// Of this rank's own cells.
template <int Dim>
SurfaceValues<Dim> surface_values(const ProblemOf<Dim>& problem, const std::string& name) {
  const SolverOptions& options = problem.c.solver;
  const SolverOf<Dim>& solver = own_solver(problem);
  const Gas<double> gas(options.gas);
  SurfaceValues<Dim> values;
  values.points = solver.surface(name);
  for (const SurfacePointOf<Dim>& point : values.points)
    values.coefficients.push_back(surface_coefficients(point, problem.c.reference));
  values.viscous = gas.viscous;
  if (!values.viscous) return values;
  const auto traces = boundary_traces(problem.own_cells().mesh, solver, options.degree, name, options.face_rule);
  for (std::size_t i = 0; i < values.points.size(); ++i)
    values.wall_distances.push_back(wall_distance(values.points[i], traces[i], gas, options.degree));
  return values;
}

template <int Dim>
std::vector<std::string> surface_columns(bool viscous, const Units& units) {
  std::vector<std::string> columns = place_columns<Dim>();
  columns.push_back("cp");
  for (const std::string& column : friction_columns<Dim>("")) columns.push_back(column);
  if (viscous) columns.push_back("yplus");
  if (!units.given) return columns;
  columns.push_back("pressure");
  for (int d = 0; viscous && d < Dim; ++d) columns.push_back(std::string("traction_") + "xyz"[d]);
  return columns;
}

/// What stands in these columns, point after point.
template <int Dim>
std::vector<double> surface_rows(const SurfaceValues<Dim>& values, const Units& units) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < values.points.size(); ++i) {
    const SurfaceCoefficients<Dim>& c = values.coefficients[i];
    const std::vector<double> place = place_cells(values.points[i]);
    rows.insert(rows.end(), place.begin(), place.end());
    rows.push_back(c.cp);
    rows.insert(rows.end(), c.cf.begin(), c.cf.end());
    if (values.viscous) rows.push_back(values.wall_distances[i]);
    if (!units.given) continue;
    rows.push_back(units.pressure() * wall_pressure(values.points[i]));
    for (int d = 0; values.viscous && d < Dim; ++d) rows.push_back(units.pressure() * values.points[i].traction[d]);
  }
  return rows;
}

/// Where the rows of this rank's points lie among those of all, which are in the order of faces in the whole mesh.
template <int Dim>
std::vector<ListPiece> pieces_of_rows(const ProblemOf<Dim>& problem, const std::string& name, std::size_t count,
                                      std::size_t columns) {
  if (!problem.ranked) return {{0, static_cast<std::int64_t>(count * columns)}};
  const Mesh<Dim>& mesh = problem.own_cells().mesh;
  std::vector<Index> numbers;
  std::vector<std::int64_t> sizes;
  for (const Index f : boundary_faces(mesh, name)) {
    const Face& face = mesh.faces[f];
    const FaceShape shape = face_shape_of_kind(Dim, kind_of_face(mesh.cell_shapes[face.minus], face.minus_face));
    const int points = face_point_count(shape, problem.c.solver.degree);
    numbers.push_back(problem.ranked->halo().face[f]);
    sizes.push_back(points * static_cast<std::int64_t>(columns));
  }
  return list_pieces(all_ranks(), places_among_all(all_ranks(), numbers), sizes);
}

std::string surface_table(const std::vector<std::string>& columns, const std::vector<double>& rows) {
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(columns.size()))
    text += csv_line({row, row + static_cast<std::ptrdiff_t>(columns.size())});
  return text;
}

/// A name whose end reads as a suffix gets it encoded, so that surface_wall_mean.csv is of the boundary "wall".
std::string without_suffix(std::string name) {
  const std::size_t bar = name.rfind('_');
  if (bar == std::string::npos) return name;
  const std::string end = name.substr(bar + 1);
  const bool is_step = end.size() >= step_digits && end.find_first_not_of("0123456789") == std::string::npos;
  return is_step || end == "mean" ? name.substr(0, bar) + "%5F" + end : name;
}

std::vector<SurfaceArray> shown_arrays(const SurfaceValues<3>& values) {
  std::vector<SurfaceArray> arrays{{"cp", 1, {}}, {"cf", 3, {}}};
  for (const SurfaceCoefficients<3>& c : values.coefficients) {
    arrays[0].values.push_back(c.cp);
    arrays[1].values.insert(arrays[1].values.end(), c.cf.begin(), c.cf.end());
  }
  if (values.viscous) arrays.push_back({"yplus", 1, values.wall_distances});
  return arrays;
}

}  // namespace

template <int Dim>
SurfaceCoefficients<Dim> surface_coefficients(const SurfacePointOf<Dim>& point, const ReferenceSection& reference) {
  const double q = 0.5 * reference.freestream.rho * reference.mach * reference.mach;
  SurfaceCoefficients<Dim> c{(wall_pressure(point) - reference.force.pressure) / q, {}};
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
  return "surface_" + without_suffix(file_name_part(boundary)) + suffix + ending;
}

std::string step_suffix(long step) { return fmt::format("_{:0{}}", step, step_digits); }

template <int Dim>
void write_surface(const ProblemOf<Dim>& problem, const std::string& name, const std::string& table,
                   [[maybe_unused]] const std::string& vtu, [[maybe_unused]] double time) {
  const UndisturbedWork undisturbed;
  const SurfaceValues<Dim> values = surface_values(problem, name);
  const std::vector<std::string> columns = surface_columns<Dim>(values.viscous, problem.c.units);
  Communicator& ranks = all_ranks();
  const ListSlices slices(ranks, pieces_of_rows(problem, name, values.points.size(), columns.size()));
  const std::vector<double> rows = whole_list(ranks, slices, surface_rows(values, problem.c.units));
  if (ranks.rank() == 0) write_file(table, surface_table(columns, rows));
  if constexpr (Dim == 3) {
    const std::span<const Index> faces = problem.ranked ? std::span(problem.ranked->halo().face) : std::span<Index>();
    write_surface_vtu(problem.own_cells(), faces, name, problem.c.solver.degree, shown_arrays(values),
                      number_of_rank_0(time), vtu, problem.c.solver.face_rule);
  }
}

template <int Dim>
void write_surface_files(const ProblemOf<Dim>& problem, const OutputDirectory& directory, long step,
                         const std::string& suffix) {
  const std::vector<std::string>& names = problem.c.output.surface;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string table = directory.file(surface_file_name(names[i], suffix));
    const std::string vtu = Dim == 3 ? directory.file(surface_file_name(names[i], suffix, ".vtu")) : "";
    call_others(problem, Work::surface, static_cast<std::int64_t>(i));
    write_surface(problem, names[i], table, vtu, series_time(problem, step));
  }
}

template SurfaceCoefficients<2> surface_coefficients<2>(const SurfacePointOf<2>&, const ReferenceSection&);
template std::vector<std::string> place_columns<2>();
template std::vector<double> place_cells<2>(const SurfacePointOf<2>&);
template std::vector<std::string> friction_columns<2>(const std::string&);
template void write_surface<2>(const ProblemOf<2>&, const std::string&, const std::string&, const std::string&, double);
template void write_surface_files<2>(const ProblemOf<2>&, const OutputDirectory&, long, const std::string&);
template SurfaceCoefficients<3> surface_coefficients<3>(const SurfacePointOf<3>&, const ReferenceSection&);
template std::vector<std::string> place_columns<3>();
template std::vector<double> place_cells<3>(const SurfacePointOf<3>&);
template std::vector<std::string> friction_columns<3>(const std::string&);
template void write_surface<3>(const ProblemOf<3>&, const std::string&, const std::string&, const std::string&, double);
template void write_surface_files<3>(const ProblemOf<3>&, const OutputDirectory&, long, const std::string&);

}  // namespace dg::app
