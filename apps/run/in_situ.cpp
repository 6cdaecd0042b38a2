#include "apps/run/in_situ.hpp"

#include <chrono>

#include "apps/console.hpp"
#include "apps/run/series_time.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

template <int Dim>
InSitu<Dim>::InSitu(const ProblemOf<Dim>& problem) : problem_(problem) {
  const CatalystSection& section = problem.c.catalyst;
  if (section.script.empty()) return;
  const CatalystOptions options{problem.c.resolve(section.script), section.cells, problem.c.solver.degree,
                                problem.c.solver.gas.gamma, problem.c.units.kelvin};
  try {
    adaptor_ = make_catalyst_adaptor<Dim>(problem.mesh, *problem.solver, options);
  } catch (const InputError& error) {
    throw InputError(section.where + ": " + error.what());
  }
  print_warnings();
}

template <int Dim>
void InSitu<Dim>::show(long step, const OutputDirectory& directory) {
  if (adaptor_ == nullptr || step == last_step_) return;
  const auto start = std::chrono::steady_clock::now();
  adaptor_->execute(*problem_.solver, step, series_time(problem_, step), directory.path().string());
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  last_step_ = step;
  ++calls_;
  print_warnings();
}

template <int Dim>
void InSitu<Dim>::finish(const OutputDirectory& directory) {
  if (adaptor_ == nullptr) return;
  adaptor_->finish(directory.path().string());
  print_warnings();
}

template <int Dim>
void InSitu<Dim>::print_warnings() {
  for (const std::string& line : adaptor_->take_warnings()) print_warning("{}", line);
}

template class InSitu<2>;
template class InSitu<3>;

}  // namespace dg::app
