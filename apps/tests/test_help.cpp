// What the program says of its commands and of the keys of a case, and how shells complete them.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::StartsWith;

TEST_CASE("help says of keys what the page of the case file says") {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& topic) {
    const Outcome outcome = rkdg(folder, "help " + topic);
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    return outcome.out;
  };
  CHECK(said("space.viscous") ==
        "space.viscous\n  type     br2\n  default  br2\n"
        "  meaning  viscous flux: the second scheme of Bassi and Rebay\n");
  CHECK_THAT(said("space.riemann"), Contains("type     llf | roe | roe-low-mach | hllc\n"));
  CHECK_THAT(said("gas.mu"), Contains("\n  unit     density x speed x length\n"));
  CHECK_THAT(said("'boundary.any wall.temperature'"), StartsWith("boundary.NAME.temperature\n"));
  // Cases of lattices have other types, which come last.
  const std::string all_types = said("boundary.wall.type"),
                    types = all_types.substr(0, all_types.find("boundary.NAME.type (rkdg lbm)\n"));
  CHECK_THAT(types, StartsWith("boundary.NAME.type\n  farfield, with rho velocity pressure\n") &&
                        Contains("\n  periodic, with partner\n") && !Contains("boundary.NAME.rho"));
  for (const std::string section : {"boundary", "boundary.wall"})
    CHECK_THAT(said(section), StartsWith(types + "boundary.NAME.rho\n") && Contains("boundary.NAME.seed\n"));
  // A key that several sections have, and a whole section.
  for (const std::string section : {"output", "average", "checkpoint", "catalyst"})
    CHECK_THAT(said("every"), Contains(section + ".every\n"));
  CHECK_THAT(said("gas"), StartsWith("gas.model\n") && Contains("gas.sutherland_constant\n"));
  CHECK(said("info") == rkdg(folder, "info --help").out);
  CHECK(said("") == rkdg(folder, "--help").out);
  const Outcome wrong = rkdg(folder, "help time.clf");
  CHECK(wrong.status == 2);
  CHECK(wrong.err == "error: rkdg help: there is no command, section or key 'time.clf'; did you mean 'time.cfl'?\n");
}

TEST_CASE("help says of keys of lattice Boltzmann cases what their page says") {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& topic) { return rkdg(folder, "help " + topic).out; };
  CHECK(said("fluid.collision") ==
        "fluid.collision (rkdg lbm)\n  default  trt\n  meaning  two relaxation times; bgk: one\n");
  CHECK_THAT(said("lattice"), StartsWith("lattice.cells (rkdg lbm)\n  default  must be given\n") &&
                                  Contains("\nlattice.streaming (rkdg lbm)\n") &&
                                  Contains("\nlattice.precision (rkdg lbm)\n"));
  // A key of both kinds of cases.
  CHECK_THAT(said("time.steps"),
             StartsWith("time.steps\n") &&
                 Contains("\ntime.steps (rkdg lbm)\n  default  must be given\n  meaning  total, restarts included\n"));
  CHECK_THAT(said("boundary.top.velocity"), Contains("boundary.NAME.velocity (rkdg lbm)\n"));
  CHECK_THAT(rkdg(folder, "help fluid.raynolds").err, Contains("did you mean 'fluid.reynolds'?"));
}

TEST_CASE("keys lists those of all sections or of one") {
  const TemporaryFolder folder;
  const std::string all = rkdg(folder, "keys --names").out;
  CHECK_THAT(all, StartsWith("mesh.file\n") && Contains("\ntime.cfl\n") &&
                      Contains("\nboundary.NAME.type\nboundary.NAME.rho\n"));
  CHECK(rkdg(folder, "keys average --names").out ==
        "average.from\naverage.every\naverage.moments\naverage.profile\naverage.profile_points\n");
  CHECK(rkdg(folder, "keys tim").err == "error: rkdg keys: there is no section 'tim'; did you mean 'time'?\n");
  CHECK(rkdg(folder, "keys time gas").status == 2);
}

TEST_CASE("bash completes commands, options and keys") {
  const TemporaryFolder folder;
  folder.write("complete",
               "source <(\"$1\" completion bash)\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($# - 1))\n_rkdg\n"
               "echo \"${COMPREPLY[@]}\"\n");
  const auto completed = [&](const std::string& words) {
    const std::string output = folder.file("completed");
    const std::string command = "bash " + folder.file("complete") + " " RKDG_PROGRAM " " + words + " >" + output;
    REQUIRE(std::system(command.c_str()) == 0);
    return folder.read("completed");
  };
  CHECK(completed("compl") == "completion\n");
  CHECK(completed("run c.ini --back") == "--backend\n");
  CHECK(completed("run c.ini --set time.cf") == "time.cfl=\n");
  CHECK(completed("help gas.m") == "gas.model gas.mu\n");
  const Outcome other = rkdg(folder, "completion fish");
  CHECK(other.err == "error: rkdg completion: there is none for 'fish', only for bash and zsh\n");
}
