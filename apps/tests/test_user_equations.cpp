// Cases of equations that a user's header declares.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "apps/tests/equations_cases.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string run = "run c.ini -q --backend cpu ";

/// What a user says of a mistake.
std::string refusal(const TemporaryFolder& folder, const std::string& set) {
  const Outcome outcome = rkdg(folder, "check c.ini --backend cpu " + set);
  INFO(outcome.err);
  CHECK(outcome.status == 2);
  // What is being compiled stands on lines of its own before it.
  const std::string last = outcome.err.empty() ? "" : lines(outcome.err).back();
  CHECK(is_one_error_line(last + "\n"));
  return last;
}

}  // namespace

TEST_CASE("equations of a header run from a case file, with the order of their degree") {
  const TemporaryFolder folder;
  folder.write("c.ini", wave_case);
  double last = 0;
  for (const std::string n : {"8", "16"}) {
    const Outcome outcome = rkdg(folder, run + "-o out" + n + " --set mesh.parameters=kind=triangles,n=" + n);
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    const auto json = summary(folder, "out" + n);
    CHECK(json["status"] == "done");
    CHECK(json["equations"]["parameters"]["diffusion"] == 0.02);
    const double error = json["errors"]["l2"]["u"];
    if (last > 0) CHECK(std::log2(last / error) > 2.7);
    last = error;
  }
  CHECK(lines(folder.read("out16/history.csv")).front() == "step,time,dt,total_u,residual_u,limited");
  CHECK_THAT(folder.read("out16/fields.pvd"), Contains("fields_000000020.vtu"));
  CHECK(std::filesystem::exists(folder.file("out16/errors.csv")));

  const Outcome implicit = rkdg(
      folder,
      run + "-o implicit --set mesh.parameters=kind=triangles,n=8 --set time.scheme=esdirk4 --set time.tolerance=1e-6");
  INFO(implicit.err);
  REQUIRE(implicit.status == 0);
  const double by_explicit_steps = summary(folder, "out8")["errors"]["l2"]["u"];
  CHECK(summary(folder, "implicit")["errors"]["l2"]["u"] == Approx(by_explicit_steps).epsilon(0.02));
}

TEST_CASE("a study on finer and finer meshes shows the order of equations of a header, on two ranks as on one") {
  const TemporaryFolder folder;
  folder.write("c.ini", wave_case);
  const std::string study = "converge c.ini --backend cpu --set mesh.parameters=kind=triangles --levels 3 ";
  const Outcome outcome = rkdg(folder, study + "--degrees 1,2 --json a.json");
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(lines(outcome.out).front(), Contains("L2 u") && Contains("Linf u"));
  const auto rows = nlohmann::json::parse(folder.read("a.json"))["rows"];
  REQUIRE(rows.size() == 6);
  CHECK(rows[1]["h"].get<double>() == Approx(rows[0]["h"].get<double>() / 2).epsilon(1e-12));
  CHECK(rows[2]["order"]["u"] > 1.7);
  CHECK(rows[5]["order"]["u"] > 2.7);
#ifdef RKDG_MPIRUN
  const Outcome by_two = rkdg(folder, study + "--degrees 2 --json b.json", std::string(RKDG_MPIRUN) + " -n 2");
  INFO(by_two.err);
  REQUIRE(by_two.status == 0);
  const auto of_two = nlohmann::json::parse(folder.read("b.json"))["rows"];
  for (int i = 0; i < 3; ++i) {
    CHECK(of_two[i]["errors"] == rows[3 + i]["errors"]);
    CHECK(of_two[i]["h"] == rows[3 + i]["h"]);
  }
#endif
}

TEST_CASE("a run in parts, on two ranks and in VTKHDF is the same run") {
  const TemporaryFolder folder;
  folder.write("c.ini", wave_case);
  folder.write("points.txt", "0 0\n0.37 -4.1\n");
  // Some 120 steps.
  const std::string slow = run +
                           "--set mesh.parameters=kind=triangles,n=16 --set time.cfl=0.1 --set "
                           "output.probes=points.txt --set output.line=-3,-3,3,3,4 ";
  REQUIRE(rkdg(folder, slow + "-o whole").status == 0);
  REQUIRE(rkdg(folder, slow + "-o parts --set time.steps=20").status == 0);
  const Outcome second = rkdg(folder, slow + "-o parts --restart parts/checkpoint.h5 --set output.format=vtkhdf");
  INFO(second.err);
  REQUIRE(second.status == 0);
  CHECK(folder.read("parts/history.csv") == folder.read("whole/history.csv"));
  CHECK(std::filesystem::exists(folder.file("parts/fields.vtkhdf")));
  const std::vector<std::string> probes = lines(folder.read("whole/probes.csv"));
  CHECK(probes.front() == "time,probe,x,y,u,step");
  CHECK(folder.read("parts/probes.csv") == folder.read("whole/probes.csv"));
  for (std::size_t i = 1; i < probes.size(); ++i) {
    std::istringstream row(probes[i]);
    double t = 0, number = 0, x = 0, y = 0, u = 0;
    char comma = 0;
    row >> t >> comma >> number >> comma >> x >> comma >> y >> comma >> u;
    const double k = std::numbers::pi / 5;
    CHECK(number == (i - 1) % 6);
    CHECK(u == Approx(std::sin(k * (x + y - 1.5 * t)) * std::exp(-0.04 * k * k * t)).margin(0.05));
  }
#ifdef RKDG_MPIRUN
  const Outcome ranks = rkdg(folder, slow + "-o ranks", std::string(RKDG_MPIRUN) + " -n 2");
  INFO(ranks.err);
  REQUIRE(ranks.status == 0);
  CHECK(summary(folder, "ranks")["ranks"] == 2);
  CHECK(folder.read("ranks/history.csv") == folder.read("whole/history.csv"));
  CHECK(folder.read("ranks/probes.csv") == folder.read("whole/probes.csv"));
  CHECK(folder.read("ranks/fields_000000020.vtu") == folder.read("whole/fields_000000020.vtu"));
#endif
}

TEST_CASE("a dam breaks as Stoker's solution says, and its water stays") {
  const TemporaryFolder folder;
  folder.write("c.ini", dam_case);
  const Outcome outcome = rkdg(folder, run);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto json = summary(folder);
  const double water = json["totals"]["h"]["end"];
  CHECK(water == Approx(0.0075).epsilon(1e-12));
  // Momentum comes from the walls, g (1 - 0.25) / 2 times their height, as long as no wave has reached them.
  CHECK(double(json["totals"]["hu"]["end"]) == Approx(9.81 * 0.375 * 0.01 * 0.08).epsilon(1e-9));
  // At first order the smeared bore alone leaves an error of the order 1/2; half of it is gone on four times the cells.
  const std::string coarse = " --set 'mesh.parameters=kind=quads, nx=100, ny=2, xmin=0, xmax=1, ymin=0, ymax=0.01'";
  REQUIRE(rkdg(folder, run + "-o coarse" + coarse).status == 0);
  for (const char* variable : {"h", "hu"}) {
    const double fine = json["errors"]["l2"][variable], before = summary(folder, "coarse")["errors"]["l2"][variable];
    CHECK(fine < 0.55 * before);
  }
  CHECK(json["riemann"] == "hll");
  const Outcome faster = rkdg(folder, run + "-o fast --set equations.gravity=19.62 --set time.end=0.05");
  REQUIRE(faster.status == 0);
  CHECK(double(summary(folder, "fast")["totals"]["hu"]["end"]) == Approx(19.62 * 0.375 * 0.01 * 0.05).epsilon(1e-9));
}

TEST_CASE("a wave goes through tetrahedra, and a uniform state stays so on curved cells") {
  const TemporaryFolder folder;
  const std::string sides =
      "[boundary.left]\ntype = exact\n[boundary.right]\ntype = exact\n[boundary.bottom]\ntype = exact\n"
      "[boundary.top]\ntype = exact\n[boundary.back]\ntype = exact\n[boundary.front]\ntype = exact\n";
  folder.write(
      "c.ini",
      "[equations]\nheader = libdg/equations/advection/advection.hpp\nname = dg::Advection3D\na_x = 1\na_y = 0.5\n"
      "a_z = 0.25\n[mesh]\ngenerate = box\nparameters = kind=tetrahedra, n=4\n[space]\ndegree = 1\n[exact]\n"
      "u = sin(2 * (x + y + z - 1.75 * t))\n[initial]\ntype = exact\n[time]\nend = 0.2\n" +
          sides);
  double last = 0;
  for (const std::string n : {"4", "8"}) {
    const Outcome outcome = rkdg(folder, run + "-o out" + n + " --set 'mesh.parameters=kind=tetrahedra, n=" + n + "'");
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    const double error = summary(folder, "out" + n)["errors"]["l2"]["u"];
    if (last > 0) CHECK(std::log2(last / error) > 1.7);
    last = error;
  }
  folder.write(
      "ring.ini",
      "[equations]\nheader = libdg/equations/advection/advection.hpp\nname = dg::Advection2D\na_x = 1\na_y = 0.5\n"
      "diffusion = 0.02\n[mesh]\ngenerate = cylinder\nparameters = kind=quads\n[space]\ndegree = 2\n[exact]\nu = "
      "2\n[initial]\ntype = exact\n"
      "[boundary.wall]\ntype = exact\n[boundary.farfield]\ntype = exact\n[time]\nsteps = 50\n");
  const Outcome ring = rkdg(folder, "run ring.ini -q --backend cpu -o ring");
  INFO(ring.err);
  REQUIRE(ring.status == 0);
  CHECK(double(summary(folder, "ring")["errors"]["linf"]["u"]) < 1e-12);
}

TEST_CASE("Newton's method finds the steady state of own equations, with the order of their degree") {
  const TemporaryFolder folder;
  const std::string sides =
      "[boundary.left]\ntype = exact\n[boundary.right]\ntype = exact\n[boundary.bottom]\ntype = exact\n"
      "[boundary.top]\ntype = exact\n";
  // Advection, diffusion and a reaction u^3, made to have this solution.
  folder.write(
      "c.ini",
      "[equations]\nheader = libdg/equations/advection/advection.hpp\nname = dg::Advection2D\na_x = 1\na_y = 0.5\n"
      "diffusion = 0.05\n[mesh]\ngenerate = square\nparameters = kind=hybrid\n[space]\ndegree = 2\n[expressions]\n"
      "s = sin(pi * x) * cos(pi * y)\n[exact]\nu = s\n[source]\nu = pi * cos(pi * x) * cos(pi * y) - 0.5 * pi * "
      "sin(pi * x) * sin(pi * y) + 0.1 * pi^2 * s + s^3 - u^3\n[initial]\nu = 0\n[time]\nmode = steady\n" +
          sides);
  const std::string mesh =
      " --set 'mesh.parameters=kind=hybrid, curved=0.02, order=2, xmin=0, xmax=1, ymin=0, ymax=1, n=";
  double last = 0;
  for (const std::string n : {"4", "8"}) {
    const Outcome outcome = rkdg(folder, run + "-o out" + n + mesh + n + "'");
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    const auto json = summary(folder, "out" + n);
    CHECK(json["converged"] == true);
    CHECK(json["steps"] < 20);
    const double error = json["errors"]["l2"]["u"];
    if (last > 0) CHECK(std::log2(last / error) > 2.7);
    last = error;
  }
  const Outcome early = rkdg(folder, run + "-o early --set time.steps=3" + mesh + "4'");
  CHECK(early.status == 3);
  CHECK_THAT(early.err, Contains("not converged: residual") && Contains("after 3 steps"));
  const Outcome broken = rkdg(folder, run + "-o broken --set 'source.u=1 - sqrt(u)' --set initial.u=-1" + mesh + "4'");
  CHECK(broken.status == 1);
  CHECK_THAT(broken.err, Contains("Newton's method diverged"));
  CHECK_THAT(refusal(folder, "--set time.solver=march"), Contains("beside [equations] takes Newton's method"));
  CHECK_THAT(refusal(folder, "--set space.shocks=damping"), Contains("beside [equations] takes Newton's method"));
  CHECK_THAT(refusal(folder, "--set source.u=t"), Contains("'mode = steady' needs formulas without 't'"));
  CHECK_THAT(refusal(folder, "--set time.sequence=1,2"), Contains("'sequence' in [time] has no meaning"));
#ifdef RKDG_MPIRUN
  const Outcome ranks = rkdg(folder, run + "-o ranks" + mesh + "8'", std::string(RKDG_MPIRUN) + " -n 2");
  INFO(ranks.err);
  REQUIRE(ranks.status == 0);
  CHECK(double(summary(folder, "ranks")["errors"]["l2"]["u"]) == Approx(last).epsilon(1e-9));
#endif
}

TEST_CASE("a header of one's own is compiled with what it includes, and its mistakes have their lines") {
  const TemporaryFolder folder;
  std::ifstream burgers(RKDG_BURGERS);
  const std::string header{std::istreambuf_iterator<char>(burgers), {}};
  folder.write("c.ini", R"([equations]
header = my/burgers.hpp
name = Burgers
[mesh]
generate = square
parameters = kind=triangles, n=4
[space]
degree = 1
[initial]
u = sin(pi / 10 * (x + y))
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = periodic
partner = top
[time]
steps = 3
)");
  std::filesystem::create_directory(folder.file("my"));
  folder.write("my/burgers.hpp", "#include \"speed.hpp\"\n" + header);
  CHECK_THAT(refusal(folder, ""), Contains("burgers.hpp:1: includes \"speed.hpp\", which is neither there"));
  folder.write("my/speed.hpp", "#pragma once\nconstexpr double half = of_what;\n");
  CHECK_THAT(refusal(folder, ""), Contains("c.ini:2: ") && Contains("speed.hpp:2") && Contains("error"));
  folder.write("my/speed.hpp", "#pragma once\nconstexpr double half = 0.5;\n");
  const Outcome outcome = rkdg(folder, run);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(refusal(folder, "--set equations.name=Burger"), Contains("Burger"));
  CHECK_THAT(refusal(folder, "--set 'equations.name=a; b'"), Contains("is no name of C++"));
  CHECK_THAT(refusal(folder, "--set equations.header=none.hpp"), Contains("c.ini") || Contains("none.hpp"));
  const Outcome none = rkdg(folder, run, "RKDG_CXX=no-such-compiler");
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("there is none; install g++"));
}

TEST_CASE("what a case of own equations cannot have is refused with its place") {
  const TemporaryFolder folder;
  folder.write("c.ini", wave_case);
  CHECK_THAT(refusal(folder, "--set equations.difusion=1"), Contains("difusion") && Contains("diffusion"));
  CHECK_THAT(refusal(folder, "--set initial.type= --set initial.v=1"), Contains("[initial]") && Contains("'u'"));
  CHECK_THAT(refusal(folder, "--set boundary.top.type=wall"),
             Contains("'wall' is not a value of 'type'") && Contains("outflow"));
  CHECK_THAT(refusal(folder, "--set gas.gamma=1.4"), Contains("[gas] has no meaning beside [equations]"));
  CHECK_THAT(refusal(folder, "--set output.forces=top"), Contains("'forces' in [output] has no meaning"));
  CHECK_THAT(refusal(folder, "--set output.line=-3,-3,3,30,4"), Contains("lies outside the mesh"));
  CHECK_THAT(refusal(folder, "--set time.drop=0.1"), Contains("'drop' in [time] has no meaning"));
  CHECK_THAT(refusal(folder, "--set space.riemann=roe"), Contains("'roe' is not a value of 'riemann'"));
  CHECK_THAT(refusal(folder, "--set mesh.generate=box --set mesh.parameters="), Contains("is for 2-D meshes"));
  CHECK_THAT(refusal(folder, "--set initial.type= --set 'initial.u=log(-1)'"),
             Contains("initial state is not admissible"));
  folder.write("d.ini", dam_case.substr(0, dam_case.find("[exact]")) + dam_case.substr(dam_case.find("[initial]")));
  const Outcome converge = rkdg(folder, "converge d.ini --levels 2 --backend cpu");
  CHECK(converge.status == 2);
  CHECK_THAT(converge.err, Contains("'converge' needs a section [exact]"));
  folder.write("own.hpp", "#include \"libdg/equations/advection/advection.hpp\"\n");
  const Outcome header = rkdg(folder, "converge c.ini --backend cpu --set equations.header=own.hpp --json own.hpp");
  CHECK(header.status == 2);
  CHECK_THAT(header.err, Contains("own.hpp"));
  CHECK_THAT(folder.read("own.hpp"), Contains("#include"));
  const Outcome check = rkdg(folder, "check c.ini --backend cpu");
  CHECK(check.status == 0);
  CHECK_THAT(check.out, Contains("variables u") && Contains("diffusion = 0.02") && Contains("the case is in order"));
}
