#include "apps/run/snapshots.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "apps/console.hpp"
#include "apps/failure_text.hpp"
#include "apps/run/case_changes.hpp"
#include "apps/run/rank_work.hpp"
#include "apps/run/series_time.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/partition_file.hpp"

namespace dg::app {
namespace {

constexpr const char* vtkhdf_file = "fields.vtkhdf";

/// The fingerprint of the mesh: a file that is cut into parts, which rank 0 has not read, says it.
template <int Dim>
std::string fingerprint_of(const ProblemOf<Dim>& problem) {
  if (problem.mesh.cell_count() > 0) return mesh_fingerprint(problem.mesh);
  const std::string said = fingerprint_in_file(problem.c.resolve(problem.c.mesh.file));
  return said.empty() ? mesh_fingerprint(problem.whole_mesh()) : said;
}

template <int Dim>
void warn_of_changes(const ProblemOf<Dim>& problem, const Checkpoint& checkpoint, bool has_mean,
                     const std::string& path) {
  try {
    for (const std::string& change : case_changes(checkpoint.case_text, problem.c.text)) {
      print_warning("{}: the case has changed since, {}", path, change);
    }
  } catch (const InputError& error) {
    print_warning("{}: whether the case has changed since is not known: {}", path, error.what());
  }
  if (problem.c.solver.damping_width > 0 && checkpoint.damping.steps == 0 && checkpoint.step > 0) {
    print_warning("{}: holds no state of damping, whose filter begins again", path);
  }
  if (problem.c.sponge.averaging_time && !has_mean)
    print_warning("{}: holds no running mean, which begins with the state of the checkpoint", path);
}

}  // namespace

std::string earlier_series(const Case& c, const StartingPoint& from) {
  const bool raises = from.step > 0 && from.degree < c.solver.degree;
  return raises && c.output.format == FieldFormat::vtkhdf ? fmt::format("fields_degree{}.vtkhdf", from.degree) : "";
}

template <int Dim>
Snapshots<Dim>::Snapshots(const ProblemOf<Dim>& problem, const OutputDirectory& directory, const StartingPoint& from)
    : problem_(problem),
      directory_(directory),
      series_(directory.file("fields.pvd")),
      hdf_series_((directory.path() / vtkhdf_file).string()),
      mesh_fingerprint_(fingerprint_of(problem)) {
  if (directory.continues()) resume_series(from);
}

template <int Dim>
void Snapshots<Dim>::resume_series(const StartingPoint& from) {
  const double last = series_time(problem_, from.step);
  if (problem_.c.output.format == FieldFormat::vtkhdf) {
    const std::string series = (directory_.path() / vtkhdf_file).string();
    if (hdf_series_.resume(shown_points(problem_), last)) return;
    const std::string earlier = earlier_series(problem_.c, from);
    if (earlier.empty()) throw InputError(series + ": holds fields of another mesh or degree; move it away");
    const std::string kept = directory_.file(earlier);
    std::error_code error;
    std::filesystem::rename(series, kept, error);
    if (error) throw RunError(series + ": cannot be renamed to " + kept + ": " + error.message());
    print_warning("{}: is now {}: it cannot hold fields of degree {} beside those of degree {}", series, kept,
                  problem_.c.solver.degree, from.degree);
  } else if (const std::string lost = series_.resume(last); !lost.empty()) {
    print_warning("{}: {}", (directory_.path() / "fields.pvd").string(), lost);
  }
}

template <int Dim>
void Snapshots<Dim>::write_fields(long step) {
  const FieldFormat format = problem_.c.output.format;
  if (format == FieldFormat::none || step == last_fields_) return;
  last_fields_ = step;
  if (format == FieldFormat::vtkhdf) {
    directory_.file(vtkhdf_file);
    return add_fields(problem_, hdf_series_, series_time(problem_, step));
  }
  const std::string name = fmt::format("fields_{:09}.vtu", step);
  const double time = series_time(problem_, step);
  app::write_fields(problem_, directory_.file(name), time);
  series_.add(time, name);
}

template <int Dim>
std::string Snapshots<Dim>::keep_failed_state(long step) {
  std::string text;
  try {
    const std::string path = directory_.file("failed.vtu");
    app::write_fields(problem_, path, series_time(problem_, step));
    text = "fields in " + path;
  } catch (const std::exception& error) {
    text = std::string("its fields could not be kept: ") + failure_text(error);
  }
  return text + "; last good checkpoint: " + (last_checkpoint_.empty() ? "none" : last_checkpoint_);
}

template <int Dim>
void Snapshots<Dim>::write_checkpoint(long step, const Averages<Dim>* averages) {
  const std::string path = directory_.file("checkpoint.h5");
  Checkpoint checkpoint;
  checkpoint.time = problem_.solver->time();
  checkpoint.step = step;
  checkpoint.degree = problem_.c.solver.degree;
  checkpoint.quads = space_name(problem_.c.solver.quads);
  checkpoint.precision = problem_.solver->info().precision;
  checkpoint.mesh = mesh_fingerprint_;
  checkpoint.case_text = problem_.c.text;
  checkpoint.run = directory_.run();
  checkpoint.damping = problem_.solver->damping_state();
  checkpoint.next_step = problem_.solver->next_step();
  checkpoint.control = problem_.solver->control_state();
  app::write_checkpoint(problem_, averages, std::move(checkpoint), path);
  last_checkpoint_ = path;
}

template <int Dim>
StartingPoint restore(ProblemOf<Dim>& problem, const std::string& path) {
  const CheckpointFile file(path);
  const Checkpoint& checkpoint = file.head();
  require_matching(checkpoint, fingerprint_of(problem), problem.c.solver.degree, space_name(problem.c.solver.quads),
                   path);
  problem.solver->set_time(checkpoint.time);
  read_coefficients(problem, path);
  problem.solver->set_next_step(checkpoint.next_step);
  problem.solver->set_control_state(checkpoint.control);
  if (problem.solver->find_bad_cell().cell >= 0) throw InputError(path + ": holds a state that is not physical");
  warn_of_changes(problem, checkpoint, file.has_running_mean(), path);
  return {checkpoint.step, checkpoint.run, checkpoint.degree};
}

template class Snapshots<2>;
template class Snapshots<3>;
template StartingPoint restore<2>(ProblemOf<2>&, const std::string&);
template StartingPoint restore<3>(ProblemOf<3>&, const std::string&);

}  // namespace dg::app
