#include "apps/run/averages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/console.hpp"
#include "apps/run/averaged_numbers.hpp"
#include "apps/run/case_changes.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/surface_files.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/output/row_checksum.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// Numbers of the list of a checkpoint before the means: the fingerprint, and the clock of TimeAverage.
constexpr auto head_numbers = static_cast<std::int64_t>(1 + TimeAverage::clock_numbers);

template <std::size_t N>
void add_numbers(const std::array<double, N>& state, double gamma, std::vector<double>& values) {
  constexpr int dim = N - 2;
  const auto variables = averaged_values(state, gamma);
  values.insert(values.end(), variables.begin(), variables.end());
  for (const auto& [a, b] : pairs_of_variables<dim>()) values.push_back(variables[a] * variables[b]);
}

template <int Dim>
std::vector<std::size_t> beginnings(const ProblemOf<Dim>& problem, int order) {
  std::vector<std::size_t> begin{0};
  const OwnCells<Dim> own = problem.own_cells();
  const Index cells = problem.c.output.format == FieldFormat::none ? 0 : own.count();
  for (const CellShape shape : std::span(own.mesh.cell_shapes).first(cells)) {
    begin.push_back(begin.back() +
                    averages_per_point<Dim> * static_cast<std::size_t>(node_count(shown_lattice(shape), order)));
  }
  return begin;
}

template <int Dim>
std::optional<PlaneAverages<Dim>> planes_of(const ProblemOf<Dim>& problem) {
  const AverageSection& average = problem.c.average;
  if (!average.profile) return std::nullopt;
  return PlaneAverages<Dim>(problem.own_cells(), *average.profile, degree_in_cells(problem.c.solver),
                            average.profile_points, average.where_profile);
}

template <int Dim>
std::size_t surface_numbers(const ProblemOf<Dim>& problem) {
  std::size_t count = 0;
  for (const std::string& name : problem.c.output.surface)
    count += averages_per_surface_point<Dim> * problem.solver->surface(name).size();
  return count;
}

}  // namespace

template <int Dim>
Averages<Dim>::Averages(const ProblemOf<Dim>& problem)
    : problem_(problem),
      order_(shown_order(problem.own_cells().mesh, problem.c.solver.degree)),
      field_begin_(beginnings(problem, order_)),
      planes_(planes_of(problem)),
      probe_begin_(field_begin_.back() + surface_numbers(problem)),
      profile_begin_(probe_begin_ +
                     (all_ranks().rank() == 0 ? averages_per_point<Dim> * problem.probe_points.size() : 0)),
      average_(profile_begin_ + (planes_ && all_ranks().rank() == 0
                                     ? averages_per_plane<Dim> * planes_->size() + WallFriction<Dim>::numbers
                                     : 0),
               problem.c.average.moments) {
  if (planes_) friction_.emplace(problem, *problem.c.average.profile, planes_->places());
}

/// A number by which averages are known to be of the same fields, surfaces and probes: 52 bits, which a double holds.
template <int Dim>
double Averages<Dim>::fingerprint() const {
  const OutputSection& output = problem_.c.output;
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(output.format == FieldFormat::none ? -1 : order_));
  for (const std::string& name : output.surface)
    hash = mixed(hash ^ row_checksum("surface", 0, std::as_bytes(std::span(name)), name.size()));
  for (const auto& point : problem_.probe_points)
    hash = mixed(hash ^ row_checksum("probe", 0, std::as_bytes(std::span(point)), sizeof point));
  if (planes_) {
    const std::vector<double>& places = planes_->places();
    hash = mixed(hash ^ row_checksum("profile", *problem_.c.average.profile, std::as_bytes(std::span(places)),
                                     places.size() * sizeof(double)));
  }
  if (average_.has_skewness()) hash = mixed(hash ^ average_.lists());
  constexpr int excess = 12;
  return static_cast<double>(hash >> excess);
}

/// Where this rank's numbers lie among those of all: the head, means of fields, surfaces and probes, and their squares
/// and higher powers likewise.
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
  if (first) pieces.push_back({0, head_numbers});
  for (std::size_t list = 0; list < average_.lists(); ++list) {
    const std::int64_t begin = head_numbers + static_cast<std::int64_t>(list) * (all[0] + all[1]);
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
  if (ranks.rank() == 0)
    state.insert(state.begin(), fingerprint());
  else
    state.erase(state.begin(), state.begin() + TimeAverage::clock_numbers);
  return {std::move(state), ListSlices(ranks, pieces(), list_block)};
}

template <int Dim>
void Averages<Dim>::restore(const std::string& path) {
  call_others(problem_, Work::averages);
  const std::string reason = take_state(broadcast_text(all_ranks(), path));
  if (all_ranks().rank() != 0) return;
  const double from = problem_.c.average.from;
  if (!reason.empty()) {
    print_warning("{}: averages begin again: those of {} {}", problem_.c.path, path, reason);
  } else if (average_.has_begun() && from < average_.first_time() && has_changed("average.from", path)) {
    print_warning("{}: averages begin at time {:.6g}, where those of {} do, not at 'from' = {:.6g}", problem_.c.path,
                  average_.first_time(), path, from);
  }
}

template <int Dim>
bool Averages<Dim>::has_changed(const std::string& key, const std::string& path) const {
  const auto changes = case_changes(CheckpointFile(path).head().case_text, problem_.c.text);
  return std::any_of(changes.begin(), changes.end(),
                     [&](const std::string& change) { return change.starts_with(key + ":"); });
}

template <int Dim>
std::string Averages<Dim>::take_state(const std::string& path) {
  const UndisturbedWork undisturbed;
  const CheckpointFile file(path);
  if (file.average_count() == 0) return "";
  if (!file.has_all_averages()) return "are of an earlier version of rkdg";
  Communicator& ranks = all_ranks();
  const ListSlices slices(ranks, pieces(), list_block);
  if (file.average_count() != slices.size()) return "are of other points or 'moments'";
  std::vector<double> state = slices.to_pieces(file.averages(slices.slice().begin, slices.slice().count));
  std::array<double, head_numbers> head{};
  if (ranks.rank() == 0) {
    std::copy_n(state.begin(), head_numbers, head.begin());
    state.erase(state.begin());
  }
  ranks.broadcast(std::as_writable_bytes(std::span(head)), 0);
  if (head[0] != fingerprint()) return "are of other points";
  if (head[1] < problem_.c.average.from)
    return fmt::format("have samples from time {:.6g} on, before 'from' = {:.6g}", head[1], problem_.c.average.from);
  if (ranks.rank() != 0) state.insert(state.begin(), head.begin() + 1, head.end());
  if (!average_.restore(state)) throw InputError(path + ": the averages are damaged");
  return "";
}

template <int Dim>
void Averages<Dim>::begin_now(long step) {
  if (!average_.has_begun()) sample(step);
}

template <int Dim>
void Averages<Dim>::warn_of_later_samples() const {
  const double end = problem_.c.time.end;
  if (average_.has_begun() && average_.last_time() > end * (1.0 + 1e-12))
    print_warning("{}: averages extend to time {:.6g}, beyond the end {:.6g} of the case", problem_.c.path,
                  average_.last_time(), end);
}

template <int Dim>
void Averages<Dim>::add_to(nlohmann::ordered_json& summary) const {
  if (!average_.has_begun()) return;
  auto& entry = summary["average"];
  entry = {{"from", average_.first_time()}, {"to", average_.last_time()}, {"samples", average_.samples()}};
  if (!planes_ || !(average_.duration() > 0.0)) return;
  for (const auto& wall : wall_scales())
    if (wall) entry["friction_velocity"].push_back(wall->friction_velocity);
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
  add_sample();
}

template <int Dim>
void Averages<Dim>::add_sample() {
  std::vector<double> values, of_planes;
  values.reserve(average_.size());
  {
    const UndisturbedWork undisturbed;
    add_fields(values);
    of_planes = profile();
  }
  if (all_ranks().rank() == 0) {
    add_surfaces_and_probes(values);
    values.insert(values.end(), of_planes.begin(), of_planes.end());
    if (friction_) friction_->add(values);
  }
  average_.add(own_solver(problem_).time(), values);
}

template class Averages<2>;
template class Averages<3>;

}  // namespace dg::app
