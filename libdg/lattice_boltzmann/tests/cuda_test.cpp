#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;

namespace {

/// Ends the program as skipped where there is no device.
struct NeedsDevice {
  NeedsDevice() {
    if (!cuda_device_name().empty()) return;
    std::cout << "skipped: " << (has_cuda() ? "no CUDA device" : "this build has no CUDA backend") << std::endl;
    std::exit(77);
  }
};

std::vector<double> after(LatticeOptions options, BackendKind backend, long steps) {
  options.backend = backend;
  const auto lattice = make_lattice(options);
  lattice->set_equilibrium(some_moments);
  lattice->advance(steps);
  return lattice->read_populations(lattice->all());
}

}  // namespace

TEST_CASE("a device gives what the CPU gives") {
  const NeedsDevice needs_device;
  for (const Streaming way : all_ways) {
    for (const LatticeOptions& options : {cavity({40, 33, 21}, way), mixed_box({150, 9, 8}, way),
                                          mixed_box({3, 5, 70}, way), mixed_box({4, 40, 1}, way)}) {
      CAPTURE(static_cast<int>(way), options.cells[0], options.cells[1], options.cells[2]);
      const auto cpu = after(options, BackendKind::cpu, 1000), cuda = after(options, BackendKind::cuda, 1000);
      CHECK(largest_difference(cpu, cuda) < 1e-12);
      LatticeOptions single = options;
      single.precision = Precision::single_precision;
      CHECK(largest_difference(cpu, after(single, BackendKind::cuda, 1000)) < 2e-5);
    }
  }
}

TEST_CASE("a device gives the same bits each time, and after a restart") {
  const NeedsDevice needs_device;
  for (const Streaming way : all_ways) {
    LatticeOptions options = mixed_box({70, 30, 20}, way);
    const auto first = after(options, BackendKind::cuda, 201);
    CHECK(first == after(options, BackendKind::cuda, 201));
    options.backend = BackendKind::cuda;
    const auto early = make_lattice(options), late = make_lattice(options);
    early->set_equilibrium(some_moments);
    early->advance(101);
    late->set_step(101);
    late->write_populations(late->all(), early->read_populations(early->all()));
    late->advance(100);
    CHECK(first == late->read_populations(late->all()));
  }
}
