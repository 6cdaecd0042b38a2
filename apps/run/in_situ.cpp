#include "apps/run/in_situ.hpp"

#include <chrono>
#include <cstddef>
#include <span>

#include "apps/console.hpp"
#include "apps/run/rank_call.hpp"
#include "apps/run/series_time.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

template <int Dim>
InSitu<Dim>& InSitu<Dim>::load() {
  const CatalystSection& section = problem_.c.catalyst;
  if (section.script.empty()) return *this;
  call_others(problem_, Work::load_script);
  const UndisturbedWork undisturbed;
  const SolverOptions& solver = problem_.c.solver;
  const CatalystOptions options{problem_.c.resolve(section.script), section.cells, solver.degree, solver.gas.gamma,
                                problem_.c.units.kelvin};
  try {
    adaptor_ = make_catalyst_adaptor<Dim>(problem_.own_cells(), own_solver(problem_), options);
  } catch (const InputError& error) {
    throw InputError(section.where + ": " + error.what());
  }
  print_warnings();
  return *this;
}

template <int Dim>
void InSitu<Dim>::show(long step, const std::string& folder) {
  if (adaptor_ == nullptr || step == last_step_) return;
  const auto start = std::chrono::steady_clock::now();
  call_others(problem_, Work::call_script, step);
  const UndisturbedWork undisturbed;
  const double time = number_of_rank_0(series_time(problem_, step));
  adaptor_->execute(own_solver(problem_), step, time, broadcast_text(all_ranks(), folder));
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  last_step_ = step;
  ++calls_;
  print_warnings();
}

template <int Dim>
void InSitu<Dim>::finish(const std::string& folder) {
  if (adaptor_ == nullptr) return;
  call_others(problem_, Work::end_script);
  adaptor_->finish(broadcast_text(all_ranks(), folder));
  print_warnings();
  adaptor_.reset();
}

/// On rank 0 those of all ranks, of which many have the same.
template <int Dim>
void InSitu<Dim>::print_warnings() {
  std::string own;
  for (const std::string& line : adaptor_->take_warnings()) own += line + '\n';
  for (const std::vector<std::byte>& bytes : all_ranks().gather(std::as_bytes(std::span(own)))) {
    const std::string all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (std::size_t begin = 0, end; begin < all.size(); begin = end + 1) {
      end = all.find('\n', begin);
      const std::string line = all.substr(begin, end - begin);
      if (printed_.insert(line).second) print_warning("{}", line);
    }
  }
}

template class InSitu<2>;
template class InSitu<3>;

}  // namespace dg::app
