#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/console.hpp"
#include "apps/run/averaged_interval.hpp"
#include "apps/run/averaged_numbers.hpp"
#include "apps/run/averages.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/probe_errors.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/surface_files.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/output/vtu_writer.hpp"

namespace dg::app {
namespace {

/// <u'v'> and the like at a point, in the unit of files.
template <int Dim>
double fluctuation(const TimeAverage& average, std::size_t first, std::size_t pair, double kelvin) {
  const auto [a, b] = pairs_of_variables<Dim>()[pair];
  return unit_of_pair<Dim>(pair, kelvin) *
         (average.mean(first + averaged_variables<Dim> + pair) - average.mean(first + a) * average.mean(first + b));
}

/// Endings of the columns of a number, in the order of statistics().
std::vector<std::string> statistic_endings(const TimeAverage& average) {
  if (average.has_skewness()) return {"_mean", "_rms", "_skewness", "_flatness"};
  return {"_mean", "_rms"};
}

/// Of number i in the unit of files.
std::vector<double> statistics(const TimeAverage& average, std::size_t i, double unit = 1.0) {
  std::vector<double> all{unit * average.mean(i), unit * average.rms(i)};
  if (average.has_skewness()) all.insert(all.end(), {average.skewness(i), average.flatness(i)});
  return all;
}

/// Means and fluctuations of a point as the cells of a table: the statistics of each variable, and <u'v'> and so on.
template <int Dim>
std::vector<double> table_cells(const TimeAverage& average, std::size_t first, double kelvin) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < averaged_variables<Dim>; ++i) {
    const std::vector<double> of_variable = statistics(average, first + i, unit_of_variable<Dim>(i, kelvin));
    cells.insert(cells.end(), of_variable.begin(), of_variable.end());
  }
  for (std::size_t pair = 0; pair < averaged_pairs<Dim>; ++pair)
    cells.push_back(fluctuation<Dim>(average, first, pair, kelvin));
  return cells;
}

}  // namespace

template <int Dim>
void Averages<Dim>::write(const OutputDirectory& directory) const {
  if (!(average_.duration() > 0.0)) {
    print_warning("{}: no averages: fewer than two samples were taken from time {:.6g} on, one every {} steps",
                  problem_.c.path, problem_.c.average.from, problem_.c.average.every);
    return;
  }
  if (problem_.c.output.format != FieldFormat::none) {
    call_others(problem_, Work::mean_fields);
    write_fields(directory.file(mean_fields_file));
  }
  write_surfaces(directory);
  if (problem_.probes) write_probes(directory);
  if (planes_) write_profile(directory);
}

template <int Dim>
void Averages<Dim>::write_fields(const std::string& path) const {
  const UndisturbedWork undisturbed;
  std::vector<double> values;
  const double kelvin = problem_.c.units.kelvin;
  /// A field whose components at a node come from the node's first number.
  const auto field = [&](const std::string& name, int components, auto of_node) {
    return PointArray{name, components, [this, &values, of_node](Index cell) -> std::span<const double> {
                        values.clear();
                        for (std::size_t i = field_begin_[cell]; i < field_begin_[cell + 1];
                             i += averages_per_point<Dim>)
                          of_node(i);
                        return values;
                      }};
  };
  const auto mean = [&](std::size_t k) {
    const double unit = unit_of_variable<Dim>(k, kelvin);
    return [this, &values, k, unit](std::size_t i) { values.push_back(unit * average_.mean(i + k)); };
  };
  const auto rms = [&](std::size_t k) {
    const double unit = unit_of_variable<Dim>(k, kelvin);
    return [this, &values, k, unit](std::size_t i) { values.push_back(unit * average_.rms(i + k)); };
  };
  const auto vector = [&](auto statistic) {
    return [&values, statistic](std::size_t i) {
      for (std::size_t d = 0; d < 3; ++d) values.push_back(d < Dim ? statistic(i + 1 + d) : 0.0);
    };
  };
  std::vector<PointArray> fields{field("rho_mean", 1, mean(0)),
                                 field("rho_rms", 1, rms(0)),
                                 field("velocity_mean", 3, vector([this](std::size_t i) { return average_.mean(i); })),
                                 field("velocity_rms", 3, vector([this](std::size_t i) { return average_.rms(i); })),
                                 field("pressure_mean", 1, mean(Dim + 1)),
                                 field("pressure_rms", 1, rms(Dim + 1)),
                                 field("temperature_mean", 1, mean(Dim + 2)),
                                 field("temperature_rms", 1, rms(Dim + 2))};
  if (average_.has_skewness()) {
    const auto skewness = [this](std::size_t i) { return average_.skewness(i); };
    const auto flatness = [this](std::size_t i) { return average_.flatness(i); };
    const auto add = [&](const std::string& ending, auto statistic) {
      const auto scalar = [&](std::size_t k) {
        return [&values, k, statistic](std::size_t i) { values.push_back(statistic(i + k)); };
      };
      fields.push_back(field("rho" + ending, 1, scalar(0)));
      fields.push_back(field("velocity" + ending, 3, vector(statistic)));
      fields.push_back(field("pressure" + ending, 1, scalar(Dim + 1)));
      fields.push_back(field("temperature" + ending, 1, scalar(Dim + 2)));
    };
    add("_skewness", skewness);
    add("_flatness", flatness);
  }
  for (std::size_t pair = 0; pair < averaged_pairs<Dim>; ++pair)
    fields.push_back(field(pair_name<Dim>(pair), 1, [this, &values, pair, kelvin](std::size_t i) {
      values.push_back(fluctuation<Dim>(average_, i, pair, kelvin));
    }));
  const OwnCells<Dim> own = problem_.own_cells();
  FieldSampler<Dim> sampler(own.mesh, own_solver(problem_), order_, problem_.c.solver.gas.gamma);
  const std::vector<double> interval = interval_cells(average_);
  std::vector<VtuNote> notes;
  for (std::size_t i = 0; i < interval.size(); ++i) notes.push_back({"average_" + interval_columns[i], interval[i]});
  write_vtu(own, sampler, order_, fields, own_solver(problem_).time(), path, notes);
}

template <int Dim>
void Averages<Dim>::write_surfaces(const OutputDirectory& directory) const {
  const std::vector<double> interval = interval_cells(average_);
  std::size_t at = field_begin_.back();
  for (const std::string& name : problem_.c.output.surface) {
    std::vector<std::string> columns = place_columns<Dim>();
    std::vector<std::string> coefficients = friction_columns<Dim>("");
    coefficients.insert(coefficients.begin(), "cp");
    for (const std::string& coefficient : coefficients)
      for (const std::string& ending : statistic_endings(average_)) columns.push_back(coefficient + ending);
    columns.insert(columns.end(), interval_columns.begin(), interval_columns.end());
    std::string text = fmt::format("{}\n", fmt::join(columns, ","));
    for (const SurfacePointOf<Dim>& point : problem_.solver->surface(name)) {
      std::vector<double> row = place_cells(point);
      for (std::size_t i = at; i < at + averages_per_surface_point<Dim>; ++i) {
        const std::vector<double> of_coefficient = statistics(average_, i);
        row.insert(row.end(), of_coefficient.begin(), of_coefficient.end());
      }
      row.insert(row.end(), interval.begin(), interval.end());
      text += csv_line(row);
      at += averages_per_surface_point<Dim>;
    }
    write_file(directory.file(surface_file_name(name, "_mean")), text);
  }
}

template <int Dim>
void Averages<Dim>::write_probes(const OutputDirectory& directory) const {
  std::vector<std::string> columns{"probe"};
  for (int d = 0; d < Dim; ++d) columns.push_back(std::string(1, "xyz"[d]));
  for (const std::string& name : averaged_names<Dim>())
    for (const std::string& ending : statistic_endings(average_)) columns.push_back(name + ending);
  for (std::size_t pair = 0; pair < averaged_pairs<Dim>; ++pair) columns.push_back(pair_name<Dim>(pair));
  for (const std::string& name : primitive_names<Dim>()) columns.push_back(name + "_error");
  columns.insert(columns.end(), interval_columns.begin(), interval_columns.end());
  const std::vector<double> interval = interval_cells(average_);
  const std::vector<double> errors =
      probe_errors<Dim>(directory, problem_.probe_points.size(), average_.first_time(), average_.last_time());
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (std::size_t probe = 0; probe < problem_.probe_points.size(); ++probe) {
    const auto& place = problem_.probe_points[probe];
    std::vector<double> row{static_cast<double>(probe)};
    row.insert(row.end(), place.begin(), place.end());
    const std::vector<double> cells =
        table_cells<Dim>(average_, probe_begin_ + averages_per_point<Dim> * probe, problem_.c.units.kelvin);
    row.insert(row.end(), cells.begin(), cells.end());
    row.insert(row.end(), &errors[probe * (Dim + 2)], &errors[probe * (Dim + 2)] + Dim + 2);
    row.insert(row.end(), interval.begin(), interval.end());
    text += csv_line(row);
  }
  write_file(directory.file(mean_probes_file), text);
}

template void Averages<2>::write(const OutputDirectory&) const;
template void Averages<3>::write(const OutputDirectory&) const;
template void Averages<2>::write_fields(const std::string&) const;
template void Averages<3>::write_fields(const std::string&) const;

}  // namespace dg::app
