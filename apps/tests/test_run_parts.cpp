// Runs on several ranks from outside: meshes in parts, in 2-D and in 3-D, and the cylinder.
#include <catch2/catch.hpp>

#include "apps/tests/ranks_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

/// Prisms and tetrahedra, curved, with walls.
const std::string case_3d = R"([mesh]
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

[boundary.front]
type = wall-adiabatic

[boundary.back]
type = farfield

[boundary.bottom]
type = symmetry

[boundary.top]
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

)" + ranks_output;

}  // namespace

TEST_CASE("a mass flow is kept the same on any number of ranks, and in parts") {
  const Folder folder;
  const std::string run =
      "run c.ini -q --set forcing.mass_flow=0.25 --set output.monitor=5 --set checkpoint.every=15 --output ";
  const std::string all = " --set time.steps=160";
  REQUIRE(rkdg(folder, run + "one" + all).status == 0);
  REQUIRE(rkdg(folder, run + "some" + all, on(2)).status == 0);
  check_same(folder, "one", "some");
  CHECK(summary(folder, "one")["forcing"] == summary(folder, "some")["forcing"]);
  REQUIRE(rkdg(folder, run + "parts --set time.steps=35", on(2)).status == 0);
  REQUIRE(rkdg(folder, run + "parts --restart parts/checkpoint.h5 --set time.steps=120").status == 0);
  REQUIRE(rkdg(folder, run + "parts --restart parts/checkpoint.h5" + all, on(3)).status == 0);
  CHECK(folder.read("parts/fields_000000160.vtu") == folder.read("one/fields_000000160.vtu"));
  CHECK(folder.read("parts/history.csv") == folder.read("one/history.csv"));
  CHECK(lines(folder.read("one/history.csv")).front().ends_with(",limited,force,mass_flow"));
  // Off by what the resistance changes within 50 steps, at the start of a boundary layer.
  CHECK(double(summary(folder, "one")["forcing"]["mass_flow"]) == Approx(0.25).epsilon(1e-3));
}

TEST_CASE("a run in 3-D on several ranks writes what one on a single rank writes") {
  if (!RKDG_HAS_CELLS_3D) return;
  const TemporaryFolder folder;
  folder.write("c.ini", case_3d);
  folder.write("points", "0.1 0.2 0.3\n0.5 0.5 0.9\n");
  REQUIRE(rkdg(folder, "run c.ini -q --output one").status == 0);
  for (const int ranks : {2, 3}) {
    const Outcome outcome = rkdg(folder, "run c.ini -q --output some --set mesh.rank_order=interface", on(ranks));
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    check_same(folder, "one", "some");
    CHECK(folder.read("one/surface_bottom.vtu").size() > 1000);
    CHECK((folder.read("one/surface_bottom.vtu") == folder.read("some/surface_bottom.vtu")));
  }
  CHECK(summary(folder, "some")["ranks"] == 3);
  REQUIRE(rkdg(folder, "run c.ini -q --output next --restart some/checkpoint.h5 --set time.steps=50", on(2)).status ==
          0);
  REQUIRE(rkdg(folder, "run c.ini -q --output one --restart one/checkpoint.h5 --set time.steps=50").status == 0);
  CHECK(folder.read("one/fields_000000050.vtu") == folder.read("next/fields_000000050.vtu"));
}

TEST_CASE("a turbulent inflow and modelled walls are the same on any number of ranks, and in parts") {
  if (!RKDG_HAS_CELLS_3D) return;
  const TemporaryFolder folder;
  std::string text = case_3d;
  const std::size_t from = text.find("[boundary.left]"), to = text.find("[initial]");
  text.replace(from, to - from, R"([boundary.left]
type = inflow-velocity
stresses = 0.004, 0.002, 0.002, -0.001, 0, 0
integral_length = 0.1 + 0.2 * y
period = 0, 0, 1
[boundary.right]
type = outflow-nonreflecting
length = 1
[boundary.back]
type = periodic
partner = front
[boundary.bottom]
type = wall-modelled
[boundary.top]
type = wall-modelled
temperature = 1.1

)");
  text.replace(text.find("order=2, curved=0.05"), 20, "order=1");
  folder.write("c.ini", text);
  folder.write("points", "0.1 0.2 0.3\n0.5 0.5 0.9\n");
  const Outcome one = rkdg(folder, "run c.ini -q --output one");
  CAPTURE(one.err);
  REQUIRE(one.status == 0);
  for (const int ranks : {2, 3}) {
    REQUIRE(rkdg(folder, "run c.ini -q --output some", on(ranks)).status == 0);
    check_same(folder, "one", "some");
  }
  const std::string parts = "run c.ini -q --output parts ";
  REQUIRE(rkdg(folder, parts + "--set time.steps=10", on(3)).status == 0);
  REQUIRE(rkdg(folder, parts + "--restart parts/checkpoint.h5", on(2)).status == 0);
  CHECK(folder.read("one/fields_000000040.vtu") == folder.read("parts/fields_000000040.vtu"));
  CHECK(folder.read("one/history.csv") == folder.read("parts/history.csv"));
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
  // A state goes from rank 0 to ranks that know their own cells only.
  const std::string more = "run parts.ini -q --restart one/checkpoint.h5 --set time.steps=60 ";
  REQUIRE(rkdg(folder, more + "--output next", on(3)).status == 0);
  REQUIRE(rkdg(folder, more + "--output one").status == 0);
  CHECK(folder.read("next/fields_000000060.vtu") == folder.read("one/fields_000000060.vtu"));
  const Outcome check = rkdg(folder, "check parts.ini", on(2));
  CHECK(check.status == 0);
  CHECK_THAT(check.out, Contains("partition  2 ranks") && Contains("rank 1 "));
  const auto refused = [&](const std::string& arguments, const std::string& what) {
    const Outcome outcome = rkdg(folder, arguments, on(2));
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains(what));
  };
  REQUIRE(rkdg(folder, "partition whole.h5 -n 2 -o open.h5").status == 0);
  refused("run parts.ini --set mesh.file=open.h5", "by 'rkdg partition --periodic left=right'");
  refused("run parts.ini --set mesh.ordering=layers", "the mesh is cut into parts, whose order it keeps");
  REQUIRE(rkdg(folder, "partition parts.h5 -n 1 -o one.h5").status == 0);
  refused("run parts.ini --set mesh.file=one.h5", "has 1 part, fewer than the 2 ranks");
  const std::string whole = folder.read("parts.h5");
  for (const double place : {0.35, 0.5, 0.65, 0.8, 0.95}) {
    INFO(place);
    std::string bytes = whole;
    for (int i = 0; i < 16; ++i) bytes[static_cast<std::size_t>(place * static_cast<double>(whole.size())) + i] ^= 0x5a;
    folder.write("rotten.h5", bytes);
    refused("run parts.ini --set mesh.file=rotten.h5", " damaged");
  }
  std::string bytes = whole;
  bytes.resize(bytes.size() / 2);
  folder.write("half.h5", bytes);
  refused("run parts.ini --set mesh.file=half.h5", "half.h5: is a truncated or damaged HDF5 file");
}

TEST_CASE("a 3-D mesh in parts gives the same files on any number of ranks") {
  if (!RKDG_HAS_CELLS_3D) return;
  const TemporaryFolder folder;
  std::string text = case_3d;
  text.replace(0, text.find("[space]"), "[mesh]\nfile = parts.h5\n\n");
  folder.write("c.ini", text);
  folder.write("points", "0.1 0.2 0.3\n0.5 0.5 0.9\n");
  REQUIRE(rkdg(folder, "mesh box kind=layers n=3 prisms=2 tetrahedra=1 order=2 curved=0.05 -o whole.h5").status == 0);
  const Outcome cut = rkdg(folder, "partition whole.h5 -n 5 --degree 2 --periodic left=right -o parts.h5");
  CAPTURE(cut.err);
  REQUIRE(cut.status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output one").status == 0);
  REQUIRE(rkdg(folder, "run c.ini -q --output some", on(3)).status == 0);
  check_same(folder, "one", "some");
}

TEST_CASE("a mesh that is made part by part runs the same on any number of ranks") {
  const Folder folder;
  REQUIRE(rkdg(folder, "mesh square n=6 kind=quads --parts 4 -o parts.h5").status == 0);
  const std::string run =
      "run c.ini -q --set mesh.generate= --set mesh.parameters= --set mesh.ordering= --set mesh.start= "
      "--set mesh.file=parts.h5 --set boundary.left.type=farfield --set boundary.left.partner= "
      "--set boundary.right.type=farfield --output ";
  REQUIRE(rkdg(folder, run + "one").status == 0);
  for (const int ranks : {2, 3}) {
    const Outcome outcome = rkdg(folder, run + "some", on(ranks));
    CAPTURE(ranks, outcome.err);
    REQUIRE(outcome.status == 0);
    check_same(folder, "one", "some");
  }
  const Outcome refused = rkdg(folder, "mesh cylinder --parts 4 -o parts.h5");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("mesh 'cylinder' is no regular grid and is not made in parts"));
  CHECK_THAT(rkdg(folder, "mesh square --parts 4 -o parts.msh").err, Contains("should end in .h5 or .hdf5"));
  CHECK_THAT(rkdg(folder, "mesh square --parts 0 -o parts.h5").err, Contains("expected the number of parts"));
}

TEST_CASE("the cylinder on two ranks has the forces of one process") {
  const TemporaryFolder folder;
  const std::string run = "run '" RKDG_CYLINDER "' -q --set time.steps=200 --set output.monitor=20 --output ";
  REQUIRE(rkdg(folder, run + "one").status == 0);
  REQUIRE(rkdg(folder, run + "two", on(2)).status == 0);
  for (const char* name : {"forces.csv", "history.csv"})
    CHECK(folder.read(std::string("two/") + name) == folder.read(std::string("one/") + name));
  CHECK(lines(folder.read("two/forces.csv")).size() > 10);
  CHECK(summary(folder, "two")["halo_cells"] > 0);
}

TEST_CASE("a case says of joined boundaries what the mesh says, on any number of ranks") {
  const TemporaryFolder folder;
  const std::string sections = "[boundary.left]\ntype = periodic\npartner = right\n";
  std::string text = square_case;
  const std::size_t mesh = text.find("generate"), end = text.find("\n\n"), left = text.find("[boundary.left]"),
                    bottom = text.find("[boundary.bottom]");
  text.replace(left, bottom - left, sections).replace(mesh, end - mesh, "file = parts.h5");
  REQUIRE(rkdg(folder, "mesh square n=4 -o square.h5").status == 0);
  REQUIRE(rkdg(folder, "partition square.h5 -n 2 --periodic left=right -o parts.h5").status == 0);
  const std::string joined = "boundary 'left' of the mesh is joined to 'right'";
  struct Example {
    std::string sections, told;
  };
  const Example examples[]{
      {"[boundary.left]\ntype = farfield\n[boundary.right]\ntype = farfield\n", joined + "; give 'type = periodic'"},
      {"[boundary.left]\ntype = farfield\n", joined + "; give"},
      {"", joined + " and has no condition; add 'type = periodic' and 'partner = right' in [boundary.left]"},
      {"[boundary.left]\ntype = periodic\npartner = top\n", "partner 'top' has a condition of its own"}};
  for (const std::string command : {"run c.ini -q --output o", "check c.ini"}) {
    for (const Example& example : examples) {
      std::string wrong = text;
      folder.write("c.ini", wrong.replace(wrong.find(sections), sections.size(), example.sections));
      for (const std::string& ranks : {std::string(), on(2)}) {
        const Outcome outcome = rkdg(folder, command, ranks);
        INFO(command << " " << ranks << ": " << example.sections);
        CHECK(outcome.status == 2);
        REQUIRE(error_lines(outcome).size() == 1);
        CHECK_THAT(error_lines(outcome).front(), Contains(example.told));
      }
    }
  }
  folder.write("c.ini", text);
  CHECK(rkdg(folder, "run c.ini -q --output one").status == 0);
  CHECK(rkdg(folder, "run c.ini -q --output some", on(2)).status == 0);
  const Outcome forces = rkdg(folder, "run c.ini -q --set output.forces=left", on(2));
  CHECK(forces.status == 2);
  CHECK_THAT(forces.err, Contains("boundary 'left' has no faces: it is joined to 'right'"));
}
