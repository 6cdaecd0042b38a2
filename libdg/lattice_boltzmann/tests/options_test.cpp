#include <catch2/catch.hpp>
#include <limits>

#include "libdg/backend/backend.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;
using Catch::Contains;

namespace {

std::string refused(const LatticeOptions& options) {
  try {
    make_lattice(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST_CASE("what no lattice can be made of is refused") {
  LatticeOptions options = cavity({8, 8, 8}, Streaming::esoteric_pull);
  SECTION("cells") {
    options.cells[1] = 0;
    CHECK_THAT(refused(options), Contains("0 cells along an axis; from 1 to 65535"));
    options.cells[1] = 65536;
    CHECK_THAT(refused(options), Contains("65536 cells along an axis"));
    options.cells = {1, 65535, 65535};
    CHECK_THAT(refused(options), Contains("65535 x 65535 rows of cells along x"));
  }
  SECTION("relaxation time") {
    options.tau = 0.5009;
    CHECK_THAT(refused(options), Contains("tau = 0.5009 is below 0.501"));
    options.tau = std::numeric_limits<double>::quiet_NaN();
    CHECK_THAT(refused(options), Contains("tau"));
  }
  SECTION("speed") {
    options.sides[top].velocity = {0.15, 0.0, 0.15};
    CHECK_THAT(refused(options), Contains("side 'top' moves by 0.2121 cells a step"));
  }
  SECTION("walls that do not stay in place") {
    options.sides[top].velocity = {0.0, 0.1, 0.0};
    CHECK_THAT(refused(options), Contains("side 'top' moves across itself"));
  }
  SECTION("half periodic") {
    options.sides[left].periodic = true;
    CHECK_THAT(refused(options), Contains("side 'left' is periodic, so the opposite side 'right' must be"));
  }
  SECTION("magic number") {
    options.magic = 0.0;
    CHECK_THAT(refused(options), Contains("magic number"));
  }
  SECTION("memory") {
    options.cells = {65535, 65535, 10};
    CHECK_THAT(refused(options), Contains("65535 x 65535 x 10 cells take 6528.15 GB, but"));
    options.streaming = Streaming::two_lattices;
    CHECK_THAT(refused(options), Contains("13056.30 GB") && Contains("in place it would be half"));
  }
}

TEST_CASE("a lattice in place takes 19 numbers a cell, and two lattices twice as many") {
  const double cells = 96.0 * 96.0 * 96.0;
  for (const auto& [precision, bytes] :
       {std::pair{Precision::single_precision, 76.0}, std::pair{Precision::double_precision, 152.0}}) {
    for (const Streaming way : all_ways) {
      LatticeOptions options = cavity({96, 96, 96}, way);
      options.precision = precision;
      const double lattices = way == Streaming::two_lattices ? 2.0 : 1.0;
      const auto lattice = make_lattice(options);
      CHECK(static_cast<double>(lattice->info().bytes) / cells >= lattices * bytes);
      CHECK(static_cast<double>(lattice->info().bytes) / cells < lattices * bytes * 1.01);
      CHECK(lattice->info().bytes == lattice_bytes(options));
    }
  }
  const LatticeOptions large = cavity({512, 512, 512}, Streaming::esoteric_pull);
  CHECK(1e-9 * static_cast<double>(lattice_bytes(large)) < 20.7);
}
