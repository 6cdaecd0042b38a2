#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "apps/case/case_page.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/lattice_boltzmann/lattice_case.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string walls =
    "[boundary.left]\ntype = wall\n[boundary.right]\ntype = wall\n[boundary.bottom]\ntype = wall\n"
    "[boundary.top]\ntype = moving-wall\nvelocity = 1, 0, 0.5\n"
    "[boundary.back]\ntype = periodic\n[boundary.front]\ntype = periodic\n";
const std::string box =
    "[lattice]\ncells = 32, 16, 1\n[fluid]\nreynolds = 80\nspeed = 0.1\n" + walls + "[time]\nsteps = 10\n";

LatticeCase read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  folder.write("c.ini", text);
  return read_lattice_case((folder.path() / "c.ini").string(), overrides);
}

std::string refused(const std::string& override, const std::string& text = box) {
  try {
    read(text, override.empty() ? std::vector<std::string>{} : std::vector<std::string>{override});
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST_CASE("a lattice Boltzmann case is read with its units") {
  const LatticeCase c = read(box);
  CHECK(c.lattice.cells == std::array<int, 3>{32, 16, 1});
  CHECK(c.length == 32.0);
  // viscosity = speed length / reynolds = 0.04, tau = 1/2 + 3 viscosity
  CHECK(c.lattice.tau == Approx(0.62).epsilon(1e-14));
  CHECK(c.lattice.sides[lbm::top].velocity == std::array<double, 3>{0.1, 0.0, 0.05});
  CHECK(c.lattice.sides[lbm::back].periodic);
  CHECK_FALSE(c.lattice.sides[lbm::left].periodic);
  CHECK(c.lattice.streaming == lbm::Streaming::esoteric_pull);
  CHECK(c.lattice.collision == lbm::Collision::trt);
  CHECK(c.lattice.precision == Precision::double_precision);
  CHECK(c.monitor == 320);
  CHECK(c.directory == "out");
}

TEST_CASE("the page of lattice Boltzmann has every key of a case and no other") {
  std::map<std::string, std::set<std::string>> on_page, known;
  for (const KeyEntry& entry : lattice_keys()) on_page[entry.section].insert(entry.key);
  for (const std::string section : {"lattice", "fluid", "boundary.top", "time", "output"}) {
    const std::string message = refused(section + ".zzzzzz=1"), opening = "(known: ";
    INFO(message);
    const std::size_t begin = message.find(opening);
    REQUIRE(begin != std::string::npos);
    const std::size_t first = begin + opening.size();
    for (const std::string& key : split_list(message.substr(first, message.rfind(')') - first)))
      known[section == "boundary.top" ? "boundary.NAME" : section].insert(key);
  }
  CHECK(on_page == known);
}

TEST_CASE("units of time longer than a run can be are refused, unless rows of the history are asked for") {
  for (const std::string length : {"1e18", "1e20", "1e300"}) {
    INFO(length);
    CHECK_THAT(refused("fluid.length=" + length), Contains("'length' / 'speed' in [fluid] is ") &&
                                                      Contains("steps, between rows of the history without 'monitor'"));
    CHECK(read(box, {"fluid.length=" + length, "output.monitor=10"}).monitor == 10);
  }
  CHECK(read(box, {"fluid.length=1e13"}).monitor == 100'000'000'000'000);
}

TEST_CASE("every choice of a lattice Boltzmann case is taken") {
  const LatticeCase c = read(
      box, {"lattice.streaming=two-lattices", "lattice.precision=single", "fluid.collision=bgk", "fluid.length=16",
            "time.tolerance=1e-5", "output.directory=d", "output.every=3", "output.monitor=4", "output.checkpoint=5"});
  CHECK(c.lattice.streaming == lbm::Streaming::two_lattices);
  CHECK(c.lattice.precision == Precision::single_precision);
  CHECK(c.lattice.collision == lbm::Collision::bgk);
  CHECK(c.lattice.tau == Approx(0.56).epsilon(1e-14));
  CHECK(c.tolerance == 1e-5);
  CHECK(c.directory == "d");
  CHECK((c.every == 3 && c.monitor == 4 && c.checkpoint == 5));
  CHECK(read(box, {"lattice.streaming=swap"}).lattice.streaming == lbm::Streaming::swap);
  CHECK(read(box, {"lattice.cells=24"}).lattice.cells == std::array<int, 3>{24, 24, 24});
  CHECK(read(box, {"fluid.magic=0.25"}).lattice.magic == 0.25);
}

TEST_CASE("a wrong lattice Boltzmann case is refused with its place") {
  CHECK_THAT(refused("latice.cells=8"), Contains("unknown section [latice]; did you mean 'lattice'?"));
  CHECK_THAT(refused("lattice.cell=8"), Contains("--set lattice.cell=8") && Contains("'cell'"));
  CHECK_THAT(refused("lattice.cells=8, 8"), Contains("one number for a cube or three for a box"));
  CHECK_THAT(refused("lattice.cells=0"), Contains("whole numbers from 1 to 65535, got '0'"));
  CHECK_THAT(refused("lattice.cells=8.5"), Contains("got '8.5'"));
  CHECK_THAT(refused("lattice.streaming=pull"), Contains("esoteric-pull"));
  CHECK_THAT(refused("fluid.speed=0.21"), Contains("--set fluid.speed=0.21: 'speed' in [fluid] is 0.21 cells a step"));
  CHECK_THAT(refused("fluid.reynolds=1e6"),
             Contains("--set fluid.reynolds=1e6: the relaxation time tau") && Contains("from 0.501 on it is stable"));
  CHECK_THAT(refused("fluid.reynolds=0"), Contains("must be positive"));
  CHECK_THAT(refused("boundary.top.velocity=3, 0, 0"), Contains("side 'top' moves by 0.3 cells a step"));
  CHECK_THAT(refused("boundary.top.velocity=0, 1, 0"), Contains("side 'top' moves across itself"));
  CHECK_THAT(refused("boundary.left.velocity=0, 1, 0"), Contains("velocity"));
  CHECK_THAT(refused("boundary.left.type=periodic"), Contains("side 'left' is periodic"));
  CHECK_THAT(refused("boundary.lid.type=wall"), Contains("a box has no boundary 'lid' (it has: left, right, bottom"));
  CHECK_THAT(refused("fluid.collision=bgk", "[lattice]\ncells = 9\n[fluid]\nreynolds = 9\nmagic = 0.2\n" + walls),
             Contains("c.ini:5: 'magic' needs 'collision = trt'"));
  CHECK_THAT(refused("", "[lattice]\ncells = 9\n[fluid]\nspeed = 0.1\n"), Contains("c.ini:3: lacks 'reynolds'"));
  CHECK_THAT(refused("", "[lattice]\ncells = 9\n[fluid]\nreynolds = 9\n"),
             Contains("boundary 'left' has no condition"));
  CHECK_THAT(refused("", box.substr(0, box.find("[time]"))), Contains("lacks 'steps'"));
}
