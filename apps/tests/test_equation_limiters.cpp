// Limiters, and sources of the state, for equations that a header declares.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "apps/tests/csv_column.hpp"
#include "apps/tests/equations_cases.hpp"
#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

const std::string run = "run c.ini -q --backend cpu ";

/// Values along a line at the end of a run whose probes are that line of `count` points, with a variable in a column.
std::vector<double> along_line(const TemporaryFolder& folder, const std::string& output, std::size_t count,
                               std::size_t number) {
  const std::vector<double> all = csv_column(folder.read(output + "/probes.csv"), number);
  REQUIRE(all.size() >= count);
  return {all.end() - static_cast<std::ptrdiff_t>(count), all.end()};
}

void require_success(const Outcome& outcome) {
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
}

std::string cells(int n) {
  return " --set 'mesh.parameters=kind=quads, nx=" + std::to_string(n) + ", ny=2, xmin=0, xmax=1, ymin=0, ymax=0.01'";
}

const std::string damped = " --set space.shocks=damping";

}  // namespace

TEST_CASE("a dam breaks at higher degrees, closer to Stoker's solution than at degree 0") {
  const TemporaryFolder folder;
  folder.write("c.ini", dam_case);
  require_success(rkdg(folder, run + "-o first"));
  const double first = summary(folder, "first")["errors"]["l2"]["h"];
  for (const int degree : {1, 3}) {
    INFO("degree " << degree);
    const std::string name = "p" + std::to_string(degree);
    require_success(rkdg(folder, run + "-o " + name + " --set space.degree=" + std::to_string(degree) + damped +
                                     cells(400 / (degree + 1)) + " --set output.line=0.001,0.005,0.999,0.005,301"));
    const auto json = summary(folder, name);
    CHECK(double(json["errors"]["l2"]["h"]) < 0.5 * first);
    CHECK(double(json["totals"]["h"]["end"]) == Approx(0.0075).epsilon(1e-12));
    CHECK(double(json["totals"]["hu"]["end"]) == Approx(9.81 * 0.375 * 0.01 * 0.08).epsilon(1e-9));
    CHECK(json["limited"] > 0);
    const std::vector<double> x = along_line(folder, name, 301, 2), h = along_line(folder, name, 301, 4);
    const double bore = 0.5 + 2.95791812018753 * 0.08, depth = 0.726920446187286, width = 2.5 * (degree + 1) / 400.0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      CHECK(h[i] < 1.01);
      if (std::abs(x[i] - bore) < width) continue;
      CHECK(h[i] > 0.495);
      if (x[i] > 0.7) CHECK(h[i] == Approx(x[i] < bore ? depth : 0.5).epsilon(0.01));
    }
    const std::vector<std::string> history = lines(folder.read(name + "/history.csv"));
    CHECK(history.front() == "step,time,dt,total_h,total_hu,total_hv,residual_h,residual_hu,residual_hv,limited");
    CHECK(csv_column(folder.read(name + "/history.csv"), 9).back() == json["limited"]);
  }
  for (const auto& file : std::filesystem::directory_iterator(folder.file("p1")))
    if (file.path().extension() == ".vtu")
      CHECK_THAT(folder.read("p1/" + file.path().filename().string()), Contains("Name=\"limiting\""));
}

TEST_CASE("water runs over a bed that is almost dry, where it fails without limiters") {
  const TemporaryFolder folder;
  folder.write("c.ini", dam_case.substr(0, dam_case.find("[exact]")) + dam_case.substr(dam_case.find("[initial]")));
  require_success(rkdg(folder, run + "--set space.degree=3" + damped + cells(60) +
                                   " --set 'initial.h=x < 0.5 ? 1 : 1e-6' --set time.end=0.06 --set "
                                   "output.line=0.001,0.005,0.999,0.005,301"));
  CHECK(double(summary(folder)["totals"]["h"]["end"]) == Approx(0.005 * (1 + 1e-6)).epsilon(1e-12));
  const std::string without = " --set space.degree=3 --set space.positivity=off" + cells(60) +
                              " --set 'initial.h=x < 0.5 ? 1 : 1e-6' --set time.end=0.06";
  CHECK(rkdg(folder, run + "-o without" + without).status == 1);
  // Depths are positive where the solver looks at them; between these points a polynomial may fall a little below.
  for (const double h : along_line(folder, "out", 301, 4)) CHECK(h > -1e-5);
  // Ritter's solution of a dry bed: at the dam the depth is 4/9 of that behind it.
  CHECK(along_line(folder, "out", 301, 4)[150] == Approx(4.0 / 9).epsilon(0.01));
}

TEST_CASE("a shock of Burgers' equation moves with half its height, and what is away from it stays") {
  const TemporaryFolder folder;
  const std::string header = RKDG_BURGERS;
  folder.write("c.ini", "[equations]\nheader = " + header + R"(
name = Burgers
[mesh]
generate = square
parameters = kind=triangles, nx=60, ny=1, xmin=-2, xmax=2, ymin=0, ymax=0.06
[space]
degree = 3
shocks = damping
[exact]
u = x < t / 2 ? 1 : 0
[initial]
type = exact
[boundary.left]
type = default
[boundary.right]
type = default
[boundary.bottom]
type = periodic
partner = top
[time]
end = 1
[output]
line = -1.99,0.03,1.99,0.03,301
)");
  require_success(rkdg(folder, run));
  CHECK(double(summary(folder)["errors"]["l2"]["u"]) < 0.02);
  CHECK(double(summary(folder)["totals"]["u"]["end"]) == Approx(0.06 * 2.5).epsilon(1e-9));
  const std::vector<double> x = along_line(folder, "out", 301, 2), u = along_line(folder, "out", 301, 4);
  for (std::size_t i = 0; i < u.size(); ++i)
    if (std::abs(x[i] - 0.5) > 2.5 * 4.0 / 60) CHECK(u[i] == Approx(x[i] < 0.5 ? 1.0 : 0.0).margin(0.01));
  const Outcome positive = rkdg(folder, "check c.ini --backend cpu --set space.positivity=on");
  CHECK(positive.status == 2);
  CHECK_THAT(positive.err, Contains("'positivity = on' needs equations that say what is positive"));
  const Outcome viscosity = rkdg(folder, "check c.ini --backend cpu --set space.shocks=viscosity");
  CHECK(viscosity.status == 2);
  CHECK_THAT(viscosity.err, Contains("(known: none, damping)"));
  const Outcome implicit = rkdg(folder, "check c.ini --backend cpu --set time.scheme=esdirk4");
  CHECK(implicit.status == 2);
  CHECK_THAT(implicit.err, Contains("'shocks = damping' in [space]"));
}

TEST_CASE("damping keeps the order of a wave, and a uniform state on curved cells") {
  const TemporaryFolder folder;
  folder.write("c.ini", wave_case);
  double last = 0;
  for (const std::string n : {"16", "32"}) {
    const std::string mesh = " --set mesh.parameters=kind=triangles,n=" + n;
    require_success(rkdg(folder, run + "-o damped" + n + damped + mesh));
    const double error = summary(folder, "damped" + n)["errors"]["l2"]["u"];
    if (last > 0) CHECK(std::log2(last / error) > 2.7);
    last = error;
  }
  require_success(rkdg(folder, run + "-o plain --set mesh.parameters=kind=triangles,n=16"));
  const double plain = summary(folder, "plain")["errors"]["l2"]["u"];
  CHECK(double(summary(folder, "damped16")["errors"]["l2"]["u"]) < 1.1 * plain);

  folder.write("ring.ini",
               "[equations]\nheader = libdg/equations/shallow_water/shallow_water.hpp\nname = dg::ShallowWater2D\n"
               "[mesh]\ngenerate = cylinder\nparameters = kind=quads\n[space]\ndegree = 2\nshocks = damping\n"
               "[exact]\nh = 2\nhu = 1\nhv = -0.5\n[initial]\ntype = exact\n[boundary.wall]\ntype = exact\n"
               "[boundary.farfield]\ntype = exact\n[time]\nsteps = 50\n");
  require_success(rkdg(folder, "run ring.ini -q --backend cpu -o ring"));
  CHECK(double(summary(folder, "ring")["errors"]["linf"]["h"]) < 1e-11);
}

TEST_CASE("a source of the state makes a wave decay, with the order of its degree") {
  const TemporaryFolder folder;
  folder.write("c.ini", wave_case);
  const std::string decays =
      " --set 'exact.u=sin(k * (x + y - 1.5 * t)) * exp(-(0.04 * k^2 + 0.7) * t)' --set 'source.u=-0.7 * u'";
  double last = 0;
  for (const std::string n : {"8", "16"}) {
    require_success(rkdg(folder, run + "-o out" + n + decays + " --set mesh.parameters=kind=triangles,n=" + n));
    const double error = summary(folder, "out" + n)["errors"]["l2"]["u"];
    if (last > 0) CHECK(std::log2(last / error) > 2.7);
    last = error;
  }
  const std::string implicit = " --set time.scheme=esdirk4 --set time.tolerance=1e-6";
  require_success(rkdg(folder, run + "-o implicit" + decays + implicit + " --set mesh.parameters=kind=triangles,n=16"));
  CHECK(double(summary(folder, "implicit")["errors"]["l2"]["u"]) == Approx(last).epsilon(0.02));
  const Outcome exact = rkdg(folder, "check c.ini --backend cpu --set time.products=exact" + implicit + decays);
  CHECK(exact.status == 2);
  CHECK_THAT(exact.err, Contains("'products = exact' needs boundaries that are differentiated"));
  const Outcome unknown = rkdg(folder, "check c.ini --backend cpu --set source.u=-q");
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Contains("unknown name 'q'"));
  const Outcome hidden = rkdg(folder, "check c.ini --backend cpu --set expressions.u=2 --set source.u=-u");
  CHECK(hidden.status == 2);
  CHECK_THAT(hidden.err, Contains("'u' is a variable of the equations; rename"));
  const Outcome start = rkdg(folder, "check c.ini --backend cpu --set initial.type= --set initial.u=u");
  CHECK(start.status == 2);
  CHECK_THAT(start.err, Contains("unknown name 'u'"));
}

#ifdef RKDG_MPIRUN
TEST_CASE("limiters and a source of the state do the same on two ranks") {
  const TemporaryFolder folder;
  folder.write("c.ini", dam_case);
  const std::string whole = run + "--set space.degree=1" + damped + cells(60) +
                            " --set 'source.h=0' --set 'source.hu=-0.2 * hu' --set 'source.hv=-0.2 * hv' ";
  require_success(rkdg(folder, whole + "-o one"));
  require_success(rkdg(folder, whole + "-o two", std::string(RKDG_MPIRUN) + " -n 2"));
  CHECK(folder.read("two/history.csv") == folder.read("one/history.csv"));
  CHECK(summary(folder, "one")["limited"] > 0);
}
#endif
