#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <vector>

#include "apps/console.hpp"
#include "apps/python/bindings.hpp"
#include "libdg/backend/mpi_communicator.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

std::pair<int, int> rank_and_size() { return {started_together().rank(), started_together().size()}; }

/// What rank `from` gives, on all of them.
nb::bytes broadcast(const nb::bytes& given, int from) {
  std::vector<std::byte> bytes(static_cast<const std::byte*>(given.data()),
                               static_cast<const std::byte*>(given.data()) + given.size());
  {
    const nb::gil_scoped_release release;
    std::int64_t size[]{static_cast<std::int64_t>(bytes.size())};
    started_together().broadcast(std::as_writable_bytes(std::span(size)), from);
    bytes.resize(static_cast<std::size_t>(size[0]));
    started_together().broadcast(bytes, from);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

/// The lowest rank that has failed; -1 if none has.
int first_failed(bool failed) {
  const nb::gil_scoped_release release;
  Communicator& ranks = started_together();
  std::int64_t first[]{failed ? ranks.rank() : ranks.size()};
  ranks.reduce(first, Reduction::least);
  return first[0] == ranks.size() ? -1 : static_cast<int>(first[0]);
}

void end_all(const std::string& message) { started_together().end_all(message, 1, print_error_line); }

}  // namespace

Communicator& started_together() {
  static const std::unique_ptr<Communicator> all = [] {
    auto made = make_communicator();
    if (made->rank() != 0) mute();
    return made;
  }();
  return *all;
}

void bind_ranks(nb::module_& module) {
  module.def("rank_and_size", &rank_and_size, "Number of this process among those of mpirun, and how many these are.");
  module.def("broadcast", &broadcast, nb::arg("given"), nb::arg("source"));
  module.def("first_failed", &first_failed, nb::arg("failed"));
  module.def("end_all", &end_all, nb::arg("message"), "Ends all ranks with this message.");
}

}  // namespace dg::app
