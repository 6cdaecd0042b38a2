// Runs on 3-D meshes with the real solver: conservation, restarts and forces.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "apps/run/run_case.hpp"
#include "apps/run/snapshots.hpp"
#include "apps/tests/cases_3d.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;
using namespace dg::app::cases_3d;
using Catch::Contains;

namespace {

nlohmann::json run(const TemporaryFolder& folder, const std::string& text, const std::string& output,
                   const Settings& settings = {}, const std::string& restart = "") {
  const AnyProblem problem = make_any_problem(read_case(folder.write("c.ini", text), settings), one_core);
  const RunSettings how{.output = folder.file(output), .restart = restart, .quiet = true};
  REQUIRE(std::visit([&](const auto& p) { return run_case(*p, how); }, problem) == 0);
  return nlohmann::json::parse(folder.read(output + "/summary.json"));
}

/// States at two points of each cell.
std::vector<double> sampled(SolverOf<3>& solver) {
  static const std::array<std::array<double, 3>, 2> places{{{-0.9, -0.7, -0.5}, {-0.3, -0.8, -0.6}}};
  PointsOfShapes<3> points;
  points.fill(places);
  return solver.sample(points);
}

/// The same, as a case goes on from low/checkpoint.h5.
std::vector<double> restored(const TemporaryFolder& folder, const Settings& settings) {
  const AnyProblem any = make_any_problem(read_case(folder.write("c.ini", sound), settings), one_core);
  auto& problem = *std::get<std::unique_ptr<ProblemOf<3>>>(any);
  CHECK(restore(problem, folder.file("low/checkpoint.h5")).step == 30);
  return sampled(*problem.solver);
}

}  // namespace

TEST_CASE("mass, momentum and energy of a periodic flow in 3-D are kept to round-off") {
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

TEST_CASE("a uniform flow in a periodic box of cells of all four shapes stays uniform") {
  const TemporaryFolder folder;
  for (const std::string cells : {"n=2", "n=3 distortion=0.2", "n=4 order=2 curved=0.03"}) {
    INFO(cells);
    const Settings settings{"mesh.parameters=kind=hybrid " + cells, "space.hexahedra=Q", "space.prisms=Q",
                            "initial.rho=1", "initial.v=0.2"};
    AnyProblem any = make_any_problem(read_case(folder.write("c.ini", sound), settings), one_core);
    SolverOf<3>& solver = *std::get<std::unique_ptr<ProblemOf<3>>>(any)->solver;
    const std::vector<double> before = sampled(solver);
    solver.advance(20, 1e300);
    const std::vector<double> after = sampled(solver);
    REQUIRE(after.size() == before.size());
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(std::abs(after[i] - before[i]) < 1e-12);
  }
}

TEST_CASE("a run in 3-D in parts is the run in one go, bit for bit") {
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

TEST_CASE("a run in 3-D goes on at a higher degree with the very state of its checkpoint") {
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

TEST_CASE("a run in 3-D continues with the space of its checkpoint only") {
  const TemporaryFolder folder;
  const Settings products{"mesh.parameters=n=2 kind=prisms", "space.prisms=Q"};
  run(folder, sound, "products", products);
  const AnyProblem other = make_any_problem(read_case(folder.write("c.ini", sound), {products[0]}), one_core);
  CHECK_THROWS_WITH(restore(*std::get<std::unique_ptr<ProblemOf<3>>>(other), folder.file("products/checkpoint.h5")),
                    Contains("P, Q on prisms"));
}

TEST_CASE("gas at rest pushes with its pressure above that of reference on the walls of a box, about a center") {
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
                             "out",
                             {"mesh.parameters=n=2 kind=" + kind, "reference.area=2", "reference.length=4",
                              "reference.pressure=0.25", "reference.center=0, 0, 0.5"});
    const auto &right = summary["forces"]["right"], &back = summary["forces"]["back"];
    CHECK(right["cd"].get<double>() == Approx(0.5 / scale).epsilon(1e-12));
    CHECK(std::abs(right["cl"].get<double>()) < 1e-12);
    CHECK(back["cz"].get<double>() == Approx(0.5 / scale).epsilon(1e-12));
    // 0.5 (1, 0, 0) at (1, 1/2, 0) from the center, and 0.5 (0, 0, 1) at (1/2, 1/2, 1/2).
    CHECK(std::abs(right["cmy"].get<double>()) < 1e-12);
    CHECK(right["cmz"].get<double>() == Approx(-0.25 / (4 * scale)).epsilon(1e-12));
    CHECK(back["cmx"].get<double>() == Approx(0.25 / (4 * scale)).epsilon(1e-12));
    CHECK(back["cmy"].get<double>() == Approx(-0.25 / (4 * scale)).epsilon(1e-12));
    CHECK_THAT(folder.read("out/surface_back.csv"), Catch::StartsWith("x,y,z,nx,ny,nz,weight,cp,cfx,cfy,cfz\n"));
  }
}
