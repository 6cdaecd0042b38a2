#include "apps/run/averages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "apps/console.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/surface_files.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/output/vtu_writer.hpp"

namespace dg::app {
namespace {

/// Pairs of components of the velocity, of which the products make the shear stresses.
template <int Dim>
constexpr int pairs = Dim == 2 ? 1 : 3;
constexpr std::array<std::array<int, 2>, 3> pair_components{{{0, 1}, {0, 2}, {1, 2}}};

/// What is averaged at a point of the flow: rho, u, v, (w,) p, and for the shear stresses u v (u w, v w).
template <int Dim>
constexpr std::size_t per_point = Dim + 2 + pairs<Dim>;
/// And at a point of a surface: cp, and cf or its components.
template <int Dim>
constexpr std::size_t per_surface_point = Dim == 2 ? 2 : 4;
/// Numbers of TimeAverage::state() before the means.
constexpr std::int64_t clock_numbers = 2;

template <std::size_t N>
void add_numbers(const std::array<double, N>& state, double gamma, std::vector<double>& values) {
  constexpr int dim = N - 2;
  const auto primitive = primitive_of(state, gamma);
  values.insert(values.end(), primitive.begin(), primitive.end());
  for (int pair = 0; pair < pairs<dim>; ++pair) {
    const auto [a, b] = pair_components[pair];
    values.push_back(primitive[1 + a] * primitive[1 + b]);
  }
}

template <int Dim>
std::vector<std::size_t> beginnings(const ProblemOf<Dim>& problem, int order) {
  std::vector<std::size_t> begin{0};
  const OwnCells<Dim> own = problem.own_cells();
  const Index cells = problem.c.output.format == FieldFormat::none ? 0 : own.count();
  for (const CellShape shape : std::span(own.mesh.cell_shapes).first(cells)) {
    begin.push_back(begin.back() + per_point<Dim> * static_cast<std::size_t>(node_count(shown_lattice(shape), order)));
  }
  return begin;
}

template <int Dim>
std::size_t surface_numbers(const ProblemOf<Dim>& problem) {
  std::size_t count = 0;
  for (const std::string& name : problem.c.output.surface)
    count += per_surface_point<Dim> * problem.solver->surface(name).size();
  return count;
}

/// <u'v'> and the like at a point.
double fluctuation(const TimeAverage& average, std::size_t first, int pair, int dim) {
  const auto [a, b] = pair_components[pair];
  return average.mean(first + dim + 2 + pair) - average.mean(first + 1 + a) * average.mean(first + 1 + b);
}

/// Means and fluctuations of a point as the cells of a table: rho, u, v, (w,) p, each mean and rms, and <u'v'> and so
/// on.
template <int Dim>
std::vector<double> table_cells(const TimeAverage& average, std::size_t first) {
  std::vector<double> cells;
  for (std::size_t i = first; i < first + Dim + 2; ++i) cells.insert(cells.end(), {average.mean(i), average.rms(i)});
  for (int pair = 0; pair < pairs<Dim>; ++pair) cells.push_back(fluctuation(average, first, pair, Dim));
  return cells;
}

/// "uv_fluctuation" and so on.
std::string pair_name(int pair) {
  const auto [a, b] = pair_components[pair];
  return std::string(velocity_names[a]) + velocity_names[b] + "_fluctuation";
}

}  // namespace

template <int Dim>
Averages<Dim>::Averages(const ProblemOf<Dim>& problem)
    : problem_(problem),
      order_(shown_order(problem.own_cells().mesh, problem.c.solver.degree)),
      field_begin_(beginnings(problem, order_)),
      probe_begin_(field_begin_.back() + surface_numbers(problem)),
      average_(probe_begin_ + (all_ranks().rank() == 0 ? per_point<Dim> * problem.probe_points.size() : 0)) {}

/// Where this rank's numbers lie among those of all: the clock's two, means of fields, surfaces and probes, and their
/// squares likewise.
template <int Dim>
std::vector<ListPiece> Averages<Dim>::pieces() const {
  const OwnCells<Dim> own = problem_.own_cells();
  const auto fields = static_cast<std::int64_t>(field_begin_.back()),
             others = static_cast<std::int64_t>(average_.size()) - fields;
  std::int64_t all[]{fields, others};
  own.ranks.reduce(all, Reduction::sum);
  std::vector<ListPiece> of_cells{{0, fields}};
  if (!own.is_all()) {
    std::vector<std::int64_t> counts;
    for (Index cell = 0; cell < own.count(); ++cell)
      counts.push_back(fields == 0 ? 0 : static_cast<std::int64_t>(field_begin_[cell + 1] - field_begin_[cell]));
    of_cells = list_pieces(own.ranks, own.number, counts);
  }
  std::vector<ListPiece> pieces;
  const bool first = own.ranks.rank() == 0;
  if (first) pieces.push_back({0, clock_numbers});
  for (std::int64_t begin : {clock_numbers, clock_numbers + all[0] + all[1]}) {
    for (const ListPiece& piece : of_cells) pieces.push_back({begin + piece.begin, piece.count});
    if (first) pieces.push_back({begin + all[0], others});
  }
  std::erase_if(pieces, [](const ListPiece& piece) { return piece.count == 0; });
  return pieces;
}

template <int Dim>
PiecesOfList Averages<Dim>::state() const {
  std::vector<double> state = average_.state();
  Communicator& ranks = all_ranks();
  if (state.empty()) return {{}, ListSlices(ranks, {}, list_block)};
  if (ranks.rank() != 0) state.erase(state.begin(), state.begin() + clock_numbers);
  return {std::move(state), ListSlices(ranks, pieces(), list_block)};
}

template <int Dim>
bool Averages<Dim>::restore(const std::string& path) {
  call_others(problem_, Work::averages);
  return take_state(broadcast_text(all_ranks(), path));
}

template <int Dim>
bool Averages<Dim>::take_state(const std::string& path) {
  const UndisturbedWork undisturbed;
  const CheckpointFile file(path);
  if (file.average_count() == 0) return true;
  Communicator& ranks = all_ranks();
  const ListSlices slices(ranks, pieces(), list_block);
  if (file.average_count() != slices.size()) return false;
  std::vector<double> state = slices.to_pieces(file.averages(slices.slice().begin, slices.slice().count));
  std::array<double, clock_numbers> clock{};
  if (ranks.rank() == 0) std::copy_n(state.begin(), clock_numbers, clock.begin());
  ranks.broadcast(std::as_writable_bytes(std::span(clock)), 0);
  if (ranks.rank() != 0) state.insert(state.begin(), clock.begin(), clock.end());
  return average_.restore(state);
}

template <int Dim>
void Averages<Dim>::add_fields(std::vector<double>& values) const {
  if (problem_.c.output.format == FieldFormat::none) return;
  const OwnCells<Dim> own = problem_.own_cells();
  const double gamma = problem_.c.solver.gas.gamma;
  const FieldSampler<Dim> sampler(own.mesh, own_solver(problem_), order_, gamma);
  for (Index cell = 0; cell < own.count(); ++cell)
    for (int node = 0; node < sampler.node_count(cell); ++node) add_numbers(sampler.state(cell, node), gamma, values);
}

template <int Dim>
void Averages<Dim>::add_surfaces_and_probes(std::vector<double>& values) const {
  for (const std::string& name : problem_.c.output.surface) {
    for (const SurfacePointOf<Dim>& point : problem_.solver->surface(name)) {
      const SurfaceCoefficients<Dim> c = surface_coefficients(point, problem_.c.reference);
      values.push_back(c.cp);
      values.insert(values.end(), c.cf.begin(), c.cf.end());
    }
  }
  if (!problem_.probes) return;
  for (const auto& state : probe_states(problem_)) add_numbers(state, problem_.c.solver.gas.gamma, values);
}

template <int Dim>
void Averages<Dim>::sample(long step) {
  const AverageSection& section = problem_.c.average;
  if (step % section.every != 0 || problem_.solver->time() < section.from) return;
  call_others(problem_, Work::sample);
  take_sample();
}

template <int Dim>
void Averages<Dim>::take_sample() {
  std::vector<double> values;
  values.reserve(average_.size());
  {
    const UndisturbedWork undisturbed;
    add_fields(values);
  }
  if (all_ranks().rank() == 0) add_surfaces_and_probes(values);
  average_.add(own_solver(problem_).time(), values);
}

template <int Dim>
void Averages<Dim>::write(const OutputDirectory& directory) const {
  if (!(average_.duration() > 0.0)) {
    print_warning("{}: no averages: fewer than two samples were taken from time {:.6g} on", problem_.c.path,
                  problem_.c.average.from);
    return;
  }
  if (problem_.c.output.format != FieldFormat::none) {
    call_others(problem_, Work::mean_fields);
    write_fields(directory.file(mean_fields_file));
  }
  write_surfaces(directory);
  if (problem_.probes) write_probes(directory);
}

template <int Dim>
void Averages<Dim>::write_fields(const std::string& path) const {
  const UndisturbedWork undisturbed;
  std::vector<double> values;
  /// A field whose components at a node come from the node's first number.
  const auto field = [&](const std::string& name, int components, auto of_node) {
    return PointArray{name, components, [this, &values, of_node](Index cell) -> std::span<const double> {
                        values.clear();
                        for (std::size_t i = field_begin_[cell]; i < field_begin_[cell + 1]; i += per_point<Dim>)
                          of_node(i);
                        return values;
                      }};
  };
  const auto mean = [&](std::size_t k) {
    return [this, &values, k](std::size_t i) { values.push_back(average_.mean(i + k)); };
  };
  const auto rms = [&](std::size_t k) {
    return [this, &values, k](std::size_t i) { values.push_back(average_.rms(i + k)); };
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
                                 field("pressure_rms", 1, rms(Dim + 1))};
  for (int pair = 0; pair < pairs<Dim>; ++pair)
    fields.push_back(field(pair_name(pair), 1, [this, &values, pair](std::size_t i) {
      values.push_back(fluctuation(average_, i, pair, Dim));
    }));
  const OwnCells<Dim> own = problem_.own_cells();
  FieldSampler<Dim> sampler(own.mesh, own_solver(problem_), order_, problem_.c.solver.gas.gamma);
  write_vtu(own, sampler, order_, fields, own_solver(problem_).time(), path);
}

template <int Dim>
void Averages<Dim>::write_surfaces(const OutputDirectory& directory) const {
  std::size_t at = field_begin_.back();
  for (const std::string& name : problem_.c.output.surface) {
    std::vector<std::string> columns = place_columns<Dim>();
    columns.insert(columns.end(), {"cp_mean", "cp_rms"});
    const auto means = friction_columns<Dim>("_mean"), rms = friction_columns<Dim>("_rms");
    for (std::size_t d = 0; d < means.size(); ++d) columns.insert(columns.end(), {means[d], rms[d]});
    std::string text = fmt::format("{}\n", fmt::join(columns, ","));
    for (const SurfacePointOf<Dim>& point : problem_.solver->surface(name)) {
      std::vector<double> row = place_cells(point);
      for (std::size_t i = at; i < at + per_surface_point<Dim>; ++i)
        row.insert(row.end(), {average_.mean(i), average_.rms(i)});
      text += csv_line(row);
      at += per_surface_point<Dim>;
    }
    write_file(directory.file(surface_file_name(name, "_mean")), text);
  }
}

template <int Dim>
void Averages<Dim>::write_probes(const OutputDirectory& directory) const {
  std::vector<std::string> columns{"probe"};
  for (int d = 0; d < Dim; ++d) columns.push_back(std::string(1, "xyz"[d]));
  columns.insert(columns.end(), {"rho_mean", "rho_rms"});
  for (int d = 0; d < Dim; ++d)
    for (const char* statistic : {"_mean", "_rms"}) columns.push_back(std::string(velocity_names[d]) + statistic);
  columns.insert(columns.end(), {"p_mean", "p_rms"});
  for (int pair = 0; pair < pairs<Dim>; ++pair) columns.push_back(pair_name(pair));
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (std::size_t probe = 0; probe < problem_.probe_points.size(); ++probe) {
    const auto& place = problem_.probe_points[probe];
    std::vector<double> row{static_cast<double>(probe)};
    row.insert(row.end(), place.begin(), place.end());
    const std::vector<double> cells = table_cells<Dim>(average_, probe_begin_ + per_point<Dim> * probe);
    row.insert(row.end(), cells.begin(), cells.end());
    text += csv_line(row);
  }
  write_file(directory.file(mean_probes_file), text);
}

template class Averages<2>;
template class Averages<3>;

}  // namespace dg::app
