#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <numeric>

#include "apps/lattice_boltzmann/lattice_checkpoint.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

std::unique_ptr<lbm::Lattice> small_lattice() {
  lbm::LatticeOptions options;
  options.cells = {2, 1, 3};
  options.backend = BackendKind::cpu;
  options.threads = 1;
  auto lattice = make_lattice(options);
  lattice->set_equilibrium([](int x, int, int z) { return std::array<double, 4>{0.01 * x, 0.02 * z, 0.03, -0.01}; });
  lattice->advance(3);
  return lattice;
}

const std::string case_text = "[lattice]\ncells = 2, 1, 3\n";

LatticeChange sample_change() {
  LatticeChange change{2, 0.125, std::vector<double>(3 * (2 + 1 + 3))};
  std::iota(change.velocities.begin(), change.velocities.end(), 0.1);
  return change;
}

template <class Number>
void append(std::string& bytes, Number number) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof number);
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

}  // namespace

TEST_CASE("a lattice checkpoint keeps populations, case, run and change") {
  const TemporaryFolder folder;
  const std::string path = folder.file("c.lbm");
  const auto lattice = small_lattice(), other = small_lattice();
  LatticeChange written = sample_change();
  for (const double last : {0.125, std::nan("")}) {
    written.last = last;
    write_lattice_checkpoint(*lattice, "a run", case_text, written, path);
    other->advance(5);
    const LatticeCheckpoint read = read_lattice_checkpoint(*other, path), alone = read_lattice_checkpoint(path);
    CHECK(read.run == "a run");
    CHECK(read.case_text == case_text);
    CHECK(alone.case_text == case_text);
    CHECK(alone.step == 3);
    CHECK(alone.cells == std::array<int, 3>{2, 1, 3});
    REQUIRE(read.change);
    CHECK(read.change->step == 2);
    CHECK((read.change->last == last || (std::isnan(read.change->last) && std::isnan(last))));
    CHECK(read.change->velocities == written.velocities);
    CHECK(other->step() == 3);
    CHECK(other->read_populations(other->all()) == lattice->read_populations(lattice->all()));
  }
}

TEST_CASE("no byte of a lattice checkpoint can change unnoticed") {
  const TemporaryFolder folder;
  const auto lattice = small_lattice();
  write_lattice_checkpoint(*lattice, "a run", case_text, sample_change(), folder.file("c.lbm"));
  const std::string whole = folder.read("c.lbm");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char bit : {1, 0x10}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ bit);
      INFO(at);
      CHECK_THROWS_AS(read_lattice_checkpoint(*lattice, folder.write("d.lbm", changed)), InputError);
    }
    if (at % 7 == 0)
      CHECK_THROWS_AS(read_lattice_checkpoint(*lattice, folder.write("d.lbm", whole.substr(0, at))), InputError);
  }
  // A line that asks for more memory than there is.
  const std::string huge =
      "rkdg lattice Boltzmann checkpoint 1\n{\"step\":3,\"cells\":[65535,65535,65535],\"precision\":\"double\","
      "\"run\":\"r\",\"case\":\"\"}\n12345678";
  CHECK_THROWS_WITH(read_lattice_checkpoint(folder.write("d.lbm", huge)), Contains("truncated"));
  // Blanks that JSON does not see, and the mark of the first version, whose sum leaves the header out.
  std::string spaced = whole;
  spaced.insert(spaced.find("\"step\""), " ");
  CHECK_THROWS_WITH(read_lattice_checkpoint(*lattice, folder.write("d.lbm", spaced)), Contains("checksum"));
  std::string older = whole;
  older[whole.find('\n') - 1] = '1';
  CHECK_THROWS_AS(read_lattice_checkpoint(*lattice, folder.write("d.lbm", older)), InputError);
}

TEST_CASE("a lattice checkpoint of the first version is read") {
  const TemporaryFolder folder;
  const auto lattice = small_lattice(), other = small_lattice();
  std::string bytes =
      "rkdg lattice Boltzmann checkpoint 1\n{\"step\":3,\"cells\":[2,1,3],\"precision\":\"double\",\"run\":\"r\","
      "\"case\":\"[lattice]\\n\"}\n";
  std::uint64_t sum = 0xcbf29ce484222325ULL;
  for (const lbm::Region& plane : lbm::slabs(lattice->all(), 1)) {
    for (const double value : lattice->read_populations(plane)) {
      sum = (std::rotl(sum, 1) ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3ULL;
      append(bytes, value);
    }
  }
  append(bytes, sum);
  other->advance(2);
  const LatticeCheckpoint read = read_lattice_checkpoint(*other, folder.write("old.lbm", bytes));
  CHECK(read.run == "r");
  CHECK_FALSE(read.change);
  CHECK(other->read_populations(other->all()) == lattice->read_populations(lattice->all()));
}
