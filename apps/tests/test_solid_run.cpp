// Cases on 3-D meshes with the real solver: orders, the plane in space, conservation, restarts, forces, and what is
// refused.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "apps/run/run_case.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/study/benchmark.hpp"
#include "apps/study/convergence.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

using Settings = std::vector<std::string>;

const Machine one_core{BackendKind::cpu, 1};

/// Every side of a box of a type.
std::string sides(const std::string& type) {
  std::string text;
  for (const char* side : {"left", "right", "front", "back", "bottom", "top"})
    text += std::string("[boundary.") + side + "]\ntype = " + type + "\n";
  return text;
}

const std::string periodic =
    "[boundary.left]\ntype = periodic\npartner = right\n[boundary.front]\ntype = periodic\npartner = back\n"
    "[boundary.bottom]\ntype = periodic\npartner = top\n";

/// A manufactured flow at Mach numbers around 1, at rest.
const std::string waves = R"([mesh]
generate = box
parameters = n=2
[space]
degree = 1
riemann = roe
[gas]
mu = 0.002
[expressions]
s = sin(2 * x + y - z)
c = cos(x - y + 2 * z)
[exact]
rho = 1 + 0.2 * s
u = 0.7 + 0.1 * c
v = 0.5 + 0.1 * s
w = 0.4 - 0.1 * c
p = 1 / gamma + 0.1 * c
[source]
from = exact
[initial]
type = exact
[time]
end = 0.1
[output]
format = none
)";

/// A wave in a gas without viscosity, in a periodic box.
const std::string sound = R"([mesh]
generate = box
parameters = kind=prisms n=2
[space]
degree = 2
[gas]
model = euler
[reference]
mach = 0.3
[initial]
rho = 1 + 0.1 * sin(2 * pi * (x + y))
u = 0.3
v = 0.2 * cos(2 * pi * z)
w = -0.1
p = 1 / gamma
[time]
steps = 30
[output]
line = 0.1, 0.2, 0.3, 0.9, 0.7, 0.6, 3
monitor = 5
every = 15
)" + periodic;

std::vector<ConvergenceRow> study(const std::string& text, const Settings& settings, std::vector<int> degrees,
                                  int levels) {
  const TemporaryFolder folder;
  std::vector<ConvergenceRow> rows;
  run_convergence(read_case(folder.write("c.ini", text), settings),
                  {.degrees = std::move(degrees), .levels = levels, .meshes = {}, .machine = one_core},
                  [&](const ConvergenceRow& row) { rows.push_back(row); });
  return rows;
}

nlohmann::json run(const TemporaryFolder& folder, const std::string& text, const std::string& output,
                   const Settings& settings = {}, const std::string& restart = "") {
  const AnyProblem problem = make_any_problem(read_case(folder.write("c.ini", text), settings), one_core);
  const RunSettings how{.output = folder.file(output), .restart = restart, .quiet = true};
  REQUIRE(std::visit([&](const auto& p) { return run_case(*p, how); }, problem) == 0);
  return nlohmann::json::parse(folder.read(output + "/summary.json"));
}

/// States at two points of each cell, as a case goes on from low/checkpoint.h5.
std::vector<double> restored(const TemporaryFolder& folder, const Settings& settings) {
  const AnyProblem any = make_any_problem(read_case(folder.write("c.ini", sound), settings), one_core);
  auto& problem = *std::get<std::unique_ptr<ProblemOf<3>>>(any);
  CHECK(restore(problem, folder.file("low/checkpoint.h5")).step == 30);
  static const std::array<std::array<double, 3>, 2> places{{{-0.9, -0.7, -0.5}, {-0.3, -0.8, -0.6}}};
  PointsOfShapes<3> points;
  points.fill(places);
  return problem.solver->sample(points);
}

std::string refused(const std::string& text, const Settings& settings) {
  const TemporaryFolder folder;
  try {
    make_any_problem(read_case(folder.write("c.ini", text), settings), one_core);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Shapes of cells, and the space on prisms.
const std::vector<std::pair<std::string, std::string>> kinds{
    {"tetrahedra", "P"}, {"prisms", "P"}, {"prisms", "Q"}, {"hexahedra", "P"}, {"pyramids", "P"}};

}  // namespace

TEST_CASE("a manufactured Navier-Stokes flow at Mach 1 converges on coarse meshes of each shape") {
  for (const auto& [kind, prisms] : kinds) {
    INFO(kind << ", prisms of " << prisms);
    std::vector<ConvergenceRow> rows;
    for (const int degree : {1, 2})
      for (const int n : {3, 6})
        rows.push_back(study(waves + sides("exact"),
                             {"mesh.parameters=n=" + std::to_string(n) + " kind=" + kind, "space.prisms=" + prisms},
                             {degree}, 1)[0]);
    for (const std::size_t variable : {0, 1, 2, 3, 4}) {
      INFO("variable " << variable);
      CHECK(std::log2(rows[0].l2[variable] / rows[1].l2[variable]) > 1.4);
      CHECK(std::log2(rows[2].l2[variable] / rows[3].l2[variable]) > 2.4);
    }
  }
}

TEST_CASE("a steady flow in space by Newton's method, through a sequence of degrees, has the order of its degree") {
  for (const auto& [kind, prisms] : kinds) {
    INFO(kind << ", prisms of " << prisms);
    if (kind == "tetrahedra" || kind == "pyramids") continue;
    std::string text = waves + sides("exact");
    text.replace(text.find("end = 0.1"), 9, "mode = steady\nsolver = newton\ntolerance = 1e-9\nsequence = 1");
    std::vector<ConvergenceRow> rows;
    for (const int n : {2, 4})
      rows.push_back(study(text,
                           {"mesh.parameters=n=" + std::to_string(n) + " kind=" + kind, "space.prisms=" + prisms,
                            "gas.mu=0.02", "space.degree=2"},
                           {2}, 1)[0]);
    for (const ConvergenceRow& row : rows) CHECK(row.converged);
    for (const std::size_t variable : {0, 1, 2, 3, 4}) {
      INFO("variable " << variable);
      CHECK(std::log2(rows[0].l2[variable] / rows[1].l2[variable]) > 2.4);
    }
  }
}

TEST_CASE("a plane flow between two periodic planes has the errors of the plane") {
  const std::string flow = R"([space]
degree = 2
riemann = roe
[gas]
model = euler
[expressions]
r = (x - t)^2 + (y - 0.5 * t)^2
f = exp(0.5 * (1 - r)) / 4
h = 1 - 0.2 * f^2
[exact]
rho = h^2.5
u = 1 - f * (y - 0.5 * t)
v = 0.5 + f * (x - t)
p = h^3.5 / gamma
[initial]
type = exact
[time]
end = 0.5
dt = 0.01
[output]
format = none
)";
  std::string plane = flow + "[mesh]\ngenerate = square\nparameters = kind=quads n=4 xmin=-2 xmax=2 ymin=-2 ymax=2\n",
              solid = flow +
                      "[mesh]\ngenerate = box\nparameters = kind=hexahedra nx=4 ny=4 nz=2 xmin=-2 xmax=2 "
                      "ymin=-2 ymax=2 zmin=0 zmax=2\n[boundary.front]\ntype = periodic\npartner = back\n";
  for (const char* side : {"left", "right", "bottom", "top"})
    plane += std::string("[boundary.") + side + "]\ntype = exact\n";
  for (const char* side : {"left", "right", "bottom", "top"})
    solid += std::string("[boundary.") + side + "]\ntype = exact\n";
  const auto in_plane = study(plane, {}, {2}, 1)[0], in_space = study(solid, {"exact.w=0"}, {2}, 1)[0];
  for (const auto& [a, b] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 4}})
    CHECK(in_space.l2[b] / std::sqrt(2.0) == Approx(in_plane.l2[a]).epsilon(0.01));
  CHECK(in_space.l2[3] < 1e-12);
  CHECK(in_plane.l2[0] > 1e-4);
}

TEST_CASE("mass, momentum and energy of a periodic flow in space are kept to round-off") {
  const TemporaryFolder folder;
  for (const auto& [kind, prisms] : kinds) {
    INFO(kind << ", prisms of " << prisms);
    const Settings settings{"mesh.parameters=n=2 kind=" + kind, "space.prisms=" + prisms};
    AnyProblem any = make_any_problem(read_case(folder.write("c.ini", sound), settings), one_core);
    SolverOf<3>& solver = *std::get<std::unique_ptr<ProblemOf<3>>>(any)->solver;
    const auto before = solver.totals();
    solver.advance(20, 1e300);
    const auto after = solver.totals();
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(std::abs(after[i] - before[i]) < 2e-14 * before[4]);
  }
}

TEST_CASE("a run in space in parts is the run in one go, bit for bit") {
  const TemporaryFolder folder;
  run(folder, sound, "whole");
  run(folder, sound, "parts", {"time.steps=15"});
  run(folder, sound, "parts", {}, folder.file("parts/checkpoint.h5"));
  for (const char* name : {"history.csv", "probes.csv", "fields_000000015.vtu", "fields_000000030.vtu"}) {
    INFO(name);
    REQUIRE_FALSE(folder.read(std::string("whole/") + name).empty());
    CHECK(folder.read(std::string("whole/") + name) == folder.read(std::string("parts/") + name));
  }
}

TEST_CASE("a run in space goes on at a higher degree with the very state of its checkpoint") {
  for (const auto& [kind, prisms] : kinds) {
    INFO(kind << ", prisms of " << prisms);
    const TemporaryFolder folder;
    const Settings cells{"mesh.parameters=n=2 kind=" + kind, "space.prisms=" + prisms},
        low{cells[0], cells[1], "space.degree=1"}, high{cells[0], cells[1], "time.steps=35"};
    run(folder, sound, "low", low);
    const std::vector<double> end = restored(folder, low), start = restored(folder, high);
    REQUIRE(start.size() == end.size());
    for (std::size_t i = 0; i < end.size(); ++i) CHECK(start[i] == Approx(end[i]).epsilon(1e-13).margin(1e-14));
    run(folder, sound, "high", high, folder.file("low/checkpoint.h5"));
  }
}

TEST_CASE("a run in space goes on with the space of its checkpoint only") {
  const TemporaryFolder folder;
  const Settings products{"mesh.parameters=n=2 kind=prisms", "space.prisms=Q"};
  run(folder, sound, "products", products);
  const AnyProblem other = make_any_problem(read_case(folder.write("c.ini", sound), {products[0]}), one_core);
  CHECK_THROWS_WITH(restore(*std::get<std::unique_ptr<ProblemOf<3>>>(other), folder.file("products/checkpoint.h5")),
                    Contains("P, Q on prisms"));
}

TEST_CASE("gas at rest pushes with its pressure on the walls of a box, about the origin") {
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids"}) {
    INFO(kind);
    const TemporaryFolder folder;
    const double scale = 0.5 * 0.3 * 0.3 * 2.0;  // by an area of 2
    std::string text = sound.substr(0, sound.find("[time]"));
    text = text.substr(0, text.find("[initial]")) + "[initial]\nrho = 1\nu = 0\nv = 0\nw = 0\np = 0.75\n";
    const auto summary = run(folder,
                             text +
                                 "[time]\nsteps = 2\n[output]\nformat = none\nforces = right, back\n"
                                 "surface = back\n" +
                                 sides("wall-slip"),
                             "out", {"mesh.parameters=n=2 kind=" + kind, "reference.area=2", "reference.length=4"});
    const auto &right = summary["forces"]["right"], &back = summary["forces"]["back"];
    CHECK(right["cd"].get<double>() == Approx(0.75 / scale).epsilon(1e-12));
    CHECK(std::abs(right["cl"].get<double>()) < 1e-12);
    CHECK(back["cz"].get<double>() == Approx(0.75 / scale).epsilon(1e-12));
    // 0.75 (1, 0, 0) at (1, 1/2, 1/2), and 0.75 (0, 0, 1) at (1/2, 1/2, 1).
    CHECK(right["cmy"].get<double>() == Approx(0.375 / (4 * scale)).epsilon(1e-12));
    CHECK(right["cmz"].get<double>() == Approx(-0.375 / (4 * scale)).epsilon(1e-12));
    CHECK(back["cmx"].get<double>() == Approx(0.375 / (4 * scale)).epsilon(1e-12));
    CHECK(back["cmy"].get<double>() == Approx(-0.375 / (4 * scale)).epsilon(1e-12));
    CHECK_THAT(folder.read("out/surface_back.csv"), Catch::StartsWith("x,y,z,nx,ny,nz,weight,cp,cfx,cfy,cfz\n"));
  }
}

TEST_CASE("a benchmark measures steps in space") {
  const TemporaryFolder folder;
  const Case c = read_case(folder.write("c.ini", waves + sides("exact")), {});
  BenchmarkPlan plan;
  plan.degrees = {1, 2};
  plan.orderings = {OrderingMethod::none, OrderingMethod::random};
  plan.backends = {BackendKind::cpu};
  plan.strategies = {Assembly::gather};
  plan.layouts = {Layout::automatic};
  plan.precisions = {Precision::double_precision};
  plan.threads = {1};
  plan.steps = plan.warm_up = 1;
  std::vector<BenchmarkRow> rows;
  run_benchmark(c, plan, [&](const BenchmarkRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 4);
  for (const BenchmarkRow& row : rows) {
    CHECK(row.dof == 5 * row.cells * (row.degree == 1 ? 4 : 10));
    CHECK(row.assembly == "gather");
    CHECK(row.dof_per_second == Approx(3.0 * static_cast<double>(row.dof) / row.seconds_per_step));
  }
  CHECK(rows[2].metrics["mean_distance"] > rows[0].metrics["mean_distance"]);

  const auto refusal = [&] {
    try {
      run_benchmark(c, plan, [](const BenchmarkRow&) {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  plan.strategies = {Assembly::colour};
  CHECK_THAT(refusal(), Contains("'fused', 'gather' or 'tiles'"));
  plan.degrees = {5};  // there may be such in the plane
  CHECK_THAT(refusal(), Contains("degree 5 is not in this build"));
}

TEST_CASE("what belongs to the other dimension, or is not there in space, is refused with its place") {
  const std::string exact = waves + sides("exact");
  CHECK(refused(exact, {}).empty());
  CHECK_THAT(refused(exact, {"space.quads=Q"}), Contains("'quads' in [space]") && Contains("the mesh is 3-D"));
  CHECK_THAT(refused(exact, {"boundary.left.type=wall-adiabatic", "boundary.left.velocity=0, 1"}),
             Contains("'velocity' with two components"));
  CHECK_THAT(refused(exact, {"output.line=0, 0, 1, 1, 3"}), Contains("'line' of five numbers"));
  CHECK_THAT(refused(sound, {"catalyst.script=a.py"}), Contains("Catalyst is not there for 3-D meshes"));
  CHECK_THAT(refused(sound, {"space.assembly=atomic"}), Contains("'fused', 'gather' or 'tiles'"));
  const std::string plane = "[mesh]\ngenerate = square\n[gas]\nmodel = euler\n[time]\nsteps = 1\n";
  const std::string in_plane = "the mesh is 2-D";
  CHECK_THAT(refused(plane, {"initial.rho=1", "initial.u=0", "initial.v=0", "initial.w=0", "initial.p=1"}),
             Contains("'w'") && Contains(in_plane));
  CHECK_THAT(refused(plane, {"initial.rho=1 + z^2", "initial.u=0", "initial.v=0", "initial.p=1"}),
             Contains("a formula of z") && Contains(in_plane));
  for (const char* setting : {"reference.beta=3", "reference.area=2", "space.hexahedra=Q", "space.prisms=Q"})
    CHECK_THAT(refused(plane, {setting}), Contains(in_plane));
  std::string without_w = waves;
  without_w.erase(without_w.find("w = 0.4"), without_w.find("p = 1 /") - without_w.find("w = 0.4"));
  CHECK_THAT(refused(without_w + sides("exact"), {}), Contains("a section without 'w'") && Contains("the mesh is 3-D"));
}
