#include "apps/run/snapshots.hpp"

#include <fmt/format.h>

#include "apps/console.hpp"
#include "apps/run/case_changes.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtu_writer.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

constexpr const char* vtkhdf_file = "fields.vtkhdf";

std::string quads_name(const Case& c) { return c.solver.quads == QuadSpace::P ? "P" : "Q"; }

template <int Dim>
void warn_of_changes(const ProblemOf<Dim>& problem, const Checkpoint& checkpoint, const std::string& path) {
  try {
    for (const std::string& change : case_changes(checkpoint.case_text, problem.c.text)) {
      print_warning("{}: the case has changed since, {}", path, change);
    }
  } catch (const InputError& error) {
    print_warning("{}: whether the case has changed since is not known: {}", path, error.what());
  }
  if (problem.c.solver.damping_width > 0 && checkpoint.damping.steps == 0 && checkpoint.step > 0) {
    print_warning("{}: holds no state of damping, whose filter begins anew", path);
  }
}

}  // namespace

template <int Dim>
Snapshots<Dim>::Snapshots(const ProblemOf<Dim>& problem, const OutputDirectory& directory)
    : problem_(problem),
      directory_(directory),
      series_(directory.file("fields.pvd")),
      hdf_series_((directory.path() / vtkhdf_file).string()),
      mesh_fingerprint_(mesh_fingerprint(problem.mesh)) {
  if (!directory.continues()) return;
  if (problem.c.output.format == FieldFormat::vtkhdf) {
    hdf_series_.resume(problem.mesh, shown_order(problem.mesh, problem.c.solver.degree), problem.solver->time());
  } else {
    series_.resume(problem.solver->time());
  }
}

template <int Dim>
void Snapshots<Dim>::write_fields(long step) {
  const FieldFormat format = problem_.c.output.format;
  if (format == FieldFormat::none || step == last_fields_) return;
  last_fields_ = step;
  const SolverOptions& options = problem_.c.solver;
  if (format == FieldFormat::vtkhdf) {
    directory_.file(vtkhdf_file);
    const int order = shown_order(problem_.mesh, options.degree);
    FieldSampler<Dim> sampler(problem_.mesh, *problem_.solver, order, options.gas.gamma);
    hdf_series_.add(problem_.mesh, sampler, order, problem_.solver->time());
    return;
  }
  const std::string name = fmt::format("fields_{:09}.vtu", step);
  write_vtu(problem_.mesh, *problem_.solver, options.degree, options.gas.gamma, directory_.file(name));
  series_.add(problem_.solver->time(), name);
}

template <int Dim>
std::string Snapshots<Dim>::write_failed_fields() {
  const std::string path = directory_.file("failed.vtu");
  const SolverOptions& options = problem_.c.solver;
  write_vtu(problem_.mesh, *problem_.solver, options.degree, options.gas.gamma, path);
  return path;
}

template <int Dim>
void Snapshots<Dim>::write_checkpoint(long step, std::vector<double> averages) {
  const std::string path = directory_.file("checkpoint.h5");
  Checkpoint checkpoint;
  checkpoint.time = problem_.solver->time();
  checkpoint.step = step;
  checkpoint.degree = problem_.c.solver.degree;
  checkpoint.quads = quads_name(problem_.c);
  checkpoint.precision = problem_.solver->info().precision;
  checkpoint.mesh = mesh_fingerprint_;
  checkpoint.case_text = problem_.c.text;
  checkpoint.run = directory_.run();
  checkpoint.coefficients = problem_.solver->coefficients();
  checkpoint.damping = problem_.solver->damping_state();
  checkpoint.next_step = problem_.solver->next_step();
  checkpoint.averages = std::move(averages);
  dg::write_checkpoint(checkpoint, path);
  last_checkpoint_ = path;
}

template <int Dim>
StartingPoint restore(ProblemOf<Dim>& problem, const std::string& path) {
  Checkpoint checkpoint = read_checkpoint(path);
  require_matching(checkpoint, problem.mesh, problem.c.solver.degree, quads_name(problem.c), path);
  raise_degree(checkpoint, problem.mesh, problem.c.solver.degree, path);
  if (checkpoint.coefficients.size() != static_cast<std::size_t>(problem.solver->info().dof)) {
    throw InputError(path + ": holds another number of coefficients than the case");
  }
  problem.solver->set_time(checkpoint.time);
  problem.solver->set_coefficients(checkpoint.coefficients);
  problem.solver->set_damping_state(checkpoint.damping);
  problem.solver->set_next_step(checkpoint.next_step);
  if (problem.solver->find_bad_cell().cell >= 0) throw InputError(path + ": holds a state that is no gas");
  warn_of_changes(problem, checkpoint, path);
  return {checkpoint.step, checkpoint.run, checkpoint.averages};
}

template class Snapshots<2>;
template class Snapshots<3>;
template StartingPoint restore<2>(ProblemOf<2>&, const std::string&);
template StartingPoint restore<3>(ProblemOf<3>&, const std::string&);

}  // namespace dg::app
