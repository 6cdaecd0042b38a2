#include "apps/user_equations/equations_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/console.hpp"
#include "apps/ranks.hpp"
#include "apps/run/case_changes.hpp"
#include "apps/run/json_number.hpp"
#include "apps/run/summary.hpp"
#include "apps/version.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "libdg/output/vtu_writer.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* vtkhdf_file = "fields.vtkhdf";

/// The variables at the nodes of all cells of this rank.
template <int Dim>
class SampledVariables {
 public:
  SampledVariables(const EquationsProblem<Dim>& problem, CellNodes<Dim>& nodes)
      : values_(problem.solver->sample(nodes.nodes())),
        limiting_(problem.solver->limiting()),
        count_(problem.ec.equations.variables.size()) {
    begins_.push_back(0);
    for (Index cell = 0; cell < problem.part.mesh.cell_count(); ++cell)
      begins_.push_back(begins_.back() + count_ * static_cast<std::size_t>(nodes.node_count(cell)));
    for (std::size_t i = 0; i < count_; ++i)
      arrays_.push_back({problem.ec.equations.variables[i], 1, [this, i](Index cell) { return values(cell, i); }});
    if (!limiting_.empty())
      arrays_.push_back({"limiting", 1, [this](Index cell) {
                           of_cell_.assign((begins_[cell + 1] - begins_[cell]) / count_, limiting_[cell]);
                           return std::span<const double>(of_cell_);
                         }});
  }
  SampledVariables(const SampledVariables&) = delete;
  SampledVariables& operator=(const SampledVariables&) = delete;

  const std::vector<PointArray>& arrays() const { return arrays_; }

 private:
  std::span<const double> values(Index cell, std::size_t variable) {
    of_cell_.clear();
    for (std::size_t at = begins_[cell] + variable; at < begins_[cell + 1]; at += count_)
      of_cell_.push_back(values_[at]);
    return of_cell_;
  }

  std::vector<double> values_, limiting_, of_cell_;
  std::size_t count_;
  std::vector<std::size_t> begins_;
  std::vector<PointArray> arrays_;
};

template <int Dim>
int order_of(const EquationsProblem<Dim>& problem) {
  return shown_order(problem.part.mesh, problem.ec.c.solver.degree);
}

/// Points of all ranks in a file of fields.
template <int Dim>
std::int64_t shown_points(const EquationsProblem<Dim>& problem) {
  const auto node_orders = vtk_node_orders<Dim>(order_of(problem));
  std::int64_t points = 0;
  for (const CellShape shape : problem.shapes)
    points += static_cast<std::int64_t>(node_orders[shape_number(shape)].size());
  return points;
}

/// Numbers under the names of the variables.
Json named(const EquationsDescription& equations, const std::vector<double>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) json[equations.variables[i]] = json_number(values[i]);
  return json;
}

/// The coefficients of own cells among those of all.
template <int Dim>
std::vector<ListPiece> own_pieces(const EquationsProblem<Dim>& problem, const std::vector<std::int64_t>& begins) {
  const OwnCells<Dim> own = problem.own_cells();
  std::vector<ListPiece> pieces;
  for (Index cell = 0; cell < own.count(); ++cell) {
    const std::int64_t begin = begins[own.number_of(cell)];
    pieces.push_back({begin, begins[own.number_of(cell) + 1] - begin});
  }
  return pieces;
}

}  // namespace

template <int Dim>
EquationsFields<Dim>::EquationsFields(const EquationsProblem<Dim>& problem, const OutputDirectory* directory,
                                      bool continues)
    : problem_(problem), directory_(directory) {
  const FieldFormat format = problem.ec.c.output.format;
  if (format == FieldFormat::none) return;
  const std::string folder = directory == nullptr ? "" : directory->path().string() + "/";
  if (format == FieldFormat::vtkhdf)
    hdf_series_.emplace(folder + vtkhdf_file);
  else
    series_.emplace(folder + "fields.pvd");
  if (directory == nullptr || !continues) return;
  const double time = problem.solver->time();
  if (series_)
    if (const std::string lost = series_->resume(time); !lost.empty()) print_warning("{}fields.pvd: {}", folder, lost);
  if (hdf_series_ && !hdf_series_->resume(shown_points(problem), time))
    throw InputError(folder + vtkhdf_file + ": holds fields of another mesh or degree; move it away");
}

template <int Dim>
void EquationsFields<Dim>::write(long step) {
  if (step == last_ || (!series_ && !hdf_series_)) return;
  last_ = step;
  if (series_) {
    const std::string name = fmt::format("fields_{:09}.vtu", step);
    write_to(directory_ == nullptr ? name : directory_->file(name));
    if (directory_ == nullptr) return;
    directory_->file("fields.pvd");
    return series_->add(problem_.solver->time(), name);
  }
  if (directory_ != nullptr) directory_->file(vtkhdf_file);
  const int order = order_of(problem_);
  CellNodes<Dim> nodes(problem_.part.mesh, order);
  const SampledVariables<Dim> variables(problem_, nodes);
  hdf_series_->add<Dim>(problem_.own_cells(), nodes, order, variables.arrays(), problem_.solver->time());
}

template <int Dim>
void EquationsFields<Dim>::write_to(const std::string& path) {
  const int order = order_of(problem_);
  CellNodes<Dim> nodes(problem_.part.mesh, order);
  const SampledVariables<Dim> variables(problem_, nodes);
  write_vtu<Dim>(problem_.own_cells(), nodes, order, variables.arrays(), problem_.solver->time(), path);
}

template <int Dim>
EquationsStart restore(EquationsProblem<Dim>& problem, const std::string& path) {
  const Checkpoint checkpoint = read_checkpoint(path);
  const SolverOptions& options = problem.ec.c.solver;
  require_matching(checkpoint, problem.fingerprint, options.degree, space_name(options.quads), path);
  const std::vector<std::int64_t> begins = problem.begins();
  if (checkpoint.degree != options.degree || static_cast<std::int64_t>(checkpoint.coefficients.size()) != begins.back())
    throw InputError(path + ": is of other equations or of another degree than the case");
  std::vector<double> here;
  for (Index cell = 0; cell < problem.part.mesh.cell_count(); ++cell) {
    const Index number = problem.part.halo.is_whole() ? cell : problem.part.halo.cell[cell];
    here.insert(here.end(), checkpoint.coefficients.begin() + begins[number],
                checkpoint.coefficients.begin() + begins[number + 1]);
  }
  problem.solver->set_time(checkpoint.time);
  problem.solver->set_coefficients(here);
  problem.solver->take_parameters();
  problem.solver->set_next_step(checkpoint.next_step);
  if (all_ranks().rank() == 0)
    for (const std::string& change : case_changes(checkpoint.case_text, problem.ec.c.text))
      print_warning("{}: the case has changed since, {}", path, change);
  return {checkpoint.step, checkpoint.run};
}

template <int Dim>
void write_checkpoint(const EquationsProblem<Dim>& problem, long step, const std::string& run,
                      const std::string& path) {
  const SolverOptions& options = problem.ec.c.solver;
  Checkpoint checkpoint;
  checkpoint.time = problem.solver->time();
  checkpoint.step = step;
  checkpoint.degree = options.degree;
  checkpoint.quads = space_name(options.quads);
  checkpoint.precision = problem.solver->info().precision;
  checkpoint.mesh = problem.fingerprint;
  checkpoint.case_text = problem.ec.c.text;
  checkpoint.run = run;
  checkpoint.next_step = problem.solver->next_step();
  checkpoint.coefficients = problem.solver->coefficients();
  Communicator& ranks = all_ranks();
  if (ranks.size() == 1) return write_checkpoint(checkpoint, path);
  const ListSlices slices(ranks, own_pieces(problem, problem.begins()), list_block), none(ranks, {}, list_block);
  checkpoint.coefficients.resize(slices.own_count());
  write_checkpoint(checkpoint, path, {slices, none}, ranks);
}

template <int Dim>
std::string equations_summary(const EquationsProblem<Dim>& problem, const EquationsLoop<Dim>& loop,
                              const EquationsState& state) {
  const SolverInfo info = problem.solver->info();
  const EquationsCase& ec = problem.ec;
  Json json = {{"status", state.status}};
  if (!state.reason.empty()) json["reason"] = state.reason;
  Json parameters = Json::object();
  for (std::size_t i = 0; i < ec.system.parameters.size(); ++i)
    parameters[ec.equations.parameters[i].first] = ec.system.parameters[i];
  json.update({{"rkdg", version},
               {"case", ec.c.path},
               {"equations", {{"name", ec.name}, {"header", ec.header}, {"parameters", std::move(parameters)}}},
               {"riemann", ec.equations.fluxes[ec.system.flux]},
               {"backend", info.backend},
               {"device", info.device},
               {"threads", info.threads},
               {"ranks", info.ranks},
               {"exchange", info.exchange},
               {"precision", info.precision},
               {"degree", ec.c.solver.degree},
               {"elements", problem.shapes.size()},
               {"dof", problem.begins().back()},
               {"memory_bytes", info.bytes},
               {"steps", loop.step()},
               {"time", json_number(state.time)},
               {"setup_seconds", Json::object()},
               {"wall_seconds", state.wall_seconds},
               {"seconds_per_step", nullptr},
               {"dof_per_second", nullptr}});
  for (const auto& [phase, seconds] : problem.setup.phases()) json["setup_seconds"][phase] = seconds;
  if (loop.steps_taken() > 0 && loop.seconds() > 0.0) {
    const double per_step = loop.seconds() / static_cast<double>(loop.steps_taken());
    const double right_hand_sides =
        ec.c.solver.solves_systems()
            ? static_cast<double>(loop.implicit_work().right_hand_sides) / static_cast<double>(loop.steps_taken())
            : stage_count(ec.c.solver.scheme);
    json["seconds_per_step"] = per_step;
    json["dof_per_second"] = static_cast<double>(problem.begins().back()) * right_hand_sides / per_step;
  }
  json["assembly"] = info.assembly;
  json["layout"] = info.layout;
  json["ordering"] = name_of(ec.c.mesh.ordering.method);
  for (std::size_t i = 0; i < state.totals.size(); ++i)
    json["totals"][ec.equations.variables[i]] = {{"start", json_number(state.totals_start[i])},
                                                 {"end", json_number(state.totals[i])}};
  json["residual"] = named(ec.equations, state.residual);
  if (problem.solver->has_limiters()) json["limited"] = state.limited;
  if (ec.c.solver.newton) {
    json["converged"] = loop.newton_residual() <= ec.c.time.tolerance;
    json["newton_residual"] = json_number(loop.newton_residual());
    json["newton_steps"] = loop.implicit_work().newton_steps;
    json["krylov_steps"] = loop.implicit_work().krylov_steps;
    json["right_hand_sides"] = loop.implicit_work().right_hand_sides;
  }
  if (state.errors)
    json["errors"] = {{"l2", named(ec.equations, state.errors->l2)}, {"linf", named(ec.equations, state.errors->linf)}};
  return json_text(json);
}

template class EquationsFields<2>;
template class EquationsFields<3>;
template EquationsStart restore<2>(EquationsProblem<2>&, const std::string&);
template EquationsStart restore<3>(EquationsProblem<3>&, const std::string&);
template void write_checkpoint<2>(const EquationsProblem<2>&, long, const std::string&, const std::string&);
template void write_checkpoint<3>(const EquationsProblem<3>&, long, const std::string&, const std::string&);
template std::string equations_summary<2>(const EquationsProblem<2>&, const EquationsLoop<2>&, const EquationsState&);
template std::string equations_summary<3>(const EquationsProblem<3>&, const EquationsLoop<3>&, const EquationsState&);

}  // namespace dg::app
