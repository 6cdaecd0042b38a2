#include "apps/run/averages.hpp"

#include <cmath>

#include "apps/console.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/surface_files.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtu_writer.hpp"

namespace dg::app {
namespace {

/// What is averaged at a point of the flow: rho, u, v, p, and u v for the shear stress.
constexpr std::size_t per_point = 5;
/// And at a point of a surface: cp, cf.
constexpr std::size_t per_surface_point = 2;

std::array<double, per_point> numbers_of(const std::array<double, 4>& state, double gamma) {
  const auto [rho, mx, my, energy] = state;
  const double u = mx / rho, v = my / rho;
  return {rho, u, v, (gamma - 1.0) * (energy - 0.5 * (mx * u + my * v)), u * v};
}

std::vector<std::size_t> beginnings(const Problem& problem, int order) {
  std::vector<std::size_t> begin{0};
  if (problem.c.output.format == FieldFormat::none) return begin;
  for (const CellShape shape : problem.mesh.cell_shapes) {
    begin.push_back(begin.back() + per_point * static_cast<std::size_t>(node_count(shape, order)));
  }
  return begin;
}

std::size_t surface_numbers(const Problem& problem) {
  std::size_t count = 0;
  for (const std::string& name : problem.c.output.surface)
    count += per_surface_point * problem.solver->surface(name).size();
  return count;
}

/// Means and fluctuations of a point as the cells of a table: rho, u, v and p, each mean and rms, and <u'v'>.
std::vector<double> table_cells(const TimeAverage& average, std::size_t first) {
  std::vector<double> cells;
  for (std::size_t i = first; i < first + 4; ++i) cells.insert(cells.end(), {average.mean(i), average.rms(i)});
  cells.push_back(average.mean(first + 4) - average.mean(first + 1) * average.mean(first + 2));
  return cells;
}

}  // namespace

Averages::Averages(const Problem& problem)
    : problem_(problem),
      order_(shown_order(problem.mesh, problem.c.solver.degree)),
      field_begin_(beginnings(problem, order_)),
      probe_begin_(field_begin_.back() + surface_numbers(problem)),
      average_(probe_begin_ + per_point * problem.probe_points.size()) {}

std::vector<double> Averages::values() const {
  const Solver& solver = *problem_.solver;
  const double gamma = problem_.c.solver.gas.gamma;
  std::vector<double> values;
  values.reserve(probe_begin_ + per_point * problem_.probe_points.size());
  const auto add = [&](const std::array<double, 4>& state) {
    const auto numbers = numbers_of(state, gamma);
    values.insert(values.end(), numbers.begin(), numbers.end());
  };
  if (problem_.c.output.format != FieldFormat::none) {
    const FieldSampler sampler(problem_.mesh, solver, order_, gamma);
    for (Index cell = 0; cell < problem_.mesh.cell_count(); ++cell) {
      for (int node = 0; node < sampler.node_count(cell); ++node) add(sampler.state(cell, node));
    }
  }
  for (const std::string& name : problem_.c.output.surface) {
    for (const SurfacePoint& point : solver.surface(name)) {
      const SurfaceCoefficients c = surface_coefficients(point, problem_.c.reference);
      values.insert(values.end(), {c.cp, c.cf});
    }
  }
  if (problem_.probes) {
    for (const std::array<double, 4>& state :
         problem_.probes->evaluate(solver.observe({}, problem_.probes->samples()).samples))
      add(state);
  }
  return values;
}

void Averages::sample(long step) {
  const AverageSection& section = problem_.c.average;
  if (step % section.every != 0 || problem_.solver->time() < section.from) return;
  average_.add(problem_.solver->time(), values());
}

void Averages::write(const OutputDirectory& directory) const {
  if (!(average_.duration() > 0.0)) {
    print_warning("{}: no averages: fewer than two samples were taken from time {:.6g} on", problem_.c.path,
                  problem_.c.average.from);
    return;
  }
  if (problem_.c.output.format != FieldFormat::none) write_fields(directory);
  write_surfaces(directory);
  if (problem_.probes) write_probes(directory);
}

void Averages::write_fields(const OutputDirectory& directory) const {
  std::vector<double> values;
  /// A field whose components at a node come from the node's first number.
  const auto field = [&](const std::string& name, int components, auto of_node) {
    return PointArray{name, components, [this, &values, of_node](Index cell) -> std::span<const double> {
                        values.clear();
                        for (std::size_t i = field_begin_[cell]; i < field_begin_[cell + 1]; i += per_point) of_node(i);
                        return values;
                      }};
  };
  const auto mean = [&](std::size_t k) {
    return [this, &values, k](std::size_t i) { values.push_back(average_.mean(i + k)); };
  };
  const auto rms = [&](std::size_t k) {
    return [this, &values, k](std::size_t i) { values.push_back(average_.rms(i + k)); };
  };
  const std::vector<PointArray> fields{
      field("rho_mean", 1, mean(0)),
      field("rho_rms", 1, rms(0)),
      field("velocity_mean", 3,
            [&](std::size_t i) {
              values.insert(values.end(), {average_.mean(i + 1), average_.mean(i + 2), 0.0});
            }),
      field("velocity_rms", 3,
            [&](std::size_t i) {
              values.insert(values.end(), {average_.rms(i + 1), average_.rms(i + 2), 0.0});
            }),
      field("pressure_mean", 1, mean(3)),
      field("pressure_rms", 1, rms(3)),
      field("uv_fluctuation", 1, [&](std::size_t i) { values.push_back(table_cells(average_, i).back()); })};
  FieldSampler sampler(problem_.mesh, *problem_.solver, order_, problem_.c.solver.gas.gamma);
  write_vtu(problem_.mesh, sampler, order_, fields, problem_.solver->time(), directory.file(mean_fields_file));
}

void Averages::write_surfaces(const OutputDirectory& directory) const {
  std::size_t at = field_begin_.back();
  for (const std::string& name : problem_.c.output.surface) {
    std::string text = "x,y,nx,ny,weight,cp_mean,cp_rms,cf_mean,cf_rms\n";
    for (const SurfacePoint& point : problem_.solver->surface(name)) {
      text += csv_line({point.x[0], point.x[1], point.normal[0], point.normal[1], point.weight, average_.mean(at),
                        average_.rms(at), average_.mean(at + 1), average_.rms(at + 1)});
      at += per_surface_point;
    }
    write_file(directory.file(surface_file_name(name, "_mean")), text);
  }
}

void Averages::write_probes(const OutputDirectory& directory) const {
  std::string text = "probe,x,y,rho_mean,rho_rms,u_mean,u_rms,v_mean,v_rms,p_mean,p_rms,uv_fluctuation\n";
  for (std::size_t probe = 0; probe < problem_.probe_points.size(); ++probe) {
    const auto [x, y] = problem_.probe_points[probe];
    std::vector<double> row{static_cast<double>(probe), x, y};
    const std::vector<double> cells = table_cells(average_, probe_begin_ + per_point * probe);
    row.insert(row.end(), cells.begin(), cells.end());
    text += csv_line(row);
  }
  write_file(directory.file(mean_probes_file), text);
}

}  // namespace dg::app
