#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <tuple>

#include "apps/case/choices.hpp"
#include "apps/lattice_boltzmann/lattice_case.hpp"
#include "apps/python/bindings.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/lattice.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

/// A lattice as Python holds it, for one thread at a time.
class LatticeHolder {
 public:
  LatticeHolder(LatticeCase c, std::unique_ptr<lbm::Lattice> lattice)
      : c_(std::move(c)), lattice_(std::move(lattice)) {}

  const LatticeCase& settings() const { return c_; }

  /// Calls use(lattice) while other threads of Python run.
  template <class Use>
  auto with(const Use& use) {
    const nb::gil_scoped_release release;
    const std::unique_lock lock(used_, std::try_to_lock);
    if (!lock) throw InputError("another thread is using this lattice; let it end first");
    if (!lattice_) throw InputError("the lattice has been closed; make a new one");
    return use(*lattice_);
  }

  void close() {
    with([](lbm::Lattice&) {});
    lattice_.reset();
  }

 private:
  LatticeCase c_;
  std::unique_ptr<lbm::Lattice> lattice_;
  std::mutex used_;
};

LatticeHolder* make(const IniFile& file, const std::string& backend, int threads) {
  LatticeCase c = interpret_lattice_case(file, {});
  c.lattice.backend = choose(backend_choices, backend, "backend");
  if (threads < 0) throw InputError("threads: must be 0 (all) or more, not " + std::to_string(threads));
  c.lattice.threads = threads;
  const nb::gil_scoped_release release;
  auto lattice = lbm::make_lattice(c.lattice);
  return new LatticeHolder(std::move(c), std::move(lattice));
}

/// Takes steps up to this one, in pieces short enough for signals.
void advance(LatticeHolder& holder, long last_step) {
  constexpr double longest = 0.2;  // seconds
  long at_once = 1;
  for (bool reached = false; !reached;) {
    reached = holder.with([&](lbm::Lattice& lattice) {
      const auto begin = std::chrono::steady_clock::now();
      const long steps = std::min(at_once, last_step - lattice.step());
      if (steps > 0) lattice.advance(steps);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (seconds < longest / 2 && at_once < (1L << 40)) at_once *= 2;
      if (seconds > longest) at_once = std::max(1L, at_once / 2);
      return lattice.step() >= last_step;
    });
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

/// Of all cells, [number][z][y][x].
nb::ndarray<nb::numpy, double> array_of_cells(const LatticeHolder& holder, std::vector<double> values,
                                              std::size_t count) {
  const auto& cells = holder.settings().lattice.cells;
  return array_of(std::move(values), {count, std::size_t(cells[2]), std::size_t(cells[1]), std::size_t(cells[0])});
}

auto moments(LatticeHolder& holder) {
  return array_of_cells(holder, holder.with([](lbm::Lattice& l) { return l.read_moments(l.all()); }), 4);
}

auto populations(LatticeHolder& holder) {
  return array_of_cells(holder, holder.with([](lbm::Lattice& l) { return l.read_populations(l.all()); }),
                        lbm::n_populations);
}

void require_size(const LatticeHolder& holder, const Numbers& values, std::size_t count, const char* what) {
  const auto& cells = holder.settings().lattice.cells;
  const std::size_t wanted = count * cells[0] * cells[1] * cells[2];
  if (values.size() != wanted)
    throw InputError(std::string(what) + ": expected " + std::to_string(wanted) + " numbers, not " +
                     std::to_string(values.size()));
}

void set_moments(LatticeHolder& holder, const Numbers& values) {
  require_size(holder, values, 4, "set_state");
  const auto& cells = holder.settings().lattice.cells;
  const std::size_t all = values.size() / 4;
  holder.with([&](lbm::Lattice& lattice) {
    lattice.set_equilibrium([&](int x, int y, int z) {
      const std::size_t cell = (std::size_t(z) * cells[1] + y) * cells[0] + x;
      std::array<double, 4> of_cell;
      for (std::size_t n = 0; n < 4; ++n) of_cell[n] = values.data()[n * all + cell];
      return of_cell;
    });
  });
}

void set_populations(LatticeHolder& holder, const Numbers& values) {
  require_size(holder, values, lbm::n_populations, "populations");
  holder.with([&](lbm::Lattice& lattice) {
    lattice.write_populations(lattice.all(), std::vector<double>(values.data(), values.data() + values.size()));
  });
}

std::tuple<std::string, std::string, int, std::size_t> info(LatticeHolder& holder) {
  const lbm::LatticeInfo info = holder.with([](lbm::Lattice& lattice) { return lattice.info(); });
  return {info.backend, info.device, info.threads, info.bytes};
}

}  // namespace

void bind_lattice(nb::module_& module) {
  nb::class_<LatticeHolder>(module, "LatticeCore", "A lattice Boltzmann run, in units of cells and steps.")
      .def("close", &LatticeHolder::close)
      .def("advance", &advance, nb::arg("last_step"))
      .def("moments", &moments, "Density less 1 and velocity, shape (4, nz, ny, nx).")
      .def("set_moments", &set_moments, nb::arg("values"))
      .def("populations", &populations, "Populations less their weights, shape (19, nz, ny, nx).")
      .def("set_populations", &set_populations, nb::arg("values"))
      .def("info", &info, "Backend, device, threads and bytes.")
      .def_prop_ro("step",
                   [](LatticeHolder& h) { return h.with([](lbm::Lattice& lattice) { return lattice.step(); }); })
      .def_prop_ro("cells", [](const LatticeHolder& h) { return h.settings().lattice.cells; })
      .def_prop_ro("tau", [](const LatticeHolder& h) { return h.settings().lattice.tau; })
      .def_prop_ro("speed", [](const LatticeHolder& h) { return h.settings().speed; })
      .def_prop_ro("length", [](const LatticeHolder& h) { return h.settings().length; })
      .def_prop_ro("steps_of_case", [](const LatticeHolder& h) { return h.settings().steps; });
  module.def("make_lattice", &make, nb::arg("file"), nb::arg("backend"), nb::arg("threads"),
             nb::rv_policy::take_ownership);
}

}  // namespace dg::app
