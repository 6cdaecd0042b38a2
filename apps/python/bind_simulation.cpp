#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "apps/case/choices.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/equations_simulation.hpp"
#include "apps/python/shared_simulation.hpp"
#include "apps/python/simulation.hpp"
#include "apps/ranks.hpp"
#include "apps/run/interrupt.hpp"
#include "apps/user_equations/equations_case.hpp"
#include "libdg/backend/stop_request.hpp"
#include "libdg/core/errors.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

/// This process, for what concerns no other.
Communicator& alone() {
  static SelfCommunicator self;
  return self;
}

SharedSimulation* make(const IniFile& file, const MeshHolder* mesh, const std::string& backend, int threads,
                       bool on_all_ranks) {
  const Machine machine{choose(backend_choices, backend, "backend"), threads};
  if (threads < 0) throw InputError("threads: must be 0 (all) or more, not " + std::to_string(threads));
  const nb::gil_scoped_release release;
  Communicator& ranks = on_all_ranks ? started_together() : alone();
  const RanksScope scope(ranks);
  auto* const make_it = has_equations(file) ? &make_equations_simulation : &make_simulation;
  return new SharedSimulation(make_it(file, mesh ? std::optional(mesh->mesh) : std::nullopt, machine), ranks);
}

/// Takes steps until one of both ends is reached. Signals are looked at between them.
void advance(SharedSimulation& shared, long last_step, double end_time) {
  const nb::gil_scoped_release release;
  const SharedSimulation::Use use(shared);
  Simulation& simulation = *shared.get();
  InterruptNote interrupted;
  for (bool reached = false; !reached;) {
    try {
      reached = simulation.advance(last_step, end_time);
    } catch (const Interrupted&) {  // a step that has begun is dropped
    }
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    interrupted.clear();
  }
}

/// The numbers of a batch where they lie; a copy on a device may only be read.
nb::object modes_of(const StateInMemory& state, const StateBatch& batch, const std::shared_ptr<Simulation>& owner) {
  auto* const kept = new std::shared_ptr<Simulation>(owner);
  const nb::capsule capsule(kept, [](void* p) noexcept { delete static_cast<std::shared_ptr<Simulation>*>(p); });
  const std::size_t shape[]{static_cast<std::size_t>(batch.blocks), static_cast<std::size_t>(batch.variables),
                            static_cast<std::size_t>(batch.modes), static_cast<std::size_t>(batch.cells_per_block)};
  const std::int64_t strides[]{batch.block_stride, batch.variable_stride, batch.mode_stride, batch.cell_stride};
  const nb::dlpack::dtype type = state.bytes_of_number == 8 ? nb::dtype<double>() : nb::dtype<float>();
  if (state.backend == BackendKind::cuda)
    return nb::cast(nb::ndarray<>(batch.first, 4, shape, capsule, strides, type, nb::device::cuda::value, 0));
  if (state.is_copy) return nb::cast(nb::ndarray<nb::numpy, nb::ro>(batch.first, 4, shape, capsule, strides, type));
  return nb::cast(nb::ndarray<nb::numpy>(batch.first, 4, shape, capsule, strides, type));
}

using ListOfTuples = nb::typed<nb::list, nb::typed<nb::tuple, nb::any, nb::ellipsis>>;
ListOfTuples batches(SharedSimulation& shared) {
  const SharedSimulation::Use use(shared);
  const StateInMemory state = finished(shared).state_in_memory();
  static constexpr std::array names{"triangle", "quad", "tetra", "wedge", "hexahedron", "pyramid"};
  nb::list all;
  for (const StateBatch& batch : state.batches) {
    std::vector<std::int64_t> cells(batch.cells.begin(), batch.cells.end());
    const std::size_t count = cells.size();
    all.append(nb::make_tuple(names[static_cast<std::size_t>(batch.shape)], batch.curved,
                              array_of(std::move(cells), {count}), modes_of(state, batch, shared.get()),
                              state.is_copy));
  }
  return ListOfTuples(all);
}

void set_coefficients(SharedSimulation& shared, const Numbers& u) {
  const nb::gil_scoped_release release;
  const SharedSimulation::Use use(shared);
  finished(shared).set_coefficients(std::span(u.data(), u.size()));
}

/// A function of Python of points, shape (points, dim), and time, that gives values of shape (points, variables).
ArrayFunction array_function(nb::callable given, std::size_t dim, std::size_t variables) {
  const std::shared_ptr<nb::callable> function(new nb::callable(std::move(given)), [](nb::callable* held) {
    const nb::gil_scoped_acquire acquire;
    delete held;
  });
  return [function, dim, variables](std::span<const double> points, double t) {
    const nb::gil_scoped_acquire acquire;
    const std::size_t count = points.size() / dim;
    const auto values =
        nb::cast<Numbers>((*function)(array_of(std::vector(points.begin(), points.end()), {count, dim}), t));
    if (values.size() != count * variables)
      throw InputError("a function gives another number of values than points want");
    return std::vector<double>(values.data(), values.data() + values.size());
  };
}

template <class... Args>
auto function_method(void (Simulation::*method)(const ArrayFunction&, Args...)) {
  return
      [method](SharedSimulation& shared, nb::typed<nb::callable, nb::any(nb::any, double)> given, Args... arguments) {
        const Simulation& simulation = *shared.get();
        const ArrayFunction function =
            array_function(std::move(given), static_cast<std::size_t>(simulation.dim()), simulation.variables().size());
        const nb::gil_scoped_release release;
        const SharedSimulation::Use use(shared);
        (finished(shared).*method)(function, arguments...);
      };
}

nb::typed<nb::list, nb::any> sample(SharedSimulation& shared, const Numbers& points,
                                    const std::vector<std::string>& names, bool nan) {
  std::vector<SampledQuantity> sampled;
  {
    const nb::gil_scoped_release release;
    const SharedSimulation::Use use(shared);
    sampled = finished(shared).sample(std::span(points.data(), points.size()), names, nan);
  }
  nb::list all;
  for (SampledQuantity& one : sampled) {
    const auto components = static_cast<std::size_t>(one.components);
    const std::size_t count = one.values.size() / components;
    all.append(array_of(std::move(one.values), components == 1 ? std::vector{count} : std::vector{count, components}));
  }
  return all;
}

nb::typed<nb::dict, nb::str, nb::any> forces(SharedSimulation& shared, const std::string& boundary) {
  const ForceCoefficients c = method(&Simulation::forces)(shared, boundary);
  nb::dict all;
  all["cd"] = c.cd, all["cl"] = c.cl, all["cz"] = c.cz, all["cm"] = nb::make_tuple(c.cm[0], c.cm[1], c.cm[2]);
  all["cd_pressure"] = c.cd_pressure, all["cd_viscous"] = c.cd_viscous;
  all["cl_pressure"] = c.cl_pressure, all["cl_viscous"] = c.cl_viscous;
  return all;
}

/// Waits for the points alone.
auto probes(SharedSimulation& shared) {
  std::vector<double> numbers;
  {
    const nb::gil_scoped_release release;
    const SharedSimulation::Use use(shared);
    numbers = shared.get()->probes();
  }
  const std::size_t count = numbers.size();
  return array_of(std::move(numbers), {count});
}

std::tuple<bool, double, std::string> steady_state(SharedSimulation& shared, std::optional<double> tolerance) {
  const SteadyState s = method(&Simulation::steady_state)(shared, tolerance);
  return {s.converged, s.residual, s.stall};
}

nb::typed<nb::dict, nb::str, nb::any> info(SharedSimulation& shared) {
  const SolverInfo& i = shared.get()->info();
  nb::dict all;
  all["backend"] = i.backend, all["device"] = i.device, all["precision"] = i.precision, all["assembly"] = i.assembly;
  all["layout"] = i.layout, all["threads"] = i.threads, all["cells"] = i.cells, all["faces"] = i.faces;
  all["ranks"] = i.ranks, all["dof"] = i.dof, all["bytes"] = i.bytes;
  return all;
}

bool is_steady(SharedSimulation& shared) { return shared.get()->settings().time.steady; }
bool is_newton(SharedSimulation& shared) { return shared.get()->settings().solver.newton; }

std::vector<std::pair<std::string, double>> parameters(SharedSimulation& shared) {
  std::vector<std::pair<std::string, double>> all;
  if (const auto& p = shared.get()->settings().names.parameters)
    for (std::size_t i = 0; i < p->names.size(); ++i) all.emplace_back(p->names[i], p->values[i]);
  return all;
}

}  // namespace

void bind_simulation(nb::module_& module) {
  nb::class_<SharedSimulation>(module, "SimulationCore", "The solver of a case.")
      .def("close", &SharedSimulation::close)
      .def("lead", method(&Simulation::lead))
      .def("release", method(&Simulation::release))
      .def("follow", method(&Simulation::follow))
      .def_prop_ro("dim", property(&Simulation::dim))
      .def_prop_ro("state_names", property(&Simulation::state_names))
      .def_prop_ro("variables", property(&Simulation::variables))
      .def_prop_ro("step", property(&Simulation::step))
      .def_prop_ro("time", property_of_steps(&Simulation::time))
      .def_prop_ro("last_dt", property_of_steps(&Simulation::last_dt))
      .def_prop_ro("notes", property(&Simulation::notes))
      .def_prop_ro("info", &info)
      .def_prop_ro("is_steady", &is_steady)
      .def_prop_ro("is_newton", &is_newton)
      .def_prop_ro("end_of_case", property(&Simulation::end_of_case))
      .def_prop_ro("steps_of_case", property(&Simulation::steps_of_case))
      .def("advance", &advance, nb::arg("last_step"), nb::arg("end_time"))
      .def("steady_state", &steady_state, nb::arg("tolerance").none())
      .def("batches", &batches)
      .def("coefficients", array_method(&Simulation::coefficients))
      .def("set_coefficients", &set_coefficients, nb::arg("u"))
      .def("set_state", function_method(&Simulation::set_state), nb::arg("function"))
      .def("set_source", function_method(&Simulation::set_source), nb::arg("function"), nb::arg("varies"))
      .def("set_boundary_data", function_method(&Simulation::set_boundary_data), nb::arg("function"), nb::arg("varies"))
      .def("rate", array_method(&Simulation::rate))
      .def("totals", array_method(&Simulation::totals))
      .def("residual_norms", array_method(&Simulation::residual_norms))
      .def("probe_points", array_method(&Simulation::probe_points))
      .def("probes", &probes)
      .def("forces", &forces, nb::arg("boundary"))
      .def("sample", &sample, nb::arg("points"), nb::arg("names"), nb::arg("outside_is_nan"))
      .def("write_fields", method(&Simulation::write_fields), nb::arg("path"))
      .def("write_checkpoint", method(&Simulation::write_checkpoint), nb::arg("path"))
      .def("restart", method(&Simulation::restart), nb::arg("path"))
      .def("parameters", &parameters)
      .def("set_parameter", method(&Simulation::set_parameter), nb::arg("name"), nb::arg("value"));
  module.def("make_simulation", &make, nb::arg("case"), nb::arg("mesh").none(), nb::arg("backend"), nb::arg("threads"),
             nb::arg("on_all_ranks"));
}

}  // namespace dg::app
