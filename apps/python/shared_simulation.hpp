/// A simulation as Python holds it, and its functions as those of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "apps/python/bindings.hpp"
#include "apps/python/simulation.hpp"
#include "apps/ranks.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

/// A simulation as Python holds it, for one thread at a time. Arrays that show its state keep it alive.
class SharedSimulation {
 public:
  /// For the time of a call: no other thread takes the simulation, and its ranks are those of the calling thread.
  class Use {
   public:
    explicit Use(SharedSimulation& shared) : lock_(shared.used_, std::try_to_lock), scope_(shared.ranks_) {
      if (!lock_) throw InputError("another thread is using this simulation; let it end first");
    }

   private:
    std::unique_lock<std::mutex> lock_;
    RanksScope scope_;
  };

  SharedSimulation(std::unique_ptr<Simulation> made, Communicator& ranks)
      : simulation_(std::move(made)), ranks_(ranks) {}

  const std::shared_ptr<Simulation>& get() const {
    if (!simulation_) throw InputError("the simulation has been closed; make a new one");
    return simulation_;
  }
  void close() {
    const Use use(*this);
    simulation_.reset();
  }

 private:
  std::shared_ptr<Simulation> simulation_;
  Communicator& ranks_;
  std::mutex used_;
};

/// The simulation, all of whose steps have been taken. To be used within a Use.
inline Simulation& finished(SharedSimulation& shared) {
  Simulation& simulation = *shared.get();
  simulation.finish();
  return simulation;
}

/// A function of Simulation as one of Python, that lets other threads of Python run meanwhile.
template <class R, class... Args>
auto method(R (Simulation::*function)(Args...)) {
  return [function](SharedSimulation& shared, std::decay_t<Args>... arguments) -> std::decay_t<R> {
    const nanobind::gil_scoped_release release;
    const SharedSimulation::Use use(shared);
    return (finished(shared).*function)(std::move(arguments)...);
  };
}
template <class R>
auto property(R (Simulation::*function)() const) {
  return [function](SharedSimulation& shared) -> std::decay_t<R> { return ((*shared.get()).*function)(); };
}
/// A property that steps change.
template <class R>
auto property_of_steps(R (Simulation::*function)() const) {
  return [function](SharedSimulation& shared) -> std::decay_t<R> {
    if (shared.get()->has_launched()) {
      const nanobind::gil_scoped_release release;
      const SharedSimulation::Use use(shared);
      finished(shared);
    }
    return ((*shared.get()).*function)();
  };
}

/// Numbers that `function` gives, as an array with `columns` columns; 0: in one row.
template <class Function>
auto array_method(Function function) {
  return [function](SharedSimulation& shared) {
    std::vector<double> numbers;
    {
      const nanobind::gil_scoped_release release;
      const SharedSimulation::Use use(shared);
      numbers = (finished(shared).*function)();
    }
    const std::size_t count = numbers.size();
    return array_of(std::move(numbers), {count});
  };
}

}  // namespace dg::app
