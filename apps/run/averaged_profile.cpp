#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "apps/run/averaged_interval.hpp"
#include "apps/run/averaged_numbers.hpp"
#include "apps/run/averages.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/rank_call.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg::app {
namespace {

/// What a profile has of the differences of variables from a reference: these, their squares, and the products of
/// pairs.
template <int Dim>
void add_products(const std::array<double, Dim + 3>& differences, double* out) {
  out = std::copy(differences.begin(), differences.end(), out);
  for (const double x : differences) *out++ = x * x;
  for (const auto& [a, b] : pairs_of_variables<Dim>()) *out++ = differences[a] * differences[b];
}

/// At a temperature.
double viscosity_at(const Gas<double>& gas, double temperature) {
  return viscosity(gas, Primitive<double, 2>{1.0, {}, temperature / gas.gamma});
}

}  // namespace

/// The reference of the profile, [polynomial][variable]: that of the averages so far, or the present state.
template <int Dim>
std::vector<double> Averages<Dim>::reference() const {
  constexpr std::size_t variables = averaged_variables<Dim>;
  if (number_of_rank_0(average_.duration()) > 0.0) {
    std::vector<double> kept(planes_->size() * variables);
    if (all_ranks().rank() == 0)
      for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] = average_.mean(profile_begin_ + i / variables * averages_per_plane<Dim> + i % variables);
    all_ranks().broadcast(std::as_writable_bytes(std::span(kept)), 0);
    return kept;
  }
  return planes_->coefficients(
      own_solver(problem_), variables,
      [gamma = problem_.c.solver.gas.gamma](const auto& state, std::size_t, auto, double* out) {
        std::ranges::copy(averaged_values(state, gamma), out);
      });
}

/// [polynomial][number], of all ranks, which call it together.
template <int Dim>
std::vector<double> Averages<Dim>::profile() const {
  if (!planes_) return {};
  constexpr std::size_t variables = averaged_variables<Dim>, deviations = deviations_per_plane<Dim>;
  const std::vector<double> from = reference();
  const auto numbers = [&](const auto& state, std::size_t first, std::span<const double> basis, double* out) {
    auto differences = averaged_values(state, problem_.c.solver.gas.gamma);
    for (std::size_t m = 0; m < basis.size(); ++m)
      for (std::size_t i = 0; i < variables; ++i) differences[i] -= basis[m] * from[(first + m) * variables + i];
    add_products<Dim>(differences, out);
  };
  const std::vector<double> averages = planes_->coefficients(own_solver(problem_), deviations, numbers);
  std::vector<double> all;
  for (std::size_t i = 0; i < planes_->size(); ++i) {
    all.insert(all.end(), &from[i * variables], &from[i * variables] + variables);
    all.insert(all.end(), &averages[i * deviations], &averages[i * deviations] + deviations);
  }
  return all;
}

/// The means of the numbers of the profile, [place][number].
template <int Dim>
std::vector<double> Averages<Dim>::profile_rows() const {
  std::vector<double> coefficients(planes_->size() * averages_per_plane<Dim>);
  for (std::size_t i = 0; i < coefficients.size(); ++i) coefficients[i] = average_.mean(profile_begin_ + i);
  return planes_->at_places(coefficients, averages_per_plane<Dim>);
}

/// Scales of the walls at both ends of the profile.
template <int Dim>
std::array<std::optional<WallScales<Dim>>, 2> Averages<Dim>::wall_scales() const {
  constexpr std::size_t numbers = averages_per_plane<Dim>, variables = averaged_variables<Dim>;
  const std::vector<double> rows = profile_rows();
  std::array<double, 2> density{}, viscosity_there{};
  for (const std::size_t end : {0, 1}) {
    const double* row = &rows[end == 0 ? 0 : rows.size() - numbers];
    density[end] = row[0] + row[variables];
    viscosity_there[end] = viscosity_at(Gas<double>(problem_.c.solver.gas), row[Dim + 2] + row[variables + Dim + 2]);
  }
  std::array<double, WallFriction<Dim>::numbers> friction{};
  for (std::size_t i = 0; i < friction.size(); ++i)
    friction[i] = average_.mean(profile_begin_ + planes_->size() * numbers + i);
  return friction_->scales(friction, density, viscosity_there);
}

template <int Dim>
void Averages<Dim>::write_profile(const OutputDirectory& directory) const {
  const int direction = *problem_.c.average.profile;
  const std::vector<double>& places = planes_->places();
  const auto walls = wall_scales();
  const bool has_walls = walls[0] || walls[1];
  std::vector<std::string> columns{std::string(1, "xyz"[direction])};
  for (const std::string& name : averaged_names<Dim>())
    for (const char* statistic : {"_mean", "_rms"}) columns.push_back(name + statistic);
  for (std::size_t pair = 0; pair < averaged_pairs<Dim>; ++pair) columns.push_back(pair_name<Dim>(pair));
  if (has_walls) columns.insert(columns.end(), {"yplus", "uplus"});
  columns.insert(columns.end(), interval_columns.begin(), interval_columns.end());
  const std::vector<double> interval = interval_cells(average_);
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  constexpr std::size_t variables = averaged_variables<Dim>;
  const std::vector<double> rows = profile_rows();
  const double kelvin = problem_.c.units.kelvin;
  for (std::size_t row = 0; row < places.size(); ++row) {
    const double* reference = &rows[row * averages_per_plane<Dim>];
    const double *difference = reference + variables, *square = difference + variables, *product = square + variables;
    const auto mean = [&](std::size_t i) { return reference[i] + difference[i]; };
    std::vector<double> cells{places[row]};
    for (std::size_t i = 0; i < variables; ++i) {
      const double unit = unit_of_variable<Dim>(i, kelvin);
      const double rms = std::sqrt(std::max(0.0, square[i] - difference[i] * difference[i]));
      cells.insert(cells.end(), {unit * mean(i), unit * rms});
    }
    for (std::size_t pair = 0; pair < averaged_pairs<Dim>; ++pair) {
      const auto [a, b] = pairs_of_variables<Dim>()[pair];
      cells.push_back(unit_of_pair<Dim>(pair, kelvin) * (product[pair] - difference[a] * difference[b]));
    }
    if (has_walls) {
      const bool lower = places[row] - places.front() <= places.back() - places[row];
      const std::size_t end = walls[lower ? 0 : 1] ? (lower ? 0 : 1) : (lower ? 1 : 0);
      double along = 0.0;
      for (int d = 0; d < Dim; ++d) along += mean(1 + d) * walls[end]->along[d];
      cells.push_back(std::abs(places[row] - (end == 0 ? places.front() : places.back())) / walls[end]->viscous_length);
      cells.push_back(along / walls[end]->friction_velocity);
    }
    cells.insert(cells.end(), interval.begin(), interval.end());
    text += csv_line(cells);
  }
  write_file(directory.file(profile_file), text);
}

template std::vector<double> Averages<2>::profile() const;
template std::array<std::optional<WallScales<2>>, 2> Averages<2>::wall_scales() const;
template void Averages<2>::write_profile(const OutputDirectory&) const;
template std::vector<double> Averages<3>::profile() const;
template std::array<std::optional<WallScales<3>>, 2> Averages<3>::wall_scales() const;
template void Averages<3>::write_profile(const OutputDirectory&) const;

}  // namespace dg::app
