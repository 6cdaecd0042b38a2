#include <catch2/catch.hpp>

#include "apps/case/inflow.hpp"
#include "apps/case/inflow_profile.hpp"
#include "apps/tests/sample_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using samples::read;
using samples::refusal;

namespace {

const std::string inflow_case = R"([mesh]
generate = square
[gas]
mu = 0.001
[reference]
mach = 0.2
[boundary.left]
type = inflow-velocity
velocity = 0.2 * y, 0, 0
stresses = 0.01 * y, 0.02, 0.03, -0.001, 0, 0.002
integral_length = 0.1 + y
period = 0, 0, 3
seed = 7
[boundary.right]
type = outflow-pressure
[time]
end = 1
)";

std::string refused(const std::vector<std::string>& overrides) { return refusal(inflow_case, overrides); }

/// A file of a profile with these lines; what is said of it, if it is refused.
std::string profile_refusal(const std::string& text) {
  const TemporaryFolder folder;
  try {
    const InflowProfile profile(folder.write("p.csv", text));
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find("p.csv"));
  }
  return "";
}

}  // namespace

TEST_CASE("an inflow has the turbulence of its formulas") {
  const Case c = read(inflow_case);
  const auto inflow = turbulent_inflow<3>(c, "left");
  CHECK(inflow.convection == std::array{0.2, 0.0, 0.0});  // the free stream
  CHECK(inflow.period == std::array{0.0, 0.0, 3.0});
  CHECK(inflow.seed == 7);
  const auto here = inflow.statistics({1.0, 0.5, 2.0});
  CHECK(here.velocity == std::array{0.1, 0.0, 0.0});
  CHECK(here.stresses == std::array{0.005, 0.02, 0.03, -0.001, 0.0, 0.002});
  CHECK(here.length == Approx(0.6));
  const auto isotropic = turbulent_inflow<3>(read(inflow_case, {"boundary.left.stresses=0.04"}), "left");
  CHECK(isotropic.statistics({0, 0, 0}).stresses == std::array{0.04, 0.04, 0.04, 0.0, 0.0, 0.0});
  const auto moved = turbulent_inflow<3>(read(inflow_case, {"boundary.left.convection=0.3, 0.1, 0"}), "left");
  CHECK(moved.convection == std::array{0.3, 0.1, 0.0});
  CHECK(read(inflow_case, {"boundary.right.type=inflow-velocity"}).inflows.size() == 1);
}

TEST_CASE("an inflow has the turbulence of a table, linear between its rows") {
  const TemporaryFolder folder;
  folder.write("p.csv",
               "\xef\xbb\xbfy, u, uu, vv, ww, uv, length  # of half a channel\n\n0 1 0 0 0 0 0.1\n0.5, 2, "
               "0.4, 0.2, 0.3, -0.1, 0.3\n1, 2, 0, 0, 0, 0, 0.5\n");
  std::string text = inflow_case;
  const std::size_t from = text.find("velocity = "), to = text.find("period");
  text.replace(from, to - from, "profile = p.csv\n");
  const Case c = read_case(folder.write("c.ini", text), {});
  const auto inflow = turbulent_inflow<3>(c, "left");
  const auto here = inflow.statistics({9.0, 0.25, 9.0});
  CHECK(here.velocity == std::array{1.5, 0.0, 0.0});
  CHECK(here.stresses == std::array{0.2, 0.1, 0.15, -0.05, 0.0, 0.0});
  CHECK(here.length == Approx(0.2));
  CHECK(inflow.statistics({0.0, 0.0, 0.0}).length == 0.1);
  CHECK(inflow.statistics({0.0, 1.0, 0.0}).length == 0.5);
  CHECK(std::isnan(inflow.statistics({0.0, 1.01, 0.0}).length));
  CHECK_FALSE(inflow_fault<3>(c, "left", {0.0, 0.5, 0.0}));
  CHECK_THAT(
      inflow_fault<3>(c, "left", {0.0, 1.01, 0.0}).value(),
      Contains("the turbulence of boundary 'left' at x = 0, y = 1.01, z = 0 has no row in p.csv, which goes from "
               "y = 0 to 1"));
}

TEST_CASE("a turbulent inflow that cannot be is refused with its place") {
  CHECK(refused({}).empty());
  CHECK_THAT(refused({"boundary.left.stresses=1, 2"}), Contains("'stresses' needs uu, vv, ww") && Contains("got 2"));
  CHECK_THAT(refused({"boundary.left.stresses=t"}),
             Contains("the turbulence of a turbulent inflow must not vary in time"));
  CHECK_THAT(refused({"boundary.left.velocity=t, 0, 0"}),
             Contains("'velocity' of a turbulent inflow must not vary in time"));
  CHECK_THAT(refused({"boundary.left.convection=0, 0, 0"}), Contains("needs 'convection'"));
  CHECK_THAT(refused({"reference.mach=0"}), Contains("c.ini:7: a turbulent inflow needs 'convection'"));
  CHECK_THAT(refused({"boundary.left.period=0, 0, -1"}), Contains("'period' must not be negative"));
  CHECK_THAT(refused({"boundary.left.seed=-1"}), Contains("'seed'"));
  CHECK_THAT(refused({"boundary.left.seed=4294967296"}), Contains("'seed'"));
  CHECK_THAT(refused({"boundary.left.profile=p.csv"}), Contains("'velocity' is given by the 'profile' already"));
  CHECK_THAT(refused({"boundary.right.stresses=0.1"}), Contains("unknown key 'stresses'"));
  std::string text = inflow_case;
  text.replace(text.find("integral_length = 0.1 + y\n"), 26, "");
  CHECK_THAT(refusal(text), Contains("integral_length"));
  text = inflow_case;
  text.replace(text.find("stresses"), text.find("integral_length") - text.find("stresses"), "");
  CHECK_THAT(
      refusal(text),
      Contains("c.ini:10: 'integral_length' belongs to a turbulent inflow, which needs 'stresses' or a 'profile'"));
}

TEST_CASE("a modelled wall has a temperature, or is adiabatic, and needs a viscosity") {
  const std::string wall = "boundary.right.type=wall-modelled";
  CHECK(read(inflow_case, {wall}).solver.boundaries[1].temperature == 0.0);
  CHECK(read(inflow_case, {wall, "boundary.right.temperature=2 * gamma"}).solver.boundaries[1].temperature == 2.8);
  CHECK_THAT(refused({wall, "boundary.right.temperature=0"}), Contains("'temperature'") && Contains("positive"));
  std::string text = inflow_case;
  text.replace(text.find("mu = 0.001"), 10, "model = euler");
  CHECK_THAT(refusal(text, {wall}), Contains("'wall-modelled' has no meaning with 'model = euler'"));
}

TEST_CASE("a table of a profile that cannot be is refused with its line") {
  CHECK(profile_refusal("y u length\n0 1 1\n1 1 1\n").empty());
  CHECK_THAT(profile_refusal("r u length\n0 1 1\n"), Contains("p.csv:1: 'r' is no coordinate"));
  CHECK_THAT(profile_refusal("y U length\n0 1 1\n"), Contains("p.csv:1: 'U' is not a column of a profile"));
  CHECK_THAT(profile_refusal("y u u length\n"), Contains("p.csv:1: there are two columns 'u'"));
  CHECK_THAT(profile_refusal("y u uu\n"), Contains("p.csv:1: there is no column 'length'"));
  CHECK_THAT(profile_refusal("y u length\n0 1 1\n1 1\n"), Contains("p.csv:3: expected 3 numbers"));
  CHECK_THAT(profile_refusal("y u length\n0 1 1\n1 1 a\n"), Contains("p.csv:3: 'a' is not a finite number"));
  CHECK_THAT(profile_refusal("y u length\n0 1 1\n1 1 nan\n"), Contains("p.csv:3: 'nan' is not a finite number"));
  CHECK_THAT(profile_refusal("y u length\n1 1 1\n1 1 1\n"), Contains("p.csv:3: y must be greater"));
  CHECK_THAT(profile_refusal("y u length\n0 1 1\n"), Contains("two rows"));
  CHECK_THAT(profile_refusal(""), Contains("two rows"));
}
