#include "apps/run/rank_work.hpp"

#include "apps/run/degree_sequence.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/surface_files.hpp"
#include "libdg/element/element.hpp"
#include "libdg/output/entropy_error.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "libdg/output/vtu_writer.hpp"
#include "libdg/solver/observe_one_by_one.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// The entries of pieces of a list; none of an empty list.
std::vector<double> entries_of(const std::vector<ListPiece>& pieces, const std::vector<double>& list) {
  std::vector<double> entries;
  if (list.empty()) return entries;
  for (const ListPiece& piece : pieces)
    entries.insert(entries.end(), list.begin() + piece.begin, list.begin() + piece.begin + piece.count);
  return entries;
}

template <int Dim>
void take_coefficients(ProblemOf<Dim>& problem, const std::string& path) {
  const CheckpointFile file(path);
  const OwnCells<Dim> own = problem.own_cells();
  const std::span<const CellShape> shapes = std::span(own.mesh.cell_shapes).first(own.count());
  Checkpoint checkpoint = file.head();
  const QuadSpace quads = problem.c.solver.quads;
  std::vector<std::int64_t> counts;
  for (const CellShape shape : shapes)
    counts.push_back((Dim + 2) * mode_count(space_of(shape, quads), checkpoint.degree));
  const ListSlices slices(own.ranks, list_pieces(own.ranks, own.number, counts), list_block);
  if (slices.size() != file.coefficient_count())
    throw InputError(path + ": its number of coefficients is not that of the case");
  checkpoint.coefficients = slices.to_pieces(file.coefficients(slices.slice().begin, slices.slice().count));
  std::vector<double>& past = checkpoint.damping.filtered_past;
  past = entries_of(list_pieces(own.ranks, own.number, counts), past);
  if (file.has_running_mean())
    checkpoint.running_mean = slices.to_pieces(file.running_mean(slices.slice().begin, slices.slice().count));
  const bool is_raised = checkpoint.degree < problem.c.solver.degree;
  raise_degree<Dim>(checkpoint, shapes, problem.c.solver.degree, path);
  problem.ranked->set_own_coefficients(checkpoint.coefficients);
  if (is_raised) problem.ranked->limit_own_state();
  problem.ranked->set_own_damping(std::move(checkpoint.damping));
  if (file.has_running_mean()) problem.ranked->set_own_running_mean(std::move(checkpoint.running_mean));
}

/// Whether a work fails for what was given to the run, not for what it cannot write.
bool is_reading(Work work) { return work == Work::coefficients || work == Work::averages || work == Work::load_script; }

}  // namespace

template <int Dim>
void write_fields(const ProblemOf<Dim>& problem, const std::string& path, double time) {
  call_others(problem, Work::fields);
  const SolverOptions& options = problem.c.solver;
  const SolverOf<Dim>& solver = own_solver(problem);
  const UndisturbedWork undisturbed;
  const OwnCells<Dim> own = problem.own_cells();
  const int order = shown_order(own.mesh, options.degree);
  FieldSampler<Dim> sampler(own.mesh, solver, order, options.gas.gamma);
  sampler.set_temperature_unit(problem.c.units.kelvin);
  write_vtu(own, sampler, order, shown_fields(sampler), number_of_rank_0(time), path);
}

template <int Dim>
void add_fields(const ProblemOf<Dim>& problem, VtkHdfSeries& series, double time) {
  call_others(problem, Work::series);
  const SolverOptions& options = problem.c.solver;
  const SolverOf<Dim>& solver = own_solver(problem);
  const UndisturbedWork undisturbed;
  const OwnCells<Dim> own = problem.own_cells();
  const int order = shown_order(own.mesh, options.degree);
  FieldSampler<Dim> sampler(own.mesh, solver, order, options.gas.gamma);
  sampler.set_temperature_unit(problem.c.units.kelvin);
  series.add(own, sampler, order, time);
}

template <int Dim>
std::int64_t shown_points(const ProblemOf<Dim>& problem) {
  call_others(problem, Work::points);
  const OwnCells<Dim> own = problem.own_cells();
  const int order = shown_order(own.mesh, problem.c.solver.degree);
  const auto node_orders = vtk_node_orders<Dim>(order);
  std::int64_t points[]{0};
  for (const CellShape shape : std::span(own.mesh.cell_shapes).first(own.count()))
    points[0] += static_cast<std::int64_t>(node_orders[shape_number(shape)].size());
  own.ranks.reduce(points, Reduction::sum);
  return points[0];
}

template <int Dim>
double entropy_error_of(const ProblemOf<Dim>& problem) {
  call_others(problem, Work::entropy);
  const UndisturbedWork undisturbed;
  const SolverOptions& options = problem.c.solver;
  const auto& stream = problem.c.reference.freestream;
  return entropy_error(problem.own_cells(), own_solver(problem), degree_in_cells(options), options.gas.gamma,
                       stream.rho, stream.p);
}

template <int Dim>
void write_checkpoint(const ProblemOf<Dim>& problem, const Averages<Dim>* averages, Checkpoint checkpoint,
                      const std::string& path) {
  call_others(problem, Work::checkpoint);
  const UndisturbedWork undisturbed;
  PiecesOfList of_averages = averages ? averages->state() : PiecesOfList{{}, ListSlices(all_ranks(), {}, list_block)};
  checkpoint.averages = std::move(of_averages.own);
  checkpoint.coefficients = problem.ranked ? problem.ranked->own_coefficients() : problem.solver->coefficients();
  checkpoint.running_mean = problem.ranked ? problem.ranked->own_running_mean() : problem.solver->running_mean();
  if (!problem.ranked) return dg::write_checkpoint(checkpoint, path);
  dg::write_checkpoint(checkpoint, path, {problem.ranked->coefficient_slices(), of_averages.slices}, all_ranks());
}

template <int Dim>
void read_coefficients(ProblemOf<Dim>& problem, const std::string& path) {
  if (problem.ranked) {
    call_others(problem, Work::coefficients);
    return take_coefficients(problem, broadcast_text(all_ranks(), path));
  }
  Checkpoint checkpoint = read_checkpoint(path);
  const bool is_raised = checkpoint.degree < problem.c.solver.degree;
  raise_degree<Dim>(checkpoint, problem.mesh.cell_shapes, problem.c.solver.degree, path);
  if (checkpoint.coefficients.size() != static_cast<std::size_t>(problem.solver->info().dof))
    throw InputError(path + ": its number of coefficients is not that of the case");
  problem.solver->set_coefficients(checkpoint.coefficients);
  if (is_raised) problem.solver->limit_state();
  problem.solver->set_damping_state(checkpoint.damping);
  if (!checkpoint.running_mean.empty()) problem.solver->set_running_mean(checkpoint.running_mean);
}

template <int Dim>
std::vector<std::array<double, Dim + 2>> probe_states(const ProblemOf<Dim>& problem) {
  const Probes<Dim>& probes = *problem.probes;
  if (!problem.ranked) return probes.evaluate(problem.solver->sample_only(probes.samples()));
  call_others(problem, Work::probes);
  const UndisturbedWork undisturbed;
  std::vector<double> samples;
  if (!probes.samples().cells.empty()) samples = sample_cells(problem.ranked->own(), probes.samples());
  return probes.evaluate(samples, all_ranks());
}

template <int Dim>
void do_rank_work(ProblemOf<Dim>& problem, Averages<Dim>* averages, InSitu<Dim>* script, const RankCall& call) {
  try {
    VtkHdfSeries series("");
    switch (static_cast<Work>(call[0])) {
      case Work::coefficients:
        return read_coefficients(problem, "");
      case Work::averages:
        return void(averages->restore(""));
      case Work::sample:
        return averages->add_sample();
      case Work::probes:
        return void(probe_states(problem));
      case Work::points:
        return void(shown_points(problem));
      case Work::series:
        return add_fields(problem, series, 0.0);
      case Work::fields:
        return write_fields(problem, "", 0.0);
      case Work::mean_fields:
        return averages->write_fields("");
      case Work::surface:
        return write_surface(problem, problem.c.output.surface[call[1]], "", "", 0.0);
      case Work::entropy:
        return void(entropy_error_of(problem));
      case Work::lower_degree:
        return follow_degree(problem, static_cast<int>(call[1]));
      case Work::raise_degree:
        return;  // follow_degree() does it
      case Work::checkpoint:
        return write_checkpoint<Dim>(problem, averages, {}, "");
      case Work::load_script:
        return void(script->load());
      case Work::call_script:
        return script->show(static_cast<long>(call[1]), "");
      case Work::end_script:
        return script->finish("");
    }
  } catch (const InputError& error) {
    if (is_reading(static_cast<Work>(call[0]))) throw;
    throw RunError(error.what());
  }
}

template void do_rank_work<2>(ProblemOf<2>&, Averages<2>*, InSitu<2>*, const RankCall&);
template void do_rank_work<3>(ProblemOf<3>&, Averages<3>*, InSitu<3>*, const RankCall&);
template void write_fields<2>(const ProblemOf<2>&, const std::string&, double);
template void write_fields<3>(const ProblemOf<3>&, const std::string&, double);
template void add_fields<2>(const ProblemOf<2>&, VtkHdfSeries&, double);
template void add_fields<3>(const ProblemOf<3>&, VtkHdfSeries&, double);
template std::int64_t shown_points<2>(const ProblemOf<2>&);
template std::int64_t shown_points<3>(const ProblemOf<3>&);
template double entropy_error_of<2>(const ProblemOf<2>&);
template double entropy_error_of<3>(const ProblemOf<3>&);
template void write_checkpoint<2>(const ProblemOf<2>&, const Averages<2>*, Checkpoint, const std::string&);
template void write_checkpoint<3>(const ProblemOf<3>&, const Averages<3>*, Checkpoint, const std::string&);
template void read_coefficients<2>(ProblemOf<2>&, const std::string&);
template void read_coefficients<3>(ProblemOf<3>&, const std::string&);
template std::vector<std::array<double, 4>> probe_states<2>(const ProblemOf<2>&);
template std::vector<std::array<double, 5>> probe_states<3>(const ProblemOf<3>&);

}  // namespace dg::app
