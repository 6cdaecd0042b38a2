// Runs on several ranks from outside: the files of one rank, restarts on other numbers, and ends of which all hear.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// Hybrid, curved, viscous, with a wall, probes and an exact solution to compare with.
const std::string ranks_case = R"([mesh]
generate = square
parameters = n=6, kind=hybrid, order=2, curved=0.05
ordering = layers
start = bottom

[space]
degree = 2

[reference]
mach = 0.3
reynolds = 200

[boundary.left]
type = periodic
partner = right

[boundary.bottom]
type = wall-adiabatic

[boundary.top]
type = farfield

[initial]
rho = 1 + 0.1 * exp(-(x^2 + y^2) / 10)
u = u_inf
v = 0
p = p_inf

[exact]
rho = 1
u = u_inf
v = 0
p = p_inf

[time]
steps = 40

[output]
directory = out
every = 20
monitor = 10
errors = 20
forces = bottom
surface = bottom
probes = points

[checkpoint]
every = 20
)";

std::string on(int ranks) { return RKDG_MPIRUN " -n " + std::to_string(ranks); }

/// A folder with that case.
class Folder : public TemporaryFolder {
 public:
  Folder() {
    write("c.ini", ranks_case);
    write("points", "0.1 0.2\n-3.5 4\n");
  }
};

const std::vector<std::string> files{"history.csv", "forces.csv",         "errors.csv",          "probes.csv",
                                     "fields.pvd",  "surface_bottom.csv", "fields_000000040.vtu"};

void check_same(const TemporaryFolder& folder, const std::string& a, const std::string& b) {
  for (const std::string& name : files) {
    INFO(name);
    REQUIRE_FALSE(folder.read(a + "/" + name).empty());
    CHECK(folder.read(a + "/" + name) == folder.read(b + "/" + name));
  }
}

/// Prisms and tetrahedra, curved, with walls.
const std::string solid_case = R"([mesh]
generate = box
parameters = kind=layers, n=3, prisms=2, tetrahedra=1, order=2, curved=0.05

[space]
degree = 2

[reference]
mach = 0.3
reynolds = 100

[boundary.left]
type = periodic
partner = right

[boundary.bottom]
type = wall-adiabatic

[boundary.top]
type = farfield

[boundary.front]
type = symmetry

[boundary.back]
type = symmetry

[initial]
rho = 1 + 0.1 * exp(-(x^2 + y^2 + z^2) / 10)
u = u_inf
v = 0
w = 0
p = p_inf

[exact]
rho = 1
u = u_inf
v = 0
w = 0
p = p_inf

[time]
steps = 40

[output]
directory = out
every = 20
monitor = 10
errors = 20
forces = bottom
surface = bottom
probes = points

[checkpoint]
every = 20
)";

/// The lines of an output that are rkdg's; mpirun adds words of its own.
std::vector<std::string> error_lines(const Outcome& outcome) {
  std::vector<std::string> found;
  for (const std::string& line : lines(outcome.err))
    if (line.starts_with("error:") || line.starts_with("warning:")) found.push_back(line);
  return found;
}

}  // namespace

TEST_CASE("a run on several ranks writes what one on a single rank writes") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --output one").status == 0);
  const Outcome outcome = rkdg(folder, "run c.ini --output some", on(2));
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const std::vector<std::string> said = lines(outcome.out);
  for (const char* what : {" 2 ranks of ", "done: 40 steps"})
    CHECK(std::count_if(said.begin(), said.end(),
                        [what](const std::string& line) { return line.find(what) != std::string::npos; }) == 1);
  check_same(folder, "one", "some");
  REQUIRE(rkdg(folder, "run c.ini -q --output layers --set mesh.rank_order=interface", on(3)).status == 0);
  check_same(folder, "one", "layers");
  auto one = summary(folder, "one"), some = summary(folder, "some");
  CHECK(one["ranks"] == 1);
  CHECK(one["exchange"] == "self");
  CHECK(some["ranks"] == 2);
  CHECK(some["exchange"] == "mpi");
  CHECK(some["halo_cells"] > 0);
  for (const char* key : {"totals", "errors", "elements", "edges", "dof", "time", "steps", "residual", "status"})
    CHECK(one[key] == some[key]);
  for (const char* key : {"cd", "cl", "cm"}) CHECK(one["forces"]["bottom"][key] == some["forces"]["bottom"][key]);
}

TEST_CASE("a checkpoint is that of any number of ranks") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --output one --set output.every=40").status == 0);
  const std::string parts = "run c.ini -q --output parts --set output.every=40 ";
  REQUIRE(rkdg(folder, parts + "--set time.steps=10", on(3)).status == 0);
  const std::string restart = parts + "--restart parts/checkpoint.h5 ";
  REQUIRE(rkdg(folder, restart + "--set time.steps=30", on(2)).status == 0);
  REQUIRE(rkdg(folder, restart + "--set time.steps=40").status == 0);
  CHECK(folder.read("one/fields_000000040.vtu") == folder.read("parts/fields_000000040.vtu"));
  CHECK(folder.read("one/history.csv") == folder.read("parts/history.csv"));
}

TEST_CASE("a run in space on several ranks writes what one on a single rank writes") {
  const TemporaryFolder folder;
  folder.write("c.ini", solid_case);
  folder.write("points", "0.1 0.2 0.3\n0.5 0.5 0.9\n");
  REQUIRE(rkdg(folder, "run c.ini -q --output one").status == 0);
  for (const int ranks : {2, 3}) {
    const Outcome outcome = rkdg(folder, "run c.ini -q --output some --set mesh.rank_order=interface", on(ranks));
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    check_same(folder, "one", "some");
  }
  CHECK(summary(folder, "some")["ranks"] == 3);
  REQUIRE(rkdg(folder, "run c.ini -q --output next --restart some/checkpoint.h5 --set time.steps=50", on(2)).status ==
          0);
  REQUIRE(rkdg(folder, "run c.ini -q --output one --restart one/checkpoint.h5 --set time.steps=50").status == 0);
  CHECK(folder.read("one/fields_000000050.vtu") == folder.read("next/fields_000000050.vtu"));
}

TEST_CASE("a mesh in parts gives the same files on any number of ranks, each with its own parts") {
  const Folder folder;
  REQUIRE(rkdg(folder, "mesh square kind=hybrid n=6 order=2 curved=0.05 -o whole.h5").status == 0);
  const Outcome cut = rkdg(folder, "partition whole.h5 -n 4 --periodic left=right -o parts.h5");
  CAPTURE(cut.err);
  REQUIRE(cut.status == 0);
  CHECK_THAT(cut.out, Contains("partition  4 parts") && Contains("part 3 "));
  std::string text = ranks_case;
  text.replace(0, text.find("[space]"), "[mesh]\nfile = parts.h5\n\n");
  folder.write("parts.ini", text);
  REQUIRE(rkdg(folder, "run parts.ini -q --output one").status == 0);
  for (const int ranks : {2, 3}) {
    REQUIRE(rkdg(folder, "run parts.ini -q --output some", on(ranks)).status == 0);
    check_same(folder, "one", "some");
  }
  const auto refused = [&](const std::string& arguments, const std::string& what) {
    const Outcome outcome = rkdg(folder, arguments, on(2));
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains(what));
  };
  refused("run parts.ini --set mesh.ordering=layers", "the mesh is cut into parts, whose order it keeps");
  REQUIRE(rkdg(folder, "partition parts.h5 -n 1 -o one.h5").status == 0);
  refused("run parts.ini --set mesh.file=one.h5", "has 1 part, fewer than the 2 ranks");
  std::string bytes = folder.read("parts.h5");
  bytes.resize(bytes.size() / 2);
  folder.write("half.h5", bytes);
  refused("run parts.ini --set mesh.file=half.h5", "half.h5: is a truncated or damaged HDF5 file");
}

TEST_CASE("wrong input is said once, whatever the number of ranks") {
  const Folder folder;
  for (const auto& [arguments, what] : std::vector<std::pair<std::string, std::string>>{
           {"run c.ini --set space.degre=3", "unknown key 'degre'"},
           {"run c.ini --set time.mode=steady --set time.solver=newton --set time.tolerance=1e-8",
            "Newton's method works on one rank only"},
           {"run c.ini --set space.assembly=atomic", "take 'fused' or 'gather'"},
           {"mesh square -o m.h5", "'rkdg mesh' works on one rank only"}}) {
    const Outcome outcome = rkdg(folder, arguments, on(2));
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains(what));
  }
}

TEST_CASE("a run that diverges on one rank ends on all, with one message") {
  const Folder folder;
  const std::string run = "run c.ini -q --set time.cfl=40 --set time.steps=4000 --set output.monitor=1 --output ";
  const Outcome one = rkdg(folder, run + "one"), some = rkdg(folder, run + "some", on(3));
  CHECK(one.status == 1);
  CHECK(some.status == 1);
  REQUIRE(error_lines(some).size() == 1);
  std::string expected = error_lines(one).front();
  for (std::size_t at; (at = expected.find("one/")) != std::string::npos;) expected.replace(at, 4, "some/");
  CHECK(error_lines(some).front() == expected);
  CHECK(folder.read("some/failed.vtu") == folder.read("one/failed.vtu"));
  CHECK(summary(folder, "some")["status"] == "failed");
}

TEST_CASE("check says what each rank would have") {
  const Folder folder;
  const Outcome outcome = rkdg(folder, "check c.ini", on(2));
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("partition  2 ranks") && Contains("rank 0 ") && Contains("rank 1 "));
}

TEST_CASE("a failed rank ends those that wait for it, with its message once") {
  const TemporaryFolder folder;
  for (const int rank : {0, 2}) {
    const Outcome outcome =
        rkdg(folder, "", on(3) + " '" RKDG_FAILING_RANK "' " + std::to_string(rank) + " || exit $?; true || ");
    CAPTURE(outcome.err);
    CHECK(outcome.status == 1);
    CHECK(error_lines(outcome) == std::vector<std::string>{"error: rank " + std::to_string(rank) + " failed"});
  }
}

TEST_CASE("a full disk ends all ranks, and the last checkpoint stays") {
  const Folder folder;
  REQUIRE(rkdg(folder, "run c.ini -q --set time.steps=20", on(2)).status == 0);
  const std::string before = folder.read("out/checkpoint.h5");
  const Outcome outcome =
      rkdg(folder, "run c.ini -q --restart out/checkpoint.h5", on(2) + " sh -c 'ulimit -f 8; exec \"$0\" \"$@\"'");
  CAPTURE(outcome.err);
  CHECK(outcome.status == 1);
  REQUIRE(error_lines(outcome).size() == 1);
  CHECK_THAT(error_lines(outcome).front(), Contains("cannot be written"));
  CHECK(folder.read("out/checkpoint.h5") == before);
}

TEST_CASE("a rank that is killed ends the others; the run goes on from the last checkpoint") {
  const Folder folder;
  const std::string run = "run c.ini -q --set output.every=1000 ";
  const Outcome outcome =
      rkdg(folder, run + "--set time.steps=100000000",
           "( until [ -s out/checkpoint.h5 ]; do sleep 0.05; done; kill -9 $(cat pid.1) ) & " + on(2) +
               " sh -c 'echo $$ > pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec \"$0\" \"$@\"'");
  CHECK(outcome.status != 0);
  const Outcome restarted = rkdg(folder, run + "--restart out/checkpoint.h5 --set time.steps=60 --output next");
  CAPTURE(restarted.err);
  CHECK(restarted.status == 0);
  CHECK(summary(folder, "next")["steps"] >= 60);
}
