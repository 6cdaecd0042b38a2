#include "apps/run/in_situ.hpp"

#include <chrono>

#include "apps/console.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

InSitu::InSitu(const Problem& problem) : problem_(problem) {
  const CatalystSection& section = problem.c.catalyst;
  if (section.script.empty()) return;
  const CatalystOptions options{problem.c.resolve(section.script), section.cells, problem.c.solver.degree,
                                problem.c.solver.gas.gamma};
  try {
    adaptor_ = make_catalyst_adaptor(problem.mesh, *problem.solver, options);
  } catch (const InputError& error) {
    throw InputError(section.where + ": " + error.what());
  }
  print_warnings();
}

void InSitu::show(long step, const OutputDirectory& directory) {
  if (adaptor_ == nullptr || step == last_step_) return;
  const auto start = std::chrono::steady_clock::now();
  adaptor_->execute(*problem_.solver, step, directory.path().string());
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  last_step_ = step;
  ++calls_;
  print_warnings();
}

void InSitu::finish(const OutputDirectory& directory) {
  if (adaptor_ == nullptr) return;
  adaptor_->finish(directory.path().string());
  print_warnings();
}

void InSitu::print_warnings() {
  for (const std::string& line : adaptor_->take_warnings()) print_warning("{}", line);
}

}  // namespace dg::app
