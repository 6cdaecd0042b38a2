#include <catch2/catch.hpp>

#include "libdg/lattice_boltzmann/tests/reference_lattice.hpp"
#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;

namespace {

/// Beside the definition, after an odd number of steps.
void check_against_definition(const LatticeOptions& options) {
  constexpr int steps = 101;
  ReferenceLattice reference(options, some_moments);
  for (int step = 0; step < steps; ++step) reference.step();
  const auto lattice = make_lattice(options);
  lattice->set_equilibrium(some_moments);
  lattice->advance(steps);
  INFO("way " << static_cast<int>(options.streaming) << ", cells " << options.cells[0] << " " << options.cells[1] << " "
              << options.cells[2]);
  CHECK(lattice->step() == steps);
  CHECK(largest_difference(lattice->read_moments(lattice->all()), reference.moments()) < 1e-13);
}

}  // namespace

TEST_CASE("every way of streaming does what the definition says") {
  for (const Streaming way : all_ways) {
    // Rows shorter and longer than a SIMD register, boxes one cell deep, walls of all kinds.
    check_against_definition(cavity({11, 5, 4}, way));
    check_against_definition(mixed_box({5, 4, 3}, way));
    check_against_definition(mixed_box({37, 6, 1}, way));
    check_against_definition(mixed_box({1, 7, 5}, way));
    check_against_definition(mixed_box({2, 2, 2}, way));
    LatticeOptions periodic = mixed_box({19, 1, 8}, way);
    for (Side& side : periodic.sides) side = {true, {}};
    check_against_definition(periodic);
  }
}

TEST_CASE("the ways of streaming agree after 1000 steps") {
  std::vector<std::vector<double>> fields;
  for (const Streaming way : all_ways) {
    const auto lattice = make_lattice(cavity({24, 20, 17}, way));
    lattice->advance(1000);
    fields.push_back(lattice->read_populations(lattice->all()));
  }
  CHECK(largest_difference(fields[0], fields[1]) < 1e-13);
  CHECK(largest_difference(fields[0], fields[2]) < 1e-13);
  CHECK(largest_difference(fields[0], std::vector<double>(fields[0].size())) > 1e-3);
}

TEST_CASE("threads do not change a bit") {
  for (const Streaming way : all_ways) {
    const auto one = make_lattice(mixed_box({21, 9, 6}, way, 1)), three = make_lattice(mixed_box({21, 9, 6}, way, 3));
    one->advance(50);
    three->advance(50);
    CHECK(one->read_populations(one->all()) == three->read_populations(three->all()));
  }
}

TEST_CASE("populations put into another lattice continue there bit for bit") {
  for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
    for (const Streaming way : all_ways) {
      for (const long first : {10, 11}) {
        LatticeOptions options = mixed_box({13, 7, 5}, way);
        options.precision = precision;
        const auto whole = make_lattice(options), early = make_lattice(options), late = make_lattice(options);
        whole->set_equilibrium(some_moments);
        early->set_equilibrium(some_moments);
        whole->advance(first + 20);
        early->advance(first);
        late->set_step(first);
        for (const Region& slab : slabs(late->all(), 100)) late->write_populations(slab, early->read_populations(slab));
        late->advance(20);
        CHECK(whole->read_populations(whole->all()) == late->read_populations(late->all()));
      }
    }
  }
}
